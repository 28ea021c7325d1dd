import type { Status } from '../event.ts';
import type { EventFilter } from '../event-filter.ts';
import type { Connection } from './connection.ts';

/** One step through the events that a filter may fit, newest first. */
export interface Step {
  /** The sequences of those that fit. */
  readonly found: readonly number[];
  /** Where the next step begins; undefined where there is nothing more. */
  readonly next: number | undefined;
}

/** So many events are looked at in one step, which blocks everything else; fewer where their contents are read. */
const stepSize = 1_000;
const stepSizeWithText = 100;

/**
 * Looks at the next events before a sequence. `enough`: no more than so many are wanted. A search may need a great
 * many steps; the caller lets others work between them.
 */
export function step(connection: Connection, filter: EventFilter, before: number, enough: number): Step {
  const size = filter.q === undefined ? stepSize : stepSizeWithText;
  const rows = candidates(connection, filter, before, size);
  const found: number[] = [];
  for (const row of rows) {
    if (!fits(connection, row, filter)) continue;
    found.push(row.sequence);
    if (found.length === enough) return { found, next: row.sequence };
  }
  return { found, next: rows.length === size ? rows.at(-1)?.sequence : undefined };
}

interface Candidate {
  sequence: number;
  source: string;
  status: Status;
}

/** Each status is read from its own range of the index, so that a few held ones are found among a million delivered. */
function candidates(
  connection: Connection,
  filter: EventFilter,
  before: number,
  size: number,
): readonly Candidate[] {
  const { status } = filter;
  const newest = 'ORDER BY sequence DESC LIMIT ?';
  if (status === undefined) {
    const all = `SELECT sequence, source, status FROM event WHERE sequence < ? ${newest}`;
    return connection.all<Candidate>(all, before, size);
  }
  const one = `SELECT sequence, source, status FROM event WHERE status = ? AND planning <> 1 AND sequence < ? ${newest}`;
  const rows = connection.all<Candidate>(one, status, before, size);
  if (status === 'queued') return merged(rows, justCameIn(connection, before, size), size);
  if (status !== 'held' || !anyStopped(connection)) return rows;
  return merged(rows, connection.all<Candidate>(one, 'queued', before, size), size);
}

/** Events that wait to be planned for the first time: all of them are queued. */
function justCameIn(connection: Connection, before: number, size: number): readonly Candidate[] {
  return connection.all<Candidate>(
    `SELECT sequence, source, status FROM event WHERE planning = 1 AND planning > 0 AND sequence < ?
     ORDER BY sequence DESC LIMIT ?`,
    before,
    size,
  );
}

function merged(one: readonly Candidate[], other: readonly Candidate[], size: number): readonly Candidate[] {
  return [...one, ...other].sort((a, b) => b.sequence - a.sequence).slice(0, size);
}

function fits(connection: Connection, row: Candidate, filter: EventFilter): boolean {
  if (filter.source !== undefined && row.source !== filter.source) return false;
  if (filter.status !== undefined && shownStatus(connection, row) !== filter.status) return false;
  return filter.q === undefined || hasText(connection, row.sequence, filter.q);
}

function shownStatus(connection: Connection, row: Candidate): Status {
  if (row.status !== 'queued' || !anyStopped(connection)) return row.status;
  const stopped = connection.get(
    `SELECT 1 FROM call c JOIN destination d ON d.name = c.destination
     WHERE c.event = ? AND c.status = 'queued' AND d.stopped_since IS NOT NULL LIMIT 1`,
    row.sequence,
  );
  return stopped ? 'held' : 'queued';
}

/** Whether any destination is held or paused, so that queued calls may show as held. */
function anyStopped(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM destination WHERE stopped_since IS NOT NULL LIMIT 1') !== undefined;
}

/** Whether a text is in the ids, the link, the customer number or the contents; capitals of ASCII do not matter. */
function hasText(connection: Connection, sequence: number, text: string): boolean {
  const found = connection.get(
    `SELECT 1 FROM event e, (SELECT lower(?) AS text) q WHERE e.sequence = ? AND (
       instr(lower(e.id), q.text) OR instr(lower(e.sender_event_id), q.text)
       OR EXISTS (SELECT 1 FROM call c WHERE c.event = e.sequence
            AND (instr(lower(c.link_id), q.text) OR instr(c.customer_id, q.text)))
       OR EXISTS (SELECT 1 FROM payload p, json_each(p.shared) place, request r
            WHERE p.sequence = e.sequence AND r.id = e.request
            AND instr(lower(r.shared ->> (place.value ->> 1)), q.text))
       OR instr(lower(coalesce(
            (SELECT json FROM payload p WHERE p.sequence = e.sequence),
            (SELECT CAST(body AS TEXT) FROM request r WHERE r.id = e.request))), q.text))`,
    text,
    sequence,
  );
  return found !== undefined;
}
