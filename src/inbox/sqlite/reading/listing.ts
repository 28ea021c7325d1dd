import { setImmediate as turn } from 'node:timers/promises';
import { type EventFilter, wantedStatuses } from '../../event-filter.ts';
import type { ListingStep } from '../../operations/found-page.ts';
import { createTextSearch } from '../../operations/searched-events.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { type EventRange, rangesOf, stoppedDestinations } from './event-ranges.ts';
import { anyOf, narrowingSeeks, newestOfAll, type Seek } from './narrow.ts';
import { mayHaveText } from './word-index.ts';

/** A step through the events that may match a filter, and the amount of contents that it read. */
interface MeasuredStep extends ListingStep {
  readonly work: number;
}

/** Reads the next events before a sequence. `enough`: the maximum number of wanted events. */
type MeasuredListing = (before: number, enough: number, mostWork: number) => Promise<MeasuredStep>;

/** Begins a search for the matching events. */
export function openListing(
  connection: Connection,
  queue: Pick<WriteQueue, 'read'>,
  filter: EventFilter,
): MeasuredListing {
  const statements = statementsOf(connection);
  const search =
    filter.q === undefined
      ? undefined
      : createTextSearch(filter.q, operation => queue.read(() => takeSteps(operation(statements))), turn);
  const wanted = {
    filter,
    mayHaveText: filter.q === undefined ? undefined : mayHaveText(connection, filter.q),
  };
  return async (before, enough, mostWork) => {
    const most = search ? Number.POSITIVE_INFINITY : enough;
    const { found, next } = await queue.read(() => listingStep(connection, wanted, before, most));
    if (!search) return { found, next, work: 0 };
    const searched = await search(found, { enough, mostWork });
    return { found: searched.found, next: searched.stoppedAt ?? next, work: searched.work };
  };
}

/** The filter. `mayHaveText`: finds the events that may contain the text, if an index can. */
interface WantedEvents {
  readonly filter: EventFilter;
  readonly mayHaveText: Seek | undefined;
}

/** The maximum number of events in a step, which blocks all other work; fewer if their contents are searched too. */
const stepSize = 1_000;
const stepSizeWithText = 100;
/** The maximum number of look-ups, of some microseconds each, in a step that intersects several filters. */
const stepLooks = 2_000;

/**
 * Reads the next events before a sequence, without a search for text. `enough`: the maximum number of wanted events.
 * A search may need very many steps; the caller lets other work run between them.
 */
function listingStep(
  connection: Connection,
  { filter, mayHaveText }: WantedEvents,
  before: number,
  enough: number,
): ListingStep {
  const most = filter.q === undefined ? stepSize : stepSizeWithText;
  const { rows, next } = candidates(connection, { filter, mayHaveText }, before, most, enough);
  const found: number[] = [];
  for (const { sequence, unsure } of rows) {
    if (unsure && showsHeld(connection, sequence) !== (filter.status === 'held')) continue;
    found.push(sequence);
    if (found.length === enough) return { found, next: sequence };
  }
  return { found, next };
}

/** `unsure`: true if a look-up must show whether the event has the wanted status. */
interface Candidate {
  readonly sequence: number;
  readonly unsure: boolean;
}

/** Some of the newest events before a sequence, and the start of the next ones; undefined if there are no more. */
interface Candidates {
  readonly rows: readonly Candidate[];
  readonly next: number | undefined;
}

function candidates(
  connection: Connection,
  { filter, mayHaveText }: WantedEvents,
  before: number,
  most: number,
  enough: number,
): Candidates {
  const seeks = [...narrowingSeeks(connection, filter), ...(mayHaveText ? [mayHaveText] : [])];
  // If some of them do not match after all, the next step reads more.
  const wanted = Math.min(most, enough);
  if (seeks.length > 0) return intersection(connection, filter, seeks, before, wanted);
  const { source, q } = filter;
  const statuses = wantedStatuses(filter);
  if (!statuses) {
    const size = q === undefined ? Math.min(most, enough) : most;
    return upTo(sure(inOrder(connection, source, before, size)), size);
  }
  const ranges = statuses.flatMap(status => rangesOf(connection, status, source));
  const isSure = q === undefined && !ranges.some(range => range.unsure);
  const size = isSure ? Math.min(most, enough) : most;
  const rows = ranges.flatMap(range =>
    inRange(connection, range, before, size).map(sequence => ({ sequence, unsure: range.unsure })),
  );
  if (statuses.includes('queued')) rows.push(...sure(justCameIn(connection, source, before, size)));
  return upTo(rows.sort((one, other) => other.sequence - one.sequence).slice(0, size), size);
}

/** If there are fewer rows than requested, the result is complete. */
function upTo(rows: readonly Candidate[], size: number): Candidates {
  return { rows, next: rows.length === size ? rows.at(-1)?.sequence : undefined };
}

/**
 * Finds the events that all searches have in common: each returns its next event, until all of them return the same
 * one.
 */
function intersection(
  connection: Connection,
  filter: EventFilter,
  narrowing: readonly Seek[],
  before: number,
  most: number,
): Candidates {
  const { source } = filter;
  const statuses = wantedStatuses(filter);
  const ranges = statuses?.flatMap(status => rangesOf(connection, status, source)) ?? [];
  const unsure = ranges.some(range => range.unsure);
  const seeks = [...narrowing];
  if (statuses) {
    const inRanges = ranges.map(range => (at: number) => inRange(connection, range, at + 1, 1)[0]);
    const fresh = (at: number) => justCameIn(connection, source, at + 1, 1)[0];
    seeks.push(anyOf(statuses.includes('queued') ? [...inRanges, fresh] : inRanges));
  } else if (source !== undefined) {
    seeks.push(at => inOrder(connection, source, at + 1, 1)[0]);
  }
  const rows: Candidate[] = [];
  let next = before;
  for (let looks = stepLooks; looks > 0 && rows.length < most; ) {
    const { found, looks: looked, at } = newestOfAll(seeks, next - 1, looks);
    looks -= looked;
    if (found === undefined && at === 0) return { rows, next: undefined };
    if (found !== undefined) rows.push({ sequence: found, unsure });
    next = found ?? at + 1;
  }
  return { rows, next };
}

function sure(sequences: readonly number[]): readonly Candidate[] {
  return sequences.map(sequence => ({ sequence, unsure: false }));
}

function inOrder(
  connection: Connection,
  source: string | undefined,
  before: number,
  size: number,
): readonly number[] {
  const newest = 'sequence < ? ORDER BY sequence DESC LIMIT ?';
  return source === undefined
    ? sequencesOf(connection, `SELECT sequence FROM event WHERE ${newest}`, before, size)
    : sequencesOf(
        connection,
        `SELECT sequence FROM event WHERE source = ? AND ${newest}`,
        source,
        before,
        size,
      );
}

function inRange(
  connection: Connection,
  { status, waitsAt, source }: EventRange,
  before: number,
  size: number,
): readonly number[] {
  return sequencesOf(
    connection,
    `SELECT sequence FROM event WHERE status = ? AND waits_at IS ? AND source = ? AND planning <> 1 AND sequence < ?
     ORDER BY sequence DESC LIMIT ?`,
    status,
    waitsAt,
    source,
    before,
    size,
  );
}

/** Returns events that wait for their first planning. All of them are queued, and they are planned in order. */
function justCameIn(
  connection: Connection,
  source: string | undefined,
  before: number,
  size: number,
): readonly number[] {
  if (source === undefined) {
    return sequencesOf(
      connection,
      `SELECT sequence FROM event WHERE planning = 1 AND planning > 0 AND sequence < ?
       ORDER BY sequence DESC LIMIT ?`,
      before,
      size,
    );
  }
  const [oldest] = sequencesOf(
    connection,
    'SELECT sequence FROM event WHERE planning = 1 AND planning > 0 ORDER BY sequence LIMIT 1',
  );
  if (oldest === undefined) return [];
  return sequencesOf(
    connection,
    `SELECT sequence FROM event INDEXED BY event_source WHERE source = ? AND sequence >= ? AND sequence < ? AND planning = 1
     ORDER BY sequence DESC LIMIT ?`,
    source,
    oldest,
    before,
    size,
  );
}

function sequencesOf(
  connection: Connection,
  sql: string,
  ...values: readonly (string | number | null)[]
): readonly number[] {
  return connection.all<{ sequence: number }>(sql, ...values).map(({ sequence }) => sequence);
}

/** Returns true for an event without noted destinations if any queued call of it waits where nothing is sent. */
function showsHeld(connection: Connection, sequence: number): boolean {
  const stopped = stoppedDestinations(connection);
  const row = connection.get<{ status: string }>('SELECT status FROM event WHERE sequence = ?', sequence);
  if (row?.status !== 'queued') return row?.status === 'held';
  const calls = connection.all<{ destination: string }>(
    "SELECT destination FROM call WHERE event = ? AND status = 'queued'",
    sequence,
  );
  return calls.some(({ destination }) => stopped.has(destination));
}
