import { constants } from 'node:os';
import koffi from 'koffi';

const library = koffi.load(null);

/** The functions of the C library that a tracer needs and Node does not offer. */
const functions = {
  ptrace: library.func('long ptrace(long request, long thread, uint64_t address, uint64_t data)'),
  waitpid: library.func('int waitpid(int process, void *status, int options)'),
  spawn: library.func(
    'int posix_spawnp(void *child, const char *file, void *actions, void *attributes, const char **args, const char **env)',
  ),
  initActions: library.func('int posix_spawn_file_actions_init(void *actions)'),
  addDuplicate: library.func('int posix_spawn_file_actions_adddup2(void *actions, int from, int to)'),
  readMemory: library.func(
    'long process_vm_readv(int process, void *local, ulong locals, void *remote, ulong remotes, ulong flags)',
  ),
  receive: library.func('long recv(int socket, void *into, ulong length, int flags)'),
};

/** Calls ptrace(2). Returns whether it succeeded: a thread may be gone at any time after a kill. */
export function ptrace(request: number, thread: number, address: bigint, data: bigint): boolean {
  return Number(functions.ptrace(request, thread, address, data)) !== -1;
}

/** The name of the error of the last call. */
export function lastError(): string {
  const number = koffi.errno();
  return Object.entries(constants.errno).find(([, each]) => each === number)?.[0] ?? `error ${number}`;
}

/** Waits for all children, including threads. */
const wAll = 0x40000000;
const wNoHang = 1;
const wUntraced = 2;
const status = Buffer.alloc(4);

/** The result of waitpid(2) for a thread. */
export interface Waited {
  readonly thread: number;
  readonly status: number;
}

/**
 * Waits for the next thread that stops or ends; `now` returns at once, with undefined if there is none.
 * @throws if no thread is left
 */
export function wait(mode: 'until one comes' | 'now'): Waited | undefined {
  const thread = functions.waitpid(-1, status, wAll | (mode === 'now' ? wNoHang : 0));
  if (thread > 0) return { thread, status: status.readInt32LE() };
  if (thread < 0 && lastError() === 'ECHILD') throw new Error('the traced program is gone');
  return undefined;
}

/** Waits until a child stopped itself. */
export function waitForStop(child: number): void {
  functions.waitpid(child, status, wUntraced);
}

/** Larger than the structure of any C library. */
const sizeOfFileActions = 256;

/** Starts a program found in PATH, with the environment and the streams of this process. */
export function spawn(command: readonly string[]): number {
  const env = Object.entries(process.env).map(([name, value]) => `${name}=${value}`);
  const child = Buffer.alloc(4);
  // Node closes its streams in children, except those that it starts itself.
  const actions = Buffer.alloc(sizeOfFileActions);
  functions.initActions(actions);
  for (const stream of [0, 1, 2]) functions.addDuplicate(actions, stream, stream);
  const failed = functions.spawn(child, command[0], actions, null, [...command, null], [...env, null]);
  if (failed !== 0) throw new Error(`${command[0]} cannot be started (error ${failed})`);
  return child.readInt32LE();
}

/** Reads the memory of another process, as far as it can be read. */
export function readMemory(thread: number, address: bigint, length: number): Buffer {
  const into = Buffer.allocUnsafe(length);
  if (length === 0) return into;
  const local = new BigUint64Array([koffi.address(into), BigInt(length)]);
  const remote = new BigUint64Array([address, BigInt(length)]);
  const read = Number(functions.readMemory(thread, local, 1, remote, 1, 0));
  return into.subarray(0, Math.max(0, read));
}

const dontWait = 0x40;

/** The bytes that have arrived on a socket, without waiting for more. */
export function receiveNow(socket: number): Buffer {
  const into = Buffer.alloc(64 * 1024);
  return into.subarray(0, Math.max(0, Number(functions.receive(socket, into, into.length, dontWait))));
}
