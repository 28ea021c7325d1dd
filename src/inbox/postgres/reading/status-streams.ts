import type { Status } from '../../event.ts';
import { storedNames } from '../../stored/stored-request.ts';
import type { Transaction } from '../connection/transaction.ts';
import { reached, type Stream } from './streams.ts';

/**
 * A range of events in the index `event_listing`, by sequence. `place`: the value of `waits_at`; empty if the status is
 * not `queued`, or if no call is queued.
 */
interface Range {
  readonly status: Status;
  readonly place: string;
  readonly source: string;
}

/** The events that show one of some statuses, of one source or of all. */
export interface ShownStatus {
  readonly stream: Stream;
  /** The held or paused places: events that wait there are shown as held. */
  readonly stoppedPlaces: readonly string[];
}

/** Returns the events that show a status. At a held or paused destination, waiting events are shown as held. */
export async function showingStatus(
  transaction: Transaction,
  statuses: readonly Status[],
  source: string | undefined,
): Promise<ShownStatus> {
  const stopped = await stoppedNames(transaction);
  const ranges: Range[] = [];
  for (const status of statuses) ranges.push(...(await rangesOf(transaction, status, source)));
  // Only queued events wait at a place.
  const isHeld = statuses.includes('held');
  const isQueued = statuses.includes('queued');
  const waiting = isQueued ? ranges : isHeld ? await rangesOf(transaction, 'queued', source) : [];
  const places = new Set(waiting.map(({ place }) => place).filter(place => isStopped(place, stopped)));
  const stoppedPlaces = [...places];
  if (isQueued) {
    const going = ranges.filter(({ place }) => !places.has(place));
    return { stream: inRangesAndFresh(going, source), stoppedPlaces };
  }
  if (isHeld) ranges.push(...waiting.filter(({ place }) => places.has(place)));
  return { stream: inRanges(ranges), stoppedPlaces };
}

/** Returns the held or paused destinations. */
async function stoppedNames(transaction: Transaction): Promise<ReadonlySet<string>> {
  const rows = await transaction.all<{ name: string }>(
    'SELECT name FROM destination WHERE stopped_since IS NOT NULL',
  );
  return new Set(rows.map(({ name }) => name));
}

function isStopped(place: string, stopped: ReadonlySet<string>): boolean {
  return place !== '' && storedNames.read(place).some(each => stopped.has(each));
}

/**
 * Returns the ranges of a status. Each step looks up the next range in the index, so the cost depends on the number
 * of ranges, not of events.
 */
async function rangesOf(
  transaction: Transaction,
  status: Status,
  source: string | undefined,
): Promise<readonly Range[]> {
  const ranges = await transaction.all<Range>(
    `WITH RECURSIVE range AS (
       (SELECT status, coalesce(waits_at, '') AS place, source FROM event
        WHERE planning <> 1 AND (status, coalesce(waits_at, ''), source) >= ($1, '', '') AND status <= $1
        ORDER BY status, coalesce(waits_at, ''), source LIMIT 1)
       UNION ALL
       SELECT next.* FROM range, LATERAL (
         SELECT status, coalesce(waits_at, '') AS place, source FROM event
         WHERE planning <> 1 AND status <= $1
           AND (status, coalesce(waits_at, ''), source) > (range.status, range.place, range.source)
         ORDER BY status, coalesce(waits_at, ''), source LIMIT 1) next)
     SELECT status, place, source FROM range`,
    status,
  );
  return source === undefined ? ranges : ranges.filter(each => each.source === source);
}

function inRanges(ranges: readonly Range[]): Stream {
  return {
    ranges: ranges.length,
    async look(transaction, before, most) {
      return reached(await lookInRanges(transaction, ranges, before, most), most);
    },
  };
}

function lookInRanges(
  transaction: Transaction,
  ranges: readonly Range[],
  before: number,
  limit: number,
): Promise<{ range: number; sequence: number }[]> {
  return transaction.all(
    `SELECT range.number AS range, found.sequence
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS range (status, place, source, number), LATERAL (
       SELECT sequence FROM event WHERE planning <> 1
         AND (status, coalesce(waits_at, ''), source, sequence) < (range.status, range.place, range.source, $4)
         AND (status, coalesce(waits_at, ''), source, sequence) >= (range.status, range.place, range.source, 0)
       ORDER BY status DESC, coalesce(waits_at, '') DESC, source DESC, sequence DESC LIMIT $5) found`,
    ranges.map(each => each.status),
    ranges.map(each => each.place),
    ranges.map(each => each.source),
    before,
    limit,
  );
}

/**
 * Returns a stream of ranges and of the events that wait for their first planning: all of these are queued, and in no
 * range.
 */
function inRangesAndFresh(ranges: readonly Range[], source: string | undefined): Stream {
  return {
    ranges: ranges.length + 1,
    async look(transaction, before, most) {
      const rows = await lookInRanges(transaction, ranges, before, most);
      const fresh =
        source === undefined
          ? await lookAtFresh(transaction, before, most)
          : await lookAtFreshOf(transaction, source, before, most);
      return reached([...rows, ...fresh], most);
    },
  };
}

function lookAtFresh(
  transaction: Transaction,
  before: number,
  limit: number,
): Promise<{ range: number; sequence: number }[]> {
  return transaction.all(
    `SELECT 0 AS range, sequence FROM event WHERE planning > 0 AND planning = 1 AND sequence < $1
     ORDER BY sequence DESC LIMIT $2`,
    before,
    limit,
  );
}

/** Returns those of a source. They are planned in order, so nearly all events since the oldest one also wait. */
function lookAtFreshOf(
  transaction: Transaction,
  source: string,
  before: number,
  limit: number,
): Promise<{ range: number; sequence: number }[]> {
  return transaction.all(
    `SELECT 0 AS range, sequence FROM event WHERE planning = 1 AND (source, sequence) < ($1, $2)
       AND (source, sequence) >= ($1, (SELECT min(sequence) FROM event WHERE planning = 1 AND planning > 0))
     ORDER BY source DESC, sequence DESC LIMIT $3`,
    source,
    before,
    limit,
  );
}
