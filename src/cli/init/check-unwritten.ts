import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { Config } from '../../config/config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { MappingFolder } from '../../mapping/folder.ts';
import { parseMapping } from '../../mapping/parse/parse-mapping.ts';
import { placesWithin } from '../../mapping/parse/place-within.ts';
import { checkWithData } from '../account/check-with-data.ts';
import { checkOne, withoutDisproved } from '../account/find-faults.ts';

/** A mapping that no file has yet. */
export interface UnwrittenMapping {
  /** Where it will be; absolute. */
  readonly file: string;
  readonly text: string;
  /** The payload of its test. */
  readonly sample: Uint8Array;
  readonly destination: string;
  readonly catalog: CatalogSnapshot;
}

/** What `check` would say of a mapping once it is written. */
export async function checkUnwritten(
  config: Config,
  { file, text, sample, destination, catalog }: UnwrittenMapping,
): Promise<readonly Diagnostic[]> {
  const parsed = parseMapping(file, text, { readFile: () => sample });
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
