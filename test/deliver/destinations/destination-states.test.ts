import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHarness } from '../harness.ts';
import { openScene, type Scene } from '../scene.ts';
import { callsSince, destinationOf, lastCall, sendUpdates } from '../watch-destination.ts';

const second = 1_000;
const minute = 60 * second;
const refreshedRarely = 'catalog: {refresh: 1d}';
/** The times of the probes in an outage of five minutes, in seconds, if the bridge runs every second. */
const probedAt = [2, 4, 6, 9, 13, 19, 27, 38, 54, 76, 107, 150, 210, 270];

/** Lets time pass; returns when the destination was probed, in seconds. */
async function probeTimes(scene: Scene, passing: number, step = second): Promise<readonly number[]> {
  const before = lastCall(scene);
  const times: number[] = [];
  for (let passed = 0; passed < passing; passed += step) {
    await scene.harness.later(step);
    const probes = callsSince(scene, before).filter(call => call.operation === 'additionalCustomerFields');
    while (times.length < probes.length) times.push((passed + step) / second);
  }
  return times;
}

describe('a paused destination', () => {
  const limited = { destination: refreshedRarely };
  const people = Array.from({ length: 60 }, (_, index) => 1002 + index);
  const inFirstSecond = async (scene: Scene) => {
    const before = lastCall(scene);
    await scene.harness.bridge.resume('salon');
    for (let times = 0; times < 10; times += 1) await scene.harness.later(second / 10);
    expect((await destinationOf(scene)).state).toBe('open');
    return callsSince(scene, before).filter(call => call.operation === 'updateCustomer').length;
  };

  it.each([
    ['in the same process', async () => {}],
    ['after a restart', ({ harness }: Scene) => harness.restart()],
    ['after a power cut', ({ harness }: Scene) => harness.crash()],
  ])('continues at its full limits if nothing was wrong with it, %s', async (_, meanwhile) => {
    const scene = await openScene(limited);
    await scene.harness.bridge.pause('salon');
    await sendUpdates(scene, people);
    await meanwhile(scene);
    expect(await inFirstSecond(scene)).toBe(people.length);
  });

  it('continues at its full limits after a restart, even after an outage an hour ago', async () => {
    const scene = await openScene(limited);
    scene.harness.sandbox.addFaults({ token: 'expired' });
    await sendUpdates(scene, [1002]);
    scene.harness.sandbox.clearFaults();
    await scene.harness.later(minute);
    expect((await destinationOf(scene)).state).toBe('open');
    await scene.harness.later(60 * minute);
    await scene.harness.bridge.pause('salon');
    await sendUpdates(scene, people);
    await scene.harness.restart();
    expect(await inFirstSecond(scene)).toBe(people.length);
  });

  it.each([
    ['in the same process', async () => {}],
    ['after a restart', ({ harness }: Scene) => harness.restart()],
  ])('continues slowly if it was held before, %s', async (_, meanwhile) => {
    const scene = await openScene({ ...limited, perSecond: 10 });
    scene.harness.sandbox.addFaults({ token: 'expired' });
    await sendUpdates(scene, people);
    expect((await destinationOf(scene)).state).toBe('held');
    await scene.harness.bridge.pause('salon');
    await meanwhile(scene);
    expect((await destinationOf(scene)).state).toBe('paused');
    scene.harness.sandbox.clearFaults();
    expect(await inFirstSecond(scene)).toBeLessThanOrEqual(2);
  });
});

describe('an open destination', () => {
  it('shows the consecutive failed attempts, until one succeeds', async () => {
    const scene = await openScene({ destination: refreshedRarely });
    await sendUpdates(scene, [1002]);
    expect(await destinationOf(scene)).not.toHaveProperty('faults');
    scene.harness.sandbox.addFaults({ operation: 'updateCustomer', status: 503, times: 2 });
    await sendUpdates(scene, [1003, 1004]);
    const { state, faults } = await destinationOf(scene);
    expect(state).toBe('open');
    expect(faults).toEqual({
      count: 2,
      code: 'unavailable',
      reason: expect.stringContaining('503'),
      since: expect.any(String),
    });
    await scene.harness.later(minute);
    expect(await destinationOf(scene)).not.toHaveProperty('faults');
  });

  it('does not count refusals that concern a single call', async () => {
    const scene = await openScene({ destination: refreshedRarely });
    scene.harness.sandbox.addFaults({ operation: 'updateCustomer', status: 404, times: 1 });
    await sendUpdates(scene, [1003]);
    expect(await destinationOf(scene)).not.toHaveProperty('faults');
  });
});

describe('a held destination', () => {
  it('is probed ever more rarely, at least every 60 seconds, by reading the configuration only', async () => {
    const scene = await openScene({ destination: refreshedRarely });
    scene.harness.sandbox.addFaults({ token: 'expired' });
    await sendUpdates(scene, [1002]);
    expect((await destinationOf(scene)).state).toBe('held');
    const before = lastCall(scene);
    const times = await probeTimes(scene, 5 * minute);
    expect(times).toEqual(probedAt);
    expect(new Set(callsSince(scene, before).map(call => call.operation))).toEqual(
      new Set(['additionalCustomerFields']),
    );
  });

  it.each([
    [0, 48],
    [0.999, 71],
  ])(
    'is probed at most every 30 seconds in the long run, each at its own time (%d)',
    async (random, wait) => {
      const scene = await openScene({ destination: refreshedRarely, random: () => random });
      scene.harness.sandbox.addFaults({ token: 'expired' });
      await sendUpdates(scene, [1002]);
      await probeTimes(scene, 3 * minute, 5 * second);
      const times = await probeTimes(scene, 5 * minute);
      const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(waits.length).toBeGreaterThan(2);
      for (const each of waits) expect(Math.abs(each - wait)).toBeLessThanOrEqual(1.5);
    },
  );

  it('shows the next step, also in its events, and is logged once, without content of the response', async () => {
    const scene = await openScene();
    const { harness } = scene;
    const location = 'https://new.example.com/office/api/updateCustomer?id=1002&token=abc';
    harness.sandbox.addFaults({ status: 308, headers: { location } });
    const [id = ''] = await sendUpdates(scene, [1002]);
    const reason = 'the address of the destination moved (now new.example.com)';
    const next = "change the destination's baseUrl to the new address, and restart";
    expect(await destinationOf(scene)).toMatchObject({ state: 'held', reason, next, code: 'address-moved' });
    expect(await harness.event(id)).toMatchObject({ status: 'held', reason: `${reason}; next: ${next}` });
    for (let times = 0; times < 5; times += 1) await harness.later(minute);
    expect(harness.reports).toEqual([
      "destination held: salon: the address of the destination moved; next: change the destination's baseUrl to the new address, and restart",
    ]);
    harness.sandbox.clearFaults();
    expect(await scene.rested(id)).toBe('delivered');
    expect(harness.reports.slice(1)).toEqual(['destination open again: salon']);
  });

  it('raises a security alarm if a response belongs to another request (A2)', async () => {
    const scene = await openScene();
    scene.harness.sandbox.addFaults({ operation: 'updateCustomer', wrongId: true });
    await sendUpdates(scene, [1002]);
    expect(scene.harness.reports).toEqual([
      expect.stringMatching(/^destination held: salon: the response belongs to another request; next: /),
    ]);
    expect(scene.harness.log).toContainEqual({
      what: 'destination held',
      details: expect.objectContaining({ alarm: 'security', row: 'A2' }),
    });
  });

  it('gets no further call on connections with mixed-up responses (A2)', async () => {
    const proxy = await countingProxy();
    const harness = await startHarness({
      mappings: {
        update: 'source: crm\ndestination: salon\noperation: updateCustomer\nset: {id: id, note: note}',
      },
      baseUrl: proxy.before,
    });
    onTestFinished(async () => {
      await harness.close();
      await proxy.close();
    });
    await harness.run();
    await harness.send({ id: 1002, note: 'one' });
    await harness.run();
    const before = proxy.connections();
    harness.sandbox.addFaults({ operation: 'updateCustomer', wrongId: true, times: 1 });
    const id = await harness.send({ id: 1003, note: 'two' });
    await harness.run();
    await harness.later(minute);
    expect((await harness.event(id)).status).toBe('delivered');
    expect(proxy.connections()).toBeGreaterThan(before);
  });

  it('continues after one successful probe, but is probed ever more rarely if calls still fail', async () => {
    const scene = await openScene({ destination: refreshedRarely });
    scene.harness.sandbox.addFaults({ operation: 'updateCustomer', token: 'expired' });
    await sendUpdates(scene, [1002]);
    const times = await probeTimes(scene, 4 * minute);
    expect(times).toEqual(probedAt.filter(each => each <= 240));
    scene.harness.sandbox.clearFaults();
    await scene.othersGoOn();
    scene.harness.sandbox.addFaults({ operation: 'updateCustomer', token: 'expired' });
    await sendUpdates(scene, [1002]);
    expect((await probeTimes(scene, minute)).slice(0, 1)).toEqual([2]);
  });
});

describe('a waiting event', () => {
  const timeLeft = async (scene: Scene, id: string) =>
    Date.parse((await scene.harness.event(id)).nextAttemptAt ?? '') - scene.harness.now();

  it('shows that its destination requested a wait, even in the response to another event', async () => {
    const scene = await openScene();
    const { harness } = scene;
    const headers = { 'retry-after': '60' };
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 429, headers, times: 1 });
    await sendUpdates(scene, [1002]);
    const other = await harness.send({ kind: 'update', customer: 1003, note: 'n' });
    await harness.run();
    const why = /^the destination asked to wait; next: /;
    expect(await harness.event(other)).toMatchObject({
      status: 'queued',
      reason: expect.stringMatching(why),
      calls: [{ status: 'queued', reason: expect.stringMatching(why) }],
    });
    expect(await timeLeft(scene, other)).toBeGreaterThan(50 * second);
    expect(await destinationOf(scene)).toMatchObject({ state: 'open', code: 'wait-requested' });
    expect(await scene.rested(other)).toBe('delivered');
    expect(await harness.event(other)).not.toHaveProperty('reason');
    expect(await destinationOf(scene)).not.toHaveProperty('reason');
  });

  it('waits no longer when a person resumes the destination', async () => {
    const scene = await openScene();
    const { harness } = scene;
    const headers = { 'retry-after': '3600' };
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 503, headers, times: 1 });
    const id = await harness.send({ kind: 'update', customer: 1002, note: 'n' });
    await harness.run();
    await harness.later(minute);
    expect(await harness.event(id)).toMatchObject({ status: 'queued' });
    await harness.bridge.resume('salon');
    await harness.later(second);
    expect(await harness.event(id)).toMatchObject({ status: 'delivered' });
  });

  it('shows that an earlier call of its person is first', async () => {
    const scene = await openScene();
    const { harness } = scene;
    harness.sandbox.addFaults({ operation: 'updateCustomer', status: 500, times: 1 });
    await sendUpdates(scene, [1002]);
    const behind = await harness.send({ kind: 'update', customer: 1002, note: 'n' });
    await harness.run();
    expect(await harness.event(behind)).toMatchObject({
      status: 'queued',
      reason: 'an earlier call of this person is tried first',
    });
    expect(await timeLeft(scene, behind)).toBeGreaterThan(0);
    expect(await scene.rested(behind)).toBe('delivered');
  });

  it('shows that the first probe of its destination failed, and when the next one is due', async () => {
    const scene = await openScene();
    const { harness } = scene;
    await harness.restart();
    harness.sandbox.addFaults({ status: 503 });
    const [id = ''] = await sendUpdates(scene, [1002]);
    expect((await destinationOf(scene)).state).toBe('probing');
    expect(await harness.event(id)).toMatchObject({
      status: 'queued',
      reason: expect.stringMatching(/^the destination is not available at the moment/),
    });
    expect(await timeLeft(scene, id)).toBeGreaterThan(0);
    harness.sandbox.clearFaults();
    await harness.later(10 * second);
    expect((await harness.event(id)).status).toBe('delivered');
  });
});

describe('slow start after an outage', () => {
  /** A held destination that works again, with waiting calls of 119 people. */
  async function openScenePastOutage(): Promise<Scene> {
    const scene = await openScene({ destination: refreshedRarely, perSecond: 10 });
    const { harness } = scene;
    harness.sandbox.addFaults({ status: 500 });
    await sendUpdates(scene);
    for (let customer = 1007; customer < 1120; customer += 1) {
      await harness.send({ kind: 'update', customer, note: 'n' });
    }
    for (let times = 0; times < 20 && (await destinationOf(scene)).state !== 'held'; times += 1)
      await harness.later(second / 10);
    expect((await destinationOf(scene)).state).toBe('held');
    harness.sandbox.clearFaults();
    return scene;
  }

  const updatesSince = (scene: Scene, before: number) =>
    callsSince(scene, before).filter(call => call.operation === 'updateCustomer');

  it('a tenth of the limit starts in the first second, and up to twice as many in each further second', async () => {
    const scene = await openScenePastOutage();
    const { harness } = scene;
    const before = lastCall(scene);
    for (let times = 0; times < 250; times += 1) await harness.later(second / 10);
    const calls = callsSince(scene, before);
    const opened = calls.find(call => call.operation === 'additionalCustomerFields')?.at ?? 0;
    const starts = updatesSince(scene, before).map(call => call.at - opened);
    const between = (from: number, until: number) =>
      starts.filter(at => at >= from * second && at < until * second).length;
    expect(between(0, 1)).toBe(1);
    for (const [from, most] of [2, 4, 8, 10, 10, 10].entries())
      expect(between(from + 1, from + 2)).toBeLessThanOrEqual(most);
    expect(between(5, 8)).toBeGreaterThanOrEqual(27);
  });

  it('a process that starts meanwhile continues as slowly', async () => {
    const scene = await openScenePastOutage();
    const { harness } = scene;
    const before = lastCall(scene);
    while (updatesSince(scene, before).length === 0) await harness.later(second / 10);
    await harness.crash();
    await harness.later(second / 2);
    expect((await destinationOf(scene)).state).toBe('open');
    expect(updatesSince(scene, before)).toHaveLength(1);
    for (let times = 0; times < 80; times += 1) await harness.later(second / 10);
    const calls = updatesSince(scene, before).length;
    expect(calls).toBeGreaterThan(20);
    expect(calls).toBeLessThanOrEqual(1 + 1 + 2 + 4 + 8 + 4 * 10);
  });

  it.each([
    ['ahead', 60 * minute],
    ['back', -60 * minute],
  ])('a process that starts after the clock jumped %s continues as slowly', async (_, jump) => {
    const scene = await openScenePastOutage();
    const { harness } = scene;
    const before = lastCall(scene);
    for (let times = 0; times < 60; times += 1) await harness.later(second / 10);
    harness.jump(jump);
    await harness.run();
    await harness.bridge.pause('salon');
    await harness.bridge.resume('salon');
    await harness.crash();
    const sentBefore = updatesSince(scene, before).length;
    for (let times = 0; times < 20; times += 1) await harness.later(second / 10);
    const calls = updatesSince(scene, before).length - sentBefore;
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThanOrEqual(1 + 2 + 1);
  });

  it('a failure of half of the last twenty calls is a new outage', async () => {
    const scene = await openScene({ destination: 'retry: {first: 1h}' });
    const { harness } = scene;
    const states: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      if (count % 2 === 1) harness.sandbox.addFaults({ operation: 'updateCustomer', status: 500, times: 1 });
      await harness.send({ kind: 'update', customer: 1002 + count, note: 'n' });
      await harness.run();
      states.push((await destinationOf(scene)).state);
    }
    expect(states.slice(0, 19)).toEqual(Array(19).fill('open'));
    expect(states[19]).toBe('held');
  });
});

describe('a destination that requests fewer calls', () => {
  it('may do so by a 503 to a booking, and then all calls wait', async () => {
    const scene = await openScene({ destination: refreshedRarely });
    const { harness } = scene;
    const headers = { 'retry-after': '90' };
    harness.sandbox.addFaults({ operation: 'persistCustomerData', status: 503, headers, times: 1 });
    const booking = await harness.send(scene.payload('persistCustomerData'));
    await harness.run();
    expect(await scene.state(booking)).toBe('uncertain open');
    const other = await harness.send(scene.payload('updateCustomer'));
    await harness.later(80 * second);
    expect(scene.received('updateCustomer')).toBe(0);
    await harness.later(11 * second);
    expect((await harness.event(other)).status).toBe('delivered');
  });
});

describe('a status name that was refused more than ten minutes ago', () => {
  it('is sent again by one call at a time', async () => {
    const scene = await openScene({ destination: refreshedRarely });
    const { harness } = scene;
    const send = (customer: number) => harness.send({ kind: 'update', customer, status: 'Stamkunde' });
    await send(1002);
    await harness.run();
    await harness.later(11 * minute);
    const before = lastCall(scene);
    const ids = await Promise.all([1003, 1004, 1005, 1006].map(send));
    for (let passed = 0; passed < 5; passed += 1) await harness.later(second);
    expect(callsSince(scene, before).length).toBe(1);
    for (const id of ids) expect((await harness.event(id)).status).toBe('failed');
  });

  it('is sent by all calls once the account has it', async () => {
    const scene = await openScene({ destination: refreshedRarely });
    const { harness } = scene;
    const send = (customer: number) => harness.send({ kind: 'update', customer, status: 'Stamkunde' });
    await send(1002);
    await harness.run();
    harness.sandbox.control('statuses', { action: 'add', name: 'Stamkunde' });
    await harness.later(11 * minute);
    const ids = await Promise.all([1003, 1004, 1005, 1006].map(send));
    for (const id of ids) expect(await scene.rested(id)).toBe('delivered');
  });
});

/** Forwards all bytes, and counts the connections. */
async function countingProxy() {
  let connections = 0;
  let target = new URL('http://127.0.0.1');
  const server = createServer(socket => {
    connections += 1;
    const onward = connect(Number(target.port), target.hostname);
    socket.pipe(onward).pipe(socket);
    for (const each of [socket, onward]) each.on('error', () => each.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    async before(sandboxUrl: string) {
      target = new URL(sandboxUrl);
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    connections: () => connections,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
