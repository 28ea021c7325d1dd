import { constants } from 'node:os';
import { readMemory } from './libc.ts';

/** The argument numbers of a system call by meaning. */
export interface Shape {
  readonly number: number;
  readonly descriptor?: number;
  readonly path?: number;
  /** The second path: the new name. */
  readonly to?: number;
  /** Numeric arguments, by meaning. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** The written data: bytes followed by their length, a list of such pieces, or a message with such a list. */
  readonly data?: { readonly at: number; readonly as: 'bytes' | 'list' | 'message' };
}

const bytes = { at: 1, as: 'bytes' } as const;
const list = { at: 1, as: 'list' } as const;

/** The system calls that can be recorded and made to fail, with their numbers on x86-64. */
export const syscalls = {
  read: { number: 0, descriptor: 0 },
  write: { number: 1, descriptor: 0, data: bytes },
  open: { number: 2, path: 0 },
  close: { number: 3, descriptor: 0 },
  pread64: { number: 17, descriptor: 0 },
  pwrite64: { number: 18, descriptor: 0, data: bytes, numbers: { offset: 3 } },
  writev: { number: 20, descriptor: 0, data: list },
  sendto: { number: 44, descriptor: 0, data: bytes },
  sendmsg: { number: 46, descriptor: 0, data: { at: 1, as: 'message' } },
  fcntl: { number: 72, descriptor: 0 },
  fsync: { number: 74, descriptor: 0 },
  fdatasync: { number: 75, descriptor: 0 },
  ftruncate: { number: 77, descriptor: 0, numbers: { length: 1 } },
  rename: { number: 82, path: 0, to: 1 },
  mkdir: { number: 83, path: 0 },
  rmdir: { number: 84, path: 0 },
  link: { number: 86, path: 0, to: 1 },
  unlink: { number: 87, path: 0 },
  openat: { number: 257, path: 1, numbers: { flags: 2 } },
  fallocate: { number: 285, descriptor: 0, numbers: { mode: 1, offset: 2, length: 3 } },
  pwritev: { number: 296, descriptor: 0, data: list, numbers: { offset: 3 } },
} as const satisfies Record<string, Shape>;

export type SyscallName = keyof typeof syscalls;

const byNumber = new Map(
  Object.entries<Shape>(syscalls).map(([name, shape]) => [
    shape.number,
    { ...shape, name: name as SyscallName },
  ]),
);

/** The call with a number; undefined for calls that are never recorded. */
export function syscallOf(number: number): (Shape & { readonly name: SyscallName }) | undefined {
  return byNumber.get(number);
}

/** The result of a disk fault, as a negative number. */
export function errorResult(name: string): number {
  const number = Object.entries(constants.errno).find(([each]) => each === name)?.[1];
  if (number === undefined) throw new Error(`there is no error ${name}`);
  return -number;
}

const longestPath = 4096;

/** The text at the address in an argument. */
export function textAt(thread: number, address: bigint): string {
  // Reads up to the end of the page, because the next page may not be readable.
  const toPageEnd = longestPath - Number(address % BigInt(longestPath));
  let found = readMemory(thread, address, toPageEnd);
  if (!found.includes(0))
    found = Buffer.concat([found, readMemory(thread, address + BigInt(toPageEnd), longestPath)]);
  const end = found.indexOf(0);
  return found.toString('utf8', 0, end < 0 ? found.length : end);
}

/** The numeric arguments of a call, by meaning. */
export function numbersOf({ numbers = {} }: Shape, args: readonly bigint[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(numbers).map(([what, place]) => [what, Number(args[place] ?? 0n)]),
  );
}

/** The data that a call writes, up to `most` bytes. */
export function dataOf(thread: number, { data }: Shape, args: readonly bigint[], most: number): Buffer {
  if (!data) return Buffer.alloc(0);
  const at = args[data.at] ?? 0n;
  const size = args[data.at + 1] ?? 0n;
  if (data.as === 'bytes') return readMemory(thread, at, Math.min(Number(size), most));
  if (data.as === 'list') return gather(thread, at, Number(size), most);
  const message = readMemory(thread, at, 32);
  return gather(thread, message.readBigUInt64LE(16), Number(message.readBigUInt64LE(24)), most);
}

function gather(thread: number, at: bigint, count: number, most: number): Buffer {
  const stretches = readMemory(thread, at, 16 * Math.min(count, 1024));
  const parts: Buffer[] = [];
  let left = most;
  for (let offset = 0; offset + 16 <= stretches.length && left > 0; offset += 16) {
    const length = Math.min(Number(stretches.readBigUInt64LE(offset + 8)), left);
    parts.push(readMemory(thread, stretches.readBigUInt64LE(offset), length));
    left -= length;
  }
  return Buffer.concat(parts);
}
