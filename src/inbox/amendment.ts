import type { Actor } from './audit.ts';

/** A correction of an event's payload, which is kept beside what was received. */
export interface Amendment extends Omit<Actor, 'address'> {
  /** ISO 8601. */
  readonly at: string;
  /** A JSON Merge Patch (RFC 7396). */
  readonly patch: unknown;
}

/**
 * The outcome of a correction. `being-sent`: a call of the event is being sent right now, with the values of before.
 * `taken-apart`: the event became several others, which can be corrected. `corrected-meanwhile`: it has other corrections
 * than the person saw. Nothing is kept then.
 */
export type Amended = 'amended' | 'no-such-event' | 'being-sent' | 'taken-apart' | 'corrected-meanwhile';
