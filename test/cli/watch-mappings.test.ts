import { mkdirSync, renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchMappings } from '../../src/cli/watch-mappings.ts';
import { disk } from '../../src/cli/workspace.ts';
import type { Config } from '../../src/config/config.ts';
import { type MappingFolder, readMappings } from '../../src/mapping/folder.ts';
import { folderWith, plainMapping, writeFiles } from './command-line.ts';

/** Watches a folder that was read as `first`. */
function watch(folder: string, first: MappingFolder) {
  const log: string[] = [];
  const used: string[][] = [];
  const bridge = {
    async useMappings({ mappings }: MappingFolder) {
      used.push(mappings.map(each => each.name));
    },
  };
  const logger = pino({}, { write: line => void log.push(JSON.parse(line).msg) });
  onTestFinished(watchMappings({ mappings: folder } as Config, first, bridge, logger));
  const look = () => vi.advanceTimersByTimeAsync(1_000);
  return { log, used, look };
}

describe('watching the mappings', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('notices what was changed after the first reading and before the watching', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping });
    const first = readMappings(folder, disk);
    writeFiles(folder, { 'more.yaml': plainMapping });
    const { log, used, look } = watch(folder, first);
    await look();
    await look();
    expect(used).toEqual([['more', 'notes']]);
    expect(log).toEqual(['the mappings were read again']);
  });

  it('leaves everything as it is where a file was only touched', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping });
    const { log, used, look } = watch(folder, readMappings(folder, disk));
    await look();
    utimesSync(join(folder, 'notes.yaml'), 1, 1);
    await look();
    expect({ log, used }).toEqual({ log: [], used: [] });
    writeFiles(folder, { 'more.yaml': plainMapping });
    await look();
    expect(used).toEqual([['more', 'notes']]);
  });

  it('keeps the mappings while their folder cannot be read, and says so once', async () => {
    const parent = folderWith({ 'mappings/notes.yaml': plainMapping });
    const folder = join(parent, 'mappings');
    const { log, used, look } = watch(folder, readMappings(folder, disk));
    renameSync(folder, join(parent, 'away'));
    await look();
    await look();
    mkdirSync(folder);
    await look();
    expect(used).toEqual([['notes'], []]);
    expect(log).toEqual([
      'the folder of the mappings cannot be read; they stay as they were',
      'the mappings were read again',
    ]);
  });

  it('forgets a mapping whose file is gone, and keeps one whose file is faulty', async () => {
    const folder = folderWith({ 'a.yaml': plainMapping, 'b.yaml': plainMapping });
    const { log, used, look } = watch(folder, readMappings(folder, disk));
    renameSync(join(folder, 'a.yaml'), join(folder, 'a.txt'));
    writeFiles(folder, { 'b.yaml': 'source: [' });
    await look();
    expect(used).toEqual([['b']]);
    expect(log).toEqual(['the mappings were read again; a faulty file keeps its last good version']);
  });
});
