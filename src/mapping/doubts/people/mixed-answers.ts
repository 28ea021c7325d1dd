import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { keyText, pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { type Answers, answeredQuestions, type QuestionPlaces } from '../../../receive/answers/answers.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { namesAnswer } from '../../../receive/answers/other-answer-path.ts';
import { elementsIn } from '../../../receive/answers/own-answers.ts';
import { quotedName } from '../../answers/answer-expression.ts';
import { entrySelector } from '../../answers/entry-selector.ts';
import type { Mapping } from '../../mapping.ts';
import { peopleListIn } from '../../people-list.ts';
import { namedRules, ruleExpressions } from '../../rules-of.ts';

/**
 * Returns warnings about rules that read the answers of all questions of a list: `answers.value` has those of each question,
 * so that the answer to another one is sent, also if the meant one is empty. `because` confirms a rule, and so does a list of
 * answers as the note. `where` names the event. Every event passes here.
 */
export function mixedAnswers(
  mapping: Mapping,
  scope: Scope,
  { where = 'the event' } = {},
): readonly Diagnostic[] {
  return pathsOf(mapping).flatMap(({ path, place, steps, source }) => {
    const list = listOnPath(steps, scope);
    if (!list) return [];
    const entries = list.entries.filter(isPlainObject);
    const below = steps.slice(list.places.list.length);
    const given = entries.filter(each => presenceOf(below.reduce<unknown>(ownValue, each)) === 'present');
    const [first] = given;
    if (entries.length < fewest || !first) return [];
    const name = path.replace(/^additionalFields\./, '');
    const message = `${name}: ${source} reads the answers of all ${entries.length} questions in ${pathText(list.places.list)} of ${where}, so it sends that of any question`;
    const { label, values } = list.places;
    const question = label?.reduce<unknown>(ownValue, first);
    const isAnswer = values.some(each => isDeepStrictEqual(each, below));
    const selector = entrySelector(list.places, first);
    const written = `${selector ?? `${list.places.each}[… = "…"]`}.${below.map(keyText).join('.')}`;
    const cure =
      isAnswer && typeof question === 'string'
        ? `{answer: ${quotedName(question)}}`
        : expressionInYaml(written);
    const hint = `write ${cure} with the question that is meant; if all answers are meant, add because: with the reason`;
    return [diagnostic('mapping/mixed-answers', message, { hint, place, path })];
  });
}

const fewest = 2;

interface PlainRead {
  readonly path: string;
  readonly place: Place;
  readonly steps: readonly string[];
  readonly source: string;
}

/** Returns the rules that are only a path to answers, without a position or a condition that chooses one. */
const pathsOf = onceFor((mapping: Mapping): readonly PlainRead[] =>
  namedRules(mapping).flatMap(({ path, rule }) => {
    const isAllMeant = path === 'note' && rule.as === 'list';
    if (rule.because !== undefined || isAllMeant) return [];
    return ruleExpressions(rule).flatMap(expression => {
      const steps = stepsOf(expression);
      return steps ? [{ path, place: rule.base.place, steps, source: expression.source.trim() }] : [];
    });
  }),
);

function stepsOf({ path, answer, source }: Expression): readonly string[] | undefined {
  if (path === null || answer !== undefined || path.length < 2) return undefined;
  const steps = path.filter(step => step !== '$' && step !== '$$');
  const isPlain = !/\[(?!\s*-?\d+\s*\]\s*$)/.test(source) && !steps[0]?.startsWith('$');
  return isPlain && !peopleListIn(steps) ? steps : undefined;
}

interface ListOnPath {
  readonly entries: readonly unknown[];
  readonly places: Pick<QuestionPlaces, 'each' | 'list' | 'key' | 'label' | 'values'>;
}

/** Returns the list of questions on a path: the one that the source names, or one whose keys show it. */
function listOnPath(steps: readonly string[], { input, bindings }: Scope): ListOnPath | undefined {
  const answers = bindings.answers as Answers | undefined;
  const places = answers && answeredQuestions(answers).places;
  return places ? namedList(steps, places, input) : shownList(steps, input);
}

function namedList(steps: readonly string[], places: QuestionPlaces, input: unknown): ListOnPath | undefined {
  const below = steps.slice(places.list.length);
  if (below.length === 0 || !places.list.every((step, at) => step === steps[at])) return undefined;
  const isRead = places.values.some(each => isDeepStrictEqual(each, below));
  const list = places.list.reduce<unknown>(ownValue, input);
  if (typeof list !== 'object' || list === null) return undefined;
  return isRead || namesAnswer(below.at(-1) ?? '') ? { entries: elementsIn(list), places } : undefined;
}

function shownList(steps: readonly string[], input: unknown): ListOnPath | undefined {
  let value = input;
  for (let at = 1; at < steps.length; at += 1) {
    value = ownValue(value, steps[at - 1] ?? '');
    if (!Array.isArray(value)) continue;
    const asked = namesAnswer(steps.at(-1) ?? '') ? nameInEach(value, steps[at - 1] ?? '') : undefined;
    const list = steps.slice(0, at);
    return asked && { entries: value, places: { each: pathText(list), list, ...asked, values: [] } };
  }
  return undefined;
}

/** Returns the path of the question in the entries of a list whose keys show that they are questions with answers. */
function nameInEach(
  entries: readonly unknown[],
  list: string,
): Pick<QuestionPlaces, 'key' | 'label'> | undefined {
  const objects = entries.filter(isPlainObject);
  const [first] = objects;
  if (!first || objects.length < fewest || objects.length < entries.length) return undefined;
  const isList = lists.test(spellings(list)[0] ?? '');
  const candidates = Object.entries(first).flatMap(([key, value]) => {
    const isQuestion = questions.test(spellings(key)[0] ?? '');
    const isName = names.test(spellings(key)[0] ?? '');
    const below = isPlainObject(value) ? Object.keys(value) : [];
    if (isQuestion && below.length > 0) return below.map(each => [key, each]);
    return isQuestion || (isList && isName) ? [[key]] : [];
  });
  const label = candidates.find(steps => {
    const texts = objects.map(each => steps.reduce<unknown>(ownValue, each));
    const isText = texts.every(each => typeof each === 'string' && each !== '');
    return isText && new Set(texts).size === texts.length;
  });
  return label && { key: undefined, label };
}

const lists =
  /^(?:form |all )?(?:answers?|questions?|responses?|form fields|fields|custom fields|antworten|fragen|felder|reponses|questions reponses|champs|respostas|perguntas|respuestas|preguntas|campos|risposte|domande|campi|antwoorden|vragen|velden|svar|fragor|sporsmal|odpovedi|otazky|odpowiedzi|pytania|cevaplar|sorular|yanitlar)$/;
const questions =
  /^(?:question|frage|pergunta|pregunta|domanda|vraag|fraga|sporsmal|otazka|pytanie|soru|kysymys|kerdes|intrebare)(?: (?:text|label|title|name|id|key|ref|titel|texto))?$/;
const names =
  /^(?:label|title|name|text|key|id|ref|prompt|caption|titel|titulo|titre|nome|nombre|nom|naam|bezeichnung)$/;
