import { fork } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Task } from './run.ts';
import type { Run } from './simulate.ts';
import { unjudged } from './unjudged.ts';

/** How tasks are done. */
export interface PoolOptions {
  /** So many at a time; default: as many as there are processors, at most two in a test run. */
  readonly atOnce?: number;
  /** What each process runs; default: `run.ts`. */
  readonly program?: string;
}

/** Does tasks in processes of their own. */
export async function runTasks(
  tasks: readonly Task[],
  seen: (run: Run, task: Task) => void,
  options: PoolOptions = {},
): Promise<void> {
  const { atOnce = Math.min(2, availableParallelism()), program = join(import.meta.dirname, 'run.ts') } =
    options;
  const waiting = [...tasks];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await runTask(task, seen, program);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Seeds from one on, dealt out to so many tasks. */
export function dealt(first: number, count: number, tasks: number): Task[] {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  return Array.from({ length: tasks }, (_, task) => ({
    seeds: seeds.filter((_, index) => index % tasks === task),
  }));
}

/** Goes on in another process where one came to no good end, so that each seed is told of. */
async function runTask(task: Task, seen: (run: Run, task: Task) => void, program: string): Promise<void> {
  for (let seeds = task.seeds; seeds.length > 0; ) {
    const { told, wrong, end } = await runProcess({ ...task, seeds }, seen, program);
    if (wrong && task.untilWrong) return;
    seeds = seeds.slice(told);
    const [seed] = seeds;
    if (end === 'well' || seed === undefined) continue;
    if (told === 0 && end !== tooLong) throw new Error(`a process of the simulation ended with ${end}`);
    seen(unjudged(seed, end === tooLong ? tooLong : `its process ended with ${end}`), task);
    if (task.untilWrong) return;
    seeds = seeds.slice(1);
  }
}

/** Real time; on a machine that is busy, the longest seeds take a tenth of it. */
const patienceMs = 60_000;
const tooLong = `it did not end: after ${patienceMs / 1000} seconds of real time its process was killed`;

/** Has seeds done in one process; kills it where one of them does not end. */
function runProcess(
  task: Task,
  seen: (run: Run, task: Task) => void,
  program: string,
): Promise<{ told: number; wrong: boolean; end: string }> {
  return new Promise((resolve, reject) => {
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'fieldbridge-compile-cache') };
    const child = fork(program, [JSON.stringify(task)], { execArgv, env });
    let told = 0;
    let wrong = false;
    let end = '';
    const kill = () => {
      end = tooLong;
      child.kill('SIGKILL');
    };
    const watchdog = setTimeout(kill, patienceMs);
    child.on('message', message => {
      watchdog.refresh();
      told += 1;
      wrong ||= (message as Run).wrong.length > 0;
      seen(message as Run, task);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(watchdog);
      resolve({ told, wrong, end: end || (code === 0 ? 'well' : String(code ?? signal)) });
    });
  });
}
