import type { Actor } from './audit.ts';

/** A correction of an event's payload, which is stored beside the received payload. */
export interface Amendment extends Omit<Actor, 'address'> {
  /** ISO 8601. */
  readonly at: string;
  /** A JSON Merge Patch (RFC 7396). */
  readonly patch: unknown;
}

/**
 * The result of a correction. `being-sent`: a call of the event is in flight with the earlier values. `taken-apart`:
 * the event was split into several others, which can be corrected. `corrected-meanwhile`: it has other corrections
 * than the person saw. In these cases nothing is stored.
 */
export type Amended = 'amended' | 'no-such-event' | 'being-sent' | 'taken-apart' | 'corrected-meanwhile';
