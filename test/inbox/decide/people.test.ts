import { describe, expect, it } from 'vitest';
import {
  type AboutRow,
  eventsAbout,
  type LinkRow,
  linksOfPerson,
  mergedPerson,
  numberKey,
  type Person,
  pair,
  personView,
  sharersOf,
} from '../../../src/inbox/decide/people.ts';
import { personNumbers } from '../../../src/inbox/decide/person-numbers.ts';
import { peopleOf } from '../../../src/inbox/decide/tell-people-apart.ts';

/** A person by numbers (`salon 7`) and links (`crm c-1`). */
function person(numbers: readonly string[], links: readonly string[] = []): Person {
  const keys = (texts: readonly string[]) => new Set(texts.map(text => pair(...halves(text))));
  return { numbers: keys(numbers), links: keys(links) };
}

/** A row of a link: `crm c-1 = salon 7`. */
function link(text: string): LinkRow {
  const [from = '', to = ''] = text.split(' = ');
  const [people, link_id] = halves(from);
  const [destination, customer_id] = halves(to);
  return { people, link_id, destination, customer_id };
}

/** A call of an event about a number, a link, or both. */
function call(event: number, destination: string, number: string | null, linked?: string): AboutRow {
  const [people, id] = linked === undefined ? [null, null] : halves(linked);
  return { event, destination, customer_id: number, link_people: people, link_id: id };
}

function halves(text: string): [string, string] {
  const [one = '', other = ''] = text.split(' ');
  return [one, other];
}

describe('people', () => {
  it('have one number in every spelling with leading zeros', () => {
    expect(numberKey('salon', '0007')).toBe(numberKey('salon', '7'));
    expect(numberKey('salon', '7')).not.toBe(numberKey('branch', '7'));
    expect(personNumbers('007').slice(0, 3)).toEqual(['7', '07', '007']);
    expect(personNumbers('007')).toHaveLength(20);
    expect(['K-7', '', '1'.repeat(21)].map(personNumbers)).toEqual([[], [], []]);
  });

  it('are shown with their numbers and links', () => {
    const both = mergedPerson([person(['salon 7'], ['crm c-1']), person(['branch 9'], ['crm c-1'])]);
    expect(personView(both)).toEqual({
      customers: [
        { destination: 'salon', customerId: '7' },
        { destination: 'branch', customerId: '9' },
      ],
      linked: [{ people: 'crm', link: 'c-1' }],
    });
  });

  it('are one if an event or a link names both', () => {
    const known = [link('crm c-1 = salon 7'), link('crm c-1 = branch 9'), link('crm c-2 = salon 8')];
    const people = peopleOf([call(1, 'salon', '07', 'crm c-1')], [], known);
    expect(people.map(personView)).toEqual([personView(person(['salon 7', 'branch 9'], ['crm c-1']))]);
    const further = [...known, link('web w-1 = branch 9')];
    expect(peopleOf([call(1, 'salon', '7')], [], further).map(personView)).toEqual([
      personView(person(['salon 7', 'branch 9'], ['crm c-1', 'web w-1'])),
    ]);
  });

  it('are two if they have two numbers at one destination, even with a common link', () => {
    const calls = [call(1, 'salon', '7', 'crm family'), call(2, 'salon', '8', 'crm family')];
    expect(peopleOf(calls, [], []).map(personView)).toEqual([
      personView(person(['salon 7'], ['crm family'])),
      personView(person(['salon 8'], ['crm family'])),
    ]);
  });

  it('are none without a call or a found link', () => {
    expect(peopleOf([], [], [link('crm c-1 = salon 7')])).toEqual([]);
    expect(peopleOf([], [link('crm c-1 = salon 7')], []).map(personView)).toEqual([
      personView(person(['salon 7'], ['crm c-1'])),
    ]);
  });
});

describe('a shared link', () => {
  const mother = person(['salon 7'], ['crm family']);

  it('belongs to a person only with a number of that person, or if no number of the person is known', () => {
    const rows = ['crm family = salon 8', 'crm family = branch 9', 'crm other = salon 7'].map(link);
    expect(linksOfPerson(mother, rows)).toEqual(rows.slice(1));
  });

  it('names the numbers that it also stood for', () => {
    const calls = [
      call(1, 'salon', '7', 'crm family'),
      call(2, 'salon', '08', 'crm family'),
      call(3, 'branch', '9', 'crm family'),
      call(4, 'salon', '5', 'crm other'),
      call(5, 'salon', null, 'crm family'),
    ];
    expect(sharersOf(mother, calls)).toEqual(new Set([numberKey('salon', '8')]));
  });

  it('shows the person of an event without a number only if nobody else used it', () => {
    const calls = [
      call(1, 'salon', '07'),
      call(2, 'salon', null, 'crm family'),
      call(3, 'salon', '8', 'crm family'),
      call(4, 'branch', '9', 'crm family'),
      call(5, 'branch', '7'),
    ];
    expect([...eventsAbout(mother, calls, { isShared: false })]).toEqual([1, 2, 4]);
    expect([...eventsAbout(mother, calls, { isShared: true })]).toEqual([1, 4]);
  });
});
