import type { EventSummary, Status } from './event.ts';

/** Which events, and how many of them on a page. */
export interface EventFilter {
  readonly status?: Status;
  /** Those that only a person brings on: uncertain or failed. With `status`, only where that is one of them. */
  readonly needs?: 'person';
  readonly source?: string;
  /** A text: in the ids, the links, the customer numbers, the contents or what was sent, however it is written there. */
  readonly q?: string;
  /** Accepted at this time or later; epoch milliseconds. */
  readonly since?: number;
  /** Accepted before this time; epoch milliseconds. */
  readonly until?: number;
  /** A mapping that made a call of it. */
  readonly mapping?: string;
  /** The destination of a call of it; with `mapping`, of a call of that mapping. */
  readonly destination?: string;
  /** The code of one of its diagnostics. */
  readonly code?: string;
  /** A customer number or a link, whole, that a call of it is about. */
  readonly person?: string;
  /** What a customer must still do after a call of it was delivered, in the word of the API, or `any`. */
  readonly action?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** A page of events. */
export interface EventPage {
  readonly events: readonly EventSummary[];
  /** The cursor of the next page, if there is more. */
  readonly next?: string;
  /** Where the page is not full, and yet there is more: when the oldest event was stored that was looked at. ISO 8601. */
  readonly searchedTo?: string;
}

/** What discarding all events that match would do. */
export interface DiscardPreview {
  /** How many events match. */
  readonly events: number;
  /** How many of them would be discarded: they are queued, held or failed. */
  readonly discards: number;
  /** How many of them are uncertain. They stay: a person says of each whether it was booked. Left out where there are none. */
  readonly uncertain?: number;
  /** More events match than were to be counted. */
  readonly more?: true;
}

/** What a replay would do, by the calls as they were planned before. */
export interface ReplayPreview {
  /** How many events it would have planned again. */
  readonly events: number;
  /** Of them, those that would set what a newer event of the same person has set since. */
  readonly newer: number;
  /**
   * Of them, those that have calls of which nothing is left to send: all are delivered, or uncertain. Left out where there
   * are none.
   */
  readonly nothingLeft?: number;
  /** More events match than were to be counted. */
  readonly more?: true;
}

/** What waits for a person, and not for a destination or a mapping. */
const needsPerson: readonly Status[] = ['uncertain', 'failed'];

/** The statuses that a filter wants; undefined: all. */
export function wantedStatuses({ status, needs }: EventFilter): readonly Status[] | undefined {
  if (needs === undefined) return status === undefined ? undefined : [status];
  return needsPerson.filter(each => status === undefined || each === status);
}
