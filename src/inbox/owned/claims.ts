import type { Claim } from '../claim.ts';

/**
 * The current claims. They are kept in memory alone: this process is the only one on the file, and when it
 * ends so do its claims.
 */
export interface Claims {
  /** The claimed calls. */
  callIds(): readonly number[];
  has(callId: number): boolean;
  /** Their lanes; undefined where lanes became one since any of them was claimed. `joins`: how often lanes did so far. */
  lanes(joins: number): ReadonlySet<number> | undefined;
  /**
   * Claims a call that now is in this lane, after `attemptsBefore` attempts. Returns the number of this attempt, which is
   * different for each claim.
   */
  take(callId: number, attemptsBefore: number, from: LanePlace): number;
  /** The call of a claim has another id from now on, or again, and is in this lane. */
  rename(from: Claim, to: Claim, place: LanePlace): void;
  /** The claim never was: what it was of is not stored. */
  drop(claim: Claim): void;
  isCurrent(claim: Claim): boolean;
  /** Returns the number of merged lanes at the time when a current claim was made. */
  joinsAt(claim: Claim): number | undefined;
  /** Gives a claim back, unless it is being settled. */
  release(claim: Claim): void;
  /** Marks a claim as being settled; returns `false` if it is not current, or is being settled already. */
  settling(claim: Claim): boolean;
  /** Ends the settling: the claim is gone, or could not be settled and is as before. */
  settled(claim: Claim, outcome: 'gone' | 'kept'): void;
}

/** The lane in which a call was claimed, and how often lanes had become one by then. */
export interface LanePlace {
  readonly lane: number;
  readonly joins: number;
}

/** Makes an empty set of claims. */
export function createClaims(): Claims {
  const claimed = new Map<number, { attempt: number; settling: boolean; readonly from: LanePlace }>();
  /** The last attempt of calls that were given back: a late word about that claim must not pass for the next one's. */
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
