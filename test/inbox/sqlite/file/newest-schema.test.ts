import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { newestSchema } from '../../../../src/inbox/sqlite/file/newest-schema.ts';
import { migrations } from '../../../../src/inbox/sqlite/file/schema.ts';

interface Part {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

function databaseOf(statements: string): DatabaseSync {
  const database = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: false });
  database.exec(statements);
  return database;
}

/** Returns what defines each table, index and trigger, without comments, blanks, and the quotes of a renamed table. */
function partsOf(database: DatabaseSync): readonly Part[] {
  const rows = database.prepare('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema').all();
  return (rows as unknown as Part[]).map(part => ({
    ...part,
    sql: part.sql === null ? null : plain(part.sql),
  }));
}

function plain(sql: string): string {
  const words = sql.replaceAll(/--[^\n]*|"/g, '').replaceAll(/\s+/g, ' ');
  return words.replaceAll(/ ([,)])|(\() /g, '$1$2');
}

/** Returns the rows of all tables that have some. */
function contentsOf(database: DatabaseSync): unknown {
  const tables = partsOf(database).filter(
    ({ type, sql }) => type === 'table' && sql?.startsWith('CREATE TABLE'),
  );
  return Object.fromEntries(
    tables
      .map(({ name }) => [name, database.prepare(`SELECT * FROM ${name}`).all()] as const)
      .filter(([, rows]) => rows.length > 0),
  );
}

it('is the schema that all migrations make, with the same rows, and its indexes and triggers in their order', () => {
  const [migrated, made] = [databaseOf(migrations.join(';')), databaseOf(newestSchema)];
  const byName = (parts: readonly Part[]) => parts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(byName(partsOf(made))).toEqual(byName(partsOf(migrated)));
  expect(contentsOf(made)).toEqual(contentsOf(migrated));
  // SQLite prefers one of two equally good indexes by their order.
  const order = (database: DatabaseSync) =>
    Object.groupBy(
      partsOf(database).filter(({ type }) => type !== 'table'),
      ({ type, table }) => `${type} of ${table}`,
    );
  expect(order(made)).toEqual(order(migrated));
});
