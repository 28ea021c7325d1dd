import * as z from 'zod';
import { measureThreadsByThemselves, memoryHere } from './cli/heap-limit.ts';
import { run } from './cli/run.ts';
import { startedAs } from './cli/started-as.ts';
import { withWidth } from './cli/terminal/wrap.ts';
import { errorPlaces } from './diagnostics/yaml/error-places.ts';

// A config is read once: to compile its schemas first takes longer than it saves.
z.config({ jitless: true });
measureThreadsByThemselves();

process.stdout.on('error', error => {
  // A log goes on without its reader, and listens itself.
  if (process.stdout.listenerCount('error') > 1) return;
  const { code } = error as NodeJS.ErrnoException;
  // Whoever reads the output may stop at any time, as `head` does; then there is nobody left to tell.
  if (code === 'EPIPE') process.exit();
  process.stderr.write(
    `fieldbridge: the output cannot be written (${code ?? error.name}); where it goes to a file, see that its disk has room\n`,
  );
  process.exit(3);
});
// A lost error output cannot be reported anywhere, and its text changes nothing.
process.stderr.on('error', () => {});
// An unexpected error must not print its message, as Node would. After it nothing can be trusted.
process.on('uncaughtException', error => {
  tell(error);
  process.exit(3);
});
// Node's own reports (--report-on-fatalerror and the like) list the environment, where secrets are.
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

/** Says where an error arose, without its message, which may hold a secret or a customer's value. */
function tell(error: unknown): void {
  const where =
    error instanceof Error ? [error.name, ...errorPlaces(error)].join('\n') : `a thrown ${typeof error}`;
  process.stderr.write(`fieldbridge: this is a fault of the program, please report it: ${where}\n`);
}
