import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClaims } from '../../../src/inbox/owned/claims.ts';
import { Connection } from '../../../src/inbox/sqlite/connection/connection.ts';
import { takeSteps, transactionOf } from '../../../src/inbox/sqlite/operate/operation-store.ts';

let connection: Connection;

beforeEach(() => {
  connection = new Connection(new DatabaseSync(':memory:'));
  connection.execute('CREATE TABLE word (number INTEGER PRIMARY KEY, text TEXT, rare INTEGER) STRICT');
  connection.execute('CREATE INDEX word_rare ON word (text) WHERE rare = 1');
  connection.execute("INSERT INTO word VALUES (1, 'a', 0), (2, 'b', 1), (3, 'c', 1)");
});

afterEach(() => connection.close());

const opened = () => transactionOf(connection, { claims: createClaims(), random: randomBytes });

const numbers = (sql: string, ...values: (string | readonly string[])[]) => {
  const rows = takeSteps(opened().all<{ number: number }>(sql, ...values));
  return rows.map(({ number }) => number);
};

it.each<[string, string, (string | readonly string[])[], number[]]>([
  ['values by their number', 'SELECT number FROM word WHERE text > $2 AND text < $1', ['c', 'a'], [2]],
  ['values in a list', 'SELECT number FROM word WHERE text = ANY ($1)', [['a', 'c']], [1, 3]],
  ['values in no list', 'SELECT number FROM word WHERE text <> ALL ($1)', [['a', 'c']], [2]],
  ['locked rows', 'SELECT number FROM word ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED', [], [1]],
  [
    'rows locked for others',
    'SELECT number FROM word ORDER BY number LIMIT 2 FOR NO KEY UPDATE SKIP LOCKED',
    [],
    [1, 2],
  ],
])('a statement for both databases finds %s in SQLite', (_, sql, values, found) => {
  expect(numbers(sql, ...values)).toEqual(found);
});

it('a statement for both databases uses the partial indexes of SQLite', () => {
  const sql = "EXPLAIN QUERY PLAN SELECT text FROM word WHERE rare = true AND text > 'a'";
  const plan = takeSteps(opened().all<{ detail: string }>(sql));
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('INDEX word_rare')]);
});

it('a step writes a boolean to SQLite as a number', () => {
  expect(takeSteps(opened().run('UPDATE word SET rare = $1 WHERE number = $2', true, 1))).toBe(1);
  expect(numbers('SELECT number FROM word WHERE rare = true')).toEqual([1, 2, 3]);
});
