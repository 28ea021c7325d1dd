import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Added } from '../event.ts';

/** The event that an item repeats. */
export type Original = Pick<Added, 'id' | 'differs'>;

/** An event with a sender's id, and the hash of its contents. */
export interface KnownEvent {
  readonly id: string;
  readonly hash: string;
}

/**
 * Returns the event that an item repeats, among those with the same sender's id (oldest first): the one with equal
 * contents, or else the first.
 */
export function originalAmong(known: readonly KnownEvent[], contentHash: string): Original | undefined {
  const equal = known.find(({ hash }) => hash === contentHash);
  if (equal) return { id: equal.id };
  const [first] = known;
  return first && { id: first.id, differs: true };
}

/**
 * Returns the diagnostic that the sender used an event's id for other contents; undefined if the event already has
 * it.
 */
export function changedDuplicate(
  before: readonly Diagnostic[],
  senderEventId: string,
): Diagnostic | undefined {
  if (before.some(({ code }) => code === 'intake/changed-duplicate')) return undefined;
  const message = `the event id "${senderEventId}" was sent again with different contents; this event, the first one, is used`;
  const hint =
    'if the sender uses ids more than once, make `eventId` of the source a list with a part that changes';
  return diagnostic('intake/changed-duplicate', message, { hint });
}

/** Returns the diagnostic that another event with equal contents arrived a short time before an event without an id. */
export function equalContents(twin: string): Diagnostic {
  return diagnostic('intake/equal-contents', `equal contents came a short time ago, as event ${twin}`);
}
