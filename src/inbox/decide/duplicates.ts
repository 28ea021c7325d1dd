import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Added } from '../event.ts';

/** The event that an item repeats. */
export type Original = Pick<Added, 'id' | 'differs'>;

/** An event of a sender's id, and the hash of its contents. */
export interface KnownEvent {
  readonly id: string;
  readonly hash: string;
}

/** Which of the events of a sender's id, oldest first, an item repeats: that of equal contents, else the first. */
export function originalAmong(known: readonly KnownEvent[], contentHash: string): Original | undefined {
  const equal = known.find(({ hash }) => hash === contentHash);
  if (equal) return { id: equal.id };
  const [first] = known;
  return first && { id: first.id, differs: true };
}

/** Says of an event that its sender used its id for something else; undefined where that is said already. */
export function changedDuplicate(
  before: readonly Diagnostic[],
  senderEventId: string,
): Diagnostic | undefined {
  if (before.some(({ code }) => code === 'intake/changed-duplicate')) return undefined;
  const message = `the event id "${senderEventId}" came again with other contents; this event, the first one, counts`;
  const hint =
    'if the sender uses ids more than once, make `eventId` of the source a list with a part that changes';
  return diagnostic('intake/changed-duplicate', message, { hint });
}

/** Says of an event without an id that another one came with its contents a short time before. */
export function equalContents(twin: string): Diagnostic {
  return diagnostic('intake/equal-contents', `equal contents came a short time ago, as event ${twin}`);
}
