import type { CatalogSnapshot } from '../../../booking/catalog/field.ts';
import { forgivenDifferences } from '../../../booking/catalog/meant-choice.ts';
import { readStatus, type StatusValue } from '../../../booking/catalog/status-knowledge.ts';
import { type Fault, quoted, someQuoted } from '../../fault.ts';
import { forgivenNote } from '../field-value.ts';

/** Returns the fault of a text with `as: choice` that matches several statuses. */
export function severalStatuses(
  value: StatusValue,
  catalog: Pick<CatalogSnapshot, 'statuses'>,
  destination: string,
): Fault | undefined {
  const meant = readStatus(value, catalog);
  if (!('between' in meant)) return undefined;
  return {
    code: 'check/several-choices',
    message: `${quoted(value.text)} may be any of ${meant.between.length} customer statuses of ${destination}: ${someQuoted(meant.between)}`,
    hint: 'have the sender send one of them exactly so, or give the rule a look-up table (values)',
  };
}

/** Returns the note about a status name whose spelling differs from the account's. */
export function forgivenStatus(
  value: StatusValue,
  catalog: Pick<CatalogSnapshot, 'statuses'>,
  destination: string,
): Fault | undefined {
  const meant = readStatus(value, catalog);
  if (value.choice === undefined || 'between' in meant) return undefined;
  const forgiven = forgivenDifferences(value.text, meant.choice);
  if (forgiven.length === 0 || value.untrimmed === meant.choice) return undefined;
  return forgivenNote({ text: value.text, choices: [meant.choice], forgiven }, destination);
}
