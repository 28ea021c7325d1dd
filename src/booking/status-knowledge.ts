import { onceFor } from '../diagnostics/once-for.ts';
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
  const known = byName(catalog.statuses).get(name);
  if (known && known.origin !== 'declared') return 'known';
  const declaredSince =
    known !== undefined && known.at > (catalog.statusesListedAt ?? Number.NEGATIVE_INFINITY);
  if (!declaredSince && listedLately(catalog.statusesListedAt, now)) return 'refuted';
  return known ? 'known' : 'open';
}

const byName = onceFor(
  (statuses: readonly KnownStatus[]) => new Map(statuses.toReversed().map(each => [each.name, each])),
);

/** Whether the API told its status names so lately that a name which is not among them is refuted. */
export function listedLately(statusesListedAt: number | null, now: number): boolean {
  return statusesListedAt !== null && Math.abs(now - statusesListedAt) < refutedForMs;
}
