import { fork } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Task, World } from './run.ts';
import type { Run } from './simulate.ts';
import { unjudged } from './unjudged.ts';

/** The options of a pool. */
export interface PoolOptions {
  /** The number of processes at a time; default: the number of processors, at most two in a test run. */
  readonly atOnce?: number;
  /** The program of each process; default: `run.ts`. */
  readonly program?: string;
}

type Seen = (run: Run, world: World) => void;

/** Runs tasks in processes of their own. */
export async function runTasks(tasks: readonly Task[], seen: Seen, options: PoolOptions = {}): Promise<void> {
  const { atOnce = Math.min(2, availableParallelism()), program = join(import.meta.dirname, 'run.ts') } =
    options;
  const waiting = [...tasks];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await runTask(task, seen, program);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Consecutive seeds. */
export function seedsFrom(first: number, count: number): World[] {
  return Array.from({ length: count }, (_, index) => ({ seed: first + index }));
}

/** Distributes worlds among this many tasks. */
export function dealt(worlds: readonly World[], tasks: number): Task[] {
  return Array.from({ length: tasks }, (_, task) => ({
    worlds: worlds.filter((_, index) => index % tasks === task),
  }));
}

/** Continues in another process if one ended early, so that each world has a result. */
async function runTask(task: Task, seen: Seen, program: string): Promise<void> {
  for (let worlds = task.worlds; worlds.length > 0; ) {
    const { reported, wrong, end } = await runProcess({ ...task, worlds }, seen, program);
    if (wrong && task.untilWrong) return;
    worlds = worlds.slice(reported);
    const [world] = worlds;
    if (end === 'well' || world === undefined) continue;
    if (reported === 0 && end !== tooLong) throw new Error(`a process of the simulation ended with ${end}`);
    seen(unjudged(world.seed, end === tooLong ? tooLong : `its process ended with ${end}`), world);
    if (task.untilWrong) return;
    worlds = worlds.slice(1);
  }
}

/** Real time; on a busy machine, the longest seeds take a tenth of it. */
const timeoutMs = 60_000;
const tooLong = `it did not end: after ${timeoutMs / 1000} seconds of real time its process was killed`;

/** Runs seeds in one process; kills it if one of them does not end. */
function runProcess(
  task: Task,
  seen: Seen,
  program: string,
): Promise<{ reported: number; wrong: boolean; end: string }> {
  return new Promise((resolve, reject) => {
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    // The next processes of a bundle find its compiled code beside it, and it is removed with the bundle.
    const cache = dirname(program) === import.meta.dirname ? tmpdir() : dirname(program);
    const env = { ...process.env, NODE_COMPILE_CACHE: join(cache, 'fieldbridge-compile-cache') };
    const child = fork(program, [JSON.stringify(task)], { execArgv, env });
    let reported = 0;
    let wrong = false;
    let end = '';
    const kill = () => {
      end = tooLong;
      child.kill('SIGKILL');
    };
    const watchdog = setTimeout(kill, timeoutMs);
    child.on('message', message => {
      watchdog.refresh();
      const world = task.worlds[reported];
      reported += 1;
      wrong ||= (message as Run).wrong.length > 0;
      if (world) seen(message as Run, world);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(watchdog);
      resolve({ reported, wrong, end: end || (code === 0 ? 'well' : String(code ?? signal)) });
    });
  });
}
