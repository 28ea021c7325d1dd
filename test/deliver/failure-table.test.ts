import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureTable } from '../../src/booking/failure-table.ts';
import type { Operation } from '../../src/inbox/call.ts';
import type { EventView } from '../../src/inbox/event.ts';
import { endings, type FailureCase, failureCases, type Scene, trust, unprovokable } from './failure-cases.ts';
import { type Front, startFront } from './front.ts';
import { type Harness, startHarness } from './harness.ts';

const minute = 60_000;
let harness: Harness;
let front: Front | undefined;

beforeEach(() => {
  trust(true);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await harness.close();
  await front?.close();
  front = undefined;
  trust(false);
});

const mappings = (literalStatus: string | undefined) => {
  const status = literalStatus === undefined ? 'status' : `{value: ${literalStatus}}`;
  return {
    update: `
source: crm
destination: salon
when: kind = "update"
operation: updateCustomer
set: {id: customer, note: note, customerStatus: ${status}, additionalFields: {allergies: allergies}}
`,
    booking: `
source: crm
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  name: {value: Musterfrau}
  customerStatus: ${status}
  privacy: {value: true, because: asked on the page before}
  terms: {value: true, because: asked on the page before}
  minAge: {value: true, because: asked on the page before}
`,
  };
};

/** Everything at its place, the destination open, and the event that the case is about. */
async function prepare(each: FailureCase): Promise<{ scene: Scene; payload: object }> {
  const { front: kind } = each;
  harness = await startHarness({
    mappings: mappings(each.literalStatus),
    ...(each.timeout !== undefined && { timeout: each.timeout }),
    ...(kind && {
      baseUrl: async sandboxUrl => {
        front = await startFront(sandboxUrl, { tls: kind === 'https' });
        return front.url;
      },
    }),
  });
  await harness.run();
  const [slot] = harness.sandbox.reserve(1, each.slot);
  const payload =
    each.operation === 'updateCustomer'
      ? { kind: 'update', customer: 1002, note: 'called', allergies: 'Nuts' }
      : { kind: 'booking', appointment: slot?.appointmentId, participant: slot?.appointmentParticipantId };
  return {
    payload: { ...payload, ...each.payload },
    scene: {
      harness,
      get front() {
        if (!front) throw new Error('the case has no front');
        return front;
      },
      operation: each.operation,
      received: () => received(each.operation),
      useStatus: literal => harness.use(mappings(literal)),
    },
  };
}

function received(operation: Operation): number {
  return harness.sandbox.calls().filter(call => call.operation === operation).length;
}

function lastAttempt(event: EventView): string | undefined {
  return event.calls[0]?.attempts.at(-1)?.outcome;
}

async function stateOfDestination(): Promise<string | undefined> {
  return (await harness.bridge.destinations())[0]?.state;
}

/** Lets time pass, less than a booking waits at most, until the event has come to rest. */
async function untilAtRest(id: string): Promise<void> {
  for (let times = 0; times < 20; times += 1) {
    if (!['queued', 'held'].includes((await harness.event(id)).status)) return;
    await harness.later(minute / 2);
  }
}

describe('the failure table, through the whole bridge', () => {
  it.each(failureCases.map(each => [each.row, each.operation, each.by, each] as const))(
    '%s for %s: %s',
    async (row, operation, _by, each) => {
      const ending = endings[each.ending];
      const { scene, payload } = await prepare(each);
      await each.provoke(scene);
      const id = await harness.send(payload);
      await (each.run?.(scene) ?? harness.run());
      const event = await harness.event(id);
      expect({
        status: event.status,
        outcome: lastAttempt(event),
        destination: await stateOfDestination(),
        received: scene.received(),
      }).toEqual({
        status: ending.status,
        outcome: `${ending.kind} ${row}`,
        destination: ending.destination,
        received: ending.received,
      });

      harness.sandbox.clearFaults();
      await each.mend?.(scene);
      await goesOn(each, scene, id, payload);

      const other = await harness.send({ kind: 'update', customer: 1003, note: 'somebody else' });
      await untilAtRest(other);
      expect((await harness.event(other)).status).toBe('delivered');
      if (operation === 'persistCustomerData') expect(harness.sandbox.state().calls[operation].applied).toBeLessThan(2);
    },
  );
});

/** What becomes of the event once the trouble is over. */
async function goesOn(each: FailureCase, scene: Scene, id: string, payload: object): Promise<void> {
  const ending = endings[each.ending];
  if (ending.status === 'held' && ending.destination === 'open' && !each.mend) await scene.useStatus('VIP');
  await untilAtRest(id);
  const rested = await harness.event(id);
  expect(rested.status).toBe(ending.then);
  if (ending.then === 'delivered') {
    expect(scene.received()).toBe(ending.status === 'delivered' ? 1 : ending.received + 1);
  } else if (ending.then === 'failed') {
    await harness.store.replay({ id }, { force: false });
    await untilAtRest(id);
    expect(await harness.event(id)).toMatchObject({ status: 'delivered' });
    expect(scene.received()).toBe(2);
  } else {
    await neverAgain(scene, id, payload, ending.received);
  }
}

/** A booking whose answer was lost is not sent again by a replay, nor by another event, nor after a start. */
async function neverAgain(scene: Scene, id: string, payload: object, times: number): Promise<void> {
  await harness.store.replay({ id }, { force: true });
  const again = await harness.send(payload);
  await harness.run();
  await harness.restart();
  await harness.later(minute);
  await untilAtRest(again);
  expect([(await harness.event(id)).status, (await harness.event(again)).status]).toEqual([
    'uncertain',
    'uncertain',
  ]);
  expect(scene.received()).toBe(times);
}

describe('completeness', () => {
  it('has a case, or a reason for having none, for each row and both operations', () => {
    const operations: readonly Operation[] = ['updateCustomer', 'persistCustomerData'];
    const all = Object.keys(failureTable).flatMap(row => operations.map(operation => `${row} ${operation}`));
    const covered = new Set(failureCases.map(each => `${each.row} ${each.operation}`));
    const elsewhere = ['T11 updateCustomer', 'T11 persistCustomerData'];
    const excused = [...Object.keys(unprovokable), ...elsewhere];
    expect(all.filter(key => !covered.has(key) && !excused.includes(key))).toEqual([]);
    expect(excused.filter(key => covered.has(key) || !all.includes(key))).toEqual([]);
  });
});
