import type { EventSummary, Status } from './event.ts';

/** A filter for events, and the size of a page. */
export interface EventFilter {
  readonly status?: Status;
  /** Events that need a person: uncertain or failed. With `status`, only if it is one of these. */
  readonly needs?: 'person';
  readonly source?: string;
  /** A text in the ids, the links, the customer numbers, the contents or the sent calls, in any spelling. */
  readonly q?: string;
  /** Accepted at this time or later; epoch milliseconds. */
  readonly since?: number;
  /** Accepted before this time; epoch milliseconds. */
  readonly until?: number;
  /** A mapping that made one of its calls. */
  readonly mapping?: string;
  /** The destination of one of its calls; with `mapping`, of a call of that mapping. */
  readonly destination?: string;
  /** The code of one of its diagnostics. */
  readonly code?: string;
  /** A complete customer number or link of one of its calls. */
  readonly person?: string;
  /** The step that a customer must still take after a delivered call, as a word of the API, or `any`. */
  readonly action?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** A page of events. */
export interface EventPage {
  readonly events: readonly EventSummary[];
  /** The cursor of the next page, if there is more. */
  readonly next?: string;
  /** If the page is not full although there is more: the time when the oldest examined event was stored. ISO 8601. */
  readonly searchedTo?: string;
}

/** The expected effect of discarding all matching events. */
export interface DiscardPreview {
  /** The number of matching events. */
  readonly events: number;
  /** The number of events that would be discarded: they are queued, held or failed. */
  readonly discards: number;
  /**
   * The number of uncertain events, which stay: a person must state for each whether it was booked. Missing if there
   * are none.
   */
  readonly uncertain?: number;
  /** True if more events match than were counted. */
  readonly more?: true;
}

/** The expected effect of a replay. The store judges it by the previously planned calls. */
export interface ReplayPreview {
  /** The number of events that would be planned again. */
  readonly events: number;
  /** The number of events that would overwrite values which a newer event of the same person has set. */
  readonly newer: number;
  /**
   * The number of events whose calls have nothing left to send: all are delivered, or uncertain. Missing if there are
   * none.
   */
  readonly nothingLeft?: number;
  /**
   * The number of events with a delivered update that would be sent to another customer, because their link stands for
   * another one now or the event was corrected. Missing if there are none.
   */
  readonly otherCustomer?: number;
  /** True if more events match than were counted. */
  readonly more?: true;
}

/** The statuses that need a person, and not a destination or a mapping. */
const needsPerson: readonly Status[] = ['uncertain', 'failed'];

/** Returns the statuses that match a filter; undefined: all. */
export function wantedStatuses({ status, needs }: EventFilter): readonly Status[] | undefined {
  if (needs === undefined) return status === undefined ? undefined : [status];
  return needsPerson.filter(each => status === undefined || each === status);
}

/** Returns the number before which a page begins. An unreadable cursor begins at the newest event. */
export function readCursor(cursor: string | undefined): number {
  return cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER;
}
