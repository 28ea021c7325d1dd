import { enableCompileCache } from 'node:module';
import { run } from './cli/run.ts';

enableCompileCache();
// Whoever reads the output may stop at any time, as `head` does; then there is nobody left to tell.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exit();
});
try {
  process.exitCode = await run(process.argv.slice(2), {
    out: process.stdout,
    err: process.stderr,
    input: process.stdin,
    env: process.env,
    directory: process.cwd(),
  });
} catch (error) {
  const where = error instanceof Error ? `${error.name}\n${placesOf(error)}` : typeof error;
  process.stderr.write(`fieldbridge: this is a fault of the program, please report it: ${where}\n`);
  process.exitCode = 3;
}

/** Where an error arose, without its message, which may hold a secret or a customer's value. */
function placesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n');
}
