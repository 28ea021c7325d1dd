import { setImmediate as turn } from 'node:timers/promises';
import { erasedMark as erased, type Find } from '../../decide/erasing/personal-data.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';

/** The number of short texts that are processed before other work gets its turn. */
const stepSize = 500;

/** Erases a text from the audit log, and from the reasons of holds. */
export async function eraseFromNotes(connection: Connection, queue: WriteQueue, find: Find): Promise<void> {
  await inRanges(queue, after => eraseFromTrail(connection, find, after));
  await queue.write(() => eraseFromHolds(connection, find));
}

/** Deletes the senders' ids with a text whose events are gone. */
export function forgetIdsOfGone(connection: Connection, queue: WriteQueue, find: Find): Promise<void> {
  return inRanges(queue, after => forgetIds(connection, find, after));
}

/** Runs a step for one range of rows after another. It returns the last row of its range if there may be more. */
async function inRanges(queue: WriteQueue, step: (after: number) => number | undefined): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; await turn()) {
    const from: number = after;
    after = await queue.write(() => step(from));
  }
}

const columns = ['why', 'about', 'detail'] as const;

/** Erases a text from a range of the audit log; returns its last number if there may be more. */
function eraseFromTrail(connection: Connection, find: Find, after: number): number | undefined {
  const rows = connection.all<{ number: number } & Record<(typeof columns)[number], string | null>>(
    'SELECT number, why, about, detail FROM audit WHERE number > ? ORDER BY number LIMIT ?',
    after,
    stepSize,
  );
  for (const row of rows) {
    for (const column of columns) {
      if (row[column] === null || !find(row[column])) continue;
      connection.run(`UPDATE audit SET ${column} = ? WHERE number = ?`, erased, row.number);
    }
  }
  return rows.length === stepSize ? rows.at(-1)?.number : undefined;
}

/** Erases a text from the reasons of held mappings and destinations. */
function eraseFromHolds(connection: Connection, find: Find): void {
  for (const { mapping, text } of connection.all<{ mapping: string; text: string }>(
    'SELECT mapping, reason || char(10) || diagnostics AS text FROM mapping_hold',
  )) {
    if (!find(text)) continue;
    connection.run(
      "UPDATE mapping_hold SET reason = ?, diagnostics = '[]' WHERE mapping = ?",
      erased,
      mapping,
    );
  }
  for (const { name, text } of connection.all<{ name: string; text: string }>(
    'SELECT name, reason AS text FROM destination WHERE reason IS NOT NULL',
  )) {
    if (find(text)) connection.run('UPDATE destination SET reason = ? WHERE name = ?', erased, name);
  }
}

/**
 * Deletes the senders' ids with the text whose events are gone, in one range. Returns the last number if there may be
 * more: later ids belong to existing events, and the search would never end.
 */
function forgetIds(connection: Connection, find: Find, after: number): number | undefined {
  const rows = connection.all<{ number: number; key: string; event_id: string }>(
    'SELECT number, key, event_id FROM dedupe WHERE number > ? ORDER BY number LIMIT ?',
    after,
    stepSize,
  );
  for (const { number, key, event_id } of rows) {
    if (!find(key)) continue;
    connection.run(
      'DELETE FROM dedupe WHERE number = ? AND NOT EXISTS (SELECT 1 FROM event WHERE id = ?)',
      number,
      event_id,
    );
  }
  return rows.length === stepSize ? rows.at(-1)?.number : undefined;
}
