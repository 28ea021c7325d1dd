import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrations } from '../../../../src/inbox/sqlite/file/schema.ts';
import { hasLaterSql } from '../../../../src/inbox/stored/has-later.ts';

it('finds a later event of the person by the index alone', () => {
  const database = new DatabaseSync(':memory:');
  for (const migration of migrations) database.exec(migration);
  const plan = database
    .prepare(
      `EXPLAIN QUERY PLAN SELECT ${hasLaterSql('c', 'e.occurred_at')} FROM call c JOIN event e ON e.sequence = c.event
       WHERE c.lane = ? AND c.status = 'queued' ORDER BY c.event, c.position LIMIT 1`,
    )
    .all(1)
    .map(({ detail }) => detail);
  database.close();
  expect(plan).toContain(
    'SEARCH later USING COVERING INDEX call_applied (lane=? AND mapping=? AND occurred_at>?)',
  );
  expect(plan.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
});
