import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { type Answers, answeredQuestions, type FormQuestion } from '../../../receive/answers/answers.ts';
import { comparedName, shownName } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { answerIn, quotedName } from '../../answers/answer-expression.ts';
import { plainAnswer } from '../../convert/plain-answer.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { allowsContact } from '../../opt-out.ts';
import { samplePayloads } from '../named-positions.ts';
import { asksOtherConsent, asksOtherwise, hasOtherWords } from './label-likeness.ts';
import { isOneOfRecords, isValueOfPair, labelsBeside, searchesEntry } from './labels-beside.ts';
import { answersOfSamples, labelsInSamples, type SampleLabels } from './questions-in-samples.ts';
import { turnsAnswers } from './renamed-hint.ts';
import { type NamedQuestion, questionsInside } from './renamed-question.ts';

/** A text that a rule reads the answer of, and the texts that the samples of the mapping have in its place. */
interface Asking {
  readonly asked: Pick<NamedQuestion, 'path' | 'place' | 'rule'>;
  /** The question or the path of the rule, in the words of a message. */
  readonly what: string;
  readonly now: string;
  readonly before: readonly string[];
  readonly answer: unknown;
  /** True if the rule searches for the question by a part of its text, and so takes it in several words. */
  readonly isSearched?: boolean;
}

/**
 * Returns warnings about questions that a mapping reads by their ids or by paths, and whose labels ask for something else than in the
 * samples: "Newsletter?" became "Newsletter abbestellen?". No rule tells each other question from a paraphrase
 * ("Gewicht" and "Wunschgewicht"), so a label with other words is a note. `because` confirms the
 * question of the sample, so it confirms no other one. `where`: the place of the event in the words of a message.
 */
export function otherQuestions(
  mapping: Mapping,
  scope: Scope,
  { where = 'the event' }: { readonly where?: string } = {},
): readonly Diagnostic[] {
  if (samplePayloads(mapping).length === 0) return [];
  return [
    ...askedById(mapping, scope),
    ...askedBeside(mapping, scope),
    ...askedByWildcard(mapping, scope),
  ].flatMap(asking => {
    const { asked, what, now, before, answer } = asking;
    const { path, place } = asked;
    const [former] = before;
    // The usual case, at every event.
    if (former === undefined || before.includes(now)) return [];
    const field = path.replace(/^additionalFields\./, '');
    const isConsent = isChosenConsent(path) && isYesOrNoAnswer(answer);
    const asksOther = before.every(
      each => asksOtherwise(each, now, field) || (isConsent && asksOtherConsent(each, now)),
    );
    if (!asksOther && (asking.isSearched || !before.every(each => hasOtherWords(each, now, textsIn(scope)))))
      return [];
    const message = `${field} reads ${what} is ${shown(now)} in ${where}, but ${shown(former)} in ${ownSample(mapping)}`;
    const code = asksOther ? 'mapping/other-question' : 'mapping/reworded-question';
    return [diagnostic(code, message, { hint: hintFor(asked, asksOther), place, path })];
  });
}

function askedById(mapping: Mapping, scope: Scope): readonly Asking[] {
  if (scope.bindings.answers === undefined) return [];
  return questionsInside(mapping).flatMap(asked => {
    const found = answerIn(scope, asked.name);
    if (found.kind !== 'found') return [];
    const now = labelOf(found.question);
    if (now === undefined || comparedName(now) === comparedName(asked.name)) return [];
    const { labels, ids } = labelsBefore(mapping, asked.name, scope);
    if (ids.has(now)) return [];
    const what = `the question ${quotedName(asked.name)} by its id, and its text`;
    return [{ asked, what, now, before: labels, answer: found.question.value }];
  });
}

/** Returns what rules read by paths beside a label: `fields."3".value`. */
function askedBeside(mapping: Mapping, scope: Scope): readonly Asking[] {
  return expressionUses(mapping).flatMap(use => {
    const { expression, path, place, rule } = use;
    if (!isValueOfPair(expression)) return [];
    const [own] = labelsBeside(expression, scope);
    if (!own || !isOneOfRecords(expression, own.key, scope)) return [];
    const before = labelsOfSamples(mapping)(expression).flatMap(({ key, label }) =>
      key === own.key ? label : [],
    );
    const what = `${visibleText(expression.source.trim())}, whose ${own.key}`;
    const answer = expression.evaluateDirectly?.(scope);
    return [
      {
        asked: { path, place, rule },
        what,
        now: own.label,
        before: [...new Set(before)],
        answer,
        isSearched: searchesEntry(expression),
      },
    ];
  });
}

/** Returns what rules read of an object whatever its keys are: `rates.*`, `rates.*[0]`. The keys are the labels. */
function askedByWildcard(mapping: Mapping, { input }: Scope): readonly Asking[] {
  return wildcards(mapping).flatMap(({ use: { path, place, rule, expression }, keyIn, before }) => {
    const now = keyIn(input);
    if (now === undefined) return [];
    const what = `${visibleText(expression.source.trim())}, whose key`;
    return [{ asked: { path, place, rule }, what, now, before, answer: undefined, isSearched: true }];
  });
}

/** Every event passes here, and hardly any rule has a wildcard. */
const wildcards = onceFor((mapping: Mapping) =>
  expressionUses(mapping).flatMap(use => {
    const [, above, at] = wildcard.exec(use.expression.source.trim()) ?? [];
    if (above === undefined) return [];
    const steps = above.split('.').filter(each => each !== '');
    const keyIn = (root: unknown): string | undefined => {
      const object = steps.reduce<unknown>(ownValue, root);
      const keys = isPlainObject(object) ? Object.keys(object) : [];
      return at === undefined && keys.length !== 1 ? undefined : keys.at(Number(at ?? 0));
    };
    return [{ use, keyIn, before: samplePayloads(mapping).flatMap(each => keyIn(each) ?? []) }];
  }),
);

const wildcard = /^((?:[\p{L}_][\p{L}\p{N}_]{0,60}\.){0,8})\*(?:\[(-?\d{1,3})\])?$/u;

/** Returns the texts beside a value in the samples. Every event passes here, and the samples stay the same. */
const labelsOfSamples = onceFor((mapping: Mapping) =>
  onceFor((expression: Expression) =>
    samplePayloads(mapping).flatMap(input => labelsBeside(expression, { input, bindings: {} })),
  ),
);

function hintFor({ path, rule }: Asking['asked'], asksOther: boolean): string {
  const field = path.replace(/^additionalFields\./, '');
  const cure =
    'if both ask for the same, renew the sample, or keep this event as a test (fieldbridge capture)';
  if (!asksOther) return `compare the two texts; ${cure}`;
  const turned =
    rule && turnsAnswers(rule) ? `the table of ${field} turns yes and no round, for the former text; ` : '';
  return `${turned}read the question about ${field} if this is another one; ${cure}`;
}

/** Returns the answers of an event that are texts. */
function textsIn({ bindings }: Scope): readonly string[] {
  if (bindings.answers === undefined) return [];
  const { questions } = answeredQuestions(bindings.answers as Answers);
  return questions.flatMap(({ value }) => (typeof value === 'string' ? value : []));
}

function isYesOrNoAnswer(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'boolean') && plainAnswer(value) !== undefined;
}

/** True for a consent that a person may refuse, and no `emergency.contact`. The texts of the terms and of the privacy policy have many versions. */
function isChosenConsent(path: string): boolean {
  const field = path.replace(/^additionalFields\./, '');
  if (field === path) return path === 'marketing';
  return allowsContact(field) && !/notfall|emergenc|urgenc|nood/i.test(field);
}

/** Returns the name of the samples of a mapping, as other messages write it. */
function ownSample({ tests }: Mapping): string {
  const [only, ...others] = tests;
  return only && others.length === 0
    ? `the sample of "${visibleText(only.name)}"`
    : 'the samples of the mapping';
}

function shown(label: string): string {
  return `"${visibleText(label.slice(0, longestShown))}"`;
}

const longestShown = 120;

/** Returns the text of a question; undefined if it has only keys. */
export function labelOf(question: FormQuestion): string | undefined {
  const { labels, alsoCalled = [], keys } = question;
  const shownAs = labels.length + alsoCalled.length > 0 ? shownName(question) : question.asks;
  return shownAs === undefined || keys.includes(shownAs) ? undefined : shownAs;
}

/** Every event passes here, and the samples stay the same. */
function labelsBefore(mapping: Mapping, name: string, { bindings }: Scope): SampleLabels {
  const known = searched(mapping).get(name);
  if (known) return known;
  const listed = labelsInSamples(mapping, name);
  const read = answersOfSamples(mapping, bindings.answers as Answers).flatMap(each =>
    answeredQuestions(each).questions.flatMap(({ keys, asks }) => (keys.includes(name) ? (asks ?? []) : [])),
  );
  const found = { ...listed, labels: [...new Set([...listed.labels, ...read])] };
  searched(mapping).set(name, found);
  return found;
}

const searched = onceFor((_: Mapping) => new Map<string, SampleLabels>());
