import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { type DiskFault, diskFaults } from './disk-faults.ts';
import { type Scene, type Started, setScene } from './scene.ts';
import { type Senders, startSenders } from './senders.ts';
import { describeTraced } from './tracer/may-trace.ts';

/** The number of injected faults, and the delay of a slow disk: FAULTS=5000 SLOW_MS=2000 for more. */
const faultCount = Number(process.env.FAULTS ?? 26);
const slowMs = Number(process.env.SLOW_MS ?? 150);

let scene: Scene | undefined;
let senders: Senders | undefined;

afterEach(async () => {
  await scene?.close();
  scene = undefined;
});

describeTraced('a failing disk', () => {
  it(`confirms no webhook that is not stored, and refuses none for good, in ${faultCount} faults`, {
    timeout: 180_000 + faultCount * 5_000,
  }, async () => {
    const set = await setScene();
    scene = set;
    let running = await set.start();
    senders = startSenders(set, 6);
    const tried = new Map<DiskFault['owes'], number>();
    let slowestMs = 0;
    for (let each = 0; each < faultCount; each += 1) {
      const faults = diskFaults(50 + ((each * 37) % slowMs));
      const fault = faults[each % faults.length] as DiskFault;
      const before = { retries: senders.retries(), answered: senders.answered.length };
      running = await causeFault(fault, running, set, senders);
      const since = performance.now();
      const answeredThen = senders.answered.length;
      await expect
        .poll(() => senders?.answered.length, { interval: 5, message: fault.name })
        .toBeGreaterThan(answeredThen);
      slowestMs = Math.max(slowestMs, performance.now() - since);
      if (fault.owes === 'refuses') expect(senders.retries(), fault.name).toBeGreaterThan(before.retries);
      tried.set(fault.owes, (tried.get(fault.owes) ?? 0) + 1);
    }
    await senders.stop();
    expect(senders.strange).toEqual([]);
    await expect.poll(() => waiting(set)).toEqual([]);
    expect((await running.end()).status).toBe(0);
    expect(missing(set.database, senders.answered)).toEqual([]);
    expect([...set.truth.bookings].filter(([, times]) => times > 1)).toEqual([]);
    expect(set.truth.bookings.size).toBeGreaterThan(senders.answered.length / 20);
    console.log(
      `${faultCount} faults (${[...tried].map(([owes, count]) => `${owes} ${count}`).join(', ')}): ` +
        `${senders.answered.length} answered, ${senders.retries()} asked to retry, ` +
        `taken in again after at most ${Math.round(slowestMs)} ms`,
    );
  });
});

/** Causes a fault, and returns the program that runs afterwards: the same, or a new one if it had to end. */
async function causeFault(
  { name, fault, owes, when }: DiskFault,
  running: Started,
  set: Scene,
  { answered, retries, rest }: Senders,
): Promise<Started> {
  const before = retries();
  // With 20 ms, each fault still meets webhooks at once, and the traced program has less to do.
  rest(when === 'calm' ? 300 : 20);
  if (when === 'no ballast') rmSync(`${set.database}-ballast`, { force: true });
  // After a refused write the program probes the disk for the reason. The fault must last until then, or the disk would
  // look broken. (The probe file has no name any more when it is written.)
  const question = owes === 'refuses' && (await running.inject({ ...fault, path: `${set.database}-probe*` }));
  const injected = await running.inject(fault);
  if (owes === 'ends') {
    const { status } = await ended(running, name);
    expect({ name, status }).toEqual({ name, status: 70 });
    expect(running.output(), name).toMatch(
      /"reason":"the store cannot be used: (the disk reported an error|the file is damaged, or the disk cannot read it) \(\d+\)"/,
    );
    expect(running.output()).toContain('store broken, exiting');
    return set.start();
  }
  await expect
    .poll(
      async () => {
        if (when === 'no ballast') await set.ask('/readyz');
        return injected.hits();
      },
      { interval: 10, message: name },
    )
    .toBeGreaterThan(0);
  if (owes === 'refuses') {
    await expect.poll(retries, { interval: 5, message: name }).toBeGreaterThan(before);
  }
  await injected.lift();
  if (question) {
    const answeredThen = answered.length;
    await expect.poll(() => answered.length, { interval: 5, message: name }).toBeGreaterThan(answeredThen);
    await question.lift();
  }
  return running;
}

function ended(running: Started, name: string): Promise<{ status: number | null }> {
  return new Promise((resolve, reject) => {
    const { exitCode } = running.child;
    if (exitCode !== null) return resolve({ status: exitCode });
    const late = setTimeout(
      () => reject(new Error(`it goes on after ${name}:\n${running.output()}`)),
      20_000,
    );
    running.child.once('exit', status => {
      clearTimeout(late);
      resolve({ status });
    });
  });
}

async function waiting({ ask }: Scene): Promise<unknown> {
  return (await ask('/api/events?status=queued')).body.events;
}

/** The events that are not in the store. */
function missing(path: string, ids: readonly string[]): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const find = database.prepare('SELECT 1 FROM event WHERE id = ?');
  const gone = ids.filter(id => find.get(id) === undefined);
  database.close();
  return gone;
}
