import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { MappingHold } from '../../inbox/mapping-hold.ts';
import type { PlannedCall } from '../../inbox/plan.ts';
import type { Time } from '../time/time.ts';

/** Mappings whose expressions were too slow or too large repeatedly: planning them would delay all other work. */
export interface CostlyMappings {
  /** Counts the result of planning a call; returns the hold of its mapping if it was too costly too often. */
  note(call: PlannedCall): MappingHold | undefined;
}

/** The number of consecutive costly events, or of costly events within a minute. */
const mostInARow = 3;
const mostInAMinute = 10;
const minuteMs = 60_000;

/** The mapping is tried again after this time: a few events must not hold it for all later ones. */
export const costlyHoldMs = minuteMs;

const costlyCodes: ReadonlySet<DiagnosticCode> = new Set(['expression/too-slow', 'expression/too-large']);

/** Makes an empty record of costly mappings. */
export function createCostlyMappings(time: Pick<Time, 'monotonic' | 'now'>): CostlyMappings {
  /** By mapping and version: the costly events since the last good one, and their times in the last minute. */
  const seen = new Map<string, { inARow: number; times: number[] }>();
  return {
    note(call) {
      const key = `${call.mapping} ${call.mappingVersion}`;
      const why = call.state.status === 'failed' ? call.diagnostics.find(isCostly) : undefined;
      const known = seen.get(key);
      if (!why) {
        if (known) known.inARow = 0;
        return undefined;
      }
      const now = time.monotonic();
      const times = [...(known?.times ?? []).filter(each => each > now - minuteMs), now];
      const inARow = (known?.inARow ?? 0) + 1;
      seen.set(key, { inARow, times });
      if (inARow < mostInARow && times.length < mostInAMinute) return undefined;
      seen.delete(key);
      return holdOf(call, why, time.now());
    },
  };
}

/** True if a mapping is held because its expressions were too costly: it is not planned then. */
export function isHeldAsCostly(hold: MappingHold): boolean {
  return hold.diagnostics.some(isCostly);
}

function isCostly({ code }: Diagnostic): boolean {
  return costlyCodes.has(code);
}

function holdOf({ mapping, mappingVersion }: PlannedCall, why: Diagnostic, now: number): MappingHold {
  const reason = `its expressions took too much for one event after another (${why.message})`;
  return {
    mapping,
    mappingVersion,
    destination: '',
    catalogVersion: '',
    since: now,
    reason,
    diagnostics: [why],
  };
}
