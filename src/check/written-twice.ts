import { type Diagnostic, diagnostic, type Place } from '../diagnostics/diagnostic.ts';
import { excludeEachOther } from '../expressions/comparisons/requirement.ts';
import { possibleDestinations } from '../mapping/check-references.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { someOf } from './fault.ts';

/**
 * Warns about two mappings that write the same for one source and destination, if both may apply to one
 * event: at the later one, with the place of the earlier one. Identifiers of people do not count.
 */
export function writtenTwice(mappings: readonly Mapping[]): readonly Diagnostic[] {
  const writers = new Map<string, Writing[]>();
  const pairs = new Map<string, Pair>();
  for (const mapping of mappings) {
    for (const destination of possibleDestinations(mapping)) {
      for (const writing of writingsOf(mapping)) {
        const key = JSON.stringify([mapping.source, destination, writing.what]);
        const earlier = writers.get(key) ?? [];
        for (const each of earlier) addTo(pairs, each, writing, destination);
        writers.set(key, [...earlier, writing]);
      }
    }
  }
  return [...pairs.values()].map(told);
}

interface Writing {
  readonly mapping: Mapping;
  /** A parameter, or `additionalFields.KEY`. */
  readonly what: string;
  readonly place: Place;
}

interface Pair {
  readonly destination: string;
  readonly shared: { readonly earlier: Writing; readonly later: Writing }[];
}

/** The parameters that change a customer. All others identify the call, or belong to a single booking. */
const changing: readonly string[] = ['note', 'customerStatus'];

function writingsOf(mapping: Mapping): readonly Writing[] {
  return [
    ...mapping.set
      .filter(({ name }) => changing.includes(name))
      .map(({ name, place }) => ({ mapping, what: name, place })),
    ...mapping.additionalFields.map(({ key, place }) => ({
      mapping,
      what: `additionalFields.${key}`,
      place,
    })),
  ];
}

function addTo(pairs: Map<string, Pair>, earlier: Writing, later: Writing, destination: string): void {
  if (excluded(earlier.mapping, later.mapping)) return;
  const key = JSON.stringify([earlier.mapping.name, later.mapping.name, destination]);
  const pair = pairs.get(key) ?? { destination, shared: [] };
  pair.shared.push({ earlier, later });
  pairs.set(key, pair);
}

function excluded({ when: one }: Mapping, { when: other }: Mapping): boolean {
  return excludeEachOther(one?.value.requirements ?? [], other?.value.requirements ?? []);
}

function told({ destination, shared }: Pair): Diagnostic {
  const [first] = shared;
  if (first === undefined) throw new Error('a pair of mappings that share nothing');
  const { earlier, later } = first;
  const names = someOf(shared.map(({ later: { what } }) => what.replace(/^additionalFields\./, '')));
  const other = `${earlier.mapping.name}.yaml:${earlier.place.line}`;
  return diagnostic(
    'check/written-twice',
    `${later.mapping.name} and ${earlier.mapping.name} (${other}) may both write ${names} at ${destination} for one event of ${later.mapping.source}`,
    {
      hint: 'give each a `when` that excludes the other, such as a comparison of one path with different texts',
      place: later.place,
      path: later.what,
    },
  );
}
