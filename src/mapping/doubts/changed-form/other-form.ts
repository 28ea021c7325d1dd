import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleNames, visibleText } from '../../../diagnostics/visible-text.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isGiven } from '../../../receive/answers/answers.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { isOfOtherType } from '../event-kind/new-event-type.ts';
import { samplePayloads } from '../named-positions.ts';
import { isNameOfData } from './sample-roots.ts';

/**
 * Returns a warning about an event that lacks most of the keys that every sample of the mapping has, and has a new one: another form
 * posts to the same URL, and its "message" is not that of the samples. The object whose values the rules read is compared.
 * A mapping with a condition knows its events.
 */
export function otherForm(
  mapping: Mapping,
  input: Pick<MappingInput, 'payload' | 'headers'>,
  { where = 'the event' }: { readonly where?: string } = {},
): Diagnostic | undefined {
  const form = formOfSamples(mapping);
  if (!form) return undefined;
  const { steps, always, all } = form;
  const object = steps.reduce<unknown>(ownValue, input.payload);
  if (!isPlainObject(object)) return undefined;
  const lacking = always.filter(key => !Object.hasOwn(object, key));
  if (lacking.length < leastLacking || lacking.length / always.length < mostOfThem) return undefined;
  const fresh = Object.keys(object).filter(
    key => !all.has(key) && isNameOfData(key) && isGiven(ownValue(object, key)),
  );
  const kept = always.filter(key => Object.hasOwn(object, key));
  if (fresh.length === 0 || kept.length === 0 || isOfOtherType(mapping, input)) return undefined;
  const [own = ''] = lacking;
  const message = `${where} lacks ${lacking.length} of the ${always.length} keys that all samples of the mapping have, and has ${visibleNames(fresh.slice(0, mostShown))}, which no sample has: it is probably of another form`;
  const condition = `$exists(${visibleText(pathText([...steps, own]))})`;
  const hint = `to leave out the events of other forms, write when: '${condition.replaceAll("'", "''")}'; if its values are right, keep the event as a test (fieldbridge capture)`;
  return diagnostic('mapping/new-form', message, {
    hint,
    place: mapping.places?.source,
    path: 'when',
  });
}

const leastLacking = 4;
const mostOfThem = 0.6;
const mostShown = 3;

/** The keys in the object that the rules read most, in the samples. */
interface FormOfSamples {
  readonly steps: readonly string[];
  /** Names of data that each sample has, those that rules read first. */
  readonly always: readonly string[];
  readonly all: ReadonlySet<string>;
}

/** Every event passes here, and the samples stay the same. */
const formOfSamples = onceFor((mapping: Mapping): FormOfSamples | undefined => {
  if (mapping.when) return undefined;
  const paths = expressionUses(mapping)
    .flatMap(({ expression }) => pathsRead(expression))
    .filter(([first = '$']) => !first.startsWith('$'));
  const byParent = Map.groupBy(paths, path => JSON.stringify(path.slice(0, -1)));
  const [mostRead] = [...byParent.values()].toSorted((one, other) => other.length - one.length);
  const steps = mostRead?.[0]?.slice(0, -1) ?? [];
  const objects = samplePayloads(mapping).map(sample => steps.reduce<unknown>(ownValue, sample));
  if (objects.length === 0 || !objects.every(isPlainObject)) return undefined;
  const [first = {}] = objects;
  const read = new Set(mostRead?.map(path => path.at(-1) ?? ''));
  const always = Object.keys(first)
    .filter(key => isNameOfData(key) && objects.every(each => Object.hasOwn(each, key)))
    .toSorted((one, other) => Number(read.has(other)) - Number(read.has(one)));
  return { steps, always, all: new Set(objects.flatMap(each => Object.keys(each))) };
});
