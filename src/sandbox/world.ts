import type { ActiveFault } from './control/faults.ts';
import type { Journal } from './journal.ts';
import type { Account } from './salon/account.ts';

/** The state of a running sandbox. */
export interface World {
  account: Account;
  journal: Journal;
  faults: ActiveFault[];
  /** The address of the sandbox, without a slash at its end. */
  baseUrl: string;
  readonly clock: { now(): number };
  readonly random: () => number;
  readonly log: (line: string) => void;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}
