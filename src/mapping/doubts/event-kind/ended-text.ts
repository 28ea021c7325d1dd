import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import { keyText, pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { type Answers, answeredQuestions } from '../../../receive/answers/answers.ts';
import { comparedName, findAnswer, shownName } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { asksForOptOut } from '../../opt-out.ts';
import { saysTick } from '../../opt-out-read.ts';
import { answersOfSamples, textsOfSamples } from '../changed-form/questions-in-samples.ts';
import { samplePayloads } from '../named-positions.ts';
import { mentions } from './ended-record.ts';
import { compactKey, isTypeContainer } from './event-type-keys.ts';
import { endsSomething, warnAboutEnd } from './form-endings.ts';

/**
 * Returns a warning about a text that names the form, the page or the subject of an event: "Abmeldung" in place of the "Anmeldung" of every
 * sample, also in an answer. A mapping that reads the text anywhere knows it. `isShown`: the message contains the text.
 */
export function endedText(
  mapping: Mapping,
  input: MappingInput,
  { where, isShown }: { readonly where: string; readonly isShown: boolean },
): Diagnostic | undefined {
  for (const { steps, key, before } of namingTexts(mapping)) {
    const value = steps.reduce<unknown>(ownValue, input.payload);
    if (typeof value !== 'string' || before.includes(value) || !isEndInstead(key, value, before)) continue;
    const at = pathText(steps);
    const isRead = expressionUses(mapping).some(({ expression }) =>
      mentions(expression, { at, key, value, says: 'changed' }, input),
    );
    if (isRead) continue;
    const found = `${at} of ${where} ${saidEnd(value, isShown)}, and in the samples of the mapping it is ${shown(before[0])}`;
    return warnAboutEnd(mapping, found, `${at} = ${JSON.stringify(before[0])}`);
  }
  return endedAnswer(mapping, input, { where, isShown });
}

function saidEnd(value: string, isShown: boolean): string {
  return isShown ? `is ${shown(value)}, which ends something by its words` : 'ends something by its words';
}

function endedAnswer(
  mapping: Mapping,
  { answers }: MappingInput,
  { where, isShown }: { readonly where: string; readonly isShown: boolean },
): Diagnostic | undefined {
  for (const { name, values } of answers ? namingAnswers(mapping, answers) : []) {
    const found = findAnswer(answers, name);
    const value = found.kind === 'found' ? found.question.value : undefined;
    if (typeof value !== 'string' || values.includes(value) || !isEndInstead('', value, values)) continue;
    if (expressionUses(mapping).some(({ expression }) => expression.source.includes(name))) continue;
    const message = `the answer to ${shown(name)} of ${where} ${saidEnd(value, isShown)}, and in the samples of the mapping it is ${shown(values[0])}`;
    return warnAboutEnd(mapping, message, `$answers.${keyText(name)} = ${JSON.stringify(values[0])}`);
  }
  return answers ? endingQuestion(mapping, answers, { where }) : undefined;
}

/** Returns a warning about a yes to a question of an ending that no sample has: "Ich möchte stornieren". */
function endingQuestion(
  mapping: Mapping,
  answers: Answers,
  { where }: { readonly where: string },
): Diagnostic | undefined {
  for (const question of answeredQuestions(answers).questions) {
    const name = shownName(question);
    if (!endsAll(name) || !saysTick(question.value)) continue;
    const isKnown = textsOfSamples(mapping).has(comparedName(name));
    if (isKnown || expressionUses(mapping).some(({ expression }) => expression.source.includes(name)))
      continue;
    const message = `the answer to ${shown(name)} of ${where} is ${shown(question.value)}, and no sample of the mapping has this question, which ends something by its words`;
    return warnAboutEnd(mapping, message, `$not($exists($answers.${keyText(name)}))`);
  }
  return undefined;
}

/** The end of letters is told at the consent to them, and a question about a right to cancel ends nothing. */
const endsAll = onceForText(
  (name: string): boolean =>
    endsSomething(name) && !asksForOptOut(name) && !ofRights.test(name) && name.length <= longestShort,
);

const ofRights =
  /newsletter|mail|sms|werb|belehr|recht|policy|bedingung|terms|gelesen|akzept|zustimm|einverstanden|versicherung|insurance|fee|gebühr|frist|jederzeit|möglich/iu;

/** A text near the root that the samples have, with their values. */
interface NamingText {
  readonly steps: readonly string[];
  readonly key: string;
  readonly before: readonly string[];
}

/** Every event passes here, and the samples stay the same. */
const namingTexts = onceFor((mapping: Mapping): readonly NamingText[] => {
  const found = samplePayloads(mapping).flatMap(sample => textsBelow(sample, []));
  const places = Map.groupBy(found, ({ steps }) => JSON.stringify(steps));
  return [...places.values()].flatMap(all => {
    const [first] = all;
    const before = all.map(({ value }) => value);
    const may = before.every(each => mayBecomeEnd(first?.key ?? '', each));
    return first && may ? [{ steps: first.steps, key: first.key, before: [...new Set(before)] }] : [];
  });
});

function textsBelow(
  object: unknown,
  steps: readonly string[],
): readonly { readonly steps: readonly string[]; readonly key: string; readonly value: string }[] {
  if (!isPlainObject(object)) return [];
  const isAlone = Object.keys(object).length === 1;
  return Object.entries(object)
    .slice(0, mostKeys)
    .flatMap(([key, value]) => {
      const own = [...steps, key];
      if (typeof value === 'string') return [{ steps: own, key, value }];
      const isNear = isAlone || isTypeContainer(key) || pages.test(compactKey(key));
      return own.length < deepest && isNear ? textsBelow(value, own) : [];
    });
}

const mostKeys = 200;
const deepest = 3;

/** The questions of a list whose answers in the samples begin something. */
function namingAnswers(
  mapping: Mapping,
  answers: Answers,
): readonly { readonly name: string; readonly values: readonly string[] }[] {
  const samples = answersOfSamples(mapping, answers);
  const [first] = samples;
  return first ? beginningAnswers(first, samples) : [];
}

function beginningAnswers(
  first: Answers,
  samples: readonly Answers[],
): readonly { readonly name: string; readonly values: readonly string[] }[] {
  const known = answersKnown.get(first);
  if (known) return known;
  const all = samples.flatMap(each => answeredQuestions(each).questions);
  const byName = Map.groupBy(all, each => shownName(each));
  const found = [...byName].flatMap(([name, questions]) => {
    const values = questions.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
    return values.length > 0 && values.every(each => mayBecomeEnd('', each)) ? [{ name, values }] : [];
  });
  answersKnown.set(first, found);
  return found;
}

const answersKnown = new WeakMap<
  Answers,
  readonly { readonly name: string; readonly values: readonly string[] }[]
>();

/** True for the value of a sample that may become an end: of a form or a page, or a few words for a beginning. */
function mayBecomeEnd(key: string, value: string): boolean {
  if (value.length > longestText || endsSomething(value)) return false;
  return pages.test(compactKey(key)) || (isShort(value) && beginnings.test(value));
}

function isEndInstead(key: string, value: string, before: readonly string[]): boolean {
  if (value.length > longestText || !endsSomething(value)) return false;
  return pages.test(compactKey(key)) || (isShort(value) && before.every(isShort));
}

function isShort(value: string): boolean {
  return value.length <= longestShort && value.split(/\s+/).length <= mostWords;
}

const longestText = 300;
const longestShort = 60;
const mostWords = 6;

/** The keys of the form or the page from which an event comes. */
const pages =
  /^(?:form|formular|formulaire|formulier|formulario|modulo|skjema|skema|formulaar|page|seite|website|site|(?:title|titel|slug|ur[il])|(?:page|seiten|form|formular|post|entry)(?:title|titel|name|slug|ur[il])|(?:page|form|source|landing|http|original)?(?:referr?er|ur[il]|path|page)|pfad|herkunft|quelle|leadsource)$/;
/** Words for the beginning of what such a text may end. */
const beginnings =
  /anmeld|eintritt|beitritt|einschreib|registr|abonn|sign[ -]?up|subscri|enrol|join|opt[ -]?in|buchung|book|bestell|order|reserv|start|inschrij|aanmeld|inscri|adhésion|iscri|alta(?!\p{L})|zapis|rejestr|tilmeld|påmeld|anmäl|přihláš|feliratkoz|kayıt|antrag|neu(?:kunde|aufnahme|anlage)|aufnahme|vertrag/iu;
