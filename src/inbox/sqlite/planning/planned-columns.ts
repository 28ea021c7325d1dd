import type { SQLInputValue } from 'node:sqlite';
import { type Call, customerNumber, laneKey } from '../../call.ts';
import type { PlannedCall } from '../../plan.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import { diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection.ts';
import { countedTime } from '../rows/counted-time.ts';

/** What the columns of a planned call depend on beyond the plan. */
export interface Placing {
  /** The customer number of its link. */
  readonly linked: string | undefined;
  /** Since when its age counts, and how many milliseconds are left. */
  readonly life: { readonly from: number; readonly leftMs: number };
  readonly now: number;
  readonly expiresAt: number;
  readonly rejoined: boolean;
  readonly force: boolean;
  /** Finds or makes the lane of a key. */
  readonly lane: (key: string) => number;
}

/**
 * A planned call as columns, in this order: mapping, mapping_version, destination, operation, lane, status, reason,
 * due_at, rejoined, force, life_from, deadline, remaining, expires_at, link_people, link_id, customer_id, policy,
 * request, diagnostics.
 */
export function plannedColumns(
  connection: Connection,
  planned: PlannedCall,
  placing: Placing,
): readonly SQLInputValue[] {
  const { state, link, destination } = planned;
  const { life, now } = placing;
  const call: Call | undefined = 'call' in state ? state.call : undefined;
  const lane = state.status === 'queued' ? placing.lane(laneKey(state.call, link, placing.linked)) : null;
  const runs = state.status === 'queued' || state.status === 'waiting';
  return [
    planned.mapping,
    planned.mappingVersion,
    destination,
    planned.operation,
    lane,
    state.status === 'waiting' ? 'queued' : state.status,
    state.status === 'queued' ? null : state.reason,
    lane === null ? null : now,
    placing.rejoined ? 1 : 0,
    placing.force ? 1 : 0,
    life.from,
    runs ? countedTime(connection, destination, now) + life.leftMs : null,
    state.status === 'held' ? life.leftMs : null,
    placing.expiresAt,
    link?.people ?? null,
    link?.id ?? null,
    (call && customerNumber(call)) ?? placing.linked ?? null,
    storedPolicy.write(planned.policy),
    call ? storedCall.write(call) : null,
    diagnosticsText(planned.diagnostics),
  ];
}
