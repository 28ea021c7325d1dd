import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call } from '../../inbox/call.ts';

/** The result of the checks of one call before it is sent. */
export type Verdict =
  /** It may leave; `call` is without the values that the mapping allows to drop. */
  | { readonly kind: 'send'; readonly call: Call; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing is left to send after dropping. */
  | { readonly kind: 'skip'; readonly diagnostics: readonly Diagnostic[] }
  /** The fault is this event's data. `call`: with the values that are wrong, the others as they would be written. */
  | { readonly kind: 'fail'; readonly call: Call; readonly diagnostics: readonly Diagnostic[] }
  /** The fault is the mapping's. `call` as above. */
  | {
      readonly kind: 'hold-mapping';
      readonly call: Call;
      readonly reason: string;
      readonly diagnostics: readonly Diagnostic[];
    };
