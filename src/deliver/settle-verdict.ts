import type { Verdict } from '../check/call/verdict.ts';
import { mainDiagnostic } from '../diagnostics/diagnostic.ts';
import { type MappingHold, mappingHold } from '../inbox/mapping-hold.ts';

/** The state of a call that must not be sent. `hold`: present if its mapping is faulty. */
export interface UnsentState {
  readonly status: 'skipped' | 'failed' | 'held';
  readonly reason: string;
  readonly hold?: MappingHold;
}

/** Returns the state of a call that its check refused, both at planning and directly before sending. */
export function settleVerdict(
  verdict: Exclude<Verdict, { kind: 'send' }>,
  checked: {
    readonly mapping: { readonly name: string; readonly version: string };
    readonly destination: string;
    readonly catalogVersion: string;
    readonly now: number;
  },
): UnsentState {
  switch (verdict.kind) {
    case 'skip':
      return { status: 'skipped', reason: 'nothing is left to send' };
    case 'fail':
      return { status: 'failed', reason: mainDiagnostic(verdict.diagnostics)?.message ?? '' };
    case 'hold-mapping': {
      const { mapping, destination, catalogVersion, now } = checked;
      const hold = mappingHold(mapping, destination, catalogVersion, verdict, now);
      return { status: 'held', reason: verdict.reason, hold };
    }
  }
}
