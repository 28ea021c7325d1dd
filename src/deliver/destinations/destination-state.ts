/**
 * `probing`: not probed yet since the start, a pause or a change of its token; `open`: calls are sent; `held`: a fault
 * of its own, probed until it is over; `paused`: by a person.
 */
export const destinationStates = ['probing', 'open', 'held', 'paused'] as const;
export type DestinationState = (typeof destinationStates)[number];
