import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnusable } from '../../store-unusable.ts';
import { as, isRecord, isText, shape } from '../../stored/shape.ts';
import type { Connection } from '../connection/connection.ts';

/** The place and the time of a store's move. */
export interface MovedMark {
  /** The id of the move, the same at both stores. */
  readonly id: string;
  /** The new place, without a password. */
  readonly to: string;
  readonly at: number;
}

const kept = shape('the mark of a moved store', [as(isMovedMark)]);
const moved = 'moved';
const moving = 'moving';

function isMovedMark(json: unknown): json is MovedMark {
  return isRecord(json) && isText(json.id) && isText(json.to) && typeof json.at === 'number';
}

/** Returns the mark of a moved store; undefined if it was not moved. */
export function movedMark(connection: Connection): MovedMark | undefined {
  return readMark(connection.get("SELECT value FROM meta WHERE name = 'moved'"));
}

/** Marks a store as moved: it can no longer be started. */
export function markMoved(connection: Connection, mark: MovedMark): void {
  connection.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', moved, kept.write(mark));
  connection.run('DELETE FROM meta WHERE name = ?', moving);
}

/** Removes the mark. */
export function unmarkMoved(connection: Connection): void {
  connection.run('DELETE FROM meta WHERE name IN (?, ?)', moved, moving);
}

/** Returns the id of an unfinished move, if the store was not started since it began. */
export function moveBegun(connection: Connection): string | undefined {
  return connection.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', moving)?.value;
}

/** Records that a move was begun. */
export function noteMoveBegun(connection: Connection, id: string): void {
  connection.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', moving, id);
}

/** Removes the mark of an unfinished move: a start changes the store, so the rows copied so far are outdated. */
export function forgetMoveBegun(connection: Connection): void {
  connection.run('DELETE FROM meta WHERE name = ?', moving);
}

/**
 * Checks that a store was not moved elsewhere. `location`: the name with which SQLite opens it; it is not changed.
 * @throws StoreUnusable with its new place, and the way back
 */
export function assertNotMoved(path: string, location = path): void {
  if (!existsSync(path)) return;
  const database = new DatabaseSync(location, { readOnly: true, timeout: 5_000 });
  try {
    const hasMeta = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get();
    const mark = hasMeta && readMark(database.prepare("SELECT value FROM meta WHERE name = 'moved'").get());
    if (mark) throw movedAway(path, mark);
  } finally {
    database.close();
  }
}

/** Returns the error that a store was moved, with the way back. */
export function movedAway(path: string, { to, at }: MovedMark): StoreUnusable {
  return new StoreUnusable(
    `the store ${path} was moved to ${to} on ${new Date(at).toISOString()}: set \`store\` to that. To go back to what it ` +
      `was then: \`fieldbridge migrate --back --from sqlite:${path}\` lets it be started again, paused, as a copy`,
  );
}

function readMark(row: unknown): MovedMark | undefined {
  return isRecord(row) && row.value !== undefined ? kept.read(String(row.value)) : undefined;
}
