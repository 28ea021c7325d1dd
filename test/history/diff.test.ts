import { afterEach, describe, expect, it } from 'vitest';
import { createMappingSet } from '../../src/deliver/mappings/mapping-set.ts';
import { type DiffReport, diffEvents, type ValueDetail } from '../../src/history/diff/diff-events.ts';
import { openEventArchive } from '../../src/inbox/sqlite/reading/open-event-archive.ts';
import { folderOf, type Harness, startHarness } from '../deliver/harness.ts';

const notes = `source: crm
destination: salon
link: contact
operation: updateCustomer
set:
  id: customer
  note: note
  customerStatus: {from: stage, values: {a: Stammkunde, b: Neukunde}, otherwise: null}
  additionalFields:
    allergies: allergies
    birthdate: {from: born, as: date, format: dd.MM.yyyy}
    interests: {from: topics, as: list}
`;

let harness: Harness;
afterEach(() => harness.close());

/** Plans the stored events with these mappings. */
async function diff(
  mappings: Record<string, string>,
  { detail = 'shapes', last = 1000, only }: { detail?: ValueDetail; last?: number; only?: string } = {},
): Promise<DiffReport> {
  const archive = openEventArchive(harness.storeFile);
  const { config, bridge } = harness;
  try {
    return await diffEvents(archive.newest({ last }), {
      planning: {
        mappings: createMappingSet(folderOf(mappings), []),
        source: name => config.sources.get(name),
        destination: name => {
          const found = config.destinations.get(name);
          return found && { config: found, catalog: bridge.catalog(name) };
        },
        findLink: archive.findLink,
        now: Date.now(),
      },
      chosen: name => only === undefined || name === only,
      detail,
    });
  } finally {
    await archive.close();
  }
}

const kinds = ({ groups }: DiffReport) =>
  groups.map(({ kind, path, events }) => `${kind}${path === undefined ? '' : ` ${path}`}: ${events}`);

async function fill(mappings: Record<string, string>, payloads: readonly object[]): Promise<string[]> {
  harness = await startHarness({ mappings });
  const ids: string[] = [];
  for (const payload of payloads) ids.push(await harness.send(payload));
  await harness.run();
  return ids;
}

const ada = {
  customer: 1001,
  note: 'Window seat',
  stage: 'a',
  allergies: 'Nuts',
  born: '1988-03-14',
  topics: ['Farbe', 'Pflege'],
};
const robin = { customer: 1002, note: 'Tea, please', stage: 'b' };

describe('planning stored events again', () => {
  it('counts the events that wait for a mapping and would get their first calls', async () => {
    await fill({}, [ada, robin]);
    const released = await diff({ notes });
    expect(kinds(released)).toEqual(['new-call: 2']);
    expect(released).toMatchObject({ events: 2, changed: 2, released: 2 });
    const failing = await diff({ notes: notes.replace('note: note', 'note: $number(note)') });
    expect(failing).toMatchObject({ changed: 2, released: 0 });
  });

  it('does not count events as released for which another mapping has made a call', async () => {
    await fill({ notes }, [ada]);
    expect(await diff({ notes, more: notes })).toMatchObject({ changed: 1, released: 0 });
  });

  it('finds nothing without a change, whatever the state of the events', async () => {
    await fill({ notes }, [
      ada,
      robin,
      { ...robin, allergies: null, note: ' ' },
      { customer: 'nobody', note: 'a bad number' },
      { customer: 99_999_999, note: 'a number that the account does not have' },
      { customer: 1001, topics: ['Piercing'] },
      { customer: 1001, topics: 'Pflege, Farbe' },
      { customer: 1001, topics: ['Farbe ', ' Pflege'] },
      { customer: 1001 },
      { note: 'without a customer' },
      { customer: 1001, note: { an: 'object' } },
    ]);
    const report = await diff({ notes });
    expect(report).toMatchObject({ events: 11, changed: 0, groups: [] });
  });

  it('lists for each parameter the changed values, and the events', async () => {
    const [first, second] = await fill({ notes }, [ada, robin]);
    const changed = notes
      .replace('  note: note\n', '')
      .replace('a: Stammkunde', 'a: Neukunde')
      .replace('as: list', 'as: list, separator: ";"')
      .replace('allergies: allergies', 'allergies: allergies\n    lead.source: {value: Website}');
    const report = await diff({ notes: changed });
    expect(kinds(report)).toEqual([
      'removed note: 2',
      'changed customerStatus: 1',
      'changed additionalFields.interests: 1',
      'added additionalFields.lead.source: 2',
    ]);
    expect(report).toMatchObject({ events: 2, changed: 2 });
    const [note, status, interests, lead] = report.groups;
    expect(note).toMatchObject({ first: [first, second], mapping: 'notes' });
    expect(status?.examples).toEqual([{ was: '"Stammkunde"', now: '"Neukunde"', events: 1 }]);
    expect(interests?.examples).toEqual([{ was: 'Aaaaa,Aaaaaa', now: 'Aaaaa;Aaaaaa', events: 1 }]);
    expect(lead?.examples).toEqual([{ now: '"Website"', events: 2 }]);
  });

  it('shows values of customers only on request', async () => {
    await fill({ notes }, [{ ...ada, topics: 'Piercing, Farbe' }, ada]);
    const changed = notes
      .replace('note: note', 'note: $uppercase(note)')
      .replace('as: list', 'required: true');
    const shapes = JSON.stringify(await diff({ notes: changed }));
    expect(shapes).toContain('Aaaaaa aaaa');
    expect(shapes).not.toMatch(/window seat|piercing|nuts|1988/i);
    const values = JSON.stringify(await diff({ notes: changed }, { detail: 'values' }));
    expect(values).toContain('WINDOW SEAT');
  });

  it('shows a yes and a no alike on both sides, from the payload or from the mapping', async () => {
    const table = notes.replace(
      'allergies: allergies',
      'allergies: {from: a, values: {Nein: "false", Ja: "true"}}',
    );
    await fill({ notes: table }, [{ customer: 1001, a: 'Nein', b: 'Ja' }]);
    const { groups } = await diff({
      notes: notes.replace('allergies: allergies', 'allergies: {from: b, as: boolean}'),
    });
    expect(groups.map(({ examples }) => examples)).toEqual([[{ was: '"false"', now: '"true"', events: 1 }]]);
    const asIs = await diff({ notes: notes.replace('allergies: allergies', 'allergies: b') });
    expect(asIs.groups.map(({ examples }) => examples)).toEqual([
      [{ was: '"false"', now: '"Ja"', events: 1 }],
    ]);
  });

  it('distinguishes calls that are new, gone, failing, held, skipped, waiting or cleared', async () => {
    await fill({ notes, other: notes.replace('source: crm', 'source: crm\nwhen: stage = "b"') }, [
      ada,
      robin,
    ]);
    const cases: Record<string, [string, string[]]> = {
      gone: [notes.replace('operation:', 'when: stage = "b"\noperation:'), ['gone-call: 1']],
      fails: [notes.replace('note: note', 'note: {from: $missing, required: true}'), ['fails: 2']],
      held: [
        notes.replace('allergies: all', 'allergeis: all'),
        ['held: 1', 'removed additionalFields.allergies: 1', 'added additionalFields.allergeis: 1'],
      ],
      skipped: [
        notes.replace('  note: note\n', '').replace('b: Neukunde', 'b: null'),
        ['skipped: 1', 'removed note: 1'],
      ],
      waits: [
        notes.replace('id: customer', 'id: $linked').replace('link: contact', 'link: customer'),
        ['waits: 2', 'link: 2'],
      ],
      cleared: [
        notes.replace('allergies: allergies', 'allergies: {from: none, whenMissing: clear}'),
        ['cleared additionalFields.allergies: 2'],
      ],
    };
    for (const [name, [text, expected]] of Object.entries(cases)) {
      expect({ name, kinds: kinds(await diff({ notes: text }, { only: 'notes' })) }).toEqual({
        name,
        kinds: expected,
      });
    }
    expect(kinds(await diff({ notes, fresh: notes }, { only: 'fresh' }))).toEqual(['new-call: 2']);
    expect(kinds(await diff({ notes }))).toEqual(['gone-call: 1']);
  });

  it('contains an event that failed and would now be sent', async () => {
    const [id] = await fill({ notes }, [{ customer: 1001, topics: ['Haircut'] }]);
    expect((await harness.event(id ?? '')).status).toBe('failed');
    const mended = notes.replace('as: list', 'values: {Haircut: Haarschnitt}');
    const report = await diff({ notes: mended });
    expect(kinds(report)).toEqual(['changed additionalFields.interests: 1', 'sent: 1']);
  });

  it('uses the former value of $linked, before and after the link was created', async () => {
    const linked = notes.replace('id: customer', 'id: $linked');
    const unknown = `source: crm
destination: salon
when: $not($exists($linked))
link: contact
operation: updateCustomer
set: {id: customer, note: note}
`;
    await fill({ linked, unknown }, [{ contact: 'c-7', customer: 1001, note: 'before the link' }]);
    await harness.store.putLink({ people: 'crm', id: 'c-7' }, 'salon', '1002');
    await harness.send({ contact: 'c-7', customer: 1001, note: 'with the link' });
    await harness.run();
    await harness.store.putLink({ people: 'crm', id: 'c-7' }, 'salon', '1003');
    expect(kinds(await diff({ linked, unknown }))).toEqual([]);
    const other = linked.replace('note: note', 'note: contact');
    expect(kinds(await diff({ linked: other, unknown }))).toEqual(['changed note: 2']);
  });

  it('counts the events that wait for their links, whose calls are not known yet', async () => {
    const linked = notes.replace('id: customer', 'id: $linked');
    await fill({ linked }, [
      { contact: 'c-7', note: 'x' },
      { contact: 'c-8', note: 'y' },
    ]);
    expect(await diff({ linked })).toMatchObject({ events: 2, changed: 0, waiting: 2 });
  });

  it('does not report superseded or dropped values as changes', async () => {
    const dropping = notes.replace('operation:', 'onInvalid: drop\noperation:');
    await fill({ notes: dropping }, [{ ...ada, topics: ['Piercing'] }]);
    expect(kinds(await diff({ notes: dropping }))).toEqual([]);
  });

  it('uses only the newest events, and leaves out unplanned ones', async () => {
    await fill({ notes }, [ada, robin, ada]);
    await harness.send(robin);
    const changed = notes.replace('note: note', 'note: $uppercase(note)');
    expect(await diff({ notes: changed }, { last: 2 })).toMatchObject({ events: 1, changed: 1, left: 1 });
    expect(await diff({ notes: changed })).toMatchObject({ events: 3, changed: 3, left: 1 });
  });

  it('evaluates expressions with the original time of receipt', async () => {
    const timed = notes.replace('note: note', 'note: $now()');
    await fill({ notes: timed }, [ada]);
    await harness.later(60_000);
    expect(kinds(await diff({ notes: timed }))).toEqual([]);
  });
});
