import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import {
  type Answers,
  answeredQuestions,
  type FormQuestion,
  isGiven,
} from '../../receive/answers/answers.ts';
import { comparedName, questionNames, shownName } from '../../receive/answers/find-answer.ts';
import { answerIn, quotedName } from '../answers/answer-expression.ts';
import { expressionUses } from '../expression-uses.ts';
import type { Mapping } from '../mapping.ts';
import { samplePayloads } from './named-positions.ts';

/** A question that a mapping reads by its name. */
export interface NamedQuestion {
  readonly path: string;
  readonly place: Place;
  readonly name: string;
}

/** Returns the questions that the expressions of a mapping read, without those with a reason. Every event passes here. */
export const askedQuestions = onceFor((mapping: Mapping): readonly NamedQuestion[] =>
  expressionUses(mapping).flatMap(({ expression: { answer, path }, because, path: of, place }) => {
    const name = answer ?? (path?.length === 2 && path[0] === '$answers' ? path[1] : undefined);
    return name === undefined || because !== undefined ? [] : [{ path: of, place, name }];
  }),
);

/**
 * Returns warnings about questions that a mapping reads, that its sample has, and that an event has under another name:
 * "Sterne" became "Wie viele Sterne gibst du uns?". An event without the question and without a new one that is like
 * it gets none, since many forms leave out questions without an answer. `because` confirms the rule.
 */
export function renamedQuestions(mapping: Mapping, scope: Scope): readonly Diagnostic[] {
  const asked = scope.bindings.answers === undefined ? [] : askedQuestions(mapping);
  return asked.flatMap(question => {
    if (answerIn(scope, question.name).kind !== 'none') return [];
    const names = sampleTexts(mapping);
    if (!names.has(comparedName(question.name))) return [];
    const before = { names, keys: keysInSamples(mapping, question.name) };
    const found = newQuestion(mapping, question, { scope, before });
    if (!found) return [];
    const message = `${question.path.replace(/^additionalFields\./, '')} reads the question ${quotedName(question.name)} of the sample, which the event does not have; it has ${quotedName(shownName(found))}, which is new`;
    return [renamed(question, found, { message, before })];
  });
}

/** The names of all questions before, and the keys that the asked question had. */
export interface FormerQuestions {
  readonly names: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

/**
 * Returns the question of an event that may be the asked one under a new name: given, new, read by no expression, and with
 * the same key or a similar name.
 */
export function newQuestion(
  mapping: Mapping,
  { name }: NamedQuestion,
  { scope, before }: { readonly scope: Scope; readonly before: FormerQuestions },
  isLike: (name: string, other: string) => boolean = areAlike,
): FormQuestion | undefined {
  const read = new Set(askedQuestions(mapping).map(each => comparedName(each.name)));
  const { questions } = answeredQuestions(scope.bindings.answers as Answers);
  return questions.find(question => {
    const { labels, alsoCalled = [] } = question;
    const all = questionNames(question);
    // Further names may be titles and ids: an id stays if the title changes.
    const shown = labels.length > 0 ? labels : alsoCalled.length > 0 ? [shownName(question)] : all;
    const isNew = shown.every(each => !before.names.has(comparedName(each)));
    if (!isNew || !isGiven(question.value) || all.some(each => read.has(comparedName(each)))) return false;
    return sameKey(question, before) !== undefined || all.some(each => isLike(name, each));
  });
}

function sameKey({ keys }: FormQuestion, { keys: known }: FormerQuestions): string | undefined {
  return keys.find(each => each !== undefined && known.has(each));
}

/** Returns the warning about a question with a new name. */
export function renamed(
  { place, path }: NamedQuestion,
  found: FormQuestion,
  { message, before }: { readonly message: string; readonly before: FormerQuestions },
): Diagnostic {
  const key = sameKey(found, before);
  // A condition and the link are expressions.
  const isRule = path !== 'when' && path !== 'link';
  const written = (name: string) => (isRule ? `{answer: ${quotedName(name)}}` : pathText(['$answers', name]));
  const byKey = key === undefined ? '' : `, or ${written(key)}, which stays when the label changes`;
  const hint = `if it is the same question, write ${written(shownName(found))}${byKey}, and renew the sample; if not, add because: with the reason`;
  return diagnostic('mapping/renamed-question', message, { hint, place, path });
}

/** True if two questions are nearly the same, or if one has all words of the other. */
export function areAlike(one: string, other: string): boolean {
  if (nearest(one, [other]).length > 0) return true;
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const [short, long] = words.length <= others.length ? [words, others] : [others, words];
  return short.length > 0 && short.every(word => long.includes(word));
}

/** Returns the words of a question that have a meaning. */
function wordsOf(name: string): readonly string[] {
  return (spellings(name)[0] ?? '').split(' ').filter(word => word.length >= shortest && !asking.has(word));
}

const shortest = 4;
/** Words that most questions have. */
const asking: ReadonlySet<string> = new Set(
  'bitte deine dein ihre ihren ihrem haben hast habt sind welche welcher welches wann wenn oder noch uber unsere unser your have what which when where with this please about does will would vous avez votre quel quelle quels quelles welk welke heeft hebt jouw'.split(
    ' ',
  ),
);

/** Returns the texts of the samples: the keys and the values, among which the names of the questions are. */
const sampleTexts = onceFor((mapping: Mapping): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && value.length <= longestName) found.add(comparedName(value));
    if (typeof value === 'number') found.add(String(value));
    if (typeof value !== 'object' || value === null || depth > deepest || found.size > mostTexts) return;
    for (const [key, each] of Object.entries(value)) {
      if (!Array.isArray(value)) found.add(comparedName(key));
      visit(each, depth + 1);
    }
  };
  for (const each of samplePayloads(mapping)) visit(each, 0);
  return found;
});

/** Returns the keys in the objects of the samples that have the name of a question. */
function keysInSamples(mapping: Mapping, name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    const entries = Object.entries(value);
    if (entries.some(([, each]) => typeof each === 'string' && comparedName(each) === comparedName(name)))
      for (const [key, each] of entries)
        if (keys.test(key) && (typeof each === 'string' || typeof each === 'number')) found.add(String(each));
    for (const [, each] of entries) visit(each, depth + 1);
  };
  for (const each of samplePayloads(mapping)) visit(each, 0);
  return found;
}

const keys = /(?:^|_)(?:id|key|ref|slug|alias|uuid|gid)$|Id$|Ref$|Key$/;
const longestName = 500;
const mostTexts = 10_000;
const deepest = 20;
