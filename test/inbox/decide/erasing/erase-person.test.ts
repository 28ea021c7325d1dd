import { describe, expect, it } from 'vitest';
import { withoutZeros } from '../../../../src/inbox/call.ts';
import { erasePerson, previewOfErasure } from '../../../../src/inbox/decide/erasing/erase-person.ts';
import type { Eraser, PersonalData } from '../../../../src/inbox/decide/erasing/personal-data.ts';
import type { AboutRow, LinkRow } from '../../../../src/inbox/decide/people.ts';
import type { ErasureExtent, ErasureTarget } from '../../../../src/inbox/erasure.ts';

/** An event of the store: its texts, and the person of its call. */
interface StoredEvent {
  readonly text: string;
  readonly about?: Omit<AboutRow, 'event'>;
  readonly inFlight?: true;
  readonly isUnreadable?: true;
}

/** The contents of the store; the events have the ids `evt_1`, `evt_2` and so on. */
interface Contents {
  readonly events: readonly StoredEvent[];
  readonly links?: readonly LinkRow[];
  readonly refusals?: readonly { readonly text: string; readonly acceptedAs?: readonly string[] }[];
  readonly wholes?: readonly string[];
}

function about(customer_id: string | null, link_id: string | null = null, destination = 'salon') {
  return { destination, customer_id, link_people: link_id && 'crm', link_id };
}

function link(link_id: string, customer_id: string, destination = 'salon'): LinkRow {
  return { people: 'crm', link_id, destination, customer_id };
}

/** A store in memory, with all that was removed from it. */
function storeOf({ events, links = [], refusals = [], wholes = [] }: Contents) {
  const found = events.map((_, at) => ({ sequence: at + 1, id: `evt_${at + 1}` }));
  const callsOf = (sequence: number): readonly AboutRow[] => {
    const { about: row } = events[sequence - 1] ?? {};
    return row ? [{ event: sequence, ...row }] : [];
  };
  const all = found.flatMap(({ sequence }) => callsOf(sequence));
  const data: PersonalData = {
    event: async id => found.find(each => each.id === id),
    newestEvent: async () => found.length,
    async eventsBetween(after, newest, which) {
      // Two events in a batch.
      const batch = found.filter(({ sequence }) => sequence > after && sequence <= newest).slice(0, 2);
      const last = batch.at(-1)?.sequence;
      const isMeant = (sequence: number) =>
        which === 'all' || callsOf(sequence).every(row => row.customer_id === null && row.link_id === null);
      return {
        events: batch.filter(({ sequence }) => isMeant(sequence)),
        ...(last !== undefined && last < newest && { last }),
      };
    },
    async *eventTexts(sequences) {
      for (const sequence of sequences) {
        const { text = '', isUnreadable } = events[sequence - 1] ?? {};
        yield { sequence, kept: { texts: [text], ...(isUnreadable && { isUnreadable }) } };
      }
    },
    refusal: async id => refusals.findIndex((_, at) => `ref_${at}` === id),
    async *refusalTexts() {
      for (const [number, { text, acceptedAs = [] }] of refusals.entries())
        yield { number, id: `ref_${number}`, kept: { texts: [text] }, acceptedAs };
    },
    async *wholeTexts() {
      for (const [request, text] of wholes.entries())
        yield { request, event: 'evt_1', kept: { texts: [text] } };
    },
    links: async () => links,
    callsAbout: async sequences => sequences.flatMap(callsOf),
    callsUnderLinks: async ids =>
      all.filter(row => row.customer_id !== null && ids.includes(row.link_id ?? '')),
    async placesOfNumbers(numbers) {
      const meant = numbers.map(withoutZeros);
      const rows = [...all, ...links].filter(row => meant.includes(withoutZeros(row.customer_id ?? '')));
      return [...new Set(rows.map(row => row.destination))].sort();
    },
    async peopleOfLink(id) {
      return [...new Set(links.filter(row => row.link_id === id).map(row => row.people))];
    },
    turn: async () => {},
  };
  const gone = {
    events: [] as string[],
    links: [] as string[],
    refusals: [] as number[],
    wholes: [] as number[],
  };
  const audit: unknown[] = [];
  const cleared: string[] = [];
  const eraser: Eraser = {
    addEntry: async entry => audit.push(entry),
    async events(wanted) {
      const free = wanted.filter(({ sequence }) => !events[sequence - 1]?.inFlight);
      gone.events.push(...free.map(({ id }) => id));
      return free;
    },
    async refusals(numbers) {
      gone.refusals.push(...numbers);
      return numbers.length;
    },
    async links(rows) {
      gone.links.push(...rows.map(row => `${row.link_id} = ${row.customer_id}`));
      return rows.length;
    },
    async wholes(requests) {
      gone.wholes.push(...requests);
    },
    async ids(find) {
      cleared.push(...['mail ada@example.org', 'number 470011', 'nothing'].filter(find));
    },
    async notes(_, entry) {
      audit.push(entry);
    },
    leaveNothing: async () => true,
  };
  const inputs = (target: ErasureTarget, extent: ErasureExtent) => ({ target, extent, readXml: undefined });
  return {
    gone,
    audit,
    cleared,
    preview: (target: ErasureTarget, extent: ErasureExtent = {}) =>
      previewOfErasure(data, inputs(target, extent)),
    erase: (target: ErasureTarget, extent: ErasureExtent = {}, why?: string) =>
      erasePerson(data, eraser, inputs(target, extent), { who: 'ada', ...(why !== undefined && { why }) }),
  };
}

describe('erasing a customer number', () => {
  const contents: Contents = {
    events: [
      { text: 'one', about: about('470011', 'c-1') },
      { text: 'two', about: about('8') },
      { text: 'three', about: about('00470011') },
      { text: 'four', about: about(null, 'c-1') },
      { text: 'a note about 470011' },
    ],
    links: [link('c-1', '470011'), link('c-2', '8')],
    refusals: [{ text: 'x', acceptedAs: ['evt_3'] }, { text: 'y' }],
  };
  const target: ErasureTarget = { by: 'customerId', customerId: '470011' };

  it('removes its events in every spelling, its links, and the refusals that became its events', async () => {
    const store = storeOf(contents);
    expect(await store.erase(target)).toMatchObject({
      kind: 'erased',
      events: 3,
      links: 1,
      refusals: 1,
      underWay: 0,
      mentioned: 1,
      complete: true,
    });
    expect(store.gone).toEqual({
      events: ['evt_1', 'evt_3', 'evt_4'],
      links: ['c-1 = 470011'],
      refusals: [0],
      wholes: [],
    });
    expect(store.cleared).toEqual(['number 470011']);
  });

  it('is previewed with the same counts, and removes nothing', async () => {
    const store = storeOf(contents);
    expect(await store.preview(target)).toEqual({
      kind: 'preview',
      events: 3,
      links: 1,
      refusals: 1,
      people: [
        {
          customers: [{ destination: 'salon', customerId: '470011' }],
          linked: [{ people: 'crm', link: 'c-1' }],
        },
      ],
      mentioned: 1,
    });
    expect([store.gone.events, store.audit]).toEqual([[], []]);
  });

  it('asks for the destination if the number is known at two', async () => {
    const store = storeOf({
      events: [
        { text: '', about: about('7') },
        { text: '', about: about('7', null, 'branch') },
      ],
    });
    const seven = { by: 'customerId', customerId: '7' } as const;
    expect(await store.erase(seven)).toEqual({ kind: 'which', among: ['branch', 'salon'] });
    expect(await store.erase({ ...seven, destination: 'branch' })).toMatchObject({ events: 1 });
    expect(store.gone.events).toEqual(['evt_2']);
  });

  it('keeps events with a call in flight, and events under a link that another number shares', async () => {
    const store = storeOf({
      events: [
        { text: '', about: about('7', 'family'), inFlight: true },
        { text: '', about: about('8', 'family') },
        { text: '', about: about(null, 'family') },
      ],
      links: [link('family', '7')],
    });
    expect(await store.erase({ by: 'customerId', customerId: '7' })).toMatchObject({
      events: 0,
      underWay: 1,
      mentioned: 1,
    });
    expect(store.gone.events).toEqual([]);
  });
});

describe('erasing a link', () => {
  it('asks which person is meant if it stood for two numbers', async () => {
    const contents = {
      events: [
        { text: '', about: about('7', 'family') },
        { text: '', about: about('8', 'family') },
      ],
      links: [link('family', '7')],
    };
    const target = { by: 'link', link: 'family' } as const;
    const store = storeOf(contents);
    expect(await store.erase(target)).toMatchObject({ kind: 'several' });
    expect([store.gone.events, store.audit]).toEqual([[], []]);
    expect(await store.erase(target, { everyone: true })).toMatchObject({ events: 2, links: 1 });
  });
});

describe('erasing by a text', () => {
  const contents: Contents = {
    events: [
      { text: 'ada@example.org', about: about('7', 'c-1') },
      { text: 'another form', about: about('7') },
      { text: 'bo@example.org', about: about('8') },
    ],
    links: [link('c-1', '7')],
    refusals: [{ text: 'mail: ada@example.org' }],
    wholes: ['batch of ada@example.org'],
  };
  const target = { by: 'q', q: 'ada@example.org' } as const;

  it('removes the data with the text, and reports further data of the person', async () => {
    const store = storeOf(contents);
    expect(await store.erase(target)).toMatchObject({
      events: 1,
      links: 0,
      refusals: 1,
      further: { events: 1, links: 1, refusals: 0, customers: [{ customerId: '7' }] },
    });
    expect(store.gone).toEqual({ events: ['evt_1'], links: [], refusals: [0], wholes: [0] });
    expect(store.cleared).toEqual(['mail ada@example.org']);
  });

  it('removes all data of the person if asked to', async () => {
    const store = storeOf(contents);
    const erased = await store.erase(target, { person: true });
    expect(erased).toMatchObject({ events: 2, links: 1, refusals: 1 });
    expect(erased).not.toHaveProperty('further');
  });

  it('asks which person is meant, and takes the selected one and data of nobody', async () => {
    const store = storeOf({
      events: [
        { text: 'Ada Example', about: about('7') },
        { text: 'Ada Example', about: about('8') },
        { text: 'Ada Example' },
      ],
      // It may be about either of them.
      refusals: [{ text: 'Ada Example' }],
    });
    const ada = { by: 'q', q: 'Ada Example' } as const;
    expect(await store.erase(ada)).toMatchObject({
      kind: 'several',
      people: [{ customers: [{ customerId: '7' }] }, { customers: [{ customerId: '8' }] }],
    });
    expect(await store.erase({ ...ada, customerId: '8' })).toMatchObject({ kind: 'erased', events: 2 });
    expect(store.gone).toMatchObject({ events: ['evt_2', 'evt_3'], refusals: [] });
    expect(await store.erase({ ...ada, customerId: '9' })).toMatchObject({ kind: 'several' });
  });

  it('names the data that could not be searched, and is then incomplete', async () => {
    const store = storeOf({ events: [{ text: 'ada@example.org' }, { text: '?', isUnreadable: true }] });
    expect(await store.erase(target)).toMatchObject({
      events: 1,
      unsearched: { events: 1, refusals: 0, ids: ['evt_2'] },
      complete: false,
    });
  });
});

describe('the audit log', () => {
  it('keeps who erased and why, without the erased text', async () => {
    const store = storeOf({ events: [{ text: 'ada@example.org' }] });
    const mail = { by: 'q', q: 'ada@example.org' } as const;
    await store.erase(mail, {}, 'asked by Ada@Example.org');
    await store.erase(mail, {}, 'ticket 12');
    expect(store.audit).toMatchObject([
      { who: 'ada', what: 'erase', about: 'by a text', why: '[erased]' },
      { detail: 'events 1, links 0, refusals 0' },
      { why: 'ticket 12' },
      {},
    ]);
  });

  it('names the event that was erased', async () => {
    const store = storeOf({ events: [{ text: 'x' }] });
    await store.erase({ by: 'event', id: 'evt_1' });
    expect(store.audit[0]).toMatchObject({ about: 'one event', event: 'evt_1' });
  });
});
