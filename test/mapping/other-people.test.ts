import { describe, expect, it } from 'vitest';
import { answersSchema } from '../../src/config/sources/answers-schema.ts';
import { otherPeople } from '../../src/mapping/doubts/people/other-people.ts';
import { ownAnswers } from '../../src/receive/answers/own-answers.ts';
import { checkWith, storedOf } from '../check/trials.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

interface Read {
  /** The path of the link, or the rule for `id`. */
  readonly link?: string;
  readonly id?: string;
  readonly rule?: string;
  readonly key?: string;
  /** The path of the list of questions. */
  readonly each?: string;
}

function textOf({ link, id, rule = '{answer: Allergien}', key = 'allergies' }: Read): string {
  const head = link === undefined ? '' : `link: '${link}'\n`;
  return `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: ${id ?? '$linked'}\n  additionalFields:\n    ${key}: ${rule}\n`;
}

function answersOf(payload: unknown, { each }: Read) {
  if (each === undefined) return undefined;
  const shape = answersSchema.parse({ each, label: 'question', value: 'answer' });
  return typeof shape === 'object' ? ownAnswers(shape, payload) : undefined;
}

/** Every link is known. */
const links = new Proxy(
  {},
  {
    has: () => true,
    get: () => '7',
    getOwnPropertyDescriptor: () => ({ value: '7', configurable: true, enumerable: true }),
  },
);

async function told(read: Read, payload: object): Promise<readonly string[]> {
  const answers = answersOf(payload, read);
  return codesOf(await evaluateYaml(textOf(read), { payload, answers, links }));
}

const buyer = { first_name: 'Céleste', last_name: 'Marchand', email: 'celeste@example.com' };
const answers = [{ question: 'Allergien', answer: 'Henna' }];
const odette = { name: 'Odette Petit', answers, allergies: 'Henna' };
const celeste = { name: 'Céleste Marchand', answers, allergies: 'Nüsse' };
const ofBuyer = { link: 'order.buyer.email' };
const asked = { ...ofBuyer, each: 'order.attendees.answers' };

describe('the people of a list, of whom none is the customer', () => {
  it.each<[string, Read, object]>([
    ['the answers of a guest', asked, { order: { buyer, attendees: [odette] } }],
    [
      'with a link of two parts',
      { ...asked, link: '$join([order.buyer.email, order.buyer.first_name])' },
      { order: { buyer, attendees: [odette] } },
    ],
    ['by $answers', { ...asked, rule: '$answers.Allergien' }, { order: { buyer, attendees: [odette] } }],
    ['one of two', asked, { order: { buyer, attendees: [{ ...celeste, answers: [] }, odette] } }],
    [
      'a family with one last name',
      asked,
      { order: { buyer, attendees: [{ ...odette, name: 'Odette Marchand' }] } },
    ],
    [
      'guests with the address of the buyer',
      asked,
      { order: { buyer, attendees: [{ ...odette, email: buyer.email }] } },
    ],
    [
      'by their e-mail addresses',
      asked,
      { order: { buyer, attendees: [{ email: 'odette@example.com', answers }] } },
    ],
    [
      'guests without a name',
      { ...ofBuyer, each: 'order.guests.answers' },
      { order: { buyer, guests: [{ answers }] } },
    ],
    [
      'additional attendees',
      { ...ofBuyer, each: 'additional_attendees.answers' },
      { order: { buyer }, additional_attendees: [{ answers }] },
    ],
    ['two without names', asked, { order: { buyer, attendees: [{ answers: [] }, { answers }] } }],
    ['a path', { ...ofBuyer, rule: 'order.attendees.allergies' }, { order: { buyer, attendees: [odette] } }],
    [
      'a position',
      { ...ofBuyer, rule: "'order.attendees[0].allergies'" },
      { order: { buyer, attendees: [odette] } },
    ],
    [
      'an answer by its question',
      { ...ofBuyer, rule: `'order.attendees.answers[question="Allergien"].answer'` },
      { order: { buyer, attendees: [odette] } },
    ],
    [
      'participants',
      { ...ofBuyer, rule: 'participants.allergies' },
      { order: { buyer }, participants: [odette] },
    ],
    [
      'passengers',
      { ...ofBuyer, rule: 'passengers.allergies' },
      { order: { buyer }, passengers: [{ allergies: 'x' }] },
    ],
    [
      'Teilnehmer',
      { ...ofBuyer, rule: 'order.teilnehmer.allergies' },
      { order: { buyer, teilnehmer: [odette] } },
    ],
    ['Gäste', { ...ofBuyer, rule: 'Gäste.allergies' }, { order: { buyer }, Gäste: [odette] }],
    [
      'a number beside the buyer',
      { id: 'order.customer_no', each: 'order.attendees.answers' },
      { order: { buyer, customer_no: '1007', attendees: [odette] } },
    ],
    [
      'another name in full',
      { id: 'customer.no', rule: 'attendees.allergies' },
      { customer: { no: '7', name: 'Jonas Klein' }, attendees: [odette] },
    ],
  ])('is reported: %s', async (_, read, payload) => {
    expect(await told(read, payload)).toContain('mapping/other-name');
  });

  it.each<[string, Read, object]>([
    ['the attendee is the buyer', asked, { order: { buyer, attendees: [celeste] } }],
    [
      'in another spelling',
      asked,
      { order: { buyer, attendees: [{ ...odette, name: 'Marchand, Celeste' }] } },
    ],
    [
      'with a second name',
      asked,
      { order: { buyer, attendees: [{ ...odette, name: 'Frau Céleste Anne Marchand' }] } },
    ],
    [
      'by the e-mail address',
      asked,
      { order: { buyer, attendees: [{ email: 'Celeste@example.com', answers }] } },
    ],
    [
      'the link is in the same list',
      { link: 'payload.attendees[0].email', rule: "'payload.attendees[0].notes'" },
      {
        payload: {
          attendees: [{ ...odette, email: 'o@example.com', notes: 'x' }],
          organizer: { name: 'Mia Wolf', email: 'mia@example.com' },
        },
      },
    ],
    [
      'the answers and the link',
      { link: 'attendees.email', each: 'attendees.answers' },
      { attendees: [{ ...odette, email: 'o@example.com' }] },
    ],
    [
      'the number is one of the answers',
      { id: '{answer: Kundennummer}', each: 'attendees.answers' },
      {
        buyer,
        attendees: [
          { name: 'Odette Petit', answers: [...answers, { question: 'Kundennummer', answer: '7' }] },
        ],
      },
    ],
    ['split by attendee', { link: 'email', each: 'answers' }, { ...odette, email: 'o@example.com' }],
    [
      'cal.com',
      {
        link: 'payload.responses.email.value',
        rule: "'payload.attendees[0].language.locale'",
        key: 'language',
      },
      {
        payload: {
          organizer: { name: 'Mia Wolf', email: 'mia@example.com' },
          responses: { email: { value: 'o@example.com' } },
          attendees: [{ name: 'Odette Petit', email: 'o@example.com', language: { locale: 'de' } }],
        },
      },
    ],
    [
      'an organizer is not the customer',
      { id: 'metadata.customer', rule: "'attendees[0].notes'" },
      {
        organizer: { name: 'Mia Wolf', email: 'mia@example.com' },
        metadata: { customer: '7' },
        attendees: [{ ...odette, notes: 'x' }],
      },
    ],
    [
      'nothing to compare',
      { id: 'customer_no', rule: 'attendees.allergies' },
      { customer_no: '7', attendees: [odette] },
    ],
    [
      'an event with a name',
      { id: 'customer_no', rule: 'attendees.allergies' },
      { customer_no: '7', name: 'Haarpflege Abend', attendees: [odette] },
    ],
    [
      'confirmed',
      { ...asked, rule: '{answer: Allergien, because: the buyer}' },
      { order: { buyer, attendees: [odette] } },
    ],
    [
      'a field about them',
      { ...ofBuyer, rule: 'order.attendees.name', key: 'begleitung' },
      { order: { buyer, attendees: [odette] } },
    ],
    [
      'a template',
      { ...ofBuyer, rule: '{template: "mit {order.attendees.name}"}' },
      { order: { buyer, attendees: [odette] } },
    ],
    [
      'chosen by a condition',
      { ...ofBuyer, rule: "'order.attendees[email = $$.order.buyer.email].allergies'" },
      { order: { buyer, attendees: [odette, { ...celeste, email: buyer.email }] } },
    ],
    [
      'a number of them',
      { ...ofBuyer, rule: 'order.guests', key: 'visits' },
      { order: { buyer, guests: 3 } },
    ],
    [
      'no answer of theirs',
      { ...ofBuyer, rule: 'order.attendees.allergies' },
      { order: { buyer, attendees: [{ name: 'Odette Petit' }] } },
    ],
    [
      'a list of something else',
      { ...ofBuyer, rule: 'order.items.color' },
      { order: { buyer, items: [{ name: 'Odette Petit', color: 'red' }] } },
    ],
  ])('is not reported: %s', async (_, read, payload) => {
    expect(await told(read, payload)).not.toContain('mapping/other-name');
  });

  it('names the list, the customer and the cure', () => {
    const payload = { order: { buyer, attendees: [{ ...odette, email: 'odette@example.com' }] } };
    const [found] = otherPeople(mappingOf(textOf(asked)), { payload, answers: answersOf(payload, asked) });
    expect(found).toMatchObject({
      path: 'additionalFields.allergies',
      message:
        'allergies reads Allergien, an answer in order.attendees, and order.attendees has somebody with another name or address in the event, while order.buyer.email names the customer',
      hint: 'remove the rule; or write split: order.attendees at the source in the config, so that each of them is an event with a link of its own; if it is always the customer, add because: with the reason',
    });
  });

  it.each([{}, { age: 7 }, { email: '' }])(
    'are not proposed as events of their own without a link: %j',
    more => {
      const payload = { order: { buyer, attendees: [{ ...odette, ...more }] } };
      const [found] = otherPeople(mappingOf(textOf(asked)), { payload, answers: answersOf(payload, asked) });
      expect(found?.hint).toBe('remove the rule; if it is always the customer, add because: with the reason');
    },
  );

  it.each([
    ['order.attendees.answers', 'write split: order.attendees at the source'],
    ['order.guests.answers', 'write split: order.guests at the source'],
    ['order.pages.answers', 'give each question a name of its own at the sender'],
  ])('who answer the same question get a hint that can be followed: %s', async (each, hint) => {
    const [, list = ''] = each.split('.');
    const two = [odette, { ...odette, answers: [{ question: 'Allergien', answer: 'Nickel' }] }];
    const payload = { order: { buyer, [list]: two } };
    const read = { ...ofBuyer, each };
    const found = await evaluateYaml(textOf(read), { payload, answers: answersOf(payload, read), links });
    expect(found).toMatchObject({
      diagnostics: [{ code: 'mapping/unclear-answer', hint: expect.stringContaining(hint) }],
    });
  });

  it.each([
    ['order.buyer.email', odette, true],
    ['order.buyer.email', celeste, true],
    ['order.customer.email', celeste, false],
    ['order.customer.email', odette, true],
  ])('is reported by check, for a buyer also before a guest came: %s', async (link, attendee, expected) => {
    const mapping = mappingOf(textOf({ link, rule: 'order.attendees.allergies' }));
    const found = await checkWith(
      mapping,
      storedOf({ order: { buyer, customer: buyer, attendees: [attendee] } }),
    );
    expect(found.some(({ code }) => code === 'mapping/other-name')).toBe(expected);
  });
});

describe('somebody in a list whom a position or a condition chooses', () => {
  const petra = {
    first_name: 'Petra',
    last_name: 'Vogel',
    email: 'petra@example.com',
    birthday: '1979-05-30',
  };
  const lena = { first_name: 'Lena', last_name: 'Vogel', email: 'lena@example.com', birthday: '2004-02-11' };
  const order = { customer_no: '7', billing: petra, line_items: [{ attendees: [petra, lena] }] };
  const unnamed = { customer_no: '7', line_items: [{ attendees: [petra, lena] }] };
  const read = (rule: string): Read => ({ id: 'customer_no', rule: `'line_items${rule}'`, key: 'birthdate' });

  it.each<[string, object]>([
    ['[0].attendees[1].birthday', order],
    ['.attendees[1].birthday', order],
    ['[0].attendees[-1].birthday', order],
    ['[0].attendees[first_name="Lena"].birthday', order],
    ['.attendees[email="lena@example.com"].birthday', order],
    ['[0].attendees[0].birthday', { ...order, billing: lena }],
    ['[0].attendees[1].birthday', unnamed],
  ])('is reported: %s', async (rule, payload) => {
    expect(await told(read(rule), payload)).toContain('mapping/other-name');
  });

  it.each<[string, object]>([
    ['[0].attendees[0].birthday', order],
    ['[0].attendees[1].birthday', { ...order, billing: lena }],
    ['[1].attendees[0].birthday', { ...order, line_items: [{ attendees: [lena] }, { attendees: [petra] }] }],
    ['[0].attendees[last_name="Vogel"][0].birthday', { ...order, line_items: [{ attendees: [petra] }] }],
    ['[0].attendees[first_name="Petra"].birthday', order],
    ['[0].attendees[email=$$.billing.email].birthday', order],
    ['[0].attendees[0].birthday', unnamed],
    ['[0].attendees[is_buyer=true].birthday', unnamed],
    ['[0].attendees[2].birthday', order],
  ])('is not reported: %s', async (rule, payload) => {
    expect(await told(read(rule), payload)).not.toContain('mapping/other-name');
  });
});
