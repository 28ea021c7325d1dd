import { onceFor } from '../../diagnostics/once-for.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { type NamedQuestion, questionsInside } from '../../mapping/doubts/changed-form/renamed-question.ts';
import { isNameOfData } from '../../mapping/doubts/changed-form/sample-roots.ts';
import { type ExpressionUse, expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import {
  type Answers,
  answeredQuestions,
  type FormQuestion,
  isGiven,
} from '../../receive/answers/answers.ts';
import {
  comparedName,
  findAnswer,
  nameOfQuestion,
  questionNames,
  shownName,
} from '../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import type { Trial } from '../data/trial.ts';

/** A question or a key of an event. */
export interface Named {
  /** Its displayed name, in the form for comparisons. */
  readonly id: string;
  /** All its names in that form. */
  readonly names: readonly string[];
  /** The name as a message shows it. */
  readonly shown: string;
  readonly value: unknown;
  readonly question?: FormQuestion;
}

/** An event at the place where a mapping reads a name. */
export interface PlacedEvent {
  readonly trial: Trial;
  /** True if the event has the name, also without a value. */
  readonly isThere: boolean;
  readonly value: unknown;
  /** Returns the other questions, or the other keys at the same place. Read once, and only if the name is missing somewhere. */
  readonly beside: () => readonly Named[];
  /** True if the event has a value that the expression reads in place of a missing one. */
  readonly hasOther: () => boolean;
}

/** A question or a key that a mapping reads. */
export interface ReadName {
  readonly asked: NamedQuestion;
  readonly kind: 'question' | 'key';
  /** The steps to the key, which may have others below it. Empty for a question. */
  readonly steps: readonly string[];
  /** Undefined if the event does not have the place of the name. */
  readonly look: (trial: Trial) => PlacedEvent | undefined;
}

/** Returns the questions and the keys that the expressions of a mapping read, each of them and the objects around it. */
export const namesRead = onceFor((mapping: Mapping): readonly ReadName[] => [
  ...questionsInside(mapping).map(asked => readQuestion(mapping, asked)),
  ...expressionUses(mapping).flatMap(readKeys),
]);

function readQuestion(mapping: Mapping, asked: NamedQuestion): ReadName {
  const { name, path } = asked;
  const uses = expressionUses(mapping).filter(each => each.path === path);
  const others = uses.flatMap(use => othersOf(use, ['$answers', name]));
  const look = (trial: Trial): PlacedEvent | undefined => {
    const answers: Answers | undefined = trial.input.answers;
    if (answers === undefined) return undefined;
    const whole = nameOfQuestion(answers, name);
    const found = findAnswer(answers, whole ?? name);
    const own = whole === undefined ? undefined : comparedName(whole);
    return {
      trial,
      isThere: whole !== undefined,
      value: found.kind === 'found' ? found.value : undefined,
      beside: readOnce(() =>
        questionsOf(answers).filter(({ names }) => own === undefined || !names.includes(own)),
      ),
      hasOther: () => others.some(each => isGiven(valueAtPath(each, trial))),
    };
  };
  return { asked, kind: 'question', steps: [], look };
}

function readOnce<Value extends object>(read: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

const questionsOf = onceFor((answers: Answers): readonly Named[] =>
  answeredQuestions(answers).questions.map(question => {
    const names = questionNames(question).map(comparedName);
    const shown = shownName(question);
    return { id: comparedName(shown), names, shown, value: question.value, question };
  }),
);

/** Returns the keys of the plain paths of an expression: for `data.sms`, `data` first, then `sms` in it. */
function readKeys(use: ExpressionUse): readonly ReadName[] {
  if (use.expression.answer !== undefined) return [];
  const plain = placedPaths(use.expression).filter(
    ({ from, bare, steps }) => from === 0 && bare === steps.length && !steps[0]?.startsWith('$'),
  );
  const isAlone = plain.length === 1 && use.expression.source.trim() === pathText(plain[0]?.steps ?? []);
  const all = [...new Map(plain.map(({ steps }) => [JSON.stringify(steps), steps])).values()];
  return all.flatMap(steps => {
    const { path, place, rule } = use;
    const asked = { path, place, rule, name: pathText(steps), ...(!isAlone && { isInside: true as const }) };
    const others = othersOf(use, steps);
    return steps.map((_, depth) => ({
      asked,
      kind: 'key' as const,
      steps: steps.slice(0, depth + 1),
      look: (trial: Trial) => lookAt(trial, { steps, depth, others }),
    }));
  });
}

function lookAt(
  trial: Trial,
  {
    steps,
    depth,
    others,
  }: { readonly steps: readonly string[]; readonly depth: number; readonly others: Paths },
): PlacedEvent | undefined {
  const objects = objectsAt(trial.input.payload, steps.slice(0, depth));
  if (objects.length === 0) return undefined;
  const own = steps[depth] ?? '';
  const rest = steps.slice(depth + 1);
  const valueIn = (key: string) =>
    objects.map(each => [key, ...rest].reduce<unknown>(ownValue, each)).find(each => each !== undefined);
  return {
    trial,
    isThere: objects.some(each => ownValue(each, own) !== undefined),
    value: valueIn(own),
    beside: readOnce(() => {
      const keys = new Set(objects.flatMap(each => Object.keys(each).slice(0, mostKeys)));
      return [...keys].flatMap(key => {
        if (key === own || !isName(key)) return [];
        const shown = pathText([...steps.slice(0, depth), key, ...rest]);
        return [{ id: key, names: [comparedName(key)], shown, value: valueIn(key) }];
      });
    }),
    hasOther: () => others.some(each => isGiven(valueAtPath(each, trial))),
  };
}

/** More keys at one place are data, not names. */
const mostKeys = 300;

const judged = new Map<string, boolean>();
const mostJudged = 5_000;

/** Remembered, since the events of a source have the same keys. */
function isName(key: string): boolean {
  const before = judged.get(key);
  if (before !== undefined) return before;
  if (judged.size >= mostJudged) judged.clear();
  const found = isNameOfData(key);
  judged.set(key, found);
  return found;
}

/** Returns the objects at some steps, also those in lists. */
function objectsAt(root: unknown, steps: readonly string[]): readonly object[] {
  const inLists = (value: unknown): readonly unknown[] =>
    Array.isArray(value) ? value.flat(mostLists) : [value];
  const found = steps.reduce<readonly unknown[]>(
    (level, step) => level.flatMap(each => inLists(ownValue(each, step))),
    inLists(root),
  );
  return found.filter(isPlainObject);
}

const mostLists = 5;

type Paths = readonly (readonly string[])[];

/** Returns the other paths of an expression that says by itself what it does without this one: `a ?? b`. */
function othersOf({ expression }: ExpressionUse, own: readonly string[]): Paths {
  if (expression.answer !== undefined) return [];
  const paths = placedPaths(expression).filter(({ from }) => from === 0);
  const isOwn = ({ steps }: { readonly steps: readonly string[] }) =>
    own.every((step, at) => steps[at] === step);
  if (!paths.some(each => isOwn(each) && each.mayMiss)) return [];
  return paths.filter(each => !isOwn(each)).map(({ steps }) => steps);
}

function valueAtPath(steps: readonly string[], { input }: Trial): unknown {
  const [first, ...rest] = steps;
  return first === '$answers'
    ? rest.reduce<unknown>(ownValue, input.answers)
    : steps.reduce<unknown>(ownValue, input.payload);
}
