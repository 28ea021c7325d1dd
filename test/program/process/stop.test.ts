import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { describe, it } from 'vitest';
import { faultsOf, stopScene } from './stop-scene.ts';

/** The number of stops; set `STOPS` for more. */
const stops = Number(process.env.STOPS ?? 4);

describe.concurrent('a stop', () => {
  it(`is graceful ${stops} times under load: status 0, nothing lost, nothing uncertain`, {
    timeout: 180_000 + stops * 30_000,
  }, async ({ expect, onTestFinished }) => {
    const scene = await stopScene(onTestFinished);
    let running = await scene.start();
    const stopSending = scene.send(6);
    for (let stop = 0; stop < stops; stop += 1) {
      await wait(randomInt(0, 120));
      const signals = [
        ['SIGTERM'],
        ['SIGINT'],
        ['SIGTERM', 'SIGTERM'],
        ['SIGINT', 'SIGTERM', 'SIGINT'],
        ['SIGHUP', 'SIGTERM', 'SIGHUP'],
        ['SIGQUIT', 'SIGQUIT'],
      ] as const;
      const ended = running.end(signals[stop % signals.length]?.[0] ?? 'SIGTERM');
      for (const again of signals[stop % signals.length]?.slice(1) ?? []) {
        await wait(randomInt(0, 10));
        running.child.kill(again);
      }
      expect([await ended, running.output().match(/"drained":\w+/g)]).toEqual([0, ['"drained":true']]);
      running = await scene.start();
    }
    await expect.poll(() => scene.answered.size).toBeGreaterThan(stops * 3);
    await expect.poll(() => scene.truth.bookings.size).toBeGreaterThan(stops);
    await stopSending();
    const statuses = await scene.statuses();
    const none = { uncertain: [], lost: [], doubled: [], falselyDelivered: [], outOfOrder: [] };
    expect(faultsOf(scene, statuses)).toEqual(none);
    expect(new Set(scene.refused)).toEqual(
      new Set(scene.refused.filter(each => each === '503 retry-after 30')),
    );
  });

  it(`loses nothing and books nothing twice if it is killed meanwhile, ${Math.ceil(stops / 2)} times`, {
    timeout: 180_000 + stops * 30_000,
  }, async ({ expect, onTestFinished }) => {
    const scene = await stopScene(onTestFinished);
    let running = await scene.start();
    const stopSending = scene.send(6);
    for (let stop = 0; stop < stops / 2; stop += 1) {
      await wait(randomInt(0, 120));
      const ended = running.end('SIGTERM');
      await wait(randomInt(0, 60));
      running.child.kill('SIGKILL');
      await ended;
      running = await scene.start();
    }
    await stopSending();
    const { uncertain, ...faults } = faultsOf(scene, await scene.statuses());
    expect(faults).toEqual({ lost: [], doubled: [], falselyDelivered: [], outOfOrder: [] });
    expect(uncertain.every(about => about.startsWith('b'))).toBe(true);
    expect(scene.answered.size).toBeGreaterThan(stops);
  });

  it('accepts webhooks until load balancers have read /readyz, and closes kept connections', async ({
    expect,
    onTestFinished,
  }) => {
    const scene = await stopScene(onTestFinished, { delayMs: () => 5 });
    const running = await scene.start();
    const kept = new Agent({ connections: 1 });
    const ready = () => request(`http://127.0.0.1:${scene.port}/readyz`, { dispatcher: kept });
    expect((await ready()).statusCode).toBe(200);
    const ended = running.end('SIGTERM');
    const fell = await expect
      .poll(
        async () => {
          const { statusCode, headers, body } = await ready();
          return { statusCode, connection: headers.connection, said: await body.json() };
        },
        { interval: 10 },
      )
      .toMatchObject({
        statusCode: 503,
        connection: 'close',
        said: { status: 'not ready', reason: 'the program is stopping' },
      })
      .then(() => performance.now());
    let taken = 0;
    while (performance.now() - fell < 2_000) {
      await scene.book(`late-${taken}`);
      taken += 1;
      await wait(20);
    }
    expect(await ended).toBe(0);
    await kept.close();
    const after = await scene.start();
    const statuses = [...(await scene.statuses()).values()];
    expect(statuses).toEqual(statuses.map(() => 'delivered'));
    expect(statuses.length).toBe(taken);
    expect(await after.end('SIGINT')).toBe(0);
  });

  it('waits for a slow booking, also after a second signal', async ({ expect, onTestFinished }) => {
    const scene = await stopScene(onTestFinished, { delayMs: () => 2_500 });
    const running = await scene.start();
    const id = await scene.book('slow');
    await expect.poll(() => scene.truth.bookings.get('slow'), { interval: 5 }).toBe(1);
    const ended = running.end('SIGTERM');
    await expect.poll(running.output).toContain('"msg":"stopping"');
    await wait(1_100);
    running.child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const again = await scene.start();
    expect(await scene.statuses()).toEqual(new Map([[id, 'delivered']]));
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it('handles every signal until its last moment', async ({ expect, onTestFinished }) => {
    const scene = await stopScene(onTestFinished);
    const running = await scene.start();
    const again = setInterval(() => running.child.kill('SIGTERM'), 1);
    onTestFinished(() => clearInterval(again));
    expect(await running.end('SIGTERM')).toBe(0);
    // The last lines may arrive after the end.
    await expect.poll(running.output).toContain('"msg":"stopped"');
  });

  it('reads responses that arrived while the process was suspended for longer than every timeout', async ({
    expect,
    onTestFinished,
  }) => {
    const scene = await stopScene(onTestFinished, { delayMs: () => 1_500, timeout: '5s' });
    const running = await scene.start();
    const ids = await Promise.all(['one', 'two', 'three', 'four'].map(each => scene.book(each)));
    await expect.poll(() => scene.truth.bookings.size, { interval: 5 }).toBe(4);
    running.child.kill('SIGSTOP');
    await wait(7_000);
    running.child.kill('SIGCONT');
    expect(await scene.statuses()).toEqual(new Map(ids.map(id => [id, 'delivered'])));
    expect([...scene.truth.bookings.values()]).toEqual([1, 1, 1, 1]);
    expect(await running.end('SIGTERM')).toBe(0);
  });

  it('is immediate on a second Ctrl+C, and the booking in flight is uncertain', async ({
    expect,
    onTestFinished,
  }) => {
    const scene = await stopScene(onTestFinished, {
      delayMs: () => (scene.truth.bookings.has('cut') ? 20_000 : 5),
    });
    const running = await scene.start();
    const id = await scene.book('cut');
    await expect.poll(() => scene.truth.bookings.get('cut'), { interval: 5 }).toBe(1);
    const ended = running.end('SIGINT');
    await expect.poll(running.output).toContain('"msg":"stopping"');
    await wait(1_100);
    expect(running.child.exitCode).toBe(null);
    running.child.kill('SIGINT');
    expect(await ended).toBe(3);
    await scene.start();
    await expect.poll(() => scene.api(`events/${id}`)).toMatchObject({ status: 'uncertain' });
  });
});
