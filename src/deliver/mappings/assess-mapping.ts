import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { canOnlyFail } from '../../check/call/can-only-fail.ts';
import { checkMapping } from '../../check/check-mapping.ts';
import { inEach } from '../../check/in-each.ts';
import type { Config, DestinationConfig } from '../../config/config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { checkEventTime } from '../../mapping/check-event-time.ts';
import {
  checkReferences,
  mayNameAnyDestination,
  reachableDestinations,
} from '../../mapping/check-references.ts';
import { atDestination } from '../../mapping/evaluate/at-destination.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { SeenChange } from '../destinations/catalog-history.ts';

/** The facts about a destination that the check of a mapping uses. */
export interface CheckedAgainst {
  readonly config: DestinationConfig;
  readonly catalog: CatalogSnapshot | null;
  readonly changes: readonly SeenChange[];
}

/** The check of a mapping against the config and the live configuration of its destinations. */
export interface Assessment {
  readonly diagnostics: readonly Diagnostic[];
  /** The observed changes in the account that caused the diagnostics; oldest first. */
  readonly changes: readonly SeenChange[];
  /** Present if every call would be refused at every possible destination because of the mapping. */
  readonly canOnlyFail?: {
    /** The names of the destinations; several if a rule chooses one. */
    readonly destinations: readonly string[];
    readonly catalogVersions: readonly string[];
    readonly reason: string;
    readonly diagnostics: readonly Diagnostic[];
  };
}

/** Checks a mapping now. `now` is epoch milliseconds. */
export function assessMapping(
  mapping: Mapping,
  config: Pick<Config, 'sources' | 'destinations'>,
  destination: (name: string) => CheckedAgainst | undefined,
  now: number,
): Assessment {
  const references = [...checkReferences(mapping, config), ...checkEventTime(mapping, config)];
  const named = reachableDestinations(mapping, config).flatMap(name => destination(name) ?? []);
  const against = named.map(each => assessAgainst(mapping, each, now));
  const found = against.map(each => each.diagnostics);
  const fatal = against.flatMap(each => each.canOnlyFail ?? []);
  const everywhere = fatal.length > 0 && fatal.length === against.length;
  return {
    // If an event may name any destination, only the diagnostics that occur at each of them count.
    diagnostics: unique([...references, ...(mayNameAnyDestination(mapping) ? inEach(found) : found.flat())]),
    changes: against.flatMap(each => each.changes),
    ...(everywhere && { canOnlyFail: together(fatal) }),
  };
}

/** If a rule names the destination, another event may go to another one: one hold covers all of them. */
function together(
  fatal: readonly NonNullable<Assessment['canOnlyFail']>[],
): Assessment['canOnlyFail'] & object {
  return {
    destinations: fatal.flatMap(each => each.destinations),
    catalogVersions: fatal.flatMap(each => each.catalogVersions),
    reason: [...new Set(fatal.map(each => each.reason))].join('; '),
    diagnostics: unique(fatal.flatMap(each => each.diagnostics)),
  };
}

function assessAgainst(
  mapping: Mapping,
  { config, catalog, changes }: CheckedAgainst,
  now: number,
): Assessment {
  // A status name is checked at the current time: a refuted name is refuted for ten minutes only.
  const asOfNow = catalog && { ...catalog, fetchedAt: now };
  const { name, validators } = config;
  const localized = atDestination(mapping, name, config);
  const diagnostics = checkMapping(localized, asOfNow ?? undefined, name, validators);
  if (!catalog) return { diagnostics, changes: [] };
  const led = changesFor(diagnostics, changes);
  const fatal = canOnlyFail(localized, diagnostics, { catalog, destination: name, validators, now });
  const [first] = fatal;
  if (!first) return { diagnostics, changes: led };
  const because = changesFor([first], changes).filter(({ kind }) => !alreadyDescribes(first, kind));
  return {
    diagnostics,
    changes: led,
    canOnlyFail: {
      destinations: [name],
      catalogVersions: [catalog.version],
      reason: [first.message, ...because.map(({ words }) => words)].join('; '),
      diagnostics: fatal,
    },
  };
}

/** True if a diagnostic already describes a change of this kind. */
function alreadyDescribes({ code }: Diagnostic, kind: SeenChange['kind']): boolean {
  return code === 'check/renamed-field' && kind === 'renamed';
}

/** Returns the latest changes of each field, or of the status names, that a diagnostic is about; oldest first. */
export function changesFor(
  diagnostics: readonly Diagnostic[],
  changes: readonly SeenChange[],
): readonly SeenChange[] {
  const paths = new Set(diagnostics.map(each => each.path));
  const led = [...paths].flatMap(path => {
    const about = changes.filter(change => pathsOf(change).includes(path ?? ''));
    const at = Math.max(...about.map(change => change.at));
    return about.filter(change => change.at === at);
  });
  return changes.filter(change => led.includes(change));
}

function pathsOf({ kind, name, to }: SeenChange): readonly string[] {
  // The names of fields are not checked.
  if (kind === 'titled') return [];
  if (kind === 'status-added' || kind === 'status-removed') return ['customerStatus'];
  return [name, ...(to === undefined ? [] : [to])].map(pathOf);
}

function pathOf(key: string): string {
  return `additionalFields.${key}`;
}

function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(each => {
    const key = JSON.stringify(each);
    return !seen.has(key) && seen.add(key);
  });
}
