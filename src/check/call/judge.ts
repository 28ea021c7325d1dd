import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { OnInvalid, Origin } from '../../inbox/call.ts';
import { diagnose, type Fault } from '../fault.ts';

/** A finding about one part of a call, and its effect on the call. A note has no effect. */
export interface CallFinding {
  readonly weight: 'hold' | 'fail' | 'note';
  readonly diagnostic: Diagnostic;
}

/** A part of a call after its check. */
export interface Checked<Part> {
  /** Undefined if it is left out. */
  readonly kept: Part | undefined;
  readonly findings: readonly CallFinding[];
}

/**
 * Decides the effect of a fault in a part of a call: a fault of the mapping holds the mapping; a fault of the
 * data fails the event, or leaves the part out, or clears it, as the mapping sets it.
 */
export function judge<Part>(
  part: Part,
  fault: Fault | undefined,
  where: { readonly path: string; readonly blame: Origin; readonly onInvalid: OnInvalid },
  clear?: () => Checked<Part>,
): Checked<Part> {
  if (fault === undefined) return { kept: part, findings: [] };
  const { path } = where;
  if (where.blame === 'mapping')
    return { kept: part, findings: [{ weight: 'hold', diagnostic: diagnose(fault, { path }) }] };
  if (where.onInvalid === 'clear' && clear) {
    const { kept, findings } = clear();
    return {
      kept,
      findings: [...findings, note('mapping/cleared-value', `deleted, since ${fault.message}`, fault, path)],
    };
  }
  return where.onInvalid === 'drop'
    ? leftOut(fault, path)
    : { kept: part, findings: [{ weight: 'fail', diagnostic: diagnose(fault, { path }) }] };
}

/** Leaves out a part because of a fault. */
export function leftOut(fault: Fault, path: string): Checked<never> {
  const message = `left out, since ${fault.message}`;
  return { kept: undefined, findings: [note('mapping/dropped-value', message, fault, path)] };
}

function note(
  code: 'mapping/dropped-value' | 'mapping/cleared-value',
  message: string,
  { message: cause, hint }: Fault,
  path: string,
): CallFinding {
  return { weight: 'note', diagnostic: diagnostic(code, message, { path, hint, cause }) };
}
