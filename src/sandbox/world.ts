import type { ActiveFault } from './control/faults.ts';
import type { Journal } from './journal.ts';
import type { Account } from './salon/account.ts';

/** Everything a running sandbox works on. */
export interface World {
  account: Account;
  journal: Journal;
  faults: ActiveFault[];
  /** Where it is reached, without a slash at its end. */
  baseUrl: string;
  readonly clock: { now(): number };
  readonly random: () => number;
  readonly log: (line: string) => void;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}
