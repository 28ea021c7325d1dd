import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventArchive } from '../../../../src/inbox/event-archive.ts';
import { openArchive, readArchive } from '../../../../src/inbox/open-store.ts';
import { applicationId } from '../../../../src/inbox/sqlite/file/schema.ts';
import { StoreUnusable } from '../../../../src/inbox/store-unusable.ts';

/** All readers of a store that run beside the bridge. */
const readers: readonly (readonly [string, (archive: EventArchive) => Promise<unknown>])[] = [
  ['catalogs', archive => archive.catalogs()],
  ['an event', archive => archive.event('evt_1')],
  ['a link', archive => archive.findLink({ people: 'crm', id: 'c-7' }, 'salon')],
  ['the last events', archive => archive.lastEvents(['crm'], 10)],
  ['nothing', async () => {}],
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function databaseOf(sql: string): string {
  const path = join(folder, 'store.db');
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

describe.each(readers)('reading %s beside a bridge', (_, readFrom) => {
  const read = (path: string) => readArchive({ kind: 'sqlite', path }, readFrom);

  it('refuses a file that is no store of this version, with the reason', async () => {
    const other = databaseOf('CREATE TABLE other (name TEXT)');
    await expect(read(other)).rejects.toThrow(new StoreUnusable(`${other} is not a store of this program`));
    databaseOf(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = 99`);
    await expect(read(other)).rejects.toThrow('was made by a newer version of this program');
    databaseOf('PRAGMA user_version = 0');
    await expect(read(other)).rejects.toThrow('was made by an older version of this program');
  });

  it('names the file that SQLite cannot read', async () => {
    const garbage = join(folder, 'garbage.db');
    writeFileSync(garbage, 'no database, but long enough to be looked at as one'.repeat(20));
    await expect(read(garbage)).rejects.toThrow(
      `the store ${garbage} cannot be read: file is not a database`,
    );
    const place = join(folder, 'place');
    mkdirSync(place);
    await expect(read(place)).rejects.toThrow(`the store ${place} cannot be used: it is a folder, no file`);
  });
});

describe('a store that does not exist yet', () => {
  it('cannot be read', async () => {
    const none = join(folder, 'none.db');
    const place = { kind: 'sqlite', path: none } as const;
    for (const [, read] of readers) expect(await readArchive(place, read)).toBeUndefined();
    await expect(openArchive(place)).rejects.toThrow('`fieldbridge start` makes it');
  });
});
