import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { comparedName, findAnswer } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { type ExpressionUse, expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { mentions } from '../event-kind/ended-record.ts';
import { wordSet } from '../event-kind/record-words.ts';
import { samplePayloads } from '../named-positions.ts';
import { formPlaces, type PlacedSign } from './form-signs.ts';
import { labelOf } from './other-question.ts';
import { answersOfSamples } from './questions-in-samples.ts';

/**
 * Returns a warning about an event of a form that no sample of the mapping is of, if the mapping reads a question by a number or a
 * code: the number may be that of another question there. A mapping that reads the id or the name of the form knows its
 * forms, and a copied form has the same labels.
 */
export function newForm(
  mapping: Mapping,
  input: MappingInput,
  { where = 'the event' }: { readonly where?: string } = {},
): Diagnostic | undefined {
  const known = knownForms(mapping);
  if (known.size === 0) return undefined;
  const signs = formPlaces(input.payload);
  const other = signs.find(
    ({ of, at, value }) =>
      of === 'id of the form' && known.get(at)?.every(each => textOf(each) !== textOf(value)),
  );
  if (!other || readsForm(mapping, signs, input)) return undefined;
  const asked = expressionUses(mapping).flatMap(use => questionsIn(use, mapping, input));
  const unnamed = asked.find(({ isSame }) => !isSame);
  if (!unnamed) return undefined;
  const { at, value } = other;
  const all = known.get(at) ?? [];
  const message = `${where} is of a form that no sample of the mapping is of: ${at} is ${value}, and in the samples ${all.slice(0, mostShown).join(', ')}; ${unnamed.path} reads ${unnamed.what}, which may be another question there`;
  const condition = all.length === 1 ? `${at} = ${all[0]}` : `${at} in [${all.join(', ')}]`;
  const cure = mapping.when
    ? `add and ${condition} to when`
    : `write when: '${condition.replaceAll("'", "''")}'`;
  const hint = `if the mapping is for the form of its samples, ${cure}; if this form asks the same questions, keep one of its events as a test (fieldbridge capture)`;
  return diagnostic('mapping/new-form', message, {
    hint,
    place: mapping.when?.place ?? mapping.places?.source,
    path: 'when',
  });
}

const mostShown = 3;

/** The ids of the forms in the samples, by their places. Every event passes here. */
const knownForms = onceFor((mapping: Mapping): ReadonlyMap<string, readonly string[]> => {
  const found = samplePayloads(mapping)
    .flatMap(formPlaces)
    .filter(({ of }) => of === 'id of the form');
  const places = Map.groupBy(found, ({ at }) => at);
  return new Map([...places].map(([at, all]) => [at, [...new Set(all.map(({ value }) => value))]]));
});

/** A form may write its id as a number or as a text. */
function textOf(json: string): string {
  return json.replaceAll('"', '');
}

/** True if an expression reads the id or the name of the form, or the event type if it is the same. */
export function readsForm(mapping: Mapping, signs: readonly PlacedSign[], input: MappingInput): boolean {
  const forms = signs.filter(({ of }) => of !== 'type of the event');
  return expressionUses(mapping).some(({ expression }) =>
    forms.some(
      ({ at, key, value }) =>
        expression.answer === key ||
        mentions(expression, { at, key, value: textOf(value), says: 'changed' }, input),
    ),
  );
}

/** A question that a rule reads. */
interface Asked {
  readonly path: string;
  readonly what: string;
  /** True if the event certainly asks the same as the samples. */
  readonly isSame: boolean;
}

function questionsIn(
  { expression, path }: ExpressionUse,
  mapping: Mapping,
  input: MappingInput,
): readonly Asked[] {
  if (expression.answer !== undefined) return ofAnswer(expression.answer, path, mapping, input);
  return pathsRead(expression).flatMap(steps => {
    const [first = '', second] = steps;
    if (first === '$answers') return second === undefined ? [] : ofAnswer(second, path, mapping, input);
    if (first.startsWith('$') || steps.reduce<unknown>(ownValue, input.payload) === undefined) return [];
    const own = labelBeside(steps, input.payload);
    const isSame =
      own === undefined
        ? isNamed(steps)
        : samplePayloads(mapping).some(each => labelBeside(steps, each) === own);
    return [{ path, what: pathText(steps), isSame }];
  });
}

function ofAnswer(name: string, path: string, mapping: Mapping, { answers }: MappingInput): readonly Asked[] {
  const found = findAnswer(answers, name);
  if (!answers || found.kind !== 'found') return [];
  const own = labelOf(found.question);
  const before = answersOfSamples(mapping, answers).flatMap(each => {
    const earlier = findAnswer(each, name);
    return (earlier.kind === 'found' && labelOf(earlier.question)) || [];
  });
  const isSame =
    own === undefined
      ? isWord(name)
      : [name, ...before].some(each => comparedName(each) === comparedName(own));
  return [{ path, what: `the question ${JSON.stringify(name)}`, isSame }];
}

/** Returns the label in the object of a value: `fields.f7.title` beside `fields.f7.value`. */
function labelBeside(steps: readonly string[], payload: unknown): string | undefined {
  const object = steps.slice(0, -1).reduce<unknown>(ownValue, payload);
  if (steps.length < 2 || !isPlainObject(object)) return undefined;
  const label = labelKeys.map(key => ownValue(object, key)).find(each => typeof each === 'string');
  return typeof label === 'string' ? comparedName(label) : undefined;
}

const labelKeys = ['label', 'title', 'question', 'frage'];

/** True for a path whose last step with a meaning is a word: `fields.email.value`, not `fields.field_7.value`. */
function isNamed(steps: readonly string[]): boolean {
  const last = steps.findLast(each => /\p{N}/u.test(each) || isWord(each));
  return last !== undefined && isWord(last);
}

/** True for a key that a person gave to a question. False for numbers and for the keys of programs: `7`, `field_7`, `input_text`. */
function isWord(key: string): boolean {
  const words = key.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u);
  return key === 'id' || words.some(each => each.length >= shortest && !ofPrograms.has(each.toLowerCase()));
}

const shortest = 2;
const ofPrograms = wordSet(
  'field fields feld felder input inputs question questions frage fragen answer answers antwort antworten text textarea dropdown select checkbox ' +
    'radio number numeric names datetime item items element data payload body form response responses submission entry values value raw ' +
    'rawvalue rawrequest control wpforms forminator fluentform acf col column spalte id fld qid',
);
