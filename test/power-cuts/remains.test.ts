import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../torture/chance.ts';
import type { RecordedCall } from '../syscalls/tracer/recorded-call.ts';
import type { Disk } from './disk.ts';
import { settleInterrupted } from './interrupted.ts';
import { memoryAt } from './memory.ts';
import { remainsOf } from './remains.ts';

const create = 0o100;

/** All possible disks after a power cut behind these calls, as texts; `nothing` for an empty disk. */
function leftOf(calls: readonly Partial<RecordedCall>[], before: Disk = new Map()): readonly string[] {
  const texts: Buffer[] = [];
  let at = 0;
  const record = calls.map((call, index): RecordedCall => {
    const bytes = Buffer.from(call.text ?? '');
    texts.push(bytes);
    at += bytes.length;
    const place = { at: at - bytes.length, length: bytes.length };
    return {
      ...{
        name: 'fsync',
        thread: 1,
        path: 'a',
        began: 2 * index,
        ended: 2 * index + 1,
        result: bytes.length,
      },
      ...(bytes.length > 0 && { bytes: place }),
      ...call,
    };
  });
  const memory = memoryAt({ before, calls: record, bytes: Buffer.concat(texts) }, 2 * calls.length);
  const found = Array.from({ length: 400 }, (_, seed) => {
    const disk = [...remainsOf(memory, chanceOf(seed))].map(([path, bytes]) => `${path}=${shown(bytes)}`);
    return disk.sort().join(' ') || 'nothing';
  });
  return [...new Set(found)].sort();
}

/** A letter for each sector, `0` for zeros, `?` for earlier data of the disk. */
function shown(bytes: Buffer): string {
  return Array.from({ length: Math.ceil(bytes.length / 512) }, (_, sector) => {
    const [first = 0] = bytes.subarray(512 * sector);
    if (first === 0) return '0';
    return first >= 65 && first <= 90 ? String.fromCharCode(first) : '?';
  }).join('');
}

const sectors = (letters: string) => [...letters].map(letter => letter.repeat(512)).join('');
const open = (path = 'a') => ({ name: 'openat', path, numbers: { flags: create } }) as const;
const write = (letters: string, sector = 0) =>
  ({ name: 'pwrite64', text: sectors(letters), numbers: { offset: 512 * sector } }) as const;
const sync = (path = 'a') => ({ name: 'fdatasync', path }) as const;
const made = [open(), sync('.')] as const;

describe('a call in progress when a process was killed', () => {
  const call = { thread: 1, path: 'a', began: 3, numbers: { offset: 2 } } as const;
  const part = {
    calls: [{ ...call, name: 'pwrite64', bytes: { at: 0, length: 4 } }],
    bytes: Buffer.from('BBBB'),
  } as const;

  it('has the result that the disk shows, and can be synced by another process', () => {
    const { calls, bytes } = settleInterrupted(part, new Map([['a', Buffer.from('AABBA')]]));
    expect([calls[0]?.ended, calls[0]?.bytes, String(bytes)]).toEqual([4, { at: 4, length: 3 }, 'BBBBBBA']);
  });

  it('has no result if the disk shows none; a sync in progress has no effect', () => {
    const sync = { ...call, name: 'fsync' } as const;
    const { calls } = settleInterrupted({ ...part, calls: [...part.calls, sync] }, new Map());
    expect(calls).toEqual([sync]);
  });
});

describe('the disk after a power cut', () => {
  it('has what was synced, under a synced name', () => {
    expect(leftOf([...made, write('AB'), sync()])).toEqual(['a=AB']);
  });

  it('has any sectors of an unsynced write, at any length that the file had', () => {
    const left = leftOf([...made, write('A'), sync(), write('BC')]);
    expect(left).toEqual(['a=A', 'a=A0', 'a=A?', 'a=AC', 'a=B', 'a=B0', 'a=B?', 'a=BC']);
  });

  it('can have the later of two writes without the earlier one', () => {
    expect(leftOf([...made, write('AA'), sync(), write('B'), write('C', 1)])).toContain('a=AC');
  });

  it('can lack a synced file whose folder was not synced', () => {
    expect(leftOf([open(), write('A'), sync()])).toEqual(['a=A', 'nothing']);
    const inNewFolder = [{ name: 'mkdir', path: 'f' }, open('f/a'), sync('f'), sync('f/a')] as const;
    expect(leftOf(inNewFolder)).toEqual(['f/a=', 'nothing']);
    expect(leftOf([...inNewFolder, sync('.')])).toEqual(['f/a=']);
  });

  it('can have a removed file until its folder was synced', () => {
    const before = new Map([['a', Buffer.from(sectors('A'))]]);
    const remove = { name: 'unlink', path: 'a' } as const;
    expect(leftOf([remove], before)).toEqual(['a=A', 'nothing']);
    expect(leftOf([remove, sync('.')], before)).toEqual(['nothing']);
  });

  it('has a renamed file under one of its names, and a truncated file whole or truncated', () => {
    const before = new Map([['a', Buffer.from(sectors('AB'))]]);
    expect(leftOf([{ name: 'rename', path: 'a', to: 'b' }], before)).toEqual(['a=AB', 'b=AB']);
    expect(leftOf([{ name: 'ftruncate', numbers: { length: 0 } }], before)).toEqual(['a=', 'a=AB']);
  });

  it('ignores a sync that failed, did not return, or began before the end of the write', () => {
    const failed = { ...sync(), result: -5 };
    const underWay = { ...sync(), ended: 99 };
    const besides = [
      { ...write('A'), ended: 6 },
      { ...sync(), ended: 8 },
    ] as const;
    for (const calls of [[write('A'), failed], [write('A'), underWay], besides])
      expect(leftOf([...made, ...calls])).toContain('a=');
  });
});
