import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';

/**
 * Runs this program in the Node that its package brings along, as if it were this process: with its streams, its
 * signals and its exit status. The child ends when this process does, however that ends.
 */
export async function launchElsewhere(program: string): Promise<void> {
  const node = findNode(program);
  if (node === undefined) {
    process.stderr.write(
      `fieldbridge: it needs Node 24.15 or newer, and this is ${process.versions.node}. Run \`npm ci\` with optional dependencies, or install a newer Node.\n`,
    );
    process.exitCode = 3;
    return;
  }
  const child = spawn(node, [program, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.channel?.unref();
  // A terminal sends its signals to both processes.
  const forwarded = ['SIGTERM', 'SIGHUP', ...(process.stdin.isTTY ? [] : ['SIGINT'])] as const;
  for (const signal of forwarded) process.on(signal, () => child.kill(signal as NodeJS.Signals));
  if (process.stdin.isTTY) process.on('SIGINT', () => {});
  const [status, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, by) => resolve([code, by]));
  });
  if (signal === null) process.exit(status ?? 3);
  for (const each of forwarded) process.removeAllListeners(each);
  // As process 1 of a container this one cannot be ended by a signal; then the status says the same.
  process.exitCode = 128 + constants.signals[signal];
  process.kill(process.pid, signal);
}

function findNode(program: string): string | undefined {
  try {
    return createRequire(program).resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return undefined;
  }
}
