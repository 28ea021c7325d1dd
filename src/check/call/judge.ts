import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { OnInvalid, Origin } from '../../inbox/call.ts';
import { diagnose, type Fault } from '../fault.ts';

/** What was found at one part of a call, and what follows for the call; a note stops nothing. */
export interface CallFinding {
  readonly weight: 'hold' | 'fail' | 'note';
  readonly diagnostic: Diagnostic;
}

/** A part of a call after its check. */
export interface Checked<Part> {
  /** Undefined where it is left out. */
  readonly kept: Part | undefined;
  readonly findings: readonly CallFinding[];
}

/**
 * What follows from a fault of a part of a call: the mapping's holds the mapping; the data's fails the event, or
 * leaves the part out, or has `clear` delete it, where the mapping says so.
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

/** A part that is left out because of a fault. */
export function leftOut(fault: Fault, path: string): Checked<never> {
  const message = `left out, since ${fault.message}`;
  return { kept: undefined, findings: [note('mapping/dropped-value', message, fault, path)] };
}

function note(
  code: 'mapping/dropped-value' | 'mapping/cleared-value',
  message: string,
  { hint }: Fault,
  path: string,
): CallFinding {
  return { weight: 'note', diagnostic: diagnostic(code, message, { path, hint }) };
}
