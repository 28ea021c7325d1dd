import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { commandEnvironment, commandOptions, memoryHere } from './cli/heap-limit.ts';

/** How a child process ended. */
interface End {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True if the program in it has started and reported that. */
  readonly began: boolean;
}

/** Signals that would end this process or open its debugger; the child gets and handles them. */
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
/** A terminal sends these signals to both processes. */
const ofTerminals = ['SIGINT', 'SIGQUIT'] as const;
/** The signals that end a Node that cannot run on this machine; any other signal was sent on purpose. */
const crashes: readonly (NodeJS.Signals | null)[] = ['SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGTRAP', 'SIGSYS'];

/**
 * Runs this program with the Node of its package, as if it were this process: with its streams, its signals, its exit
 * status, and the name by which it was called (`called`), which messages show. The child ends when this process does,
 * even if it is killed.
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
  // As process 1 of a container, this process cannot be ended by the signal; then the status reports it.
  process.exitCode = 128 + constants.signals[signal];
  process.kill(process.pid, signal);
}

/** @throws if the process cannot be started */
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
    // Not `exit`: at that event, the last output of the child may still be in transit.
    child.once('close', (status, signal) => resolve({ status, signal, began }));
  });
}

/** False if another program has loaded this one. */
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
