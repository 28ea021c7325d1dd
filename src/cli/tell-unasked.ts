import type { FoundCatalog } from './catalogs.ts';
import { fitted } from './fitted.ts';
import type { Surroundings } from './surroundings.ts';

/** Says on the error stream that a destination could not be asked, and what its calls are checked against instead. */
export function tellUnasked(
  command: string,
  { name, trouble, snapshot }: Pick<FoundCatalog, 'snapshot' | 'trouble'> & { readonly name: string },
  { err }: Surroundings,
): void {
  const checked = snapshot ? 'checked against what was last known' : 'NOT CHECKED against the account';
  const text = `fieldbridge ${command}: ${name} could not be asked (${trouble}); its calls are ${checked}`;
  err.write(`${fitted(text, err.columns)}\n`);
}
