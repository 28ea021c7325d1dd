import * as z from 'zod';
import { giveThreadsOwnLimits, memoryHere } from './cli/heap-limit.ts';
import { run } from './cli/run.ts';
import { startedAs } from './cli/started-as.ts';
import { withWidth } from './cli/terminal/wrap.ts';
import { errorPlaces } from './diagnostics/yaml/error-places.ts';

// Without compiling schemas: a config is read only once, and compiling takes longer than it saves.
z.config({ jitless: true });
giveThreadsOwnLimits();

process.stdout.on('error', error => {
  // A log continues without its reader, and has its own listener.
  if (process.stdout.listenerCount('error') > 1) return;
  const { code } = error as NodeJS.ErrnoException;
  // The reader of the output may stop at any time, as `head` does.
  if (code === 'EPIPE') process.exit();
  process.stderr.write(
    `fieldbridge: the output cannot be written (${code ?? error.name}); where it goes to a file, see that its disk has room\n`,
  );
  process.exit(3);
});
// A lost error output cannot be reported anywhere, and its text changes nothing.
process.stderr.on('error', () => {});
// Like Node, but without the message of the unexpected error. The program cannot continue safely after it.
process.on('uncaughtException', error => {
  tell(error);
  process.exit(3);
});
// Node's own reports (--report-on-fatalerror and others) would list the environment, which contains secrets.
process.report.excludeEnv = true;
try {
  process.exitCode = await run(process.argv.slice(2), {
    out: withWidth(process.stdout),
    err: withWidth(process.stderr),
    input: process.stdin,
    env: process.env,
    directory: process.cwd(),
    program: startedAs(process.argv[1] ?? '', { env: process.env, directory: process.cwd() }),
    memory: memoryHere(),
  });
} catch (error) {
  tell(error);
  process.exitCode = 3;
}

/** Reports the place of an error without its message, which may contain a secret or personal data. */
function tell(error: unknown): void {
  const where =
    error instanceof Error ? [error.name, ...errorPlaces(error)].join('\n') : `a thrown ${typeof error}`;
  process.stderr.write(`fieldbridge: this is a fault of the program, please report it: ${where}\n`);
}
