import type { RecordedCall } from '../syscalls/tracer/recorded-call.ts';
import type { Disk } from './disk.ts';

/** The calls on a disk, and all bytes that they wrote. */
export interface Part {
  readonly calls: readonly RecordedCall[];
  readonly bytes: Buffer;
}

/**
 * A call in progress when a process was killed may have been made completely, partly or not at all. It is recorded with
 * the result that the disk shows, since no other call changed those places, and as ended with the process. A sync in
 * progress is recorded as never returned.
 */
export function settleInterrupted({ calls, bytes }: Part, there: Disk): Part {
  const more: Buffer[] = [];
  const over = calls.reduce((last, { began, ended }) => Math.max(last, ended ?? began), 0) + 1;
  let at = bytes.length;
  const settled = calls.flatMap((call): readonly RecordedCall[] => {
    if (call.ended !== undefined || call.name === 'fsync' || call.name === 'fdatasync') return [call];
    const done = { ...call, ended: over };
    const file = there.get(call.path);
    if (call.name === 'ftruncate') return [{ ...done, numbers: { length: file?.length ?? 0 } }];
    if (!call.bytes) return isDone(call, there) ? [done] : [];
    const { offset = 0 } = call.numbers ?? {};
    const written = file?.subarray(offset, offset + call.bytes.length) ?? Buffer.alloc(0);
    if (written.length === 0) return [];
    more.push(written);
    at += written.length;
    return [{ ...done, bytes: { at: at - written.length, length: written.length } }];
  });
  return { calls: settled, bytes: Buffer.concat([bytes, ...more]) };
}

function isDone({ name, path, to = '' }: RecordedCall, there: Disk): boolean {
  if (name === 'openat') return there.has(path);
  if (name === 'unlink' || name === 'rename') return !there.has(path);
  return name !== 'link' || there.has(to);
}
