import { setImmediate as turn } from 'node:timers/promises';
import { personNumbers } from '../../decide/person-numbers.ts';
import { type EventFilter, wantedStatuses } from '../../event-filter.ts';
import type { Listing } from '../../operations/found-page.ts';
import { createTextSearch } from '../../operations/searched-events.ts';
import type { Transaction } from '../connection/transaction.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { aboutPerson, codesWithOne, leavingAction, withCalls, withCodes } from './narrowing-streams.ts';
import { showingStatus } from './status-streams.ts';
import { everything, ofSource, type Reach, receivedIn, type Stream } from './streams.ts';
import { mayHaveText } from './word-index.ts';

/** The approximate number of events in a step, if some may not match; fewer if their contents are read. */
const stepEvents = 1_000;
const stepEventsWithText = 100;
/** The maximum number of events in a step if all of them match, shared among the ranges. */
const mostAtOnce = 5_000;
const leastOfRange = 20;
/** The limit of work of a search for a text in one step. */
const workOfStep = 500_000;
/**
 * The number of steps after which the rarest condition is determined again, and the number of events of each condition
 * for that.
 */
const stepsLed = 8;
const eventsCompared = 100;

/** A filter, after its first look-ups. */
interface Wanted {
  readonly filter: EventFilter;
  /** The values of `codes` that contain the code. */
  readonly codes: readonly string[] | null;
  readonly stoppedPlaces: readonly string[];
  /** The stream of each condition. */
  readonly streams: readonly Stream[];
}

/** Begins a search for the matching events, in a transaction with one snapshot. */
export async function openListing(transaction: Transaction, filter: EventFilter): Promise<Listing> {
  const wanted = await lookUp(transaction, filter);
  const statements = statementsOf(transaction);
  const search =
    filter.q === undefined
      ? undefined
      : createTextSearch(filter.q, operation => takeSteps(operation(statements)), turn);
  const isSure = wanted.streams.length === 1;
  const candidates = createCandidates(transaction, wanted.streams);
  return async (before, enough) => {
    const mostOfEach = ({ ranges }: Stream) =>
      search
        ? share(stepEventsWithText, ranges)
        : isSure
          ? Math.min(enough, Math.max(leastOfRange, share(mostAtOnce, ranges)))
          : Math.max(leastOfRange, share(stepEvents, ranges));
    const { sequences, next } = await candidates(before, mostOfEach);
    const fitting = isSure ? sequences : await fittingOf(transaction, wanted, sequences);
    const looked = await search?.(fitting, { enough, mostWork: workOfStep });
    const found = (looked?.found ?? fitting).slice(0, enough);
    if (found.length === enough) return { found, next: found.at(-1) };
    return { found, next: looked?.stoppedAt ?? next };
  };
}

async function lookUp(transaction: Transaction, filter: EventFilter): Promise<Wanted> {
  const { source, since, until, mapping, destination, code, person, action } = filter;
  const streams: Stream[] = [];
  const ofText = filter.q === undefined ? undefined : await mayHaveText(transaction, filter.q);
  if (ofText) streams.push(ofText);
  const codes = code === undefined ? null : await codesWithOne(transaction, code);
  if (codes) streams.push(withCodes(codes));
  if (person !== undefined) streams.push(aboutPerson(person));
  if (action !== undefined) streams.push(await leavingAction(transaction, action));
  if (mapping !== undefined || destination !== undefined)
    streams.push(await withCalls(transaction, mapping, destination));
  if (since !== undefined || until !== undefined)
    streams.push(receivedIn(Math.ceil(since ?? 0), Math.ceil(until ?? Number.MAX_SAFE_INTEGER)));
  const statuses = wantedStatuses(filter);
  const shown = statuses && (await showingStatus(transaction, statuses, source));
  if (shown) streams.push(shown.stream);
  else if (source !== undefined) streams.push(ofSource(source));
  if (streams.length === 0) streams.push(everything);
  return { filter, codes, stoppedPlaces: shown?.stoppedPlaces ?? [], streams };
}

type NextCandidates = (
  before: number,
  mostOfEach: (stream: Stream) => number,
) => Promise<{ sequences: readonly number[]; next: number | undefined }>;

/**
 * Yields the events of the rarest condition, and the start of the next step. The next event of each other condition
 * is known too, and no newer event matches.
 */
function createCandidates(transaction: Transaction, streams: readonly Stream[]): NextCandidates {
  let leader: Stream | undefined;
  let stepsLeft = 0;

  async function lead(before: number): Promise<Stream> {
    stepsLeft -= 1;
    if (leader && stepsLeft > 0) return leader;
    stepsLeft = stepsLed;
    leader = await rarestOf(transaction, streams, before);
    return leader;
  }

  return async (before, mostOfEach) => {
    const leading = await lead(before);
    const led = await leading.look(transaction, before, mostOfEach(leading));
    let newest = newestOf(led);
    for (const each of streams)
      if (each !== leading && newest > 0)
        newest = Math.min(newest, newestOf(await each.look(transaction, before, 1)));
    const next = Math.min(led.downTo, newest + 1);
    return { sequences: led.sequences.filter(each => each <= newest), next: next > 0 ? next : undefined };
  };
}

async function rarestOf(
  transaction: Transaction,
  [first = everything, ...others]: readonly Stream[],
  before: number,
): Promise<Stream> {
  if (others.length === 0) return first;
  const compare = (stream: Stream) => stream.look(transaction, before, share(eventsCompared, stream.ranges));
  let rarest = first;
  let { downTo } = await compare(first);
  for (const each of others) {
    const reach = await compare(each);
    if (reach.downTo < downTo) {
      downTo = reach.downTo;
      rarest = each;
    }
  }
  return rarest;
}

/** Returns the number of events for each range, so that all ranges together have about `events`. */
function share(events: number, ranges: number): number {
  return Math.ceil(events / Math.max(1, ranges));
}

/** Returns an upper limit for the events of a condition; -1 if there are none. */
function newestOf({ sequences, downTo }: Reach): number {
  return sequences[0] ?? downTo - 1;
}

/** Returns the events that meet all conditions, newest first. */
async function fittingOf(
  transaction: Transaction,
  { filter, codes, stoppedPlaces }: Wanted,
  sequences: readonly number[],
): Promise<readonly number[]> {
  if (sequences.length === 0) return [];
  const rows = await transaction.all<{ sequence: number }>(
    `SELECT e.sequence FROM unnest($1::bigint[]) AS wanted (sequence), LATERAL (
       SELECT sequence, source, received_at, codes, status, coalesce(waits_at, '') AS place FROM event
       WHERE event.sequence = wanted.sequence LIMIT 1) e
     WHERE ($2::text IS NULL OR e.source = $2) AND e.received_at >= $3 AND e.received_at < $4
       AND ($5::text[] IS NULL OR e.codes = ANY ($5))
       AND ($6::text[] IS NULL OR (e.status = ANY ($6) AND (e.status <> 'queued' OR e.place <> ALL ($7::text[])))
         OR ('held' = ANY ($6) AND e.status = 'queued' AND e.place = ANY ($7::text[])))
       AND (($8::text IS NULL AND $9::text IS NULL) OR (SELECT true FROM call c WHERE c.event = e.sequence
         AND ($8::text IS NULL OR c.mapping = $8) AND ($9::text IS NULL OR c.destination = $9) LIMIT 1))
       AND ($10::text IS NULL OR (SELECT true FROM call c WHERE c.event = e.sequence
         AND (c.link_id = $10 OR c.customer_id = ANY ($11::text[])) LIMIT 1))
       AND ($12::text IS NULL OR (SELECT true FROM call c WHERE c.event = e.sequence
         AND (action_of(c.completion) = $12 OR ($12 = 'any' AND action_of(c.completion) IS NOT NULL)) LIMIT 1))
     ORDER BY e.sequence DESC`,
    sequences,
    filter.source ?? null,
    Math.ceil(filter.since ?? 0),
    Math.ceil(filter.until ?? Number.MAX_SAFE_INTEGER),
    codes,
    wantedStatuses(filter) ?? null,
    stoppedPlaces,
    filter.mapping ?? null,
    filter.destination ?? null,
    filter.person ?? null,
    filter.person === undefined ? [] : personNumbers(filter.person),
    filter.action ?? null,
  );
  return rows.map(({ sequence }) => sequence);
}
