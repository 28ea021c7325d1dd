import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applicationId } from '../../src/inbox/sqlite/file/schema.ts';
import { StoreUnusable } from '../../src/inbox/sqlite/file/store-unusable.ts';
import { openEventArchive } from '../../src/inbox/sqlite/reading/open-event-archive.ts';
import { readCatalogs } from '../../src/inbox/sqlite/reading/read-catalogs.ts';
import { readEvent, readLink } from '../../src/inbox/sqlite/reading/read-event.ts';
import { readLastEvents } from '../../src/inbox/sqlite/reading/read-last-events.ts';

/** All that reads a store beside the bridge that owns it. */
const readers: readonly (readonly [string, (path: string) => unknown])[] = [
  ['catalogs', readCatalogs],
  ['an event', path => readEvent(path, 'evt_1')],
  ['a link', path => readLink(path, { people: 'crm', id: 'c-7' }, 'salon')],
  ['the last events', path => readLastEvents(path, ['crm'], 10)],
  ['the archive', openEventArchive],
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

describe.each(readers)('reading %s beside a bridge', (_, read) => {
  it('refuses what is no store of this version, and says why', () => {
    const other = databaseOf('CREATE TABLE other (name TEXT)');
    expect(() => read(other)).toThrow(new StoreUnusable(`${other} is not a store of this program`));
    databaseOf(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = 99`);
    expect(() => read(other)).toThrow('was made by a newer version of this program');
    databaseOf('PRAGMA user_version = 0');
    expect(() => read(other)).toThrow('was made by an older version of this program');
  });

  it('names the file that SQLite cannot read', () => {
    const garbage = join(folder, 'garbage.db');
    writeFileSync(garbage, 'no database, but long enough to be looked at as one'.repeat(20));
    expect(() => read(garbage)).toThrow(`the store ${garbage} cannot be read: file is not a database`);
    const place = join(folder, 'place');
    mkdirSync(place);
    expect(() => read(place)).toThrow(`the store ${place} cannot be used: it is a folder, no file`);
  });
});

describe('a store that does not exist yet', () => {
  it('has nothing to be read', () => {
    const none = join(folder, 'none.db');
    expect(readCatalogs(none).size + readLastEvents(none, ['crm'], 10).size).toBe(0);
    expect(readEvent(none, 'evt_1')).toBeUndefined();
    expect(() => openEventArchive(none)).toThrow('`fieldbridge start` makes it');
  });
});
