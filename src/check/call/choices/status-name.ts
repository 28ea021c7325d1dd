import type { CatalogSnapshot, KnownStatus } from '../../../booking/catalog/field.ts';
import { statusKnowledge, statusMeant } from '../../../booking/catalog/status-knowledge.ts';
import { normalized } from '../../../diagnostics/composed.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { nearestValue } from '../../../diagnostics/nearest-value.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import type { Severity } from '../../../diagnostics/severity.ts';
import type { Call } from '../../../inbox/call.ts';
import { diagnose, type Fault, quoted } from '../../fault.ts';
import { always, type SuggestionBudget } from '../suggestion-budget.ts';

/**
 * Returns the doubt about a status name in a mapping that is not refuted: it was never confirmed, or it is
 * declared in the config but was missing in the latest list of the API. `now`: epoch milliseconds.
 */
export function unconfirmedStatus(
  name: string,
  catalog: CatalogSnapshot,
  destination: string,
  now: number,
  budget: SuggestionBudget = always,
): (Fault & { readonly severity?: Severity | undefined }) | undefined {
  const { statuses, statusesListedAt } = catalog;
  if (statusKnowledge(name, catalog, now) === 'open') {
    const found =
      statusesListedAt === null
        ? `it is not known whether ${destination} has the customer status ${quoted(name)}`
        : `${destination} had no customer status ${quoted(name)} when its names were last read from the API (${timeText(statusesListedAt)})`;
    const known = statuses.length === 0 ? 'none is known yet' : `known so far: ${knownStatuses(catalog)}`;
    const names = statuses.map(status => status.name);
    const advice = meantStatus(name, names, destination, budget);
    return { code: 'check/unconfirmed-status', message: `${found}; ${known}`, ...advice };
  }
  const isOnlyDeclared = statuses.some(each => each.name === name && each.origin === 'declared');
  if (!isOnlyDeclared || statusesListedAt === null) return undefined;
  const told = reportedNames(statuses);
  const [near] = budget(told.length) ? nearestValue(name, told) : [];
  const asked = near === undefined ? '' : `${didYouMean(near, name)} `;
  return {
    code: 'check/unconfirmed-status',
    message: `${quoted(name)} is declared in the config, but ${destination} did not have it when its names were last read from the API (${timeText(statusesListedAt)})`,
    meant: near,
    hint: `${asked}${asked === '' ? 'if' : 'If'} it was created since, nothing must be done; otherwise correct it here and in the config`,
    // Nobody creates a second status that looks the same.
    severity: near !== undefined && looksOf(near) === looksOf(name) ? undefined : 'info',
  };
}

/** Warns about an unknown status in a payload. The call is sent, and the destination decides. */
export function doubtfulStatus(
  call: Pick<Call, 'customerStatus'> | undefined,
  catalog: CatalogSnapshot | null | undefined,
  destination: string,
): readonly Diagnostic[] {
  const status = call?.customerStatus;
  if (status?.origin !== 'data' || !catalog) return [];
  const now = Math.max(catalog.fetchedAt, catalog.statusesListedAt ?? 0);
  const fault = unconfirmedStatus(statusMeant(status, catalog), catalog, destination, now);
  if (!fault || fault.severity === 'info') return [];
  return [diagnose(fault, { path: 'customerStatus', severity: 'warning' })];
}

/** Returns the names that the API has reported, without those that are only declared in the config. */
export const reportedNames = onceFor((statuses: readonly KnownStatus[]) =>
  statuses.filter(status => status.origin !== 'declared').map(status => status.name),
);

function looksOf(name: string): string {
  return normalized(name, 'NFKC').trim().toLowerCase();
}

/** A refuted name, and when it was refuted. */
export function refutedSince(fault: Fault, { statusesListedAt }: CatalogSnapshot): Fault {
  if (statusesListedAt === null) return fault;
  return { ...fault, message: `${fault.message} (read from the API ${timeText(statusesListedAt)})` };
}

/** Advice about a status name: the nearest known one, or how to add it. */
export function meantStatus(
  name: string,
  names: readonly string[],
  destination: string,
  budget: SuggestionBudget = always,
): Pick<Fault, 'hint' | 'meant'> {
  const [near] = budget(names.length) ? nearestValue(name, names) : [];
  if (near !== undefined) return { hint: didYouMean(near, name), meant: near };
  const hint = `write it exactly as in the account's settings; add it to statuses of ${destination} in the config if you know that it exists`;
  return { hint };
}

/** An outer space is invisible, so the message mentions it. */
function didYouMean(near: string, name: string): string {
  const ends = [
    ...(/^\s/.test(near) && !/^\s/.test(name) ? ['beginning'] : []),
    ...(/\s$/.test(near) && !/\s$/.test(name) ? ['end'] : []),
  ];
  const blank = ends.length === 0 ? '' : `, with a space at its ${ends.join(' and its ')}`;
  return `did you mean ${quoted(near)}${blank}?`;
}

/** Writes a time for people, in UTC. */
function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * Lists at most ten names with the origin and time of each. Names from the API's complete list need no
 * explanation.
 */
function knownStatuses({ statuses }: CatalogSnapshot): string {
  const words: Readonly<Record<KnownStatus['origin'], (at: number) => string>> = {
    declared: () => ' (declared)',
    listed: () => '',
    confirmed: at => ` (confirmed ${timeText(at)})`,
  };
  const shown = statuses.slice(0, 10).map(({ name, origin, at }) => `${name}${words[origin](at)}`);
  const more = statuses.length > 10 ? ` and ${statuses.length - 10} more` : '';
  return `${shown.join(', ')}${more}`;
}
