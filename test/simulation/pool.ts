import { fork } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Task } from './run.ts';
import type { Run } from './simulate.ts';
import { unjudged } from './unjudged.ts';

/** The options of a pool. */
export interface PoolOptions {
  /** The number of processes at a time; default: the number of processors, at most two in a test run. */
  readonly atOnce?: number;
  /** The program of each process; default: `run.ts`. */
  readonly program?: string;
}

/** Runs tasks in processes of their own. */
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

/** Distributes consecutive seeds among this many tasks. */
export function dealt(first: number, count: number, tasks: number): Task[] {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  return Array.from({ length: tasks }, (_, task) => ({
    seeds: seeds.filter((_, index) => index % tasks === task),
  }));
}

/** Continues in another process if one ended early, so that each seed has a result. */
async function runTask(task: Task, seen: (run: Run, task: Task) => void, program: string): Promise<void> {
  for (let seeds = task.seeds; seeds.length > 0; ) {
    const { reported, wrong, end } = await runProcess({ ...task, seeds }, seen, program);
    if (wrong && task.untilWrong) return;
    seeds = seeds.slice(reported);
    const [seed] = seeds;
    if (end === 'well' || seed === undefined) continue;
    if (reported === 0 && end !== tooLong) throw new Error(`a process of the simulation ended with ${end}`);
    seen(unjudged(seed, end === tooLong ? tooLong : `its process ended with ${end}`), task);
    if (task.untilWrong) return;
    seeds = seeds.slice(1);
  }
}

/** Real time; on a busy machine, the longest seeds take a tenth of it. */
const timeoutMs = 60_000;
const tooLong = `it did not end: after ${timeoutMs / 1000} seconds of real time its process was killed`;

/** Runs seeds in one process; kills it if one of them does not end. */
function runProcess(
  task: Task,
  seen: (run: Run, task: Task) => void,
  program: string,
): Promise<{ reported: number; wrong: boolean; end: string }> {
  return new Promise((resolve, reject) => {
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'fieldbridge-compile-cache') };
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
      reported += 1;
      wrong ||= (message as Run).wrong.length > 0;
      seen(message as Run, task);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(watchdog);
      resolve({ reported, wrong, end: end || (code === 0 ? 'well' : String(code ?? signal)) });
    });
  });
}
