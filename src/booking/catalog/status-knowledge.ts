import { composedText } from '../../diagnostics/composed.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import type { Value } from '../../inbox/call.ts';
import type { CatalogSnapshot, KnownStatus } from './field.ts';

/** For so long what the API told of its status names counts against a name that was not among them. */
const refutedForMs = 600_000;

/**
 * What is known of a status name. `known`: it exists. `refuted`: the API told all its names within the last ten
 * minutes, and this one was not among them. `open`: it may be tried; a refusal saves nothing (API document 4.1 rule
 * 4, 4.2 rule 5).
 */
export function statusKnowledge(
  name: string,
  catalog: Pick<CatalogSnapshot, 'statuses' | 'statusesListedAt'>,
  now: number,
): 'known' | 'refuted' | 'open' {
  const known = byName(catalog.statuses).get(composedText(name));
  if (known && known.origin !== 'declared') return 'known';
  const declaredSince =
    known !== undefined && known.at > (catalog.statusesListedAt ?? Number.NEGATIVE_INFINITY);
  if (!declaredSince && listedLately(catalog.statusesListedAt, now)) return 'refuted';
  return known ? 'known' : 'open';
}

/** The name as the account writes it, where it is known in another Unicode form; else as it is. */
export function statusAsKnown(name: string, { statuses }: Pick<CatalogSnapshot, 'statuses'>): string {
  if (statuses.some(each => each.name === name && each.origin !== 'declared')) return name;
  return byName(statuses).get(composedText(name))?.name ?? name;
}

/**
 * The status name that a value stands for: with the blanks that the payload has at its ends where such a status is known,
 * else without them; as the account writes it.
 */
export function statusMeant(
  { text, untrimmed }: Pick<Value, 'text' | 'untrimmed'>,
  catalog: Pick<CatalogSnapshot, 'statuses'>,
): string {
  const isKnown = untrimmed !== undefined && byName(catalog.statuses).has(composedText(untrimmed));
  return statusAsKnown(isKnown ? untrimmed : text, catalog);
}

/** By their composed forms; of several, the first that the API told counts, else the first. */
const byName = onceFor((statuses: readonly KnownStatus[]) => {
  const { declared = [], told = [] } = Object.groupBy(statuses.toReversed(), ({ origin }) =>
    origin === 'declared' ? 'declared' : 'told',
  );
  return new Map([...declared, ...told].map(each => [composedText(each.name), each]));
});

/** Whether the API told its status names so lately that a name which is not among them is refuted. */
export function listedLately(statusesListedAt: number | null, now: number): boolean {
  return statusesListedAt !== null && Math.abs(now - statusesListedAt) < refutedForMs;
}
