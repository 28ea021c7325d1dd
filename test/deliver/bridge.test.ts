import { afterEach, describe, expect, it } from 'vitest';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';

const update = `
source: crm
destination: salon
when: kind = "update"
operation: updateCustomer
set:
  id: customer
  note: note
  customerStatus: status
  additionalFields: {allergies: allergies, interests: topics}
`;

const booking = `
source: crm
destination: salon
when: kind = "booking"
link: person
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  name: {value: Musterfrau}
  privacy: {value: true, because: asked on the page before}
  terms: {value: true, because: asked on the page before}
  minAge: {value: true, because: asked on the page before}
`;

const linked = `
source: crm
destination: salon
when: kind = "linked"
link: person
operation: updateCustomer
set: {id: $linked, note: note}
`;

const minute = 60_000;
let harness: Harness;

async function start(options: Partial<HarnessOptions> = {}): Promise<void> {
  harness = await startHarness({ mappings: { update, booking, linked }, ...options });
}

function notesOf(customer: number): unknown[] {
  return harness.sandbox.customer(customer)?.updates.map(each => each.note) ?? [];
}

afterEach(() => harness.close());

describe('an update', () => {
  it('is delivered, and the event shows its changes', async () => {
    await start();
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'called', status: 'VIP' });
    await harness.run();
    expect(await harness.event(id)).toMatchObject({
      status: 'delivered',
      calls: [
        {
          mapping: 'update',
          operation: 'updateCustomer',
          request: { id: '1002', note: 'called', customerStatus: 'VIP' },
          customerId: '1002',
          attempts: [{ status: 200, outcome: 'done A1' }],
        },
      ],
    });
    expect(harness.sandbox.customer(1002)).toMatchObject({ note: 'called', customerStatus: 'VIP' });
  });

  it('is retried if the API fails, with growing waits', async () => {
    await start();
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 500, times: 2 });
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
    await harness.run();
    const waiting = await harness.event(id);
    expect(waiting).toMatchObject({
      status: 'queued',
      calls: [{ attempts: [{ status: 500, outcome: 'again E1' }] }],
    });
    expect(Date.parse(waiting.nextAttemptAt ?? '')).toBeGreaterThan(0);
    await harness.later(1300);
    expect(await harness.event(id)).toMatchObject({ status: 'queued', calls: [{ attempts: [{}, {}] }] });
    await harness.later(1300);
    expect((await harness.event(id)).calls[0]?.attempts).toHaveLength(2);
    await harness.later(1300);
    expect(await harness.event(id)).toMatchObject({
      status: 'delivered',
      calls: [{ attempts: [{}, {}, { status: 200 }] }],
    });
  });

  it('keeps its place: later calls of its person wait for it, others do not', async () => {
    await start();
    harness.sandbox.addFaults({ operation: 'updateCustomer', key: '1002', status: 502, times: 1 });
    const first = await harness.send({ kind: 'update', customer: 1002, note: 'one' });
    const second = await harness.send({ kind: 'update', customer: 1002, note: 'two' });
    const other = await harness.send({ kind: 'update', customer: 1003, note: 'other' });
    await harness.run();
    expect((await harness.event(other)).status).toBe('delivered');
    expect([(await harness.event(first)).status, (await harness.event(second)).status]).toEqual([
      'queued',
      'queued',
    ]);
    expect(notesOf(1002)).toEqual([]);
    await harness.later(minute);
    expect(notesOf(1002)).toEqual(['one', 'two']);
  });

  it('keeps its place even if one sender writes the number with leading zeros', async () => {
    await start();
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 502, times: 1 });
    await harness.send({ kind: 'update', customer: '001002', note: 'one' });
    await harness.run();
    await harness.send({ kind: 'update', customer: 1002, note: 'two' });
    await harness.run();
    expect(notesOf(1002)).toEqual([]);
    await harness.later(minute);
    expect(notesOf(1002)).toEqual(['one', 'two']);
  });

  it('is repeated if its response was lost, since that is harmless', async () => {
    await start();
    harness.sandbox.addFaults({ operation: 'updateCustomer', when: 'after', close: true, times: 1 });
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
    await harness.run();
    expect((await harness.event(id)).status).toBe('queued');
    await harness.later(minute);
    expect((await harness.event(id)).status).toBe('delivered');
    expect(notesOf(1002)).toEqual(['called', 'called']);
  });

  it('fails if the customer does not exist, and is delivered by a replay once it does', async () => {
    await start();
    const id = await harness.send({ kind: 'update', customer: 1015, note: 'called' });
    await harness.run();
    expect(await harness.event(id)).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'delivery/unknown-customer' }],
    });
    harness.sandbox.control('customers', { firstName: 'Kim', lastName: 'Neu' });
    expect(await harness.store.replay({ id }, { force: false })).toBe(1);
    await harness.run();
    expect((await harness.event(id)).status).toBe('delivered');
  });

  it('fails before it is sent if a value is not among the choices', async () => {
    await start();
    const id = await harness.send({ kind: 'update', customer: 1002, topics: 'Piercing' });
    await harness.run();
    expect(await harness.event(id)).toMatchObject({
      status: 'failed',
      calls: [{ attempts: [], diagnostics: [{ code: 'check/not-a-choice' }] }],
    });
    expect(harness.sandbox.customer(1002)?.updates).toEqual([]);
  });

  it('omits values that a newer delivered call has set since, when it is replayed', async () => {
    await start();
    const old = await harness.send({
      kind: 'update',
      customer: 1002,
      note: 'old',
      allergies: 'Nuts',
      topics: 'Piercing',
    });
    await harness.send({ kind: 'update', customer: 1002, note: 'new' });
    await harness.run();
    harness.sandbox.control('fields', { action: 'change', keyName: 'interests', selectItems: ['Piercing'] });
    await harness.later(10 * minute);
    await harness.store.replay({ id: old }, { force: false });
    await harness.run();
    expect(await harness.event(old)).toMatchObject({ status: 'delivered' });
    expect((await harness.event(old)).diagnostics.map(each => each.code)).toContain('delivery/superseded');
    expect(harness.sandbox.customer(1002)).toMatchObject({ note: 'new' });
    expect(notesOf(1002)).toEqual(['new', undefined]);
  });
});

describe('a booking', () => {
  const payloadOf = (slot: { appointmentId: string; appointmentParticipantId: string }, person = '301') => ({
    kind: 'booking',
    person,
    appointment: slot.appointmentId,
    participant: slot.appointmentParticipantId,
  });

  function slot(kind: 'plain' | 'payment' | 'tan' | 'error' = 'plain') {
    const [reserved] = harness.sandbox.reserve(1, kind);
    if (!reserved) throw new Error('no reservation');
    return reserved;
  }

  it('is completed, and makes the link that later updates use', async () => {
    await start();
    const early = await harness.send({ kind: 'linked', person: '301', note: 'early' });
    await harness.run();
    expect(await harness.event(early)).toMatchObject({
      status: 'queued',
      diagnostics: [{ code: 'mapping/not-linked' }],
    });
    const id = await harness.send(payloadOf(slot()));
    await harness.run();
    const booked = await harness.event(id);
    expect(booked).toMatchObject({ status: 'delivered', calls: [{ result: 'OK', customerId: '1015' }] });
    expect(await harness.event(early)).toMatchObject({
      status: 'delivered',
      calls: [{ request: { id: '1015', note: 'early' } }],
    });
  });

  it("shows the customer's next action", async () => {
    await start();
    const pay = await harness.send(payloadOf(slot('payment')));
    const tan = await harness.send(payloadOf(slot('tan'), '302'));
    await harness.run();
    expect(await harness.event(pay)).toMatchObject({
      status: 'delivered',
      calls: [{ action: 'requirePayment', url: expect.stringContaining('http') }],
    });
    expect(await harness.event(tan)).toMatchObject({
      status: 'delivered',
      calls: [{ action: 'requireTAN' }],
    });
  });

  it('fails if the slot is taken, and frees its place in the ledger', async () => {
    await start();
    const reserved = slot('error');
    const id = await harness.send(payloadOf(reserved));
    await harness.run();
    expect(await harness.event(id)).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'delivery/incomplete' }],
    });
    await harness.store.replay({ id }, { force: false });
    await harness.run();
    expect((await harness.event(id)).calls[0]?.attempts).toHaveLength(2);
  });

  it('is never sent again after its response was lost, neither by a replay nor by another event', async () => {
    await start();
    const reserved = slot();
    harness.sandbox.addFaults({ operation: 'persistCustomerData', when: 'after', reset: true, times: 1 });
    const id = await harness.send(payloadOf(reserved));
    await harness.run();
    expect(await harness.event(id)).toMatchObject({
      status: 'uncertain',
      diagnostics: [{ code: 'delivery/outcome-unknown' }],
    });
    await harness.store.replay({ id }, { force: true });
    const again = await harness.send(payloadOf(reserved));
    await harness.later(minute);
    await harness.restart();
    await harness.later(minute);
    expect((await harness.event(id)).status).toBe('uncertain');
    expect((await harness.event(again)).status).toBe('uncertain');
    expect(harness.sandbox.reservation(reserved.appointmentId)).toMatchObject({ calls: { received: 1 } });
  });

  it('is skipped if it is completed already, and names the earlier event', async () => {
    await start();
    const reserved = slot();
    const id = await harness.send(payloadOf(reserved));
    const again = await harness.send(payloadOf(reserved, '999'));
    await harness.run();
    await harness.later(2000);
    const events = [await harness.event(id), await harness.event(again)];
    expect(events.map(event => event.status).sort()).toEqual(['delivered', 'skipped']);
    const skipped = events.find(event => event.status === 'skipped');
    const delivered = events.find(event => event.status === 'delivered');
    expect(skipped?.diagnostics[0]).toMatchObject({
      code: 'delivery/already-booked',
      message: expect.stringContaining(delivered?.id ?? '?'),
    });
    expect(harness.sandbox.reservation(reserved.appointmentId)).toMatchObject({ calls: { received: 1 } });
  });

  it('waits for a retry if it certainly was not sent', async () => {
    await start();
    const reserved = slot();
    await harness.run();
    const id = await harness.send(payloadOf(reserved));
    harness.sandbox.addFaults({
      operation: 'persistCustomerData',
      status: 429,
      headers: { 'retry-after': '5' },
      times: 1,
    });
    await harness.run();
    expect((await harness.event(id)).status).toBe('queued');
    await harness.later(6000);
    expect((await harness.event(id)).status).toBe('delivered');
  });

  it('is not sent any more after a quarter of an hour', async () => {
    await start();
    await harness.bridge.pause('salon');
    const id = await harness.send(payloadOf(slot()));
    await harness.run();
    await harness.bridge.resume('salon');
    harness.sandbox.addFaults({
      status: 503,
      headers: { 'retry-after': '1000' },
      operation: 'additionalCustomerFields',
    });
    await harness.later(16 * minute);
    expect(await harness.event(id)).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'delivery/too-old' }],
    });
  });
});

describe('an event that makes the program fail', () => {
  it('fails alone, and delays no other event', async () => {
    await start();
    const unreadable = {
      source: 'crm',
      receivedAt: Date.now(),
      headers: {},
      query: {},
      body: Buffer.from('{"kind": "upd'),
      reading: { kind: 'json', charset: 'utf-8' } as const,
      items: [{ id: 'evt_poison', contentHash: 'of it', diagnostics: [] }],
    };
    await harness.bridge.accept(unreadable);
    const after = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
    await harness.run();
    expect(await harness.event('evt_poison')).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'mapping/program-failed' }],
    });
    expect((await harness.event(after)).status).toBe('delivered');
    expect(harness.reports).toEqual([expect.stringContaining('cannot plan an event')]);
  });
});

describe('a destination', () => {
  it('is held while its token is refused, and continues without help', async () => {
    await start();
    await harness.run();
    harness.sandbox.control('tokens', { name: 'mitte', action: 'expire' });
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
    await harness.run();
    expect(await harness.event(id)).toMatchObject({ status: 'held', calls: [{ status: 'held' }] });
    expect(await harness.bridge.destinations()).toMatchObject([
      { state: 'held', reason: expect.stringMatching(/token/i), waiting: 1 },
    ]);
    harness.sandbox.control('tokens', { name: 'mitte', action: 'renew' });
    await harness.later(minute);
    expect((await harness.event(id)).status).toBe('delivered');
    expect(await harness.bridge.destinations()).toMatchObject([{ state: 'open', waiting: 0 }]);
  });

  it('is probed before the first call, so that no call is sent with a wrong token', async () => {
    await start({ token: 'a-token-that-is-wrong' });
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
    await harness.run();
    expect((await harness.event(id)).status).toBe('held');
    expect(harness.sandbox.calls().filter(call => call.operation === 'updateCustomer')).toEqual([]);
  });

  it('lets its events wait if the first probe fails, and reports why', async () => {
    await start();
    harness.sandbox.addFaults({ status: 503 });
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
    await harness.run();
    const why = expect.stringMatching(/^the destination is not available at the moment \(HTTP 503\); next: /);
    expect(await harness.event(id)).toMatchObject({ status: 'queued', reason: why });
    harness.sandbox.clearFaults();
    await harness.later(minute);
    expect((await harness.event(id)).status).toBe('delivered');
    expect(await harness.event(id)).not.toHaveProperty('reason');
  });

  it('is held if calls of several people fail, not those of one person', async () => {
    await start();
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 503 });
    const alone = await harness.send({ kind: 'update', customer: 1002, note: 'one' });
    for (let tries = 0; tries < 8; tries += 1) await harness.later(10 * minute);
    expect((await harness.event(alone)).status).toBe('queued');
    expect(await harness.bridge.destinations()).toMatchObject([{ state: 'open' }]);
    for (const customer of [1003, 1004, 1005, 1006, 1007])
      await harness.send({ kind: 'update', customer, note: 'n' });
    await harness.run();
    expect(await harness.bridge.destinations()).toMatchObject([{ state: 'held' }]);
    expect((await harness.event(alone)).status).toBe('held');
    harness.sandbox.clearFaults();
    for (let tries = 0; tries < 10; tries += 1) await harness.later(10 * minute);
    expect((await harness.event(alone)).status).toBe('delivered');
  });

  it('waits as long as the response requests', async () => {
    await start();
    harness.sandbox.addFaults({
      operation: 'updateCustomer',
      status: 429,
      headers: { 'retry-after': '120' },
      times: 1,
    });
    const first = await harness.send({ kind: 'update', customer: 1002, note: 'one' });
    await harness.run();
    const second = await harness.send({ kind: 'update', customer: 1003, note: 'two' });
    await harness.later(minute);
    expect([(await harness.event(first)).status, (await harness.event(second)).status]).toEqual([
      'queued',
      'queued',
    ]);
    expect(notesOf(1003)).toEqual([]);
    const why = "the destination asked to wait; next: lower the destination's limits if it happens often";
    expect(await harness.event(second)).toMatchObject({ reason: why, nextAttemptAt: expect.anything() });
    expect(await harness.bridge.destinations()).toMatchObject([
      { state: 'open', reason: 'the destination asked to wait', code: 'wait-requested' },
    ]);
    await harness.restart();
    await harness.run();
    expect(await harness.event(second)).toMatchObject({ status: 'queued', reason: why });
    await harness.later(2 * minute);
    expect((await harness.bridge.destinations())[0]).not.toHaveProperty('reason');
    expect([(await harness.event(first)).status, (await harness.event(second)).status]).toEqual([
      'delivered',
      'delivered',
    ]);
  });

  it('sends nothing while a person has paused it, also after a restart', async () => {
    await start();
    await harness.run();
    expect(await harness.bridge.pause('salon')).toBe(true);
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
    await harness.later(minute);
    expect((await harness.event(id)).status).toBe('held');
    await harness.restart();
    await harness.later(minute);
    expect((await harness.event(id)).status).toBe('held');
    await harness.bridge.resume('salon');
    await harness.run();
    expect((await harness.event(id)).status).toBe('delivered');
    expect(await harness.bridge.pause('nowhere')).toBe(false);
  });

  it('treats a response about another customer as a failure', async () => {
    await start();
    harness.sandbox.addFaults({ operation: 'updateCustomer', wrongId: true, times: 1 });
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
    await harness.run();
    expect((await harness.event(id)).status).not.toBe('delivered');
  });
});

describe('a mapping', () => {
  const wrong = update.replace('allergies: allergies', 'alergies: allergies');

  it('is held if it uses a field that does not exist, and continues once the file is corrected', async () => {
    await start({ mappings: { update: wrong } });
    await harness.run();
    const first = await harness.send({ kind: 'update', customer: 1002, allergies: 'Nuts' });
    const second = await harness.send({ kind: 'update', customer: 1003, note: 'without the field' });
    await harness.run();
    expect([(await harness.event(first)).status, (await harness.event(second)).status]).toEqual([
      'held',
      'held',
    ]);
    expect((await harness.event(first)).diagnostics[0]).toMatchObject({
      code: 'check/unknown-field',
      hint: expect.stringContaining('allergies'),
    });
    expect(await harness.bridge.mappings()).toMatchObject([
      { name: 'update', held: { reason: expect.any(String) }, calls: { held: 2 } },
    ]);
    await harness.use({ update });
    expect([(await harness.event(first)).status, (await harness.event(second)).status]).toEqual([
      'delivered',
      'delivered',
    ]);
    expect(harness.sandbox.customer(1002)?.additionalFields).toMatchObject({ allergies: 'Nuts' });
  });

  it('continues once the account has the field', async () => {
    await start({ mappings: { update: wrong } });
    await harness.run();
    const id = await harness.send({ kind: 'update', customer: 1002, allergies: 'Nuts' });
    await harness.run();
    expect((await harness.event(id)).status).toBe('held');
    harness.sandbox.control('fields', { action: 'add', keyName: 'alergies', name: 'Alergies', type: 'text' });
    await harness.later(10 * minute);
    expect((await harness.event(id)).status).toBe('delivered');
  });

  it('is held if the API does not know its status, and the status names of the response are learned', async () => {
    const literal = update.replace('customerStatus: status', 'customerStatus: {value: Stamkunde}');
    await start({ mappings: { update: literal } });
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
    await harness.run();
    expect(await harness.event(id)).toMatchObject({ status: 'held' });
    expect(harness.bridge.catalog('salon')?.statuses.map(each => each.name)).toContain('Stammkunde');
    await harness.use({ update: literal.replace('Stamkunde', 'Stammkunde') });
    expect((await harness.event(id)).status).toBe('delivered');
    expect(harness.sandbox.customer(1002)).toMatchObject({ customerStatus: 'Stammkunde' });
  });

  it('is awaited by events whose source has none, or only a faulty file', async () => {
    await start({ mappings: {} });
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'called' });
    await harness.run();
    expect(await harness.event(id)).toMatchObject({
      status: 'held',
      calls: [],
      diagnostics: [{ code: 'mapping/no-mapping' }],
    });
    await harness.use({ update: `${update}\nnonsense: 1` });
    expect(await harness.event(id)).toMatchObject({
      status: 'held',
      diagnostics: [{ code: 'mapping/faulty-file' }],
    });
    await harness.use({ update });
    expect((await harness.event(id)).status).toBe('delivered');
  });

  it('is used in its last good version while its file is faulty, and each event says so', async () => {
    await start({ mappings: { update } });
    await harness.use({ update: `${update}\nnonsense: 1` });
    const ids = [
      await harness.send({ kind: 'update', customer: 1002, note: 'called' }),
      await harness.send({ kind: 'gossip' }),
    ];
    await harness.run();
    const [sent, unwanted] = await Promise.all(ids.map(harness.event));
    expect(sent).toMatchObject({
      status: 'delivered',
      calls: [{ diagnostics: [{ code: 'mapping/older-version', severity: 'warning' }] }],
    });
    expect(sent?.calls[0]?.diagnostics[0]?.hint).toContain('nonsense');
    expect(unwanted?.diagnostics.map(({ code }) => code)).toEqual([
      'mapping/none-applied',
      'mapping/older-version',
    ]);
    await harness.use({ update });
    const later = await harness.send({ kind: 'update', customer: 1002, note: 'called again' });
    await harness.run();
    expect(await harness.event(later)).toMatchObject({ status: 'delivered', calls: [{ diagnostics: [] }] });
  });

  it('skips events that its `when` excludes, and events with nothing to send', async () => {
    await start();
    const unwanted = await harness.send({ kind: 'gossip' });
    const empty = await harness.send({ kind: 'update', customer: 1002 });
    await harness.run();
    expect(await harness.event(unwanted)).toMatchObject({
      status: 'skipped',
      diagnostics: [{ code: 'mapping/none-applied' }],
    });
    expect(await harness.event(empty)).toMatchObject({
      status: 'skipped',
      diagnostics: [{ code: 'mapping/nothing-to-send' }],
    });
  });

  it('is checked against the last known configuration after a start without the API', async () => {
    await start();
    await harness.run();
    await harness.restart();
    harness.sandbox.addFaults({ close: true });
    const id = await harness.send({ kind: 'update', customer: 1002, topics: 'Piercing' });
    await harness.run();
    expect(await harness.event(id)).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'check/not-a-choice' }],
    });
  });
});
