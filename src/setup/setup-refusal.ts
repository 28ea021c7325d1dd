import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { EditRefusal } from '../edit/edit-refusal.ts';

/** The reason why nothing was changed. The text for people is written where it is shown. */
export type SetupRefusal =
  | EditRefusal
  /** The file was changed by somebody else during each attempt. */
  | { readonly code: 'conflict' }
  /** There is something with this name already. */
  | { readonly code: 'name-taken'; readonly name: string }
  | { readonly code: 'no-such-name'; readonly name: string }
  /** No earlier version of the config has this id. */
  | { readonly code: 'no-such-version'; readonly id: string }
  /** The config is not valid YAML, so it cannot be changed. */
  | { readonly code: 'config-unreadable' }
  /** The config would have errors, or has some. */
  | { readonly code: 'config-faulty'; readonly diagnostics: readonly Diagnostic[] }
  /** The secret of this source is in a place that the program does not change. */
  | { readonly code: 'secret-elsewhere'; readonly name: string };

/** The result of a change. */
export type SetupChange<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly why: SetupRefusal };
