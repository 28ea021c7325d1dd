import { enableCompileCache } from 'node:module';
import { memoryHere } from './cli/heap-limit.ts';
import { run } from './cli/run.ts';
import { errorPlaces } from './diagnostics/error-places.ts';

enableCompileCache();
// Whoever reads the output may stop at any time, as `head` does; then there is nobody left to tell.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exit();
});
// What goes wrong where nobody expects it must not print its message, as Node would, and nothing can be trusted then.
process.on('uncaughtException', error => {
  tell(error);
  process.exit(3);
});
// Node's own reports (--report-on-fatalerror and the like) list the environment, where secrets are.
process.report.excludeEnv = true;
try {
  process.exitCode = await run(process.argv.slice(2), {
    out: process.stdout,
    err: process.stderr,
    input: process.stdin,
    env: process.env,
    directory: process.cwd(),
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
