import type { CatalogSnapshot } from '../../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { areSpeltAlike, spellings } from '../../../diagnostics/spellings.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { answerIn, quotedName } from '../../../mapping/answers/answer-expression.ts';
import { consentAnswer } from '../../../mapping/convert/consent-answer.ts';
import { type ExpressionUse, expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { asksForOptOut, isConsentName } from '../../../mapping/opt-out.ts';
import {
  type Answers,
  answeredQuestions,
  type FormQuestion,
  isGiven,
} from '../../../receive/answers/answers.ts';
import { questionNames, shownName } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { findField } from '../../call/field-key.ts';
import { otherMeasures } from '../../measures/other-measures.ts';
import { nameLikeness } from '../../names/name-likeness.ts';
import { namesField, type OneValue, oneValueOf, readsInstead } from '../../one-value.ts';
import { otherNames } from '../../other-name.ts';
import type { Wanted } from '../trial.ts';
import { questionsRead } from './check-better-questions.ts';
import { mayAnswer } from './may-answer.ts';

/**
 * Warns about additional fields that read a question or a value with another name, while one that has exactly the name
 * of the field is read by no rule: `staerke.links: {answer: brillenstaerke_rechts}` beside `brillenstaerke_links`, as
 * after a copied line. The account knows the name of a field with a key such as `cf_7`. `because` confirms the rule.
 */
export function checkOwnNames(
  mapping: Mapping,
  events: readonly Wanted[],
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  const measures = catalog ? otherMeasures(mapping, catalog) : [];
  const told = new Set([...otherNames(mapping), ...measures].map(({ path }) => path));
  const uses = expressionUses(mapping);
  return uses.flatMap(use => {
    const value = told.has(use.path) ? undefined : onlyRead(use);
    if (!value) return [];
    const names = fieldNames(use.path, catalog);
    for (const { scope } of events) {
      const found = ownBeside(value, names, uses, scope);
      if (found) return [warning(use, found)];
    }
    return [];
  });
}

/** Returns what a rule reads, if that has another name than its field by the mapping alone: a question or a path. */
export function otherNameRead(
  use: ExpressionUse,
  catalog: CatalogSnapshot | undefined,
): { readonly asked: string } | { readonly steps: readonly string[] } | undefined {
  const value = onlyRead(use);
  if (!value) return undefined;
  const names = fieldNames(use.path, catalog);
  const { asked, steps } = value;
  if (asked !== undefined) return hasName(names, [asked]) ? undefined : { asked };
  if (steps.length === 0 || steps[0]?.startsWith('$')) return undefined;
  return hasName(names, wholeNames(steps)) ? undefined : { steps };
}

/** Returns the name of a value, alone and with that of its object. */
function wholeNames(steps: readonly string[]): readonly string[] {
  return [steps.at(-1) ?? '', steps.slice(-2).join(' ')];
}

const fieldPath = 'additionalFields.';

/** Returns what the rule of a field reads, if that is only one path or question. */
function onlyRead({ path, rule }: ExpressionUse): OneValue | undefined {
  return path.startsWith(fieldPath) && rule && rule.because === undefined ? oneValueOf(rule) : undefined;
}

function fieldNames(path: string, catalog: CatalogSnapshot | undefined): readonly string[] {
  const key = path.slice(fieldPath.length);
  const field = catalog && findField(key, catalog);
  return field ? [key, field.name, ...Object.values(field.names ?? {})] : [key];
}

/** A value that is read, and the one beside it with the name of the field, as they are written. */
interface Beside {
  readonly own: string;
  readonly better: string;
  /** The rule that reads the better one. */
  readonly cure: string;
  /** True if the better one has only a word of the name. */
  readonly isByWord?: boolean;
}

function ownBeside(
  value: OneValue,
  names: readonly string[],
  uses: readonly ExpressionUse[],
  scope: Scope,
): Beside | undefined {
  const { asked, steps } = value;
  if (asked !== undefined) return questionBeside({ ...value, asked }, names, uses, scope);
  return steps.length === 0 || steps[0]?.startsWith('$') ? undefined : valueBeside(value, names, uses, scope);
}

function questionBeside(
  value: OneValue & { readonly asked: string },
  names: readonly string[],
  uses: readonly ExpressionUse[],
  scope: Scope,
): Beside | undefined {
  const { asked } = value;
  const found = answerIn(scope, asked);
  if (found.kind !== 'found') return undefined;
  const read = questionNames(found.question);
  if (hasName(names, [...read, asked])) return undefined;
  const taken = questionsRead(uses, scope);
  const isChosen = namesField(value, names);
  const { questions } = answeredQuestions(scope.bindings.answers as Answers);
  const free = questions.filter(
    each =>
      !taken.has(each) &&
      isGiven(each.value) &&
      mayAnswer(names, each, uses) &&
      (!isChosen || consentAnswer(each.value) !== undefined),
  );
  const ofName = free.filter(each => questionNames(each).some(name => isNameOf(names, name, read)));
  const isOther = ofName.length === 0 && !areRelated(names, [...read, asked]);
  const isConsentRead = [...read, asked].some(isConsentName);
  const byWord = (each: FormQuestion) =>
    shareWord(names, questionNames(each)) ||
    (!isConsentRead && questionNames(each).some(name => isConsentTo(names, name, each.value)));
  const better = isOther ? free.filter(byWord) : ofName;
  const [only] = better;
  if (!only || better.length > 1) return undefined;
  const other = quotedName(shownName(only));
  const cure = readsInstead(value, { name: shownName(only), value: only.value });
  return { own: quotedName(asked), better: other, cure, isByWord: isOther };
}

function valueBeside(
  value: OneValue,
  names: readonly string[],
  uses: readonly ExpressionUse[],
  { input }: Scope,
): Beside | undefined {
  const { steps } = value;
  const above = steps.slice(0, -1);
  const last = steps.at(-1) ?? '';
  const object = above.reduce<unknown>(ownValue, input);
  if (!isPlainObject(object) || presenceOf(ownValue(object, last)) !== 'present') return undefined;
  const isNamed = hasName(names, wholeNames(steps));
  const isOtherConsent = isNamed && names.some(isConsentName) && !namesOne(last, names);
  if (isNamed && !isOtherConsent) return undefined;
  const isBetter = (key: string) =>
    isOtherConsent ? names.some(name => areSpeltAlike(name, key)) : isNameOf(names, key, [last]);
  const read = new Set(uses.flatMap(({ expression }) => pathsRead(expression)).map(textOf));
  const isChosen = namesField(value, names);
  const free = Object.keys(object)
    .slice(0, mostKeys)
    .filter(key => {
      const each = ownValue(object, key);
      if (isPlainObject(each) || presenceOf(each) !== 'present') return false;
      return !read.has(textOf([...above, key])) && (!isChosen || isConsentBeside(value, key, each));
    });
  const better = free.filter(isBetter);
  if (better.length === 0 && !isNamed && !isConsentName(last) && !areRelated(names, [last])) {
    const consents = free.filter(key => isConsentTo(names, key, ownValue(object, key)));
    return besideOnly(value, object, consents, { isByWord: true });
  }
  // Another word for the same thing counts only if no name is the very name of the field.
  const exact = better.filter(key => names.some(name => areSpeltAlike(name, key)));
  return besideOnly(value, object, exact.length > 0 ? exact : better);
}

/** True for a yes or no that is not one of the names in the list that is read: `"newsletter" in changed_fields`. */
function isConsentBeside({ texts }: OneValue, key: string, answer: unknown): boolean {
  return consentAnswer(answer) !== undefined && !texts.some(text => areSpeltAlike(text, key));
}

function besideOnly(
  value: OneValue,
  object: object,
  [only, ...more]: readonly string[],
  how: Pick<Beside, 'isByWord'> = {},
): Beside | undefined {
  if (only === undefined || more.length > 0) return undefined;
  const better = pathText(value.steps.with(-1, only));
  const cure = readsInstead(value, { path: better, value: ownValue(object, only) });
  return { own: pathText(value.steps), better, cure, ...how };
}

const mostKeys = 200;

/** True if a value has the name of the field, also in another format: `phone_e164`, `geburtstag_iso`. */
function hasName(names: readonly string[], read: readonly string[]): boolean {
  return read.some(each => names.some(name => isSame(name, withoutFormat(each))));
}

/** True if the key of a consent has a name of the field in it. Marketing is called a newsletter only if there is none. */
function namesOne(key: string, names: readonly string[]): boolean {
  const words = ` ${spellings(key)[0]} `;
  return names.some(name => words.includes(` ${spellings(name)[0]} `));
}

/** True if a name has anything in common with one of the others. */
function areRelated(names: readonly string[], others: readonly string[]): boolean {
  return shareWord(names, others) || names.some(name => others.some(each => nameLikeness(name, each) > 0));
}

/** True if a long word of a name is also in one of the others: "HNO-Verordnung vorhanden", "Haben Sie eine Verordnung?". */
function shareWord(names: readonly string[], others: readonly string[]): boolean {
  const words = names.flatMap(longWords);
  return others.flatMap(longWords).some(word => words.includes(word));
}

/**
 * True for an answer of yes or no whose name is that of a consent and has a word of the field, also a short one:
 * "SMS-Einwilligung" for `sms.erinnerung`.
 */
function isConsentTo(names: readonly string[], name: string, value: unknown): boolean {
  if (consentAnswer(value) === undefined || asksForOptOut(name)) return false;
  const own = names.flatMap(wordsOfThings);
  const isShared = wordsOfThings(name).some(word => own.includes(word));
  return isShared && ([name, ...names].some(isConsentName) || names.some(each => isPartOf(name, each)));
}

/** True if all words of a name are in another one: "SMS" in "SMS-Erinnerung". */
function isPartOf(name: string, whole: string): boolean {
  const all = (spellings(whole)[0] ?? '').split(' ');
  return (spellings(name)[0] ?? '').split(' ').every(word => all.includes(word));
}

function wordsOfThings(name: string): readonly string[] {
  const words = (spellings(name.slice(0, longestName))[0] ?? '').split(' ');
  return words.filter(word => word.length > 2 && !commonWords.has(word) && !ofConsents.test(word));
}

/** Words that the consents to other things have too. */
const ofConsents =
  /^(?:einwillig\w*|einverst\w*|zustimm\w*|zugestimmt|consents?|toestemming|erlaub\w*|allow(?:ed)?|permi\w*|opt|optin|okay|freigabe|genehmig\w*|akzept\w*|accept\w*|agree\w*|erhalten|senden|schicken|per|via|fur|for|und|and|der|die|das|the|mit|with|von|from|uns|ihr|ihre|sie|you|your|ich|wir|durfen|darf|may|via|erwunscht|gewunscht)$/;

function longWords(name: string): readonly string[] {
  const words = (spellings(name.slice(0, longestName))[0] ?? '').split(' ');
  return words.filter(word => word.length >= longWord && !commonWords.has(word));
}

const longWord = 6;
/** Words that say nothing of the thing that a question or a field is about. */
const commonWords: ReadonlySet<string> = new Set(
  (
    'welche welcher welches welchem welchen wieviel wievielen unsere unserem unseren unserer werden wurden konnen mochten mochtest haetten hatten bitte wunschen ' +
    'besteht bestehen vorhanden aktuell aktuelle aktueller aktuelles letzte letzter letztes letzten nachste nachster nachstes nachsten weitere weiteres sonstige sonstiges andere anderes ' +
    'kunden kundin person personen nummer anzahl angabe angaben auswahl antwort antworten eingabe hinweis hinweise bemerkung bemerkungen information informationen ' +
    'haben gerne bereits schon termin termine behandlung behandlungen customer client number please current latest another additional further information ' +
    'should answer answers question choose select receive would could there other others details quelle quelles combien souhaitez votre vous numero cliente'
  ).split(' '),
);

/** True for the name of a field, if the value that is read is not the same in other words: `telefon` and `telefon_neu`. */
function isNameOf(names: readonly string[], name: string, read: readonly string[]): boolean {
  return names.some(each => isSame(each, name)) && !read.some(each => isRefined(each, name));
}

/** True if a name only adds an adjective for a better value to another one. */
function isRefined(read: string, name: string): boolean {
  return isSame(withoutFormat(read), name);
}

/** True for names of the same thing, with umlauts in either spelling. */
function isSame(one: string, other: string): boolean {
  return spellings(one).some(each => spellings(other).some(spelt => nameLikeness(each, spelt) >= sameThing));
}

/** The likeness of names for the same thing (`nameLikeness`). */
const sameThing = 0.95;

function withoutFormat(name: string): string {
  return (spellings(name.slice(0, longestName))[0] ?? '').replace(formats, ' ');
}

const longestName = 200;
const formats =
  /\b(?:formatted|formatiert|format|iso|raw|roh|e ?164|intl|international|normali[sz]ed|clean|cleaned|bereinigt|values?|wert|text|labels?|name|ids?|code|key|display|plain|html|string|date|datum|new|neu|neue[rns]?|current|aktuell\w*|final|gesamt|total|corrected|korrigiert|verified|primary|main|full|long|short|lang|kurz|[0-9])\b/g;

function warning({ path, place }: ExpressionUse, { own, better, cure, isByWord }: Beside): Diagnostic {
  const has = isByWord ? 'a word of the name' : 'the name';
  const message = `${path.slice(fieldPath.length)} reads ${own}, while ${better} has ${has} of the field, and no rule reads it`;
  const hint = `${cure}; if ${own} is right, add because: with the reason`;
  return diagnostic('mapping/other-name', message, { hint, place, path });
}

function textOf(steps: readonly string[]): string {
  return JSON.stringify(steps);
}
