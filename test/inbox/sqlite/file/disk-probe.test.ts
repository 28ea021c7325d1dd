import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFaultReader } from '../../../../src/inbox/sqlite/file/disk-probe.ts';

const { ENOSPC, EDQUOT, EROFS, EIO } = constants.errno;
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-ask-'));
  file = join(folder, 'store.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

const sqliteError = (errcode: number) => Object.assign(new Error('disk I/O error'), { errcode });

describe('an error of a write', () => {
  it.each([
    [778, ENOSPC, { lasting: false, full: true }, /the disk is full \(778\)$/],
    [778, EDQUOT, { lasting: false, full: true }, /the disk quota of this user is used up/],
    [1546, EROFS, { lasting: false, full: false }, /the disk is read-only/],
    [4874, ENOSPC, { lasting: false, full: true }, /the disk is full/],
    [778, EIO, { lasting: true, full: false }, /the disk reported an error/],
    [778, 0, { lasting: true, full: false }, /the disk reported an error/],
    [1034, ENOSPC, { lasting: true, full: false }, /the disk reported an error/],
    [266, EDQUOT, { lasting: true, full: false }, /the disk reported an error/],
    [13, 0, { lasting: false, full: true }, /the disk is full/],
  ])('%i, with the error %i of a file beside the store, means %o', (code, answer, kind, words) => {
    const fault = createFaultReader(file, () => answer)(sqliteError(code));
    expect(fault).toMatchObject(kind);
    expect(fault?.message).toMatch(words);
  });

  it('is blamed on the disk if a file beside the store can be written, or if the folder is missing', () => {
    expect(createFaultReader(file)(sqliteError(778))).toMatchObject({ lasting: true });
    expect(existsSync(`${file}-probe`)).toBe(false);
    expect(createFaultReader(join(folder, 'gone', 'store.db'))(sqliteError(778))).toMatchObject({
      lasting: true,
    });
  });

  it('is not explained if it is no storage error', () => {
    expect(createFaultReader(file)(new Error('a bug'))).toBeUndefined();
    expect(createFaultReader(file)(sqliteError(19))).toBeUndefined();
  });
});
