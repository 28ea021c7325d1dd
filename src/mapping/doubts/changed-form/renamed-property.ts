import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { placedComparisons } from '../../../expressions/comparisons/placed-comparisons.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { type Answers, answeredQuestions, isGiven } from '../../../receive/answers/answers.ts';
import { comparedName, shownName } from '../../../receive/answers/find-answer.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { type ExpressionUse, expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { compactKey } from '../event-kind/event-type-keys.ts';
import { isNamedInMapping } from '../named-in-mapping.ts';
import { isTelling, sameForm } from './form-of-value.ts';
import { haveWordInCommon } from './question-words.ts';
import { answersOfSamples, textsOfSamples } from './questions-in-samples.ts';
import { askedQuestions } from './renamed-question.ts';
import { isNameOfData, sampleRoots } from './sample-roots.ts';

/**
 * Returns a warning about an event of which a mapping reads nothing, because it is about one property, and neither a sample nor
 * an expression has the name of this property: `sms_einwilligung` became `sms_opt_in`. It has a word of a property that the
 * mapping reads, or a value of a telling form that this one has in the samples, such as a yes or no. `others`: further mappings
 * that may know the property.
 */
export function renamedProperty(
  mapping: Mapping,
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
  others: readonly Mapping[] = [],
): Diagnostic | undefined {
  const own = answers as Answers | undefined;
  const present = [own && presentAnswer(mapping, own), presentAtPath(mapping, payload)];
  for (const each of present) {
    const isKnown = !each || [mapping, ...others].some(other => isKnownName(other, each.name));
    const found = isKnown ? undefined : renamed(each);
    if (found) return found;
  }
  return undefined;
}

function isKnownName(mapping: Mapping, name: string): boolean {
  return textsOfSamples(mapping).has(comparedName(name)) || isNamedInMapping(mapping, name);
}

/** A property that a mapping reads by its name. */
interface Property {
  readonly name: string;
  readonly path: string;
  readonly place: Place;
  /** Its values in the samples. */
  readonly values: readonly unknown[];
}

/** The property of an event, and those that a mapping reads at its place. */
interface Present {
  readonly name: string;
  readonly value: unknown;
  readonly properties: readonly Property[];
}

/** Returns the only question of an event, if the samples have only one each too. */
function presentAnswer(mapping: Mapping, answers: Answers): Present | undefined {
  const { questions } = answeredQuestions(answers);
  const [now, ...others] = questions;
  if (!now || others.length > 0) return undefined;
  const samples = answersOfSamples(mapping, answers).map(each => answeredQuestions(each).questions);
  if (samples.length === 0 || samples.some(each => each.length > 1)) return undefined;
  const former = samples.flat();
  const properties = askedQuestions(mapping).map(({ name, path, place }): Property => {
    const same = former.filter(each => comparedName(shownName(each)) === comparedName(name));
    return { name, path, place, values: same.map(each => each.value) };
  });
  return { name: shownName(now), value: now.value, properties };
}

interface NamedPlace {
  /** The steps to the name of the property. */
  readonly steps: readonly string[];
  /** The steps to the values beside it that the mapping reads. */
  readonly values: readonly (readonly string[])[];
  readonly properties: readonly Property[];
}

function presentAtPath(mapping: Mapping, payload: unknown): Present | undefined {
  for (const { steps, values, properties } of namedPlaces(mapping)) {
    const name = steps.reduce<unknown>(ownValue, payload);
    if (typeof name !== 'string') continue;
    const value = values.map(each => each.reduce<unknown>(ownValue, payload)).find(isGiven);
    return { name, value, properties };
  }
  return undefined;
}

/** The places of which expressions compare the name of a property with texts. Every event without a call passes here. */
const namedPlaces = onceFor((mapping: Mapping): readonly NamedPlace[] => {
  const roots = sampleRoots(mapping);
  const found = new Map<string, NamedPlace & { readonly properties: Property[] }>();
  for (const { steps, names, use } of propertiesCompared(mapping)) {
    const key = steps.join('\n');
    const entry = found.get(key) ?? { steps, values: valuesBeside(mapping, steps), properties: [] };
    for (const name of names) {
      const own = roots.filter(root => steps.reduce<unknown>(ownValue, root) === name);
      const values = own.flatMap(root => entry.values.map(each => each.reduce<unknown>(ownValue, root)));
      entry.properties.push({ name, path: use.path, place: use.place, values: values.filter(isGiven) });
    }
    found.set(key, entry);
  }
  return [...found.values()];
});

interface Compared {
  readonly steps: readonly string[];
  readonly names: readonly string[];
  readonly use: ExpressionUse;
}

/** Returns the comparisons of the name of a property with texts: `propertyName = "sms_ok"`. */
function propertiesCompared(mapping: Mapping): readonly Compared[] {
  const uses = expressionUses(mapping).filter(({ expression }) => expression.answer === undefined);
  return uses.flatMap(use =>
    placedComparisons(use.expression).flatMap(({ operator, left, right }) => {
      const sides = [left, ...right];
      const steps = sides.find(each => isOfProperty(each.steps))?.steps;
      const texts = sides.filter(({ isLiteral, type }) => isLiteral && type === 'text');
      const names = texts.map(({ text }) => text.replace(/^(["'])(.*)\1$/s, '$2'));
      return steps && names.length > 0 && (operator === '=' || operator === 'in')
        ? [{ steps, names, use }]
        : [];
    }),
  );
}

/** Returns the other paths in the object of the property that rules read. */
function valuesBeside(mapping: Mapping, steps: readonly string[]): NamedPlace['values'] {
  const above = steps.slice(0, -1).join('\n');
  return expressionUses(mapping)
    .filter(({ rule, path, expression }) => rule && path !== 'id' && expression.answer === undefined)
    .flatMap(({ expression }) => placedPaths(expression).map(each => each.steps))
    .filter(each => each.slice(0, -1).join('\n') === above && each.at(-1) !== steps.at(-1));
}

/** True for the path to the name of a property that changed: `propertyName`, `change.field`. */
function isOfProperty(steps: readonly string[] | undefined): boolean {
  return (
    steps !== undefined && !steps[0]?.startsWith('$') && propertyKeys.test(compactKey(steps.at(-1) ?? ''))
  );
}

const propertyKeys =
  /^(?:changed)?(?:property|field|attribute|column|feld|eigenschaft|attribut|champ|campo|veld|propiedad|propriete)(?:name|key|id|label)?$/;

function renamed({ name, value, properties }: Present): Diagnostic | undefined {
  if (!isNameOfData(name) || !isGiven(value)) return undefined;
  const alike = properties.filter(each => haveWordInCommon(each.name, name) && isOfForm(value, each));
  const ofForm = properties.filter(
    each => each.values.length > 0 && isTelling(value) && isOfForm(value, each),
  );
  const found = [...new Map([...alike, ...ofForm].map(each => [each.name, each])).values()];
  const [first] = found;
  if (!first) return undefined;
  const names = found.slice(0, mostShown).map(each => quoted(each.name));
  const field = first.path.replace(/^additionalFields\./, '');
  const message = `${field} reads the property ${names.join(' or ')}, but the event is about ${quoted(name)}, which neither a sample nor an expression of the mapping has, so nothing is read`;
  const hint = `if it is the same property, write ${quoted(name)} in place of ${names[0]}, and renew the sample; if not, keep the event as a test (fieldbridge capture)`;
  return diagnostic('mapping/renamed-question', message, { hint, place: first.place, path: first.path });
}

const mostShown = 3;

function isOfForm(value: unknown, { values }: Property): boolean {
  return values.every(each => sameForm(each, value));
}

function quoted(name: string): string {
  return `"${visibleText(name.slice(0, longestShown))}"`;
}

const longestShown = 80;
