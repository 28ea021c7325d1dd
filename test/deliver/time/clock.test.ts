import { describe, expect, it, onTestFinished } from 'vitest';
import { type Harness, type HarnessOptions, startHarness } from '../harness.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const update = `
source: crm
destination: salon
when: kind = "update"
operation: updateCustomer
set: {id: customer, note: note}
`;

const booking = `
source: crm
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  name: {value: Musterfrau}
  privacy: {value: true, because: asked}
  terms: {value: true, because: asked}
  minAge: {value: true, because: asked}
`;

async function start(options: Partial<HarnessOptions> = {}): Promise<Harness> {
  const harness = await startHarness({ mappings: { update, booking }, ...options });
  onTestFinished(() => harness.close());
  await harness.run();
  return harness;
}

function book(harness: Harness): Promise<string> {
  const [slot] = harness.sandbox.reserve(1);
  return harness.send({
    kind: 'booking',
    appointment: slot?.appointmentId,
    participant: slot?.appointmentParticipantId,
  });
}

const sent = (harness: Harness, operation = 'updateCustomer') =>
  harness.sandbox.calls().filter(call => call.operation === operation).length;

const statusOf = async (harness: Harness, id: string) => (await harness.event(id)).status;

const jumps: readonly (readonly [string, (now: number) => number])[] = [
  ['an hour ahead', () => hour],
  ['an hour back', () => -hour],
  ['a day ahead', () => day],
  ['a day back', () => -day],
  ['to 1970', now => -now],
  ['to 2100', now => Date.UTC(2100, 0, 1) - now],
];

describe.each(jumps)('the clock jumps %s', (_, jumpFrom) => {
  it('and a waiting call is retried at its original time, once', async () => {
    const harness = await start();
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 500, times: 14 });
    const id = await harness.send({ kind: 'update', customer: 1001, note: 'later' });
    await harness.run();
    for (let tries = 1; tries < 14; tries += 1) await harness.later(6 * hour);
    expect([sent(harness), await statusOf(harness, id)]).toEqual([14, 'queued']);
    harness.jump(jumpFrom(harness.now()));
    await harness.run();
    await harness.run();
    expect([sent(harness), await statusOf(harness, id)]).toEqual([14, 'queued']);
    await harness.later(6 * hour);
    expect([sent(harness), await statusOf(harness, id)]).toEqual([15, 'delivered']);
    expect(harness.reports.filter(each => each.includes('clock jumped'))).toHaveLength(1);
  });

  it('and a call that waits for a held destination does not expire by it', async () => {
    const harness = await start();
    harness.sandbox.control('tokens', { action: 'expire', name: 'mitte' });
    const ids = await Promise.all(
      [1001, 1002, 1003].map(customer => harness.send({ kind: 'update', customer, note: 'held' })),
    );
    await harness.run();
    await harness.later(2 * day);
    harness.jump(jumpFrom(harness.now()));
    await harness.later(minute);
    await harness.later(minute);
    expect(await Promise.all(ids.map(id => statusOf(harness, id)))).toEqual(['held', 'held', 'held']);
    harness.sandbox.control('tokens', {
      action: 'renew',
      name: 'mitte',
      value: harness.sandbox.tokens.mitte,
    });
    for (let rounds = 0; rounds < 6; rounds += 1) await harness.later(minute);
    expect(await Promise.all(ids.map(id => statusOf(harness, id)))).toEqual(ids.map(() => 'delivered'));
    expect(sent(harness)).toBeLessThanOrEqual(6);
  });

  it('and a destination that requested a wait gets no call for as long', async () => {
    const harness = await start();
    const headers = { 'retry-after': '300' };
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 429, headers, times: 1 });
    const ids = [await harness.send({ kind: 'update', customer: 1001, note: 'asked to wait' })];
    await harness.run();
    ids.push(await harness.send({ kind: 'update', customer: 1002, note: 'waits too' }));
    harness.jump(jumpFrom(harness.now()));
    for (let minutes = 0; minutes < 4; minutes += 1) await harness.later(minute);
    expect(sent(harness)).toBe(1);
    for (let minutes = 0; minutes < 3; minutes += 1) await harness.later(minute);
    expect(await Promise.all(ids.map(id => statusOf(harness, id)))).toEqual(['delivered', 'delivered']);
  });

  it('and an event that no mapping claims keeps waiting for one', async () => {
    const harness = await start({ mappings: {} });
    const id = await harness.send({ kind: 'update', customer: 1001, note: 'unclaimed' });
    await harness.run();
    harness.jump(jumpFrom(harness.now()));
    await harness.later(minute);
    expect(await statusOf(harness, id)).toBe('held');
    await harness.use({ update });
    await harness.later(minute);
    expect(await statusOf(harness, id)).toBe('delivered');
  });

  it('while a booking is in flight, and its response is used unchanged', async () => {
    const harness = await start();
    harness.sandbox.addFaults({ operation: 'persistCustomerData', delayMs: 300, times: 1 });
    const id = await book(harness);
    const running = harness.run();
    await expect.poll(() => sent(harness, 'persistCustomerData'), { interval: 5 }).toBe(1);
    harness.jump(jumpFrom(harness.now()));
    await running;
    await harness.later(minute);
    expect([sent(harness, 'persistCustomerData'), await statusOf(harness, id)]).toEqual([1, 'delivered']);
  });

  it('while the program does not run, and jumps back, and nothing is lost or late by days', async () => {
    const harness = await start();
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 500, times: 3 });
    const by = jumpFrom(harness.now());
    harness.jump(by);
    await harness.restart();
    await harness.run();
    const id = await harness.send({ kind: 'update', customer: 1001, note: 'over a restart' });
    await harness.run();
    expect(await statusOf(harness, id)).toBe('queued');
    harness.jump(-by);
    await harness.restart();
    await harness.run();
    for (let tries = 0; tries < 4; tries += 1) await harness.later(minute);
    expect(await statusOf(harness, id)).toBe('delivered');
  });
});

describe('the clock of this machine', () => {
  it('is followed once after a jump back, even if the program is restarted soon after', async () => {
    const harness = await start();
    harness.sandbox.addFaults({ operation: 'persistCustomerData', status: 429, times: 1 });
    const id = await book(harness);
    await harness.run();
    expect(await statusOf(harness, id)).toBe('queued');
    harness.jump(-hour);
    await harness.run();
    await harness.restart();
    await harness.later(minute);
    expect(await statusOf(harness, id)).toBe('delivered');
  });

  it('makes a booking too late by a jump ahead, since the machine may have slept, and none by a jump back', async () => {
    const harness = await start();
    await harness.bridge.pause('salon');
    const early = await book(harness);
    await harness.run();
    harness.jump(-day);
    await harness.run();
    await harness.bridge.resume('salon');
    await harness.run();
    expect(await statusOf(harness, early)).toBe('delivered');

    harness.sandbox.addFaults({ operation: 'persistCustomerData', status: 429, times: 1 });
    const late = await book(harness);
    await harness.run();
    expect(await statusOf(harness, late)).toBe('queued');
    harness.jump(5 * hour);
    await harness.run();
    await harness.later(minute);
    const event = await harness.event(late);
    expect([event.status, event.diagnostics.map(each => each.code)]).toEqual([
      'failed',
      ['delivery/too-old'],
    ]);
    expect(sent(harness, 'persistCustomerData')).toBe(2);
  });

  it('ages no call by a jump ahead while its destination is held or paused', async () => {
    const harness = await start();
    await harness.bridge.pause('salon');
    const id = await book(harness);
    await harness.run();
    harness.jump(day);
    await harness.run();
    await harness.later(minute);
    expect(await statusOf(harness, id)).toBe('held');
    await harness.bridge.resume('salon');
    await harness.run();
    expect(await statusOf(harness, id)).toBe('delivered');
  });

  it('causes no earlier probe of a held destination by a jump', async () => {
    const harness = await start();
    const looks = () => sent(harness, 'additionalCustomerFields');
    harness.sandbox.control('tokens', { action: 'expire', name: 'mitte' });
    await harness.send({ kind: 'update', customer: 1001, note: 'held' });
    await harness.run();
    for (let minutes = 0; minutes < 20; minutes += 1) await harness.later(2 * minute);
    const before = looks();
    for (const ms of [hour, -hour, day]) {
      harness.jump(ms);
      await harness.run();
      await harness.run();
    }
    expect(looks()).toBe(before);
    await harness.later(2 * minute);
    expect(looks()).toBe(before + 1);
  });

  it('is reported as wrong after two responses with another Date, once, and as right after one', async () => {
    const harness = await start();
    harness.jump(-hour);
    await harness.run();
    expect(harness.bridge.clockSkew()).toBe(undefined);
    await harness.later(6 * minute);
    expect(harness.bridge.clockSkew()).toMatchObject({
      from: 'salon',
      words: expect.stringMatching(
        /^the clock of this machine is (60|59) minutes behind that of salon; have it set by a time server$/,
      ),
    });
    await harness.later(6 * minute);
    expect(harness.reports.filter(each => each.includes('behind that of salon'))).toHaveLength(1);
    harness.jump(hour);
    await harness.run();
    await harness.later(1);
    expect(harness.bridge.clockSkew()).toBe(undefined);
    expect(harness.reports.at(-1)).toBe('clock right again');
  });

  it('is not reported as wrong within a minute', async () => {
    const harness = await start();
    harness.jump(58_000);
    for (let looks = 0; looks < 4; looks += 1) await harness.later(6 * minute);
    expect(harness.bridge.clockSkew()).toBe(undefined);
    expect(harness.reports).toEqual([]);
  });
});
