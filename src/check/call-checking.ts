import type { CatalogSnapshot } from '../booking/field.ts';
import type { CallPolicy } from '../inbox/plan.ts';

/** What a call is checked against. */
export interface CallChecking {
  readonly catalog: CatalogSnapshot;
  /** The destination's name, for messages. */
  readonly destination: string;
  readonly policy: CallPolicy;
  readonly validators: 'fail' | 'warn';
  /** Epoch milliseconds. */
  readonly now: number;
}
