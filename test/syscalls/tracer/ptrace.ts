import koffi from 'koffi';
import { ptrace } from './libc.ts';

const request = { resume: 24, poke: 6, seize: 0x4206, listen: 0x4208, syscallInfo: 0x420e } as const;

/** Marks the stops of system calls, follows forks, threads and exec, and kills traced programs if the tracer ends. */
const options = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x100000;

/** The offsets of registers in the user area of x86-64. */
const register = { result: 10n * 8n, call: 15n * 8n } as const;

const info = Buffer.alloc(88);
const infoAt = koffi.address(info);

/** The stop of a thread before or after a system call. */
export type SyscallStop =
  | { readonly kind: 'entry'; readonly number: number; readonly args: readonly bigint[] }
  | { readonly kind: 'exit'; readonly result: bigint };

/** Starts tracing a stopped process. Returns whether that is permitted. */
export function seize(process: number): boolean {
  return ptrace(request.seize, process, 0n, BigInt(options));
}

/** Lets a thread run until its next system call starts or ends, with a signal or none (0). */
export function resume(thread: number, signal = 0): void {
  ptrace(request.resume, thread, 0n, BigInt(signal));
}

/** Keeps a thread stopped by a stop signal, as without a tracer. */
export function leaveStopped(thread: number): void {
  ptrace(request.listen, thread, 0n, 0n);
}

/** The call that a stopped thread makes or has made; undefined if the thread is gone. */
export function syscallStop(thread: number): SyscallStop | undefined {
  if (!ptrace(request.syscallInfo, thread, BigInt(info.length), infoAt)) return undefined;
  const operation = info.readUInt8(0);
  if (operation === 2) return { kind: 'exit', result: info.readBigInt64LE(24) };
  if (operation !== 1) return undefined;
  const args = Array.from({ length: 6 }, (_, index) => info.readBigUInt64LE(32 + 8 * index));
  return { kind: 'entry', number: Number(info.readBigUInt64LE(24)), args };
}

/** Prevents the call that a thread is about to make. */
export function skipCall(thread: number): void {
  ptrace(request.poke, thread, register.call, 0xffff_ffff_ffff_ffffn);
}

/** Sets the result of the call that a thread has just made, or was prevented from making. */
export function setResult(thread: number, result: number): void {
  ptrace(request.poke, thread, register.result, BigInt.asUintN(64, BigInt(result)));
}
