import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { CallPolicy } from '../../inbox/plan.ts';
import type { Afford } from './afford.ts';

/** What a call is checked against. */
export interface CallChecking {
  readonly catalog: CatalogSnapshot;
  /** The destination's name, for messages. */
  readonly destination: string;
  readonly policy: CallPolicy;
  readonly validators: 'fail' | 'warn';
  /** Which near names are looked for in hints; left out, all. */
  readonly afford?: Afford;
  /** Epoch milliseconds. */
  readonly now: number;
}
