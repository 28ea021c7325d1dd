import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { Config } from '../../config/config.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { defaultDateFormat } from '../../expressions/convert/read-date.ts';
import { possibleDestinations } from '../../mapping/check-references.ts';
import { atDestination } from '../../mapping/evaluate/at-destination.ts';
import type { FieldRule, Mapping } from '../../mapping/mapping.ts';
import { withAccountFormat } from '../call/days/account-dates.ts';
import { findField } from '../call/field-key.ts';

/**
 * Warns about a field that two mappings fill with dates in different formats, such as `06.12.2026` and `2026-12-06`:
 * at the later mapping. Formats that the account requires count first.
 */
export function differentDateFormats(
  mappings: readonly Mapping[],
  { destinations }: Pick<Config, 'destinations'>,
  catalogs: ReadonlyMap<string, { readonly snapshot: CatalogSnapshot | null }>,
): readonly Diagnostic[] {
  const first = new Map<string, Written>();
  const found = new Map<FieldRule, Diagnostic>();
  const writings = mappings.flatMap(mapping =>
    possibleDestinations(mapping).flatMap(name => {
      const here = atDestination(mapping, name, destinations.get(name));
      return writtenDates(mapping, here, name, catalogs.get(name)?.snapshot ?? undefined);
    }),
  );
  for (const written of writings) {
    const key = JSON.stringify([written.destination, written.field.key]);
    const earlier = first.get(key);
    if (!earlier) first.set(key, written);
    else if (earlier.format !== written.format && !found.has(written.field))
      found.set(written.field, reported(earlier, written));
  }
  return [...found.values()];
}

interface Written {
  readonly mapping: Mapping;
  readonly destination: string;
  readonly field: FieldRule;
  readonly format: string;
}

/** Returns the rules that send dates, and do not say why theirs differ. `here`: the mapping at the destination. */
function writtenDates(
  mapping: Mapping,
  here: Mapping,
  destination: string,
  catalog: CatalogSnapshot | undefined,
): readonly Written[] {
  return here.additionalFields.flatMap(({ key, rule }, at) => {
    const field = mapping.additionalFields[at];
    if (!field || rule.as !== 'date' || rule.because !== undefined) return [];
    const configuration = catalog && findField(key, catalog);
    const { date } = configuration ? withAccountFormat(rule, configuration) : rule;
    return [{ mapping, destination, field, format: date.format ?? defaultDateFormat }];
  });
}

function reported(earlier: Written, later: Written): Diagnostic {
  const { key, place } = later.field;
  const at = `${earlier.mapping.name}.yaml:${earlier.field.place.line}`;
  return diagnostic(
    'check/date-formats',
    `${later.mapping.name} writes the dates in ${key} of ${later.destination} as ${later.format}, and ${earlier.mapping.name} (${at}) as ${earlier.format}`,
    {
      hint: `write the same format in both, such as format: ${earlier.format} here; if both are right, add because: with the reason`,
      place,
      path: `additionalFields.${key}`,
    },
  );
}
