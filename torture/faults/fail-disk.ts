import { type DiskFault, diskFaults } from '../../test/syscalls/disk-faults.ts';
import type { Injected, Traced } from '../../test/syscalls/tracer/start-traced.ts';
import { whyNotTraced } from '../../test/syscalls/tracer/why-not-traced.ts';
import { type Fault, type Ground, pause } from '../ground.ts';
import { stopGracefully } from './stop-gracefully.ts';

const faultsInOneLife = 24;
/** The number of failing writes before the disk accepts them again. */
const refusesTimes = 6;
const slowMs = 400;
/** A fault that hits nothing for this time is removed. */
const happensWithinMs = 600;
const takesInAgainWithinMs = 10_000;
/** The maximum time until an end is noticed. */
const goneWithinMs = 1_000;
const endsWithinMs = 15_000;
/** The exit status of a program whose store is broken. */
const brokenStore = 70;

/**
 * Runs the bridge under the tracer for one life, in which its disk fails in one way after another, each for a moment.
 * After each fault the bridge must accept webhooks again. The life ends by an error after which no data of the disk can
 * be trusted, or by a graceful stop.
 */
export const failDisk: Fault = {
  name: 'disk-fault',
  missing: whyNoTracer,
  async strike(ground) {
    const { bridge, chance, scoreboard } = ground;
    await bridge.end('SIGKILL');
    scoreboard.count('kills');
    const traced = await bridge.startTraced();
    // Faults that need a missing file or a pause to empty the log cannot happen under this load.
    const faults = diskFaults(50 + chance.int(slowMs)).filter(({ when }) => when === undefined);
    const refusing = faults.filter(({ owes }) => owes === 'refuses');
    const borne = faults.filter(({ owes }) => owes === 'bears');
    /** The errors that hit it since its start. */
    const errors = new Set<string>();
    for (let times = 0; times < faultsInOneLife && bridge.alive; times += 1)
      await bear(ground, traced, chance.pick(chance.maybe(0.6) ? refusing : borne), errors);
    if (!bridge.alive) return bridge.start();
    if (chance.maybe(0.3)) {
      // A program about to end because of a doubtful disk would do so instead of stopping gracefully.
      if (!(await bridge.gone(goneWithinMs))) return stopGracefully.strike(ground);
      if (!(await endedInDoubt(ground, errors))) throw new Error(`it ended:\n${lastWords(ground)}`);
      return bridge.start();
    }
    const ending = chance.pick(faults.filter(({ owes }) => owes === 'ends'));
    await breakIt(ground, traced, ending);
    await bridge.start();
  },
};

let noTracer: { readonly words: string | undefined } | undefined;

/** The same for the whole run. */
function whyNoTracer(): string | undefined {
  noTracer ??= { words: whyNotTraced() };
  return noTracer.words;
}

/** Causes a fault that the program must survive. */
async function bear(
  ground: Ground,
  traced: Traced,
  { name, fault, owes }: DiskFault,
  errors: Set<string>,
): Promise<void> {
  if (fault.error !== undefined) errors.add(fault.error);
  const { bridge, destination, chance, scoreboard } = ground;
  const injected = await traced.inject(fault);
  destination.truth.disturb();
  const hits = await hitFor(injected, owes === 'refuses' ? 1 + chance.int(2 * refusesTimes) : 1, ground);
  destination.truth.disturb();
  scoreboard.count(fault.error === undefined ? 'slow disk calls' : 'injected disk faults', hits);
  const answered = scoreboard.of('answered');
  const until = performance.now() + takesInAgainWithinMs;
  while (scoreboard.of('answered') === answered && !(await bridge.isReady())) {
    if (!bridge.alive && (await endedInDoubt(ground, errors))) return;
    if (!bridge.alive || performance.now() > until)
      throw new Error(`after a disk fault (${name}) it takes nothing in:\n${lastWords(ground)}`);
    await pause(5);
  }
  destination.truth.disturb();
}

/**
 * If a disk accepts writes again just before the program probes the reason of a failure, it looks like a broken disk.
 * Only a full disk has an error of its own. The thread that empties the log may report its writes much later.
 */
async function endedInDoubt({ bridge, scoreboard }: Ground, errors: ReadonlySet<string>): Promise<boolean> {
  const mayDoubt = errors.has('EDQUOT') || errors.has('EROFS');
  const inDoubt = mayDoubt && (await bridge.end('SIGKILL')) === brokenStore;
  if (inDoubt) scoreboard.count('ends of its own');
  return inDoubt;
}

function lastWords({ bridge }: Ground): string {
  return bridge.printed().slice(-2_000);
}

/** Causes a fault after which the program must end by itself, unless something else ends it first. */
async function breakIt(ground: Ground, traced: Traced, { name, fault }: DiskFault): Promise<void> {
  const { bridge, chance, scoreboard } = ground;
  const injected = await traced.inject(fault);
  const impatient = chance.maybe(0.2);
  const ended = await bridge.gone(impatient ? chance.int(150) : endsWithinMs);
  // Only a running program can be asked. A program that is gone was hit as often as the fault allows.
  const hits = ended ? (fault.times ?? 1) : await injected.lift().catch(() => 0);
  scoreboard.count('injected disk faults', hits);
  const status = await bridge.end('SIGKILL');
  if (!ended) scoreboard.count('kills');
  else scoreboard.count('ends of its own');
  if (ended ? status !== brokenStore : !impatient && hits > 0)
    scoreboard.fault('trusted a broken disk', `${name}: ${ended ? `exit status ${status}` : 'it went on'}`);
}

/** Waits for the hits and a moment more, then removes the fault; returns the number of hits. */
async function hitFor(injected: Injected, times: number, { bridge, chance }: Ground): Promise<number> {
  const until = performance.now() + happensWithinMs;
  let hits = 0;
  try {
    for (; hits < times && performance.now() < until; hits = await injected.hits()) await pause(10);
    await pause(chance.int(60));
    return await injected.lift();
  } catch (error) {
    // The tracer ended with the program, which may end because of a doubtful disk.
    if (await bridge.gone(goneWithinMs)) return Math.max(1, hits);
    throw error;
  }
}
