import { dlopen, getInt32, getRawPointer } from 'node:ffi';
import { constants } from 'node:os';

/** The functions of the C library that a tracer needs; Node offers none of them. */
const { functions } = dlopen(null, {
  ptrace: { arguments: ['i64', 'i64', 'u64', 'u64'], return: 'i64' },
  waitpid: { arguments: ['i32', 'pointer', 'i32'], return: 'i32' },
  posix_spawnp: {
    arguments: ['pointer', 'pointer', 'pointer', 'pointer', 'pointer', 'pointer'],
    return: 'i32',
  },
  posix_spawn_file_actions_init: { arguments: ['pointer'], return: 'i32' },
  posix_spawn_file_actions_adddup2: { arguments: ['pointer', 'i32', 'i32'], return: 'i32' },
  process_vm_readv: { arguments: ['i32', 'pointer', 'u64', 'pointer', 'u64', 'u64'], return: 'i64' },
  recv: { arguments: ['i32', 'pointer', 'u64', 'i32'], return: 'i64' },
  __errno_location: { arguments: [], return: 'pointer' },
});

/** ptrace(2). Answers whether it worked: a thread may be gone at any time, since a kill waits for nobody. */
export function ptrace(request: number, thread: number, address: bigint, data: bigint): boolean {
  return functions.ptrace(BigInt(request), BigInt(thread), address, data) !== -1n;
}

/** The name of the error of the last call. */
export function lastError(): string {
  const number = getInt32(functions.__errno_location());
  return Object.entries(constants.errno).find(([, each]) => each === number)?.[0] ?? `error ${number}`;
}

/** All children, also those that are threads. */
const wAll = 0x40000000;
const wNoHang = 1;
const wUntraced = 2;
const status = Buffer.alloc(4);

/** What waitpid(2) told of a thread. */
export interface Waited {
  readonly thread: number;
  readonly status: number;
}

/**
 * Waits for the next thread that stops or ends; `now` asks without waiting. Undefined where there is none yet.
 * @throws where nothing is left to wait for
 */
export function wait(patience: 'until one comes' | 'now'): Waited | undefined {
  const thread = functions.waitpid(-1, status, wAll | (patience === 'now' ? wNoHang : 0));
  if (thread > 0) return { thread, status: status.readInt32LE() };
  if (thread < 0 && lastError() === 'ECHILD') throw new Error('the traced program is gone');
  return undefined;
}

/** Waits until a child stopped itself. */
export function waitForStop(child: number): void {
  functions.waitpid(child, status, wUntraced);
}

/** More than any C library needs. */
const sizeOfFileActions = 256;

/** Starts a program that is looked up in PATH, with the environment and the streams of this process. */
export function spawn(command: readonly string[]): number {
  const texts = (list: readonly string[]) => list.map(text => Buffer.from(`${text}\0`));
  const pointers = (list: readonly Buffer[]) =>
    Buffer.from(new BigUint64Array([...list.map(getRawPointer), 0n]).buffer);
  const args = texts(command);
  const env = texts(Object.entries(process.env).map(([name, value]) => `${name}=${value}`));
  const child = Buffer.alloc(4);
  // Node keeps its streams from its children, but for those that it starts itself.
  const actions = Buffer.alloc(sizeOfFileActions);
  functions.posix_spawn_file_actions_init(actions);
  for (const stream of [0, 1, 2]) functions.posix_spawn_file_actions_adddup2(actions, stream, stream);
  const failed = functions.posix_spawnp(child, args[0] ?? null, actions, null, pointers(args), pointers(env));
  if (failed !== 0) throw new Error(`${command[0]} cannot be started (error ${failed})`);
  return child.readInt32LE();
}

/** Reads the memory of another process, as much of it as can be read. */
export function readMemory(thread: number, address: bigint, length: number): Buffer {
  const into = Buffer.allocUnsafe(length);
  if (length === 0) return into;
  const local = new BigUint64Array([getRawPointer(into), BigInt(length)]);
  const remote = new BigUint64Array([address, BigInt(length)]);
  const read = Number(functions.process_vm_readv(thread, local, 1n, remote, 1n, 0n));
  return into.subarray(0, Math.max(0, read));
}

const dontWait = 0x40;

/** What has come in on a socket, without waiting for more. */
export function receiveNow(socket: number): Buffer {
  const into = Buffer.alloc(64 * 1024);
  return into.subarray(0, Math.max(0, Number(functions.recv(socket, into, BigInt(into.length), dontWait))));
}
