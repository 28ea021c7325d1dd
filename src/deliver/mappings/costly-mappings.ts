import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { MappingHold } from '../../inbox/mapping-hold.ts';
import type { PlannedCall } from '../../inbox/plan.ts';
import type { Time } from '../time/time.ts';

/** Mappings whose expressions took too much, again and again: planning them would keep everything else waiting. */
export interface CostlyMappings {
  /** Notes how the planning of a call went; the hold of its mapping where that was once too often. */
  note(call: PlannedCall): MappingHold | undefined;
}

/** The number of consecutive costly events, or of costly events within a minute. */
const mostInARow = 3;
const mostInAMinute = 10;
const minuteMs = 60_000;

/** It is tried again after this time: a few events must not close a mapping for all that come later. */
export const costlyHoldMs = minuteMs;

const costlyCodes: ReadonlySet<DiagnosticCode> = new Set(['expression/too-slow', 'expression/too-large']);

/** Begins with mappings that nothing is known of. */
export function createCostlyMappings(time: Pick<Time, 'monotonic' | 'now'>): CostlyMappings {
  /** By mapping and version, since the last one that went well: how many, and when in the last minute. */
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

/** True if a mapping is held for what its expressions took: it is not even tried then. */
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
