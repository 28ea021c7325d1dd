import { describe, expect, it, vi } from 'vitest';
import type { RowName } from '../../../src/booking/answers/failure-table.ts';
import type { Operation } from '../../../src/inbox/call.ts';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import type { FaultRule } from '../../../src/sandbox/control/faults.ts';
import { openScene, type Scene } from '../scene.ts';
import { loseName } from './failure-cases.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a repeated failure', () => {
  const wrong = { status: 400, body: '{"unknownKeys":["allergies"]}' };
  const once = 'queued open';
  const limited: readonly (readonly [RowName, FaultRule, readonly string[]])[] = [
    ['T10b', { status: 400, body: 'no', cut: 1 }, [once, 'failed open']],
    ['A5', { empty: true }, [once, once, 'failed open']],
    ['A13', { status: 202 }, [once, once, once, 'failed open']],
    ['B2', { ...wrong, operation: 'updateCustomer' }, [once, 'failed open']],
    // A key that was never sent is no fault of the mapping, and a hold would have nothing that releases it.
    [
      'B2',
      { status: 400, body: '{"unknownKeys":["allergies","never.sent"]}', operation: 'updateCustomer' },
      [once, 'failed open'],
    ],
    ['D5', { status: 409 }, [once, once, once, 'failed open']],
    ['T9', { garbage: true }, [once, once, 'held held']],
    ['F2', { status: 303 }, [once, 'held held']],
  ];

  it.each(limited)('of row %s ends the retries, or is a hold', async (_row, fault, states) => {
    const scene = await openScene({ destination: 'catalog: {refresh: 1d}' });
    const { harness } = scene;
    harness.sandbox.addFaults(fault);
    const id = await harness.send(scene.payload('updateCustomer'));
    for (const [times, expected] of states.entries()) {
      await harness.later(times === 0 ? 0 : 16 * minute);
      expect(await scene.state(id)).toBe(expected);
    }
    expect(scene.received('updateCustomer')).toBe(states.length);
  });

  it('is a hold if the name cannot be resolved', async () => {
    const scene = await openScene({ front: 'http' });
    const { harness } = scene;
    loseName();
    const id = await harness.send(scene.payload('updateCustomer'));
    for (const expected of ['queued open', 'queued open', 'held held']) {
      await harness.later(10_000);
      expect(await scene.state(id)).toBe(expected);
    }
    vi.restoreAllMocks();
    expect(await scene.rested(id)).toBe('delivered');
  });

  it.each([
    ['T9', { garbage: true }],
    ['F2', { status: 303 }],
  ] as const)('of row %s for one person delays nobody else', async (_row, fault) => {
    const scene = await openScene();
    const { harness } = scene;
    harness.sandbox.addFaults({ operation: 'updateCustomer', key: '1002', ...fault });
    const id = await harness.send(scene.payload('updateCustomer'));
    for (let times = 0; times < 6; times += 1) {
      await harness.later(minute);
      expect(await scene.state(id)).toBe('queued open');
    }
    await scene.othersGoOn();
  });

  it('is an outage if a server in front refuses calls of several people in a row', async () => {
    const scene = await openScene();
    const { harness } = scene;
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 405 });
    for (const customer of [1002, 1003, 1004, 1005, 1006]) {
      const id = await harness.send({ kind: 'update', customer, note: 'n' });
      await harness.run();
      expect(await scene.state(id)).toBe(customer < 1006 ? 'failed open' : 'failed held');
    }
  });
});

describe('a customer that is not found', () => {
  it('is tried three more times within a quarter of an hour, if the config says so (C1)', async () => {
    const scene = await openScene({ destination: 'retryNotFound: true' });
    const { harness } = scene;
    const id = await harness.send({ kind: 'update', customer: 4711, note: 'announced' });
    await harness.run();
    const times: number[] = [];
    for (let passed = 1; passed <= 20; passed += 1) {
      const before = scene.received('updateCustomer');
      await harness.later(minute + 100);
      if (scene.received('updateCustomer') > before) times.push(passed);
    }
    expect(times).toEqual([1, 5, 15]);
    expect(await scene.state(id)).toBe('failed open');
  });
});

describe('the wait', () => {
  it('after a conflict takes one, five and fifteen minutes (D5)', async () => {
    const scene = await openScene({ destination: 'catalog: {refresh: 1d}' });
    const { harness } = scene;
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 409 });
    await harness.send(scene.payload('updateCustomer'));
    await harness.run();
    const times: number[] = [];
    for (let passed = 1; passed <= 25; passed += 1) {
      const before = scene.received('updateCustomer');
      await harness.later(minute + 1000);
      if (scene.received('updateCustomer') > before) times.push(passed);
    }
    expect(times).toEqual([1, 6, 21]);
  });

  it('grows if the destination requests fewer calls without a time (D9)', async () => {
    const scene = await openScene();
    const { harness } = scene;
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 429 });
    await harness.send(scene.payload('updateCustomer'));
    await harness.run();
    for (let seconds = 0; seconds < 120; seconds += 1) await harness.later(1000);
    const times = scene.received('updateCustomer');
    expect(times).toBeGreaterThan(4);
    expect(times).toBeLessThan(10);
  });

  it('is at most an hour, whatever the response requests (D10)', async () => {
    const scene = await openScene();
    const { harness } = scene;
    const longWait = { status: 429, headers: { 'retry-after': '999999' }, times: 1 };
    harness.sandbox.addFaults({ operation: 'updateCustomer', ...longWait });
    const id = await harness.send(scene.payload('updateCustomer'));
    await harness.run();
    await harness.later(50 * minute);
    expect(await harness.event(id)).toMatchObject({ status: 'queued', nextAttemptAt: expect.any(String) });
    await harness.later(11 * minute);
    expect((await harness.event(id)).status).toBe('delivered');
  });

  it('fails a booking at once if it is longer than a booking may wait (D10)', async () => {
    const scene = await openScene();
    const { harness } = scene;
    harness.sandbox.addFaults({
      operation: 'persistCustomerData',
      status: 429,
      headers: { 'retry-after': '3600' },
    });
    const id = await harness.send(scene.payload('persistCustomerData'));
    await harness.run();
    expect(await harness.event(id)).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'delivery/too-old' }],
    });
    expect(scene.received('persistCustomerData')).toBe(1);
  });

  it('ends for an update when its destination has failed for too long', async () => {
    const scene = await openScene({ destination: 'retry: {giveUpAfter: 1h}' });
    const { harness } = scene;
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 500 });
    const id = await harness.send(scene.payload('updateCustomer'));
    await harness.run();
    await harness.later(2 * hour);
    expect(await harness.event(id)).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'delivery/gave-up' }],
    });
  });

  it('ends for a booking after a quarter of an hour', async () => {
    const scene = await openScene({ front: 'http', destination: 'catalog: {refresh: 1d}' });
    const { harness } = scene;
    const id = await harness.send(scene.payload('persistCustomerData'));
    await scene.front.refuse();
    for (let times = 0; times < 16; times += 1) await harness.later(minute);
    expect(await harness.event(id)).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'delivery/too-old' }],
    });
    await scene.front.open();
    expect(scene.received('persistCustomerData')).toBe(0);
  });
});

describe('a status name that the API refused', () => {
  it('is not sent again while the list of the API is fresh (B1)', async () => {
    const scene = await openScene();
    const { harness } = scene;
    const payload = { kind: 'update', note: 'called', status: 'Stamkunde' };
    await harness.send({ ...payload, customer: 1002 });
    await harness.run();
    const second = await harness.send({ ...payload, customer: 1003 });
    await harness.run();
    expect(await harness.event(second)).toMatchObject({ status: 'failed', calls: [{ attempts: [] }] });
    expect(scene.received('updateCustomer')).toBe(1);
  });

  it.each([
    ['update', 'operation: updateCustomer\nset: {id: customer, note: note, customerStatus: status}'],
    [
      'booking',
      `operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  customerId: customer
  customerStatus: status
  privacy: {value: true, because: asked}
  terms: {value: true, because: asked}
  minAge: {value: true, because: asked}`,
    ],
  ])(
    'is omitted from the %s that was refused for it, if the mapping drops invalid values',
    async (_, call) => {
      const scene = await openScene();
      const { harness } = scene;
      await harness.use({ update: `source: crm\ndestination: salon\nonInvalid: drop\n${call}\n` });
      const slot = scene.payload('persistCustomerData');
      const id = await harness.send({ ...slot, customer: 1002, note: 'called', status: 'Stamkunde' });
      expect(await scene.rested(id)).toBe('delivered');
      const event = await harness.event(id);
      expect(event.diagnostics.map(each => each.code)).toEqual(['mapping/dropped-value']);
      expect(event.calls[0]?.attempts.map(each => each.status)).toEqual([400, 200]);
      expect(event.calls[0]?.request).not.toHaveProperty('customerStatus');
    },
  );

  it('is a fault of the event if it was joined from a list in the event', async () => {
    const { harness } = await openScene();
    await harness.use({
      update: `
source: crm
destination: salon
operation: updateCustomer
set:
  id: customer
  customerStatus: {from: status, values: {known: VIP}}
  additionalFields: {contact.by: {from: by, values: {mail: E-Mail}}}
`,
    });
    const lists = [{ status: ['known', 'known'] }, { by: ['mail', 'mail'] }];
    for (const list of lists) {
      const id = await harness.send({ customer: 1002, ...list });
      await harness.run();
      expect((await harness.event(id)).status).toBe('failed');
    }
    const other = await harness.send({ customer: 1003, status: 'known', by: 'mail' });
    await harness.run();
    expect((await harness.event(other)).status).toBe('delivered');
  });
});

describe('a power cut between sending and writing the result (T11)', () => {
  async function cutWhileSending(operation: Operation): Promise<{ scene: Scene; id: string }> {
    const scene = await openScene();
    const { harness } = scene;
    harness.sandbox.addFaults({ operation, when: 'after', delayMs: 500, times: 1 });
    const id = await harness.send(scene.payload(operation));
    const running = harness.bridge.worker.runOnce();
    await expect.poll(() => scene.received(operation)).toBe(1);
    await harness.crash();
    await running;
    return { scene, id };
  }

  it('sends an update again', async () => {
    const { scene, id } = await cutWhileSending('updateCustomer');
    expect((await scene.harness.event(id)).status).toBe('queued');
    expect(await scene.rested(id)).toBe('delivered');
    expect(scene.received('updateCustomer')).toBe(2);
  });

  it('makes a booking uncertain for ever', async () => {
    const { scene, id } = await cutWhileSending('persistCustomerData');
    const { harness } = scene;
    expect((await harness.event(id)).status).toBe('uncertain');
    expect(await scene.lastOutcome(id)).toBe('unknown T11');
    await harness.store.replay({ id }, { force: true });
    await harness.later(minute);
    expect((await harness.event(id)).status).toBe('uncertain');
    expect(scene.received('persistCustomerData')).toBe(1);
    await scene.othersGoOn();
  });
});

describe('a result that cannot be written (T12)', () => {
  it.each(['updateCustomer', 'persistCustomerData'] as const)(
    'of %s is kept and written later',
    async operation => {
      const scene = await openScene();
      const { harness } = scene;
      const { store } = harness;
      const settle = store.settle.bind(store);
      vi.spyOn(store, 'settle')
        .mockRejectedValueOnce(new StoreUnavailable('the disk is full'))
        .mockImplementation(settle);
      const id = await harness.send(scene.payload(operation));
      await harness.run();
      expect(await harness.event(id)).toMatchObject({ status: 'delivered', calls: [{ attempts: [{}] }] });
      expect(scene.received(operation)).toBe(1);
      expect(harness.reports.join()).toContain('cannot store call results');
    },
  );

  it('is logged once, for any time and number of results, and counted meanwhile', async () => {
    const { harness, payload } = await openScene();
    const { store } = harness;
    const settle = store.settle.bind(store);
    const counted: number[] = [];
    vi.spyOn(store, 'settle').mockImplementation(async (...of) => {
      counted.push(harness.bridge.unwritten());
      if (counted.length <= 3) throw new StoreUnavailable('the disk is full');
      return settle(...of);
    });
    await harness.send(payload('updateCustomer'));
    await harness.run();
    expect(counted).toEqual([0, 1, 1, 1]);
    expect(harness.bridge.unwritten()).toBe(0);
    expect(
      harness.reports.filter(each => JSON.stringify(each).includes('cannot store call results')),
    ).toHaveLength(1);
  });
});
