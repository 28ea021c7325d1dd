import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startProgram } from '../program/program.ts';
import { launch, type Scene, setScene } from './scene.ts';
import type { Fault } from './tracer/fault.ts';
import { describeTraced } from './tracer/may-trace.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await setScene();
});

afterEach(() => scene.close());

const writes = ['pwrite64', 'write', 'ftruncate', 'fallocate'] as const;
const syncs = ['fsync', 'fdatasync'] as const;

/** Faults while a store is made or opened, and the message for each. */
const faults: readonly [string, Fault, RegExp][] = [
  [
    'the volume is read-only',
    { calls: ['openat', ...writes], path: '*/store/*', error: 'EROFS' },
    /read-only/i,
  ],
  [
    'the folder may not be written',
    { calls: ['openat'], path: '*/store/*', error: 'EACCES' },
    /this user may write in it/,
  ],
  ['the disk is full', { calls: writes, path: '*/store/*', error: 'ENOSPC' }, /the disk is full/],
  [
    'the quota is used up',
    { calls: writes, path: '*/store/*', error: 'EDQUOT' },
    /quota of this user is used up/,
  ],
  [
    'its journal cannot be written',
    { calls: writes, path: '*/bridge.db-journal', error: 'ENOSPC' },
    /the disk is full \(13\)/,
  ],
  [
    'its log cannot be written',
    { calls: writes, path: '*/bridge.db-wal', error: 'EIO' },
    /the disk reported an error \(778\); see what is wrong with the disk/,
  ],
  [
    "the log's index cannot be made",
    { calls: writes, path: '*/bridge.db-shm', error: 'EIO' },
    /the disk reported an error \(\d+\); see what/,
  ],
  [
    'its file cannot be synced',
    { calls: syncs, path: '*/bridge.db', error: 'EIO' },
    /the disk reported an error \(1034\); see what/,
  ],
];

describeTraced('start', () => {
  it.each(faults)('reports clearly that %s, and ends with status 3', async (_, fault, words) => {
    const config = join(scene.folder, 'config.yaml');
    const traced = await launch(config, { faults: [fault] });
    const { status } = await new Promise<{ status: number | null }>(done =>
      traced.child.once('close', code => done({ status: code })),
    );
    const said = traced
      .output()
      .split('\n')
      .find(line => line.startsWith('fieldbridge start:'));
    expect({ status, said }).toEqual({ status: 3, said: expect.stringMatching(words) });
    expect(said).toMatch(
      /^fieldbridge start: the store cannot be opened: the store \/\S+bridge\.db cannot be /,
    );
    expect(said).not.toMatch(/damaged|Restore/);
    // This start is not examined, and a tracer would make it three times as expensive.
    const running = await startProgram({ config, port: scene.port });
    const { status: answer } = await scene.post({ id: '1' });
    await running.end('SIGKILL');
    expect(answer).toBe(200);
  });
});
