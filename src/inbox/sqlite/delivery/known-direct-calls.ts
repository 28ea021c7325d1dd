import type { Claim } from '../../claim.ts';
import type { Clock } from '../../clock.ts';
import type { PlannedRow } from '../../decide/plan-changes.ts';
import type { Claims, LanePlace } from '../../owned/claims.ts';
import type { WorkInProgress } from '../../owned/work-in-progress.ts';
import type { EventPlan } from '../../plan.ts';
import type { Connection } from '../connection/connection.ts';

/** A call that was sent as soon as its event was on disk. */
export interface Direct {
  /** The claim at the start. */
  readonly claim: Claim;
  readonly plan: EventPlan;
  readonly row: PlannedRow;
  /** Epoch milliseconds. */
  readonly since: number;
  /** The claim with the current row of the call. */
  written?: Claim;
}

/** The data about direct calls in memory. They are committed and rolled back together with the transactions. */
export interface KnownDirectCalls {
  /** The direct calls by the id of their first claim. */
  readonly all: ReadonlyMap<number, Direct>;
  /** The calls without a row, by lane: each lane has at most one. */
  readonly unwritten: ReadonlyMap<number, Direct>;
  add(direct: Direct): void;
  /** Records that the call has a row now. */
  hasRow(direct: Direct): void;
  forget(claim: Claim): void;
  committed(): void;
  undone(): void;
}

/** Starts without direct calls. */
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

/** Other objects in memory that must stay consistent with direct calls. */
export interface DirectParts {
  readonly connection: Connection;
  readonly claims: Claims;
  readonly beingDelivered: WorkInProgress;
  readonly clock: Clock;
}

/** Returns the lane of a claim, with the number of merges so far. */
export function placeOf({ joins }: Connection, lane: number): LanePlace {
  return { lane, joins };
}
