import type { Claim } from '../../claim.ts';
import type { Clock } from '../../clock.ts';
import type { PlannedRow } from '../../decide/plan-changes.ts';
import type { Claims, LanePlace } from '../../owned/claims.ts';
import type { WorkInProgress } from '../../owned/work-in-progress.ts';
import type { EventPlan } from '../../plan.ts';
import type { Connection } from '../connection/connection.ts';

/** A call that left as soon as its event was on disk. */
export interface Direct {
  /** As it was claimed. */
  readonly claim: Claim;
  readonly plan: EventPlan;
  readonly row: PlannedRow;
  /** Epoch milliseconds. */
  readonly since: number;
  /** The claim with the current row of the call. */
  written?: Claim;
}

/** The known facts about direct calls, so that it follows the transactions which it is about. */
export interface KnownDirectCalls {
  /** By the id of the claim when it was made. */
  readonly all: ReadonlyMap<number, Direct>;
  /** The calls without a row, by lane: each lane has at most one. */
  readonly unwritten: ReadonlyMap<number, Direct>;
  add(direct: Direct): void;
  /** The call was written just now. */
  hasRow(direct: Direct): void;
  forget(claim: Claim): void;
  committed(): void;
  undone(): void;
}

/** Begins with none. */
export function createKnownDirectCalls({
  connection,
  claims,
  beingDelivered,
}: DirectParts): KnownDirectCalls {
  const all = new Map<number, Direct>();
  const unwritten = new Map<number, Direct>();
  /** The entries that the current transaction changed, with their previous state. */
  const touched = new Map<Direct, 'absent' | 'unwritten'>();

  function forget(claim: Claim): void {
    const direct = all.get(claim.callId);
    if (!direct) return;
    all.delete(claim.callId);
    if (unwritten.get(claim.lane) === direct) unwritten.delete(claim.lane);
    beingDelivered.end(claim.callId);
  }

  function undo(direct: Direct, before: 'absent' | 'unwritten'): void {
    const { claim, written } = direct;
    if (written) claims.rename(written, claim, placeOf(connection, claim.lane));
    delete direct.written;
    if (before === 'unwritten') {
      unwritten.set(claim.lane, direct);
      return;
    }
    forget(claim);
    claims.drop(claim);
  }

  return {
    all,
    unwritten,
    add(direct) {
      all.set(direct.claim.callId, direct);
      unwritten.set(direct.claim.lane, direct);
      touched.set(direct, 'absent');
    },
    hasRow(direct) {
      if (!touched.has(direct)) touched.set(direct, 'unwritten');
      unwritten.delete(direct.claim.lane);
    },
    forget,
    committed: () => touched.clear(),
    undone() {
      for (const [direct, before] of touched) undo(direct, before);
      touched.clear();
    },
  };
}

/** The objects that follow direct calls in memory. */
export interface DirectParts {
  readonly connection: Connection;
  readonly claims: Claims;
  readonly beingDelivered: WorkInProgress;
  readonly clock: Clock;
}

/** Returns the current place of a claim. */
export function placeOf({ joins }: Connection, lane: number): LanePlace {
  return { lane, joins };
}
