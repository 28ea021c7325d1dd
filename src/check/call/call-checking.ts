import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { CallPolicy } from '../../inbox/plan.ts';
import type { SuggestionBudget } from './suggestion-budget.ts';

/** The inputs for checking a call. */
export interface CallChecking {
  readonly catalog: CatalogSnapshot;
  /** The destination's name, for messages. */
  readonly destination: string;
  readonly policy: CallPolicy;
  readonly validators: 'fail' | 'warn';
  /** Limits the search for similar names in hints; by default all names are compared. */
  readonly budget?: SuggestionBudget;
  /** Epoch milliseconds. */
  readonly now: number;
}
