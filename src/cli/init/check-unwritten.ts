import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { checkOne } from '../../check/check-one.ts';
import { withoutDisproved } from '../../check/data/disproved.ts';
import type { Config } from '../../config/config.ts';
import { defaultsOf } from '../../config/defaults.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { MappingFolder } from '../../mapping/folder.ts';
import { parseMapping } from '../../mapping/parse/parse-mapping.ts';
import { placesWithin } from '../../mapping/parse/place-within.ts';
import { checkWithData } from '../account/check-with-data.ts';

/** A mapping that is not written to a file yet. */
export interface UnwrittenMapping {
  /** The future path of the file; absolute. */
  readonly file: string;
  readonly text: string;
  /** The payload of its test. */
  readonly sample: Uint8Array;
  readonly destination: string;
  readonly catalog: CatalogSnapshot;
}

/** Returns the diagnostics that `check` would report for a mapping once it is written. */
export async function checkUnwritten(
  config: Config,
  { file, text, sample, destination, catalog }: UnwrittenMapping,
): Promise<readonly Diagnostic[]> {
  const parsed = parseMapping(file, text, { readFile: () => sample, defaultsOf: defaultsOf(config) });
  const { mapping, diagnostics } = parsed;
  if (!mapping) return diagnostics;
  const texts = new Map([[file, text]]);
  const folder: MappingFolder = {
    mappings: [mapping],
    faulty: [],
    diagnostics,
    texts,
    parsed: new Map([[file, parsed]]),
  };
  const catalogs = new Map([[destination, { snapshot: catalog, from: 'account' } as const]]);
  const told = checkOne(mapping, config, catalogs);
  const shown = await checkWithData(folder, { config, catalogs, within: placesWithin(texts), told });
  return [...withoutDisproved(shown.disproved, diagnostics), ...told, ...shown.found];
}
