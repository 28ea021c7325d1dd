import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call } from '../../inbox/call.ts';

/** The result of the checks of one call before it is sent. */
export type Verdict =
  /** It may be sent. `call` is without values that the mapping allows to drop. */
  | { readonly kind: 'send'; readonly call: Call; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing is left to send after values were dropped. */
  | { readonly kind: 'skip'; readonly diagnostics: readonly Diagnostic[] }
  /** The fault is in this event's data. `call` has the wrong values, and the others as they would be sent. */
  | { readonly kind: 'fail'; readonly call: Call; readonly diagnostics: readonly Diagnostic[] }
  /** The fault is in the mapping. `call` as above. The first diagnostic is the reason, with the next step. */
  | {
      readonly kind: 'hold-mapping';
      readonly call: Call;
      readonly reason: string;
      readonly diagnostics: readonly Diagnostic[];
    };
