import type { FailureCode } from '../../booking/answers/failure-row.ts';
import { copyCode } from '../../inbox/destination-record.ts';

/**
 * `probing`: not probed yet since the start, a pause or a change of its token; `open`: calls are sent; `held`: by a
 * fault of its own, and probed until that is over; `paused`: by a person.
 */
export const destinationStates = ['probing', 'open', 'held', 'paused'] as const;
export type DestinationState = (typeof destinationStates)[number];

/** The causes that only a paused destination has. */
export const pauseCodes = ['paused-by-person', 'paused-and-not-in-config', copyCode] as const;

/** The cause of a state, for programs. */
export type StateCode = FailureCode | (typeof pauseCodes)[number] | 'token-changed' | 'not-in-config';
