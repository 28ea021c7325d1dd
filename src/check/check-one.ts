import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import type { Config } from '../config/config.ts';
import { type Diagnostic, diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { checkEventTime } from '../mapping/check-event-time.ts';
import {
  checkReferences,
  mayNameAnyDestination,
  reachableDestinations,
} from '../mapping/check-references.ts';
import { changesAsValues } from '../mapping/doubts/other-value/change-as-value.ts';
import { atDestination } from '../mapping/evaluate/at-destination.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { anyProperty } from './any-property.ts';
import { checkMapping } from './check-mapping.ts';
import { conditionNames } from './condition-names.ts';
import { consentPurposes } from './consents/consent-purposes.ts';
import { fieldConsents } from './consents/field-consents.ts';
import { flagsAsConsents } from './consents/flag-as-consent.ts';
import { limitedConsents } from './consents/limited-consents.ts';
import { reversedAnswers } from './consents/reversed-answers.ts';
import { sharedConsents } from './consents/shared-consents.ts';
import { crossedDestinations, crossedTables } from './crossed-tables.ts';
import { inventedDates } from './days/invented-dates.ts';
import { namesInEnglish } from './days/names-in-english.ts';
import { otherZones } from './days/other-zones.ts';
import { overwrittenFirsts } from './days/overwritten-first.ts';
import { fieldSubjects } from './field-subjects.ts';
import { fixedStatus } from './fixed-status.ts';
import { inEach } from './in-each.ts';
import { otherCountries } from './other-countries.ts';
import { otherNames } from './other-name.ts';
import { familyLink } from './people/family-link.ts';
import { mixedDetails } from './people/mixed-details.ts';
import { senderId } from './people/sender-id.ts';
import { valuesOfOthers } from './people/values-of-others.ts';
import { sameValues } from './same-values.ts';

/** Checks the text of a mapping against the destinations of these catalogs, without events. */
export function checkOne(
  mapping: Mapping,
  config: Pick<Config, 'sources' | 'destinations'>,
  catalogs: ReadonlyMap<string, { readonly snapshot: CatalogSnapshot | null }>,
): Diagnostic[] {
  const ownNames = otherNames(mapping);
  const namedBefore = new Set(ownNames.map(({ path }) => path));
  const ofNames = [...ownNames, ...mixedDetails(mapping).filter(({ path }) => !namedBefore.has(path))];
  const named = new Set(ofNames.map(({ path }) => path));
  const found = [
    ...checkReferences(mapping, config),
    ...checkEventTime(mapping, config),
    ...crossedDestinations(mapping, [...config.destinations.keys()]),
    ...withoutTests(mapping),
    ...fixedStatus(mapping),
    ...sharedConsents(mapping),
    ...ofNames,
    ...anyProperty(mapping, config),
    ...senderId(mapping),
    ...familyLink(mapping),
    ...changesAsValues(mapping),
  ];
  const known = new Map(
    [...catalogs].flatMap(([name, { snapshot }]) => (snapshot ? [[name, snapshot]] : [])),
  );
  const against = namedOrMeant(mapping, config).flatMap(name => {
    const destination = config.destinations.get(name);
    if (!destination) return [];
    const { validators, locale } = destination;
    const here = atDestination(mapping, name, destination);
    return [
      [
        ...checkMapping(here, known.get(name), name, validators, known),
        ...crossedTables(here, known.get(name)),
        ...namesInEnglish(here, locale),
        ...otherCountries(mapping, name, destination),
        ...otherZones(mapping, name, destination),
        ...reversedAnswers(here, known.get(name)),
        ...fieldConsents(here, known.get(name)),
        ...limitedConsents(here, known.get(name)),
        ...consentPurposes(here, known.get(name)),
        ...flagsAsConsents(here, known.get(name)),
        ...subjectsOf(here, known.get(name)).filter(({ path }) => !named.has(path)),
        ...copiesOf(here, known.get(name)).filter(({ path }) => !named.has(path)),
        ...inventedDates(here, known.get(name)),
        ...overwrittenFirsts(here, known.get(name)),
      ],
    ];
  });
  return [...found, ...distinct(mayNameAnyDestination(mapping) ? inEach(against) : against.flat())];
}

/** Returns the warnings about values of somebody else, one for a rule. */
function subjectsOf(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  const found = [...fieldSubjects(mapping, catalog), ...conditionNames(mapping, catalog)];
  const told = new Set(found.map(({ path }) => path));
  const ofOthers = catalog ? valuesOfOthers(mapping, catalog) : [];
  return [...found, ...ofOthers.filter(({ path }) => !told.has(path))];
}

/** Returns the warnings about values that two fields read, unless there is another one about a rule. */
function copiesOf(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  const told = new Set(
    [...subjectsOf(mapping, catalog), ...consentPurposes(mapping, catalog)].map(({ path }) => path),
  );
  return sameValues(mapping, catalog).filter(({ path }) => !told.has(path));
}

/** Returns the destinations of a mapping. For a misspelt name, it is the intended destination. */
function namedOrMeant(mapping: Mapping, config: Pick<Config, 'destinations'>): readonly string[] {
  const reachable = reachableDestinations(mapping, config);
  if (reachable.length > 0 || !('name' in mapping.destination)) return reachable;
  const known = [...config.destinations.keys()];
  return known.length === 1 ? known : nearest(mapping.destination.name, known, 1);
}

/**
 * Returns the faults in the rest of a faulty file: `mapping` is its readable part, `told` its known faults. A
 * line has at most one fault, and `--fix` corrects nothing before the file is readable.
 */
export function checkReadable(
  mapping: Mapping,
  told: readonly Diagnostic[],
  config: Pick<Config, 'sources' | 'destinations'>,
  catalogs: Parameters<typeof checkOne>[2],
): readonly Diagnostic[] {
  const faulty = new Set(told.filter(each => hasErrors([each])).map(({ place }) => place?.line));
  return checkOne(mapping, config, catalogs).flatMap(({ fix: _, ...each }) =>
    each.code === 'check/no-test' || faulty.has(each.place?.line) ? [] : [each],
  );
}

/** A rule can give several destinations. A finding that does not depend on these is reported once. */
function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map(each => [JSON.stringify(each), each])).values()];
}

function withoutTests(mapping: Mapping): Diagnostic[] {
  if (mapping.tests.length > 0) return [];
  const place = { file: mapping.file, line: 1, column: 1 };
  const hint =
    'add one under `tests`, with a payload and expect: []; `fieldbridge test --update` then writes the calls. Only payloads and stored events show which paths and questions exist';
  return [diagnostic('check/no-test', `the mapping "${mapping.name}" has no test`, { place, hint })];
}
