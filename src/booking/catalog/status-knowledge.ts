import { composedText } from '../../diagnostics/composed.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import type { Value } from '../../inbox/call.ts';
import type { CatalogSnapshot, KnownStatus } from './field.ts';
import { forgivingChoices, type MeantChoice, meantChoice } from './meant-choice.ts';
import { openChoice } from './open-choice.ts';

/** The time for which names missing in a list of the API count as refuted. */
const refutedForMs = 600_000;

/**
 * The state of a status name. `known`: it exists. `refuted`: the API listed all names within the last ten minutes
 * without it, or it is the placeholder for a missing choice. `open`: it may be tried; a refusal saves nothing (API
 * document 4.1 rule 4, 4.2 rule 5).
 */
export function statusKnowledge(
  name: string,
  catalog: Pick<CatalogSnapshot, 'statuses' | 'statusesListedAt'>,
  now: number,
): 'known' | 'refuted' | 'open' {
  if (name === openChoice) return 'refuted';
  const known = byName(catalog.statuses).get(composedText(name));
  if (known && known.origin !== 'declared') return 'known';
  const declaredSince =
    known !== undefined && known.at > (catalog.statusesListedAt ?? Number.NEGATIVE_INFINITY);
  if (!declaredSince && listedLately(catalog.statusesListedAt, now)) return 'refuted';
  return known ? 'known' : 'open';
}

/** Returns the names that may be offered: the confirmed ones, and those of the config that the account has not refuted. */
export function offeredStatuses(
  catalog: Pick<CatalogSnapshot, 'statuses' | 'statusesListedAt'>,
  now: number,
): readonly { readonly name: string; readonly isConfirmed: boolean }[] {
  const isRefuted = ({ name, origin, at }: KnownStatus) =>
    origin === 'declared' &&
    (statusKnowledge(name, catalog, now) === 'refuted' || at <= (catalog.statusesListedAt ?? -1));
  return catalog.statuses
    .filter(each => !isRefuted(each))
    .map(({ name, origin }) => ({ name, isConfirmed: origin !== 'declared' }));
}

/** Returns the account's spelling if only the Unicode form differs, otherwise the name unchanged. */
function statusAsKnown(name: string, { statuses }: Pick<CatalogSnapshot, 'statuses'>): string {
  if (statuses.some(each => each.name === name && each.origin !== 'declared')) return name;
  return byName(statuses).get(composedText(name))?.name ?? name;
}

/** The parts of a value that determine a status. */
export type StatusValue = Pick<Value, 'text' | 'untrimmed' | 'choice'>;

/**
 * Returns the status name that a value matches, in the account's spelling. A status with spaces at its ends is matched
 * first with the spaces of the payload, then without. With `as: choice` the spelling is ignored; a text that matches
 * several names stays unchanged.
 */
export function statusMeant(value: StatusValue, catalog: Pick<CatalogSnapshot, 'statuses'>): string {
  const meant = readStatus(value, catalog);
  return 'between' in meant ? value.text : meant.choice;
}

/** Does the same, and returns the names that match equally well. */
export function readStatus(
  { text, untrimmed, choice }: StatusValue,
  { statuses }: Pick<CatalogSnapshot, 'statuses'>,
): MeantChoice {
  const known = byName(statuses);
  const name = untrimmed !== undefined && known.has(composedText(untrimmed)) ? untrimmed : text;
  const exact = statusAsKnown(name, { statuses });
  if (choice === undefined || known.has(composedText(exact))) return { choice: exact };
  const { told, all } = forgivingNames(statuses);
  return meantChoice(text, told) ?? meantChoice(text, all) ?? { choice: exact };
}

/** Names from the API take precedence over names that the config declares. */
const forgivingNames = onceFor((statuses: readonly KnownStatus[]) => ({
  told: forgivingChoices(statuses.flatMap(({ name, origin }) => (origin === 'declared' ? [] : [name]))),
  all: forgivingChoices(statuses.map(({ name }) => name)),
}));

/** Status names by their composed forms; the first one from the API counts, else the first. */
const byName = onceFor((statuses: readonly KnownStatus[]) => {
  const { declared = [], told = [] } = Object.groupBy(statuses.toReversed(), ({ origin }) =>
    origin === 'declared' ? 'declared' : 'told',
  );
  return new Map([...declared, ...told].map(each => [composedText(each.name), each]));
});

/** True if the API listed its status names so recently that names missing in the list are refuted. */
export function listedLately(statusesListedAt: number | null, now: number): boolean {
  return statusesListedAt !== null && Math.abs(now - statusesListedAt) < refutedForMs;
}
