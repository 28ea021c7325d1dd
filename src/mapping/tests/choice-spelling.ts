import type { Call } from '../../inbox/call.ts';
import type { Mismatch } from './differences.ts';

/** Returns the names of the values of a call that the account spells like its choices. */
export function choicesOf({ additionalFields, customerStatus }: Call): ReadonlySet<string> {
  const fields = additionalFields.flatMap(({ key, change }) =>
    'set' in change && change.set.choice ? [`additionalFields.${key}`] : [],
  );
  return new Set([...fields, ...(customerStatus?.choice ? ['customerStatus'] : [])]);
}

/** True if a choice of an account that is not known may have the expected spelling. */
export function isChoiceSpelling({ name, expected, actual }: Mismatch, unread: ReadonlySet<string>): boolean {
  return unread.has(name) && expected?.trim().toLowerCase() === actual?.trim().toLowerCase();
}
