import type { Surroundings } from '../surroundings.ts';
import { fitted } from '../terminal/fitted.ts';
import { localTime } from '../terminal/time-words.ts';
import type { FoundCatalog } from './catalogs.ts';

/**
 * Writes to standard error which destinations `command` could not read, the reason, and the catalog that is used
 * instead.
 */
export function tellUnchecked(
  catalogs: ReadonlyMap<string, FoundCatalog>,
  command: string,
  { err }: Surroundings,
): void {
  for (const [name, { snapshot, trouble }] of catalogs) {
    if (trouble === undefined) continue;
    const known = snapshot
      ? `checked against what was known on ${localTime(new Date(snapshot.fetchedAt).toISOString())}`
      : 'NOT CHECKED against it';
    const text = `fieldbridge ${command}: ${name} was not asked (${trouble}); calls are ${known}`;
    err.write(`${fitted(text, err.columns)}\n`);
  }
}
