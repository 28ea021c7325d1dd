import { fork } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Task } from './run.ts';
import type { Run } from './simulate.ts';

/** Does tasks in processes of their own, as many at a time as there are processors, at most two in a test run. */
export async function runTasks(
  tasks: readonly Task[],
  seen: (run: Run, task: Task) => void,
  atOnce = Math.min(2, availableParallelism()),
): Promise<void> {
  const waiting = [...tasks];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await runTask(task, seen);
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

function runTask(task: Task, seen: (run: Run, task: Task) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'fieldbridge-compile-cache') };
    const child = fork(join(import.meta.dirname, 'run.ts'), [JSON.stringify(task)], { execArgv, env });
    let told = 0;
    child.on('message', message => {
      told += 1;
      seen(message as Run, task);
    });
    child.on('error', reject);
    child.on('exit', code => {
      if (code === 0 && told > 0) resolve();
      else reject(new Error(`a process of the simulation ended with ${code} after ${told} seeds`));
    });
  });
}
