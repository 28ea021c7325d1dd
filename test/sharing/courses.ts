import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Played } from './play.ts';
import type { Courses } from './run-courses.ts';

/** The longest real time without the end of any course. */
const timeoutMs = 300_000;

/** Plays courses in a process of its own, in which the production code may lack a guard. */
export function playCourses(courses: Courses, seen: (played: Played) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'fieldbridge-compile-cache') };
    const child = fork(join(import.meta.dirname, 'run-courses.ts'), [JSON.stringify(courses)], { env });
    const kill = () => {
      child.kill('SIGKILL');
      reject(new Error(`no course of ${courses.seeds.join()} ended in ${timeoutMs / 1000} seconds`));
    };
    const watchdog = setTimeout(kill, timeoutMs);
    child.on('message', message => {
      watchdog.refresh();
      seen(message as Played);
    });
    child.on('error', reject);
    child.on('exit', code => {
      clearTimeout(watchdog);
      if (code === 0) resolve();
      else reject(new Error(`the process of the courses ended with ${code}`));
    });
  });
}
