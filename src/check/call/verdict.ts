import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call } from '../../inbox/call.ts';

/** What the checks say about one call before it leaves. */
export type Verdict =
  /** It may leave; `call` is without the values that the mapping allows to drop. */
  | { readonly kind: 'send'; readonly call: Call; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing is left to send after dropping. */
  | { readonly kind: 'skip'; readonly diagnostics: readonly Diagnostic[] }
  /** The fault is this event's data. */
  | { readonly kind: 'fail'; readonly diagnostics: readonly Diagnostic[] }
  /** The fault is the mapping's. */
  | { readonly kind: 'hold-mapping'; readonly reason: string; readonly diagnostics: readonly Diagnostic[] };
