import { afterEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

const contact = (head = '') => `
source: crm
destination: salon
when: $not($exists(kind))
${head}operation: updateCustomer
set: {id: customer, note: note, additionalFields: {allergies: allergies}}
`;

const ignoring = contact('ignoreOlder: true\n');

const linked = `
source: crm
destination: salon
when: kind = "linked"
link: person
ignoreOlder: true
operation: updateCustomer
set: {id: $linked, note: note}
`;

const person = { people: 'crm', id: '301' };

/** A time on the first of March 2026, for example `10:05`. */
const at = (time: string) => `2026-03-01T${time}:00.000Z`;

let harness: Harness;

afterEach(() => harness.close());

async function start(mappings: Record<string, string> = { contact: ignoring }): Promise<void> {
  harness = await startHarness({ mappings });
}

async function send(happened: string | undefined, note: string, more: object = {}): Promise<string> {
  const time = happened === undefined ? {} : { happened: at(happened) };
  return harness.send({ customer: 1002, note, ...time, ...more });
}

/** Sends and delivers events one after the other; returns their ids. */
async function sendEach(...events: readonly (readonly [string | undefined, string])[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [happened, note] of events) {
    ids.push(await send(happened, note));
    await harness.run();
  }
  return ids;
}

function notesOf(customer = 1002): unknown[] {
  return harness.sandbox.customer(customer)?.updates.map(each => each.note) ?? [];
}

async function statusesOf(...ids: readonly string[]): Promise<string[]> {
  return Promise.all(ids.map(async id => (await harness.event(id)).status));
}

async function codesOf(id: string): Promise<string[]> {
  return (await harness.event(id)).diagnostics.map(each => each.code);
}

describe('an event older than the one applied last', () => {
  it('is skipped, and shows when both events happened', async () => {
    await start();
    const [, older] = await sendEach(['10:05', 'newer'], ['10:00', 'older']);
    expect(await harness.event(older ?? '')).toMatchObject({
      status: 'skipped',
      reason: 'a newer event of this person was already applied',
      occurredAt: at('10:00'),
      diagnostics: [
        {
          code: 'call/older-event',
          severity: 'info',
          message: `the event is from ${at('10:00')}; a newer event of this person, from ${at('10:05')}, was already applied (ignoreOlder)`,
          hint: expect.stringContaining('force'),
        },
      ],
      calls: [{ status: 'skipped', attempts: [] }],
    });
    expect(notesOf()).toEqual(['newer']);
  });

  it('is skipped if it waited behind the newer one, and later calls continue', async () => {
    await start();
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 503, times: 1 });
    const ids = [await send('10:05', 'newer'), await send('10:00', 'older'), await send('10:10', 'newest')];
    await harness.run();
    expect(await statusesOf(...ids)).toEqual(['queued', 'queued', 'queued']);
    await harness.later(60_000);
    expect(await statusesOf(...ids)).toEqual(['delivered', 'skipped', 'delivered']);
    expect(notesOf()).toEqual(['newer', 'newest']);
  });

  it('is sent if the newer one was not applied', async () => {
    await start();
    const unknown = await harness.send({ customer: 99, note: 'newer', happened: at('10:05') });
    const failed = await send('10:05', 'newer', { allergies: { not: 'a text' } });
    await harness.run();
    const [older] = await sendEach(['10:00', 'older']);
    expect(await statusesOf(unknown, failed, older ?? '')).toEqual(['failed', 'failed', 'delivered']);
  });

  it('is skipped after a restart too', async () => {
    await start();
    await sendEach(['10:05', 'newer']);
    await harness.restart();
    const [older] = await sendEach(['10:00', 'older']);
    expect(await statusesOf(older ?? '')).toEqual(['skipped']);
  });

  it('is sent if the mapping does not ignore older events', async () => {
    await start({ contact: contact() });
    expect(await statusesOf(...(await sendEach(['10:05', 'newer'], ['10:00', 'older'])))).toEqual([
      'delivered',
      'delivered',
    ]);
    await harness.use({ contact: ignoring });
    expect(await statusesOf(...(await sendEach(['10:01', 'between'])))).toEqual(['skipped']);
  });

  it('does not block one of the same time', async () => {
    await start();
    await sendEach(['10:05', 'one'], ['10:05', 'another']);
    expect(notesOf()).toEqual(['one', 'another']);
  });

  it('is determined separately for each mapping and each person', async () => {
    const other = ignoring.replace('$not($exists(kind))', 'kind = "other"');
    await start({ contact: ignoring, other });
    await sendEach(['10:05', 'newer']);
    const ids = [
      await send('10:00', 'by another mapping', { kind: 'other' }),
      await send('10:00', 'of another person', { customer: 1003 }),
    ];
    await harness.run();
    expect(await statusesOf(...ids)).toEqual(['delivered', 'delivered']);
    expect([notesOf(), notesOf(1003)]).toEqual([['newer', 'by another mapping'], ['of another person']]);
  });
});

describe('a person known by a link and by a number', () => {
  it('is one person: an event applied under the number counts for the link', async () => {
    const by = linked.replace('id: $linked', 'id: "kind = \\"linked\\" and customer ? customer : $linked"');
    await start({ linked: by });
    const first = await harness.send({
      kind: 'linked',
      customer: 1002,
      note: 'newer',
      happened: at('10:05'),
    });
    await harness.run();
    await harness.store.putLink(person, 'salon', '1002');
    const second = await harness.send({
      kind: 'linked',
      person: '301',
      note: 'older',
      happened: at('10:00'),
    });
    await harness.run();
    expect(await statusesOf(first, second)).toEqual(['delivered', 'skipped']);
    expect(notesOf()).toEqual(['newer']);
  });

  it('is one person for events that wait for the link too: the older of two is skipped, in either order', async () => {
    await start({ linked });
    const events = [
      ['10:05', 'newer'],
      ['10:00', 'older'],
      ['10:07', 'newest'],
    ] as const;
    const ids: string[] = [];
    for (const [time, note] of events) {
      ids.push(await harness.send({ kind: 'linked', person: '301', note, happened: at(time) }));
    }
    await harness.run();
    expect(await statusesOf(...ids)).toEqual(['queued', 'queued', 'queued']);
    await harness.store.putLink(person, 'salon', '1002');
    await harness.run();
    expect(await statusesOf(...ids)).toEqual(['delivered', 'skipped', 'delivered']);
    expect(notesOf()).toEqual(['newer', 'newest']);
  });
});

describe('a replay', () => {
  it('of an older event skips it again, and with `force` sends it', async () => {
    await start();
    const [, older = ''] = await sendEach(['10:05', 'newer'], ['10:00', 'older']);
    await harness.store.replay({ id: older }, { force: false });
    await harness.run();
    expect(await statusesOf(older)).toEqual(['skipped']);
    expect(await codesOf(older)).toEqual(['call/older-event']);
    await harness.store.replay({ id: older }, { force: true });
    await harness.run();
    expect(await statusesOf(older)).toEqual(['delivered']);
    expect(await codesOf(older)).toEqual([]);
    expect(notesOf()).toEqual(['newer', 'older']);
    const [between = ''] = await sendEach(['10:03', 'between']);
    expect(await statusesOf(between)).toEqual(['skipped']);
  });

  it('of a failed event sends all of it, if the events applied meanwhile happened before it', async () => {
    await start();
    const failed = await send('10:05', 'newer', { allergies: { not: 'a text' } });
    await harness.run();
    await sendEach(['10:00', 'older']);
    await harness.use({ contact: ignoring.replace('allergies: allergies', 'allergies: {value: Nuts}') });
    await harness.store.replay({ id: failed }, { force: false });
    await harness.run();
    expect(await statusesOf(failed)).toEqual(['delivered']);
    expect(await codesOf(failed)).toEqual([]);
    expect(notesOf()).toEqual(['older', 'newer']);
  });

  it('of an event that waited in a held mapping considers the events applied by then', async () => {
    const wrong = ignoring.replace('allergies: allergies', 'alergies: allergies');
    await start({ contact: wrong });
    await harness.run();
    const ids = [await send('10:05', 'newer'), await send('10:00', 'older', { allergies: 'Nuts' })];
    await harness.run();
    expect(await statusesOf(...ids)).toEqual(['held', 'held']);
    await harness.use({ contact: ignoring });
    expect(await statusesOf(...ids)).toEqual(['delivered', 'skipped']);
  });
});

describe('an event without a known time', () => {
  it('is sent with a warning, once for its call even after retries', async () => {
    await start();
    await sendEach(['10:05', 'newer']);
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 503, times: 2 });
    const id = await send(undefined, 'who knows');
    await harness.run();
    await harness.later(60_000);
    await harness.later(60_000);
    expect(await harness.event(id)).toMatchObject({
      status: 'delivered',
      diagnostics: [{ code: 'call/no-event-time', severity: 'warning' }],
      calls: [{ attempts: [{}, {}, {}] }],
    });
    expect(notesOf()).toEqual(['newer', 'who knows']);
  });

  it('makes no other event older', async () => {
    await start();
    const ids = await sendEach([undefined, 'who knows'], ['10:00', 'later']);
    expect(await statusesOf(...ids)).toEqual(['delivered', 'delivered']);
  });

  it('has a diagnostic at intake if the place of its time contains something else', async () => {
    await start();
    const id = await harness.send({ customer: 1002, note: 'called', happened: 'lately' });
    await harness.run();
    expect(await codesOf(id)).toEqual(['intake/occurred-at-failed', 'call/no-event-time']);
    expect(await statusesOf(id)).toEqual(['delivered']);
  });

  it('has no warning if the mapping does not ignore older events', async () => {
    await start({ contact: contact() });
    const [id = ''] = await sendEach([undefined, 'who knows']);
    expect(await codesOf(id)).toEqual([]);
  });
});

it('an applied time is forgotten once its event is deleted', async () => {
  await start();
  await sendEach(['10:05', 'newer']);
  const day = 86_400_000;
  await harness.later(31 * day);
  await harness.store.prune({ deliveredMs: 30 * day, failedMs: 180 * day }, Date.now() + 31 * day);
  const [older = ''] = await sendEach(['10:00', 'older']);
  expect(await statusesOf(older)).toEqual(['delivered']);
});

it('expressions can read when an event happened, if it is known', async () => {
  const withTime = contact().replace('note: note', 'note: {template: "{note} at {$event.occurredAt}"}');
  await start({ contact: withTime });
  await sendEach(['10:05', 'called'], [undefined, 'called']);
  expect(notesOf()).toEqual([`called at ${at('10:05')}`]);
  const wish = { source: 'crm', payload: { customer: 1002, note: 'called', happened: at('10:05') } };
  expect(await harness.bridge.preview(wish)).toMatchObject({
    calls: [{ request: { note: `called at ${at('10:05')}` } }],
  });
});
