import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { copyCode } from '../../destination-record.ts';
import { writeDestination } from '../../operations/holds.ts';
import type { Store } from '../../store.ts';
import { as, isRecord, isText, type Shape, shape } from '../../stored/shape.ts';
import type { Connection } from '../connection/connection.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';

/**
 * The original of a backup, and the time of the backup. `movedTo`: the place to which the store had been moved before
 * it was moved back.
 */
export type CopyMark =
  | { readonly of: string; readonly at: number }
  | { readonly movedTo: string; readonly at: number };

/** The place of a store's file when it was last opened. */
interface Place {
  readonly path: string;
  readonly inode: number;
  /** The creation time of the file, because a new file may get the inode of a deleted one; 0: unknown. Milliseconds. */
  readonly bornAt: number;
  readonly lockInode: number;
}

/** A value that the store keeps about its own file. */
interface Meta<Value> {
  readonly name: string;
  readonly kept: Shape<Value>;
}

const copyMark: Meta<CopyMark> = { name: 'copy', kept: shape('the mark of a copy', [as(isCopyMark)]) };
/** The first stores did not record the creation time of their file. */
const lastPlace: Meta<Place> = {
  name: 'place',
  kept: shape('the place of the file', [
    json => {
      const place = isRecord(json) ? { bornAt: 0, ...json } : {};
      return isPlace(place) ? place : undefined;
    },
  ]),
};
const copied: Meta<string> = { name: 'copied', kept: shape('why it is a copy', [as(isText)]) };
const unsure: Meta<number> = { name: 'unsure up to', kept: shape('the newest unsure event', [as(isNumber)]) };

function isCopyMark(json: unknown): json is CopyMark {
  return isRecord(json) && (isText(json.of) || isText(json.movedTo)) && isNumber(json.at);
}

function isPlace(json: Readonly<Record<string, unknown>>): json is Readonly<Record<string, unknown>> & Place {
  return isText(json.path) && [json.inode, json.bornAt, json.lockInode].every(isNumber);
}

function isNumber(json: unknown): json is number {
  return typeof json === 'number';
}

const copyMarkSql = "INSERT OR REPLACE INTO meta VALUES ('copy', ?)";

/** Marks an open store as a copy, for the next start. */
export function markAsCopy(connection: Connection, copy: CopyMark): void {
  connection.run(copyMarkSql, copyMark.kept.write(copy));
}

/** Marks a file as a backup. */
export function writeCopyMark(database: DatabaseSync, copy: CopyMark): void {
  database.prepare(copyMarkSql).run(copyMark.kept.write(copy));
}

/**
 * Detects whether this file is a copy of a store that may have continued since, and records it until `stopCopy`. Run
 * it once at the start, in the transaction that recovers the store. Bookings that the other store may have made since
 * are sent only after a person's decision (`unsureUpTo`). A file that was only moved with its folder looks like a
 * copy: it waits for a person too, but only for a `resume`, and only if anything waits.
 */
export function recognizeCopy(connection: Connection, path: string): void {
  const place = placeOf(path);
  const mark = readMeta(connection, copyMark);
  const before = readMeta(connection, lastPlace);
  const found = mark ? markedAs(mark) : before && foundBy(before, place, somethingWaits(connection));
  writeMeta(connection, lastPlace, place);
  if (!found) return;
  connection.run("DELETE FROM meta WHERE name = 'copy'");
  writeMeta(connection, copied, found.reason);
  if (!found.certain) return;
  const newest = connection.get<{ sequence: number }>('SELECT max(sequence) AS sequence FROM event');
  writeMeta(connection, unsure, newest?.sequence ?? 0);
  connection.run("DELETE FROM ledger WHERE state = 'free'");
}

/**
 * Returns the reason why the next start of a closed store would treat it as a copy, or why it is one and was not
 * stopped yet; undefined if it is none. It changes nothing.
 */
export function copyReason(connection: Connection, path: string): string | undefined {
  const mark = readMeta(connection, copyMark);
  if (mark) return markedAs(mark).reason;
  const before = readMeta(connection, lastPlace);
  const found = before && foundBy(before, placeOf(path), somethingWaits(connection));
  return found?.reason ?? readMeta(connection, copied);
}

/** Returns the newest event whose booking another store may have made since. */
export function unsureUpTo(connection: Connection): number {
  return readMeta(connection, unsure) ?? 0;
}

/** The methods that stop a copy before anything is sent. */
export function copies({ connection, queue, clock }: Parts) {
  return {
    stopCopy: destinations => queue.write(() => stopCopy(connection, destinations, clock.now())),
  } satisfies Partial<Store>;
}

/** Pauses these destinations and all known ones, if the store is a copy; returns the reason (Store.stopCopy). */
function stopCopy(connection: Connection, destinations: readonly string[], now: number): string | undefined {
  const reason = readMeta(connection, copied);
  if (reason === undefined) return undefined;
  const known = connection.all<{ destination: string }>(
    "SELECT name AS destination FROM destination UNION SELECT destination FROM tally WHERE destination <> ''",
  );
  for (const name of new Set([...destinations, ...known.map(each => each.destination)])) {
    const paused = { heldSince: null, openedAt: null, reason, code: copyCode, notBefore: null };
    takeSteps(writeDestination(statementsOf(connection), { name, paused: true, ...paused }, now));
  }
  // The original may have sent the messages about events.
  connection.run('UPDATE outbox SET next_at = NULL WHERE event IS NOT NULL');
  connection.run("DELETE FROM meta WHERE name = 'copied'");
  return reason;
}

interface Found {
  readonly reason: string;
  /** True if it is certainly a copy; otherwise it may have been moved. */
  readonly certain: boolean;
}

function markedAs(mark: CopyMark): Found {
  const when = new Date(mark.at).toISOString();
  const what =
    'of' in mark
      ? `this store is a backup of ${mark.of}, made ${when}`
      : `this store is as it was when it was moved to ${mark.movedTo}, ${when}`;
  const reason =
    `${what}. What that store has delivered since is not known here: ` +
    'see that it does not run any more, look at what waits, then resume';
  return { certain: true, reason };
}

function foundBy(before: Place, place: Place, waits: boolean): Found | undefined {
  if (isSameFile(before, place) || !waits) return undefined;
  const replaced = before.lockInode === place.lockInode;
  if (replaced || isThere(before)) {
    const reason =
      `the file of this store is a copy of ${before.path} as it was at some time. What that store has delivered ` +
      'since is not known here: see that it does not run any more, look at what waits, then resume';
    return { certain: true, reason };
  }
  const reason =
    `the file of this store is another one than ${before.path}, where it was last. If it was moved, resume. If it ` +
    'is a copy, discard what the other store has delivered since, then resume';
  return { certain: false, reason };
}

function isThere(before: Place): boolean {
  return isSameFile(before, placeOf(before.path));
}

function isSameFile(one: Place, other: Place): boolean {
  if (one.inode !== other.inode) return false;
  return one.bornAt === other.bornAt || one.bornAt === 0 || other.bornAt === 0;
}

/** True if anything would still be sent automatically. */
function somethingWaits(connection: Connection): boolean {
  const waiting = connection.get(
    `SELECT 1 FROM tally WHERE mapping <> '' AND status IN ('queued', 'held') AND calls > 0
     UNION ALL SELECT 1 FROM event WHERE planning > 0 LIMIT 1`,
  );
  return (
    waiting !== undefined ||
    connection.get("SELECT 1 FROM ledger WHERE state = 'intent' LIMIT 1") !== undefined
  );
}

function placeOf(path: string): Place {
  const found = statSync(path, { throwIfNoEntry: false });
  const lock = statSync(`${path}-lock`, { throwIfNoEntry: false });
  // A system without creation times returns the time of the last change, which is useless. The folder shows whether
  // this system is one, because the folder changes with every file in it.
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  const bornAt = found && folder && folder.birthtimeMs !== folder.ctimeMs ? found.birthtimeMs : 0;
  return { path, inode: found?.ino ?? 0, bornAt, lockInode: lock?.ino ?? 0 };
}

function readMeta<Value>(connection: Connection, { name, kept }: Meta<Value>): Value | undefined {
  const row = connection.get<{ value: unknown }>('SELECT value FROM meta WHERE name = ?', name);
  return row && kept.read(String(row.value));
}

function writeMeta<Value>(connection: Connection, { name, kept }: Meta<Value>, value: Value): void {
  connection.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', name, kept.write(value));
}
