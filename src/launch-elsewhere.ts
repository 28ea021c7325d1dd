import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { commandEnvironment, commandOptions, memoryHere } from './cli/heap-limit.ts';

/** How a child process ended. */
interface End {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The program in it came as far as saying so. */
  readonly began: boolean;
}

/** Signals that would end this process, or open its debugger; what they mean is for the program to say. */
const forwarded = [
  'SIGTERM',
  'SIGHUP',
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGVTALRM',
  'SIGIO',
  'SIGPWR',
  'SIGXCPU',
  'SIGSTKFLT',
] as const;
/** A terminal sends these to both processes. */
const ofTerminals = ['SIGINT', 'SIGQUIT'] as const;
/** The signals of a Node that cannot run on this machine; every other signal was sent by somebody. */
const crashes: readonly (NodeJS.Signals | null)[] = ['SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGTRAP', 'SIGSYS'];

/**
 * Runs this program in the Node that its package brings along, as if it were this process: with its streams, its
 * signals and its exit status, and by the name that it was called (`called`), which its messages then say. The child ends
 * when this process does, however that ends.
 */
export async function launchElsewhere(program: string, called?: string): Promise<void> {
  const node = findNode(program);
  if (node === undefined) {
    process.stderr.write(
      `fieldbridge: it needs Node 24.15 or newer, and this is ${process.versions.node}. Run \`npm ci\` with optional dependencies, or install a newer Node.\n`,
    );
    process.exitCode = 3;
    return;
  }
  const { status, signal, began } = await runIn(node, isSameFile(program, called) ? called : program).catch(
    reasonOf,
  );
  if (!began && (signal === null || crashes.includes(signal))) {
    const how =
      typeof status === 'string' ? status : signal ? `${signal} ended it` : `it ended with status ${status}`;
    process.stderr.write(cannotRun(node, how));
    process.exitCode = 3;
    return;
  }
  if (signal === null) process.exit(status ?? 3);
  for (const each of [...forwarded, ...ofTerminals]) process.removeAllListeners(each);
  // As process 1 of a container this one cannot be ended by a signal; then the status says the same.
  process.exitCode = 128 + constants.signals[signal];
  process.kill(process.pid, signal);
}

/** @throws where it cannot even be started */
function runIn(node: string, program: string): Promise<End> {
  const memory = memoryHere();
  const child = spawn(node, [...commandOptions(process.argv[2], memory), program, ...process.argv.slice(2)], {
    env: commandEnvironment(process.argv[2], memory),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  for (const signal of ofTerminals)
    process.on(signal, process.stdin.isTTY ? () => {} : () => child.kill(signal));
  return new Promise((resolve, reject) => {
    let began = false;
    child.once('message', () => {
      began = true;
    });
    child.once('error', reject);
    // Not `exit`: what the child said last may still be on its way then.
    child.once('close', (status, signal) => resolve({ status, signal, began }));
  });
}

/** Another program may have loaded this one. */
function isSameFile(program: string, called: string | undefined): called is string {
  try {
    return called !== undefined && realpathSync(called) === realpathSync(program);
  } catch {
    return false;
  }
}

function reasonOf(error: NodeJS.ErrnoException) {
  return { status: error.code ?? error.name, signal: null, began: false };
}

function cannotRun(node: string, how: string): string {
  return `fieldbridge: the Node that it brings along cannot run here (${how}): ${node}
Install Node 24.15 or newer and start it with that, or use a system with glibc 2.28 and libstdc++, such as Debian 12. Where the file is damaged or may not be executed, run \`npm ci\` again.
`;
}

function findNode(program: string): string | undefined {
  try {
    return createRequire(program).resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return undefined;
  }
}
