import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { whatToRecord } from '../syscalls/disk-before-answer.ts';
import type { Scene } from '../syscalls/scene.ts';
import type { RecordedCall } from '../syscalls/tracer/recorded-call.ts';
import type { RecordOptions } from '../syscalls/tracer/recorder.ts';
import type { Traced } from '../syscalls/tracer/start-traced.ts';
import { type Disk, isMemory, readDisk } from './disk.ts';
import { erasedPattern } from './eraser.ts';
import { type Part, settleInterrupted } from './interrupted.ts';
import { memoryAt, type PowerOn } from './memory.ts';
import { diskSeen } from './remains.ts';

/** One process on the disk: how it is started, what happens while it runs, and which signal ends it. */
export interface Run {
  readonly start: (record: RecordOptions) => Promise<Traced>;
  readonly during: () => Promise<void>;
  /** SIGCONT: the process ends by itself. */
  readonly end: 'SIGTERM' | 'SIGKILL' | 'SIGCONT';
}

/** The folder of the processes, and the part of it that is their disk. */
type Place = Pick<Scene, 'folder' | 'disk'>;

const recorded: Omit<RecordOptions, 'file' | 'changes'> = {
  ...whatToRecord,
  find: { ...whatToRecord.find, erased: erasedPattern },
  calls: [
    ...whatToRecord.calls,
    'pwritev',
    'openat',
    'ftruncate',
    'fallocate',
    'rename',
    'link',
    'unlink',
    'mkdir',
    'rmdir',
  ],
};

/**
 * Runs programs one after another during a power-on period, and records their calls on the disk and their network
 * traffic.
 * @throws if the record does not reproduce the files at the end
 */
export async function recordPower(place: Place, runs: readonly Run[]): Promise<PowerOn> {
  const before = readDisk(place.disk);
  const parts: Part[] = [];
  for (const run of runs) parts.push(settleInterrupted(await recordRun(place, run), readDisk(place.disk)));
  const power = { before, ...inARow(parts) };
  assertWhole(power, readDisk(place.disk));
  return power;
}

async function recordRun({ folder, disk }: Place, { start, during, end }: Run): Promise<Part> {
  const file = join(folder, 'record');
  const bytes = join(folder, 'bytes');
  const running = await start({ ...recorded, file, changes: { folder: disk, bytes } });
  await during();
  await running.end(end);
  const onDisk = (path: string) => (path === disk ? '.' : path.replace(`${disk}/`, ''));
  const calls = (await running.record()).map(call => ({
    ...call,
    path: onDisk(call.path),
    ...(call.to !== undefined && { to: onDisk(call.to) }),
  }));
  return { calls: calls.sort((one, other) => one.began - other.began), bytes: readFileSync(bytes) };
}

/** Concatenates records. */
function inARow(parts: readonly Part[]): Part {
  const calls: RecordedCall[] = [];
  let stops = 0;
  let at = 0;
  for (const part of parts) {
    for (const call of part.calls) {
      calls.push({
        ...call,
        ...(call.bytes && { bytes: { ...call.bytes, at: call.bytes.at + at } }),
        began: call.began + stops,
        ...(call.ended !== undefined && { ended: call.ended + stops }),
      });
    }
    stops = calls.reduce((last, call) => Math.max(last, call.ended ?? call.began), stops) + 1;
    at += part.bytes.length;
  }
  return { calls, bytes: Buffer.concat(parts.map(part => part.bytes)) };
}

function assertWhole(power: PowerOn, there: Disk): void {
  const made = diskSeen(memoryAt(power, Number.POSITIVE_INFINITY));
  const paths = new Set([...made.keys(), ...there.keys()].filter(path => !isMemory(path)));
  const differing = [...paths].filter(path => !there.get(path)?.equals(made.get(path) ?? Buffer.alloc(0)));
  if (differing.length > 0) throw new Error(`the record does not explain ${differing.join(', ')}`);
}
