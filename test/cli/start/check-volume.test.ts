import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkVolume } from '../../../src/cli/start/check-volume.ts';
import type { Config } from '../../../src/config/config.ts';

const configWith = (path: string) => ({ file: '/config.yaml', store: { kind: 'sqlite', path } }) as Config;
const memory = '/dev/shm';
const isMemory = (folder: string) => statfsSync(folder).type === 0x01021994;

describe('the volume of the store', () => {
  it.runIf(isMemory(memory))('gets a warning if it is memory, also before its folder exists', () => {
    expect(checkVolume(configWith(join(memory, 'not/yet/there/store.db')))).toMatchObject([
      {
        code: 'config/volatile-store',
        severity: 'warning',
        path: 'store',
        hint: expect.stringContaining('volume'),
      },
    ]);
  });

  it.skipIf(isMemory(tmpdir()))('gets no warning on a disk', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-volume-'));
    const codes = checkVolume(configWith(join(folder, 'store.db'))).map(each => each.code);
    rmSync(folder, { recursive: true });
    expect(codes.filter(code => code === 'config/unsafe-volume')).toEqual([]);
  });
});
