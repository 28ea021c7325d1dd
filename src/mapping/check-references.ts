import { type Diagnostic, diagnostic, type Place } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { elementsOf } from '../expressions/convert/presence.ts';
import { scalarText, shown } from '../expressions/convert/scalar-text.ts';
import type { Mapping, Rule } from './mapping.ts';

/** The names that the config defines. */
export interface ConfiguredNames {
  readonly sources: { keys(): Iterable<string> };
  readonly destinations: { keys(): Iterable<string> };
}

/**
 * Finds names in a mapping that the config does not define: its source, its destination, and every
 * destination that its rule can give by a literal, a look-up table or a default.
 */
export function checkReferences(mapping: Mapping, config: ConfiguredNames): Diagnostic[] {
  const start = { file: mapping.file, line: 1, column: 1 };
  const sources = [...config.sources.keys()];
  const destinations = [...config.destinations.keys()];
  const diagnostics: Diagnostic[] = [];
  if (!sources.includes(mapping.source)) {
    const place = mapping.places?.source ?? start;
    diagnostics.push(
      unknownName('mapping/unknown-source', 'source', mapping.source, sources, { place, isPlain: true }),
    );
  }
  for (const { name, place } of destinationNames(mapping, start)) {
    if (destinations.includes(name)) continue;
    const at = { place, isPlain: 'name' in mapping.destination };
    diagnostics.push(unknownName('mapping/unknown-destination', 'destination', name, destinations, at));
  }
  return diagnostics;
}

/** Returns the destinations that a mapping names in its file. */
export function possibleDestinations(mapping: Mapping): readonly string[] {
  const names = destinationNames(mapping, { file: mapping.file, line: 1, column: 1 });
  return [...new Set(names.map(({ name }) => name))];
}

/**
 * Returns all destinations that calls of a mapping can go to: those in its file, or all of the config if an
 * event can name any.
 */
export function reachableDestinations(
  mapping: Mapping,
  config: Pick<ConfiguredNames, 'destinations'>,
): readonly string[] {
  const known = [...config.destinations.keys()];
  const possible = possibleDestinations(mapping);
  return mayNameAnyDestination(mapping) ? known : known.filter(name => possible.includes(name));
}

/** True if events name the destination, so that the file does not list the possible ones. */
export function mayNameAnyDestination({ destination }: Mapping): boolean {
  if ('name' in destination) return false;
  const { base, lookup } = destination.rule;
  return !lookup && base.kind !== 'literal' && !(base.kind === 'expression' && base.expression.literal);
}

interface PlacedName {
  readonly name: string;
  readonly place: Place;
}

function destinationNames({ destination, places }: Mapping, start: Place): PlacedName[] {
  if ('name' in destination) return [{ name: destination.name, place: places?.destination ?? start }];
  return literalsOf(destination.rule).flatMap(({ value, place }) =>
    elementsOf(value).map(element => {
      const text = scalarText(element);
      return { name: 'value' in text ? text.value : shown(element), place };
    }),
  );
}

/** Returns the results that a rule can give for any event. With a table, its input is not a result. */
function literalsOf({ base, lookup, default: fallback }: Rule): { value: unknown; place: Place }[] {
  const literals = lookup ? [...lookup.entries.values()] : [];
  if (lookup?.otherwise) literals.push(lookup.otherwise);
  if (!lookup && base.kind === 'literal') literals.push(base);
  if (!lookup && base.kind === 'expression' && base.expression.literal) {
    literals.push({ value: base.expression.literal.value, place: base.place });
  }
  if (fallback) literals.push(fallback);
  return literals;
}

function unknownName(
  code: 'mapping/unknown-source' | 'mapping/unknown-destination',
  kind: string,
  name: string,
  known: readonly string[],
  { place, isPlain }: { readonly place: Place; readonly isPlain: boolean },
): Diagnostic {
  const listed = known.slice(0, 10).join(', ') + (known.length > 10 ? ` and ${known.length - 10} more` : '');
  const has = known.length === 0 ? `it has no ${kind} at all` : `it has ${listed}`;
  const [meant] = nearest(name, known);
  // A rule gives the name in a text of its own.
  const [only] = known.length === 1 && isPlain ? known : [];
  const ofEvent = kind === 'destination' ? ['if the event contains the name, write {from: ...}'] : [];
  const given = [...(only === undefined ? [] : [`write ${kind}: ${only}`]), ...ofEvent].join('; ');
  return diagnostic(code, `the config has no ${kind} ${shown(name)}; ${has}`, {
    hint: meant === undefined ? given || undefined : `did you mean "${meant}"?`,
    meant,
    place,
    path: kind,
  });
}
