import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { Scope } from '../../expressions/expression.ts';
import { type Answers, answeredQuestions, type FormQuestion } from '../../receive/answers/answers.ts';
import { comparedName, shownName } from '../../receive/answers/find-answer.ts';
import { answerIn, quotedName } from '../answers/answer-expression.ts';
import { plainAnswer } from '../convert/plain-answer.ts';
import type { Mapping } from '../mapping.ts';
import { allowsContact } from '../opt-out.ts';
import { asksOtherConsent, asksOtherwise } from './label-likeness.ts';
import { answersOfSamples, labelsInSamples, type SampleLabels } from './questions-in-samples.ts';
import { turnsAnswers } from './renamed-hint.ts';
import { askedQuestions } from './renamed-question.ts';

/**
 * Returns warnings about questions that a mapping reads by their ids, and whose labels ask for something else than in the
 * samples: "Newsletter?" became "Newsletter abbestellen?". `because` confirms the
 * question of the sample, so it confirms no other one. `where`: the place of the event in the words of a message.
 */
export function otherQuestions(
  mapping: Mapping,
  scope: Scope,
  { where = 'the event' }: { readonly where?: string } = {},
): readonly Diagnostic[] {
  if (scope.bindings.answers === undefined) return [];
  return askedQuestions(mapping).flatMap(({ name, path, place, rule }) => {
    const found = answerIn(scope, name);
    if (found.kind !== 'found') return [];
    const now = labelOf(found.question);
    if (now === undefined || comparedName(now) === comparedName(name)) return [];
    const { labels: before, ids } = labelsBefore(mapping, name, scope);
    const [former] = before;
    // The usual case, at every event.
    if (ids.has(now) || before.includes(now)) return [];
    const field = path.replace(/^additionalFields\./, '');
    const isConsent = isChosenConsent(path) && isYesOrNoAnswer(found.question.value);
    const asksOther = (each: string) =>
      asksOtherwise(each, now, field) || (isConsent && asksOtherConsent(each, now));
    if (former === undefined || !before.every(asksOther)) return [];
    const message = `${field} reads the question ${quotedName(name)} by its id, and its text is ${shown(now)} in ${where}, but ${shown(former)} in ${ownSample(mapping)}`;
    const turned =
      rule && turnsAnswers(rule) ? `the table of ${field} turns yes and no round, for the former text; ` : '';
    const hint = `${turned}read the question about ${field} if this is another one; if both ask for the same, renew the sample, or keep this event as a test (fieldbridge capture)`;
    return [diagnostic('mapping/other-question', message, { hint, place, path })];
  });
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

/** Undefined for a question that has only keys. */
function labelOf(question: FormQuestion): string | undefined {
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
