import type { Status } from '../event.ts';
import type { KnownOutcome } from '../import-record.ts';

/** The statuses of events that have delivered nothing, or not everything, and that nothing moves any more. */
export const unsentStatuses: readonly Status[] = ['failed', 'discarded', 'skipped'];

/** A row of a list whose event is known. */
export interface RepeatedContents {
  /** The outcome of its event; undefined if the event is no longer stored. */
  readonly outcome: KnownOutcome | undefined;
  /** True if the event has the id of the row, but other contents. */
  readonly differs: boolean;
  /** The number of the import; undefined if the list was never imported. */
  readonly list: number | undefined;
  /** True if the row corrects an event that has failed. */
  readonly correctsFailed: boolean;
}

/**
 * Decides about a row whose event is known. `again`: its event is planned again. `anew`: the row becomes an event of its
 * own, because its event has other contents, which were never delivered. `known`: nothing is left to do. A row of a list
 * that is imported once more stays discarded, unless a failed event waits for it.
 */
export function decideRepeated({
  outcome,
  differs,
  list,
  correctsFailed,
}: RepeatedContents): 'again' | 'anew' | 'known' {
  if (!outcome || !unsentStatuses.includes(outcome.status)) return 'known';
  const isOwn = outcome.import !== undefined && outcome.import === list;
  if (outcome.status === 'discarded' && isOwn && !correctsFailed) return 'known';
  return differs ? 'anew' : 'again';
}
