import { personNumbers } from '../../decide/person-numbers.ts';
import type { EventFilter } from '../../event-filter.ts';
import type { Transaction } from '../connection/transaction.ts';
import { aboutPerson, codesWithOne, withCalls, withCodes } from './narrowing-streams.ts';
import { showingStatus } from './status-streams.ts';
import { everything, ofSource, type Reach, receivedIn, type Stream } from './streams.ts';
import { createTextSearch, type TextSearch } from './text-search.ts';

/** One step through the events that a filter may fit, newest first. */
export interface StepTaken {
  /** The sequences of those that fit. */
  readonly found: readonly number[];
  /** Where the next step begins; undefined where there is nothing more. */
  readonly next: number | undefined;
}

/** Looks at the next events before a sequence. `enough`: no more than so many are wanted. */
export type Listing = (before: number, enough: number) => Promise<StepTaken>;

/** So many events one step looks at, about, where not all of them may fit; fewer where their contents are read. */
const stepEvents = 500;
const stepEventsWithText = 100;

/** What a filter asks for, as far as it is looked up before. */
interface Wanted {
  readonly filter: EventFilter;
  /** The texts of `codes` that have the code in them. */
  readonly codes: readonly string[] | null;
  readonly stoppedPlaces: readonly string[];
  /** For each of its conditions. */
  readonly streams: readonly Stream[];
}

/** Begins to look for the events that fit, in a transaction that sees one state. */
export async function openListing(transaction: Transaction, filter: EventFilter): Promise<Listing> {
  const wanted = await lookUp(transaction, filter);
  const search = filter.q === undefined ? undefined : createTextSearch(filter.q);
  return (before, enough) => takeStep(transaction, wanted, search, { before, enough });
}

async function lookUp(transaction: Transaction, filter: EventFilter): Promise<Wanted> {
  const { status, source, since, until, mapping, destination, code, person } = filter;
  const streams: Stream[] = [];
  const codes = code === undefined ? null : await codesWithOne(transaction, code);
  if (codes) streams.push(withCodes(codes));
  if (person !== undefined) streams.push(aboutPerson(person));
  if (mapping !== undefined || destination !== undefined)
    streams.push(await withCalls(transaction, mapping, destination));
  if (since !== undefined || until !== undefined)
    streams.push(receivedIn(since ?? 0, until ?? Number.MAX_SAFE_INTEGER));
  const shown = status === undefined ? undefined : await showingStatus(transaction, status, source);
  if (shown) streams.push(shown.stream);
  else if (source !== undefined) streams.push(ofSource(source));
  if (streams.length === 0) streams.push(everything);
  return { filter, codes, stoppedPlaces: shown?.stoppedPlaces ?? [], streams };
}

async function takeStep(
  transaction: Transaction,
  wanted: Wanted,
  search: TextSearch | undefined,
  { before, enough }: { readonly before: number; readonly enough: number },
): Promise<StepTaken> {
  const isSure = wanted.streams.length === 1 && !search;
  const most = isSure ? Math.min(enough, stepEvents) : search ? stepEventsWithText : stepEvents;
  const { candidates, next } = await nextCandidates(transaction, wanted.streams, before, most);
  const fitting = wanted.streams.length === 1 ? candidates : await fittingOf(transaction, wanted, candidates);
  const looked = search ? await search(transaction, fitting, enough) : undefined;
  const found = (looked?.found ?? fitting).slice(0, enough);
  if (found.length === enough) return { found, next: found.at(-1) };
  return { found, next: looked?.stoppedAt ?? next };
}

/**
 * The events that the rarest of the conditions gives, and where to go on. What the others give first says how far nothing
 * can be found.
 */
async function nextCandidates(
  transaction: Transaction,
  streams: readonly Stream[],
  before: number,
  most: number,
): Promise<{ candidates: readonly number[]; next: number | undefined }> {
  const reaches: Reach[] = [];
  for (const stream of streams) reaches.push(await stream(transaction, before, most));
  const [rarest] = reaches.toSorted((one, other) => one.downTo - other.downTo);
  if (!rarest) return { candidates: [], next: undefined };
  const newest = Math.min(...reaches.map(({ sequences, downTo }) => sequences[0] ?? downTo - 1));
  const candidates = rarest.sequences.filter(each => each <= newest);
  const next = Math.min(rarest.downTo, newest + 1);
  return { candidates, next: next > 0 ? next : undefined };
}

/** Those events that meet all conditions, newest first. */
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
       AND ($6::text IS NULL OR (e.status = $6 AND ($6 <> 'queued' OR e.place <> ALL ($7::text[])))
         OR ($6 = 'held' AND e.status = 'queued' AND e.place = ANY ($7::text[])))
       AND (($8::text IS NULL AND $9::text IS NULL) OR (SELECT true FROM call c WHERE c.event = e.sequence
         AND ($8::text IS NULL OR c.mapping = $8) AND ($9::text IS NULL OR c.destination = $9) LIMIT 1))
       AND ($10::text IS NULL OR (SELECT true FROM call c WHERE c.event = e.sequence
         AND (c.link_id = $10 OR c.customer_id = ANY ($11::text[])) LIMIT 1))
     ORDER BY e.sequence DESC`,
    sequences,
    filter.source ?? null,
    Math.ceil(filter.since ?? 0),
    Math.ceil(filter.until ?? Number.MAX_SAFE_INTEGER),
    codes,
    filter.status ?? null,
    stoppedPlaces,
    filter.mapping ?? null,
    filter.destination ?? null,
    filter.person ?? null,
    filter.person === undefined ? [] : personNumbers(filter.person),
  );
  return rows.map(({ sequence }) => sequence);
}
