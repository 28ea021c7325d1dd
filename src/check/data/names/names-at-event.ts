import type { CatalogSnapshot } from '../../../booking/catalog/field.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { namedRules } from '../../../mapping/rules-of.ts';
import { type Answers, answeredQuestions, namedAnswers } from '../../../receive/answers/answers.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { asksByReference, oppositePairs, oppositeQuestions } from '../../consents/opposite-questions.ts';
import { sharedConsents, sharedQuestions } from '../../consents/shared-consents.ts';
import { ownNamesIn } from '../check-payload.ts';
import { type Trial, trialScope, type Wanted } from '../trial.ts';
import { checkBetterNames, pathElsewhere } from './check-better-names.ts';
import { asksElsewhere, checkBetterQuestions } from './check-better-questions.ts';
import { checkQuestionLabels } from './check-labels.ts';
import { checkOnePerson, mayReadTwoPeople } from './check-one-person.ts';
import { otherNameRead } from './check-own-names.ts';

/**
 * Returns the warnings of `check` about names for one event: a value beside the one that is read has the name of the
 * field, or the label of a question says something else. Most mappings show that it cannot be so. For the others, all
 * events with the same keys and questions are judged once, as if each value were there; only if that finds something,
 * the event itself is judged.
 */
export function namesAtEvent(
  mapping: Mapping,
  catalog: CatalogSnapshot,
  { input }: Pick<Trial, 'input'>,
): readonly Diagnostic[] {
  const pairs = oppositePairs(mapping, [wanted(input)], catalog);
  const found = ofNames(mapping, catalog, input);
  return [...found, ...pairs.filter(({ path }) => !found.some(each => each.path === path))];
}

function ofNames(mapping: Mapping, catalog: CatalogSnapshot, input: Trial['input']): readonly Diagnostic[] {
  const suspects = suspectsOf(mapping)(catalog);
  if (!suspects) return [];
  const { shapes } = suspects;
  const shape = shapeOf(suspects, input);
  const judge = (each: Trial['input']) => judged(mapping, catalog, each);
  const known = shapes.get(shape) ?? fillings.some(text => judge(filled(input, text)).length > 0);
  if (shapes.size >= mostShapes) shapes.clear();
  shapes.set(shape, known);
  return known ? judge(input) : [];
}

/** Returns the warnings about rules that read another person than the one whose name is sent. */
export async function peopleAtEvent(
  mapping: Mapping,
  { input }: Pick<Trial, 'input'>,
): Promise<readonly Diagnostic[]> {
  return mayReadTwoPeople(mapping) ? checkOnePerson(mapping, [wanted(input)]) : [];
}

function judged(mapping: Mapping, catalog: CatalogSnapshot, input: Trial['input']): readonly Diagnostic[] {
  const events = [wanted(input)];
  const found = [
    ...checkBetterNames(mapping, events),
    ...checkBetterQuestions(mapping, events),
    ...checkQuestionLabels(mapping, events),
    ...ownNamesIn(mapping, events, catalog),
    ...oppositeQuestions(mapping, events, catalog),
  ];
  // One value for two consents is reported as such.
  const shared = [...sharedConsents(mapping), ...sharedQuestions(mapping, events)].map(({ path }) => path);
  const told = new Set(shared);
  const others = found.filter(({ path }) => !told.has(path));
  return [...new Map(others.toReversed().map(each => [each.path, each])).values()].toReversed();
}

function wanted(input: Trial['input']): Wanted {
  const trial = { input };
  return { trial, scope: trialScope(trial, { needsBody: false }) };
}

/** The rules whose names differ from those of their fields, and what is known of the shapes of events. */
interface Suspects {
  /** The objects whose keys matter, and the depth of the objects below whose keys matter too. */
  readonly objects: readonly { readonly steps: readonly string[]; readonly depth: number }[];
  readonly hasQuestions: boolean;
  /** By the keys of an event: true if it may have a warning. */
  readonly shapes: Map<string, boolean>;
}

const mostShapes = 200;

/** Every event passes here, and a catalog changes seldom. */
const suspectsOf = onceFor((mapping: Mapping) =>
  onceFor((catalog: CatalogSnapshot): Suspects | undefined => {
    const uses = expressionUses(mapping);
    const others = uses.flatMap(use => otherNameRead(use, catalog) ?? []);
    const paths = [
      ...namedRules(mapping).flatMap(named => {
        const found = pathElsewhere(named);
        if (!found) return [];
        const { steps, isPartOfAddress, isInObject } = found;
        const around = isInObject ? [{ steps: steps.slice(0, -2), depth: 0 }] : [];
        const person = isPartOfAddress ? [{ steps: steps.slice(0, 1), depth: 3 }] : [];
        return [{ steps: steps.slice(0, -1), depth: 0 }, ...around, ...person];
      }),
      ...others.flatMap(each => ('steps' in each ? [{ steps: each.steps.slice(0, -1), depth: 0 }] : [])),
    ];
    const objects = [...new Map(paths.map(each => [JSON.stringify(each), each])).values()];
    const hasQuestions =
      uses.some(asksElsewhere) || others.some(each => 'asked' in each) || asksByReference(mapping, catalog);
    return objects.length > 0 || hasQuestions ? { objects, hasQuestions, shapes: new Map() } : undefined;
  }),
);

/** Returns the keys of the objects and the names of the questions that matter. */
function shapeOf({ objects, hasQuestions }: Suspects, { payload, answers }: Trial['input']): string {
  const keys = objects.map(({ steps, depth }) => keysBelow(steps.reduce<unknown>(ownValue, payload), depth));
  let shape = keys.join('\n\n');
  // Joined text by text, because every event passes here.
  for (const { keys: own, labels, alsoCalled } of hasQuestions && answers
    ? answeredQuestions(answers as Answers).questions
    : []) {
    for (const key of own) shape += `\n${key}`;
    for (const label of labels) shape += `\n${label}`;
    for (const name of alsoCalled ?? []) shape += `\n${name}`;
    shape += '\n';
  }
  return shape;
}

function keysBelow(value: unknown, depth: number): string {
  if (!isPlainObject(value)) return '';
  if (depth === 0) return Object.keys(value).join('\n');
  return Object.entries(value)
    .map(([key, each]) => (isPlainObject(each) ? `${key}{${keysBelow(each, depth - 1)}}` : key))
    .join('\n');
}

/** Values of the kinds that a better one may have to be: any, the answer to a consent, a number or an address. */
const fillings: readonly string[] = ['x', 'ja', 'x@example.com, 0664 1234567'];

/** Returns an event with a text for each value, as if nothing were missing. */
function filled(input: Trial['input'], text: string): Trial['input'] {
  const { payload, answers } = input;
  const questions = answers && answeredQuestions(answers as Answers).questions;
  return {
    ...input,
    payload: filledValue(payload, text, 0),
    answers: questions && namedAnswers(questions.map(each => ({ ...each, value: text }))),
  };
}

function filledValue(value: unknown, text: string, depth: number): unknown {
  if (!isPlainObject(value) || depth > deepest) return Array.isArray(value) ? value : text;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, filledValue(each, text, depth + 1)]),
  );
}

const deepest = 12;
