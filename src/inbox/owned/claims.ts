import type { Claim } from '../claim.ts';

/**
 * The current claims. They are only in memory: this process is the only one on the file, and its claims end with it.
 */
export interface Claims {
  /** The claimed calls. */
  callIds(): readonly number[];
  has(callId: number): boolean;
  /** Returns their lanes; undefined if lanes were merged since one was claimed. `joins`: the number of merges. */
  lanes(joins: number): ReadonlySet<number> | undefined;
  /**
   * Claims a call that is now in this lane, after `attemptsBefore` attempts. Returns the number of this attempt,
   * which is different for each claim.
   */
  take(callId: number, attemptsBefore: number, from: LanePlace): number;
  /** Records that the call of a claim now has another id, and is in this lane. */
  rename(from: Claim, to: Claim, place: LanePlace): void;
  /** Removes a claim that was never valid, because its call was not stored. */
  drop(claim: Claim): void;
  isCurrent(claim: Claim): boolean;
  /** Returns the number of merged lanes at the time when a current claim was made. */
  joinsAt(claim: Claim): number | undefined;
  /** Gives a claim back, unless it is being settled. */
  release(claim: Claim): void;
  /** Marks a claim as being settled; returns `false` if it is not current, or is being settled already. */
  settling(claim: Claim): boolean;
  /** Ends the settling: the claim is gone, or it could not be settled and is unchanged. */
  settled(claim: Claim, outcome: 'gone' | 'kept'): void;
}

/** The lane in which a call was claimed, and the number of merges of lanes until then. */
export interface LanePlace {
  readonly lane: number;
  readonly joins: number;
}

/** Makes an empty set of claims. */
export function createClaims(): Claims {
  const claimed = new Map<number, { attempt: number; settling: boolean; readonly from: LanePlace }>();
  /** The last attempt of calls that were given back: a late result of that claim must not count for the next one. */
  const givenBack = new Map<number, number>();

  function current(claim: Claim) {
    const entry = claimed.get(claim.callId);
    return entry?.attempt === claim.attempt ? entry : undefined;
  }

  return {
    callIds: () => [...claimed.keys()],
    has: callId => claimed.has(callId),
    lanes(joins) {
      const lanes = new Set<number>();
      for (const { from } of claimed.values()) {
        if (from.joins !== joins) return undefined;
        lanes.add(from.lane);
      }
      return lanes;
    },
    take(callId, attemptsBefore, from) {
      const attempt = Math.max(attemptsBefore, givenBack.get(callId) ?? 0) + 1;
      givenBack.delete(callId);
      claimed.set(callId, { attempt, settling: false, from });
      return attempt;
    },
    rename(from, to, place) {
      const entry = current(from);
      if (!entry) return;
      claimed.delete(from.callId);
      claimed.set(to.callId, { ...entry, from: place });
    },
    drop(claim) {
      if (current(claim)) claimed.delete(claim.callId);
    },
    isCurrent: claim => current(claim) !== undefined,
    joinsAt: claim => current(claim)?.from.joins,
    release(claim) {
      const entry = current(claim);
      if (!entry || entry.settling) return;
      claimed.delete(claim.callId);
      givenBack.set(claim.callId, entry.attempt);
    },
    settling(claim) {
      const entry = current(claim);
      if (!entry || entry.settling) return false;
      entry.settling = true;
      return true;
    },
    settled(claim, outcome) {
      const entry = current(claim);
      if (entry && outcome === 'kept') entry.settling = false;
      if (entry && outcome === 'gone') claimed.delete(claim.callId);
    },
  };
}
