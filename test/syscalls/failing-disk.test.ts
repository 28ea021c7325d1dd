import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/inbox/sqlite/store.ts';
import { createTestClock } from '../inbox/contract/bench.ts';
import { describeTraced } from './tracer/may-trace.ts';
import { startTraced } from './tracer/start-traced.ts';

const writer = join(import.meta.dirname, '../inbox/sqlite-writer.ts');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-failing-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describeTraced('the SQLite store on a failing disk', () => {
  it('accepts nothing more after one failed sync, and has all accepted events', async () => {
    const path = join(folder, 'store.db');
    const failing = {
      calls: ['fdatasync', 'fsync'],
      path: '*/store.db*',
      error: 'EIO',
      after: 60,
      times: 1,
    } as const;
    const traced = await startTraced(process.execPath, [writer, path, 'a', '2000', 'send', '3'], {
      faults: [failing],
    });
    if (!traced.child.stdout) throw new Error('it has no output');
    const lines: string[] = [];
    for await (const line of createInterface({ input: traced.child.stdout })) lines.push(line);
    const refused = lines.filter(line => line.startsWith('unavailable'));
    expect(refused).toHaveLength(3);
    for (const line of refused) expect(line).toMatch(/"lasting":true.*the disk reported an error/);
    const accepted = lines.filter(line => line.startsWith('accepted ')).map(line => line.slice(9));
    expect(accepted.length).toBeGreaterThan(20);
    const store = await openSqliteStore(path, { clock: createTestClock() });
    for (const id of accepted) expect(await store.event(id), id).toBeDefined();
    await store.close();
  });

  it('accepts nothing more after a failed read of its log, even in the checkpointing thread', async () => {
    const path = join(folder, 'store.db');
    const failing = { calls: ['pread64'], path: '*/store.db-wal', error: 'EIO', times: 1 } as const;
    const traced = await startTraced(process.execPath, [writer, path, 'a', '2000', 'keep', '1']);
    if (!traced.child.stdout) throw new Error('it has no output');
    const lines: string[] = [];
    for await (const line of createInterface({ input: traced.child.stdout })) {
      lines.push(line);
      if (line === 'open') await traced.inject(failing);
    }
    expect(lines.at(-1)).toMatch(/^unavailable .*"lasting":true.*the disk reported an error/);
    const accepted = lines.filter(line => line.startsWith('accepted ')).map(line => line.slice(9));
    const store = await openSqliteStore(path, { clock: createTestClock() });
    for (const id of accepted) expect(await store.event(id), id).toBeDefined();
    await store.close();
  });
});
