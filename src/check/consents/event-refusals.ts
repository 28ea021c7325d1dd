import { onceForText } from '../../diagnostics/once-for-text.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { beginningAnswer } from '../../mapping/convert/beginning-answer.ts';
import { consentAnswer } from '../../mapping/convert/consent-answer.ts';
import { answerInWords, meansYes } from '../../mapping/convert/convert-boolean.ts';
import { saysRevoked } from '../../mapping/doubts/comparisons/revoked-beside.ts';
import { namesFormer } from '../../mapping/doubts/other-value/former-value.ts';
import { allowsContact } from '../../mapping/opt-out.ts';
import { saysTick } from '../../mapping/opt-out-read.ts';
import { type Answers, answeredQuestions } from '../../receive/answers/answers.ts';
import { shownName } from '../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { longestRemark, meaningOf, nothing, refuses } from './consent-words.ts';

/** A value by which an event refuses a consent, whether or not a rule reads it. */
export interface Refusal {
  /** The name that says to which consent: a key with the one above it, the label of a question, or the text of a remark. */
  readonly names: readonly string[];
  readonly value: unknown;
  /** The value as an expression, and the condition that is true for it. */
  readonly at: string;
  readonly condition: string;
  /** The keys without the positions in lists; the label of a question. */
  readonly steps: readonly string[];
  /** True for a remark, which is about nothing else than it names. */
  readonly isRemark: boolean;
}

/**
 * Returns the values of an event that refuse a consent by their names: `photos_denied: true`, `newsletter: "nein"`,
 * `{name: "Keine Werbung", value: "ja"}`, `optOut: ["sms"]`, a remark "Bitte keine Fotos". Later entries of a list about the same
 * consent replace the former ones.
 */
export function refusalsIn(payload: unknown, answers: Answers | undefined): readonly Refusal[] {
  const ofAnswers = answers ? refusedAnswers(answers) : none;
  const ofPayload = refusalsBelow(payload, []);
  if (ofAnswers.length === 0 || ofPayload.length === 0) return ofAnswers.concat(ofPayload);
  const known = new Set(ofAnswers.map(({ names: [name = ''] }) => name));
  return ofAnswers.concat(ofPayload.filter(({ names: [name = ''] }) => !known.has(name)));
}

function refusedAnswers(answers: Answers): readonly Refusal[] {
  const found: Refusal[] = [];
  for (const question of answeredQuestions(answers).questions) {
    const label = shownName(question);
    const own = meaningOf(label);
    if (own === nothing) continue;
    const value = onlyOf(question.value);
    const names = refusedNames({ name: label, around: undefined }, value);
    if (names) found.push(refusal(names, value, ['$answers', label], [label]));
  }
  return found;
}

/** A list of one value is the value. */
function onlyOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

interface Named {
  readonly name: string;
  /** The key above it. */
  readonly around: string | undefined;
}

/** The names of a refused consent. `part`: the tag that refuses it, if the value is a text of several. */
type Refused = Pick<Refusal, 'names' | 'isRemark'> & { readonly part?: string };

/** Returns the names of what a value refuses. Undefined if it refuses nothing, as hardly any value of an event does. */
function refusedNames({ name, around }: Named, value: unknown): Refused | undefined {
  if (isRefusal(name, around, value)) {
    const names = around !== undefined && meaningOf(around).isAbout ? [name, around] : [name];
    return { names, isRemark: false };
  }
  const tag = tagIn(name, value);
  if (tag !== undefined) return { names: [tag], isRemark: false, part: tag.trim() };
  return isRemark(name, value) ? { names: [String(value)], isRemark: true } : undefined;
}

function refusal(
  { part, ...names }: Refused,
  value: unknown,
  path: readonly string[],
  steps: readonly string[],
): Refusal {
  const at = pathText(path);
  const condition = part === undefined ? comparison(at, value) : `$contains(${at}, ${JSON.stringify(part)})`;
  return { ...names, value, at, condition, steps };
}

/** Every value of an event with a consent passes here. Most of them have a key that means no consent. */
function refusalsBelow(value: unknown, steps: readonly string[]): readonly Refusal[] {
  if (typeof value !== 'object' || value === null || steps.length > deepest) return none;
  if (Array.isArray(value)) return refusalsOfList(value, steps);
  const keys = Object.keys(value);
  const values: readonly unknown[] = Object.values(value);
  const found: Refusal[] = [];
  for (let at = 0; at < keys.length && at < mostKeys; at += 1) {
    const [key = '', each] = [keys[at], values[at]];
    if (typeof each === 'object' && each !== null) {
      if (!namesFormer(key)) found.push(...refusalsBelow(each, [...steps, key]));
    } else if (key === 'value' || meaningOf(key) !== nothing) {
      const names = refusedNames(nameOf(key, steps), each);
      if (names) found.push(refusal(names, each, [...steps, key], [...steps, key]));
    }
  }
  return found;
}

const none: readonly Refusal[] = [];

/** HubSpot has each value in an object with its name. */
function nameOf(key: string, above: readonly string[]): Named {
  const upper = above.at(-1);
  return key === 'value' && upper !== undefined
    ? { name: upper, around: above.at(-2) }
    : { name: key, around: upper };
}

/** Returns the refusals in a list: texts below `optOut`, pairs of a name and an answer, of which the last of a name counts, or others. */
function refusalsOfList(entries: readonly unknown[], steps: readonly string[]): readonly Refusal[] {
  const pairs = new Map<string, readonly Refusal[]>();
  const others: Refusal[] = [];
  for (const entry of entries.slice(0, mostEntries)) {
    const pair = isPlainObject(entry) ? pairIn(entry) : undefined;
    if (pair) pairs.set(pair.name, refusedPair(pair, steps));
    else
      others.push(...(typeof entry === 'string' ? refusedText(entry, steps) : refusalsBelow(entry, steps)));
  }
  return [...pairs.values()].flat().concat(others);
}

function refusedText(text: string, steps: readonly string[]): readonly Refusal[] {
  const above = steps.at(-1) ?? '';
  if (text.trim() === '') return none;
  const { isOptOut, isOfTags } = meaningOf(above);
  if (!isOptOut && !(isOfTags && refusesAsTag(text))) return none;
  const at = pathText(steps);
  const condition = `${JSON.stringify(text)} in ${at}`;
  return [{ names: [text, above], value: text, at, condition, steps, isRemark: false }];
}

/** A name and an answer in an object: `{consent: "newsletter", action: "revoked"}`. */
interface Pair {
  readonly label: string;
  readonly name: string;
  readonly answer: string;
  readonly value: unknown;
}

function pairIn(entry: object): Pair | undefined {
  const keys = Object.keys(entry).slice(0, mostKeys);
  const label = keys.find(isLabelKey);
  const answer = label === undefined ? undefined : keys.find(key => key !== label && isAnswerKey(key));
  if (label === undefined || answer === undefined) return undefined;
  const name = ownValue(entry, label);
  return typeof name === 'string' && name !== ''
    ? { label, name, answer, value: onlyOf(ownValue(entry, answer)) }
    : undefined;
}

function refusedPair({ label, name, answer, value }: Pair, steps: readonly string[]): readonly Refusal[] {
  if (typeof value === 'object' || meaningOf(name) === nothing) return none;
  const above = steps.at(-1) ?? '';
  const isOfConsents = meaningOf(above).isAbout || !ofAnything.test(label);
  const isState = ofStates.test(answer);
  const says =
    isOfConsents && meaningOf(name).isAbout ? saysRevoked(value) : isState && saysUnsubscribed(value);
  if (!says && (isState || !isRefusal(name, above, value))) return none;
  const at = `${pathText(steps)}[${label} = ${JSON.stringify(name)}].${answer}`;
  return [{ names: [name], value, at, condition: comparison(at, value), steps: [name], isRemark: false }];
}

const isLabelKey = onceForText((key: string): boolean => labelKeys.test(key));
const isAnswerKey = onceForText((key: string): boolean => answerKeys.test(key));

const labelKeys =
  /^(?:label|title|question|name|frage|bezeichnung|key|consent|type|purpose|channel|topic|list)$/i;
/** Labels that goods and courses have too, whose state is another thing. */
const ofAnything = /^(?:label|title|name|bezeichnung|type)$/i;
const ofStates = /^(?:status|state|action)$/i;
const answerKeys =
  /^(?:value|values|answer|antwort|wert|granted|given|accepted|allowed|status|state|action|subscribed)$/i;

/** True for a yes to an opt-out, and for a no to a consent. An empty value and a number say nothing. */
function isRefusal(name: string, above: string | undefined, value: unknown): boolean {
  if (value === null || value === undefined || value === '' || typeof value === 'object') return false;
  const own = meaningOf(name);
  const around = above === undefined ? nothing : meaningOf(above);
  if (own.isState) return saysUnsubscribed(value) || (around.isAbout && saysRevoked(value));
  if (own.isOptOut) return isYes(value) || (typeof value === 'string' && day.test(value));
  if (around.isOptOut && own.isAbout) return isYes(value);
  if (typeof value === 'number') return false;
  if (own.isPermission || (own.isAbout && around.isAbout))
    return saysNo(value) || consentAnswer(value) === false;
  return own.isConsent && saysNo(value);
}

/** True for a plain no. A name or an address may have the word in it. */
function saysNo(value: unknown): boolean {
  if (typeof value !== 'string') return value === false;
  return (answerInWords(value) ?? beginningAnswer(value)) === false || saysRevoked(value);
}

function isYes(value: unknown): boolean {
  return saysTick(value) || (typeof value === 'string' && meansYes(value));
}

function saysUnsubscribed(value: unknown): boolean {
  return typeof value === 'string' && unsubscribed.test(spellings(value.slice(0, longestState))[0] ?? '');
}

const longestState = 40;
const unsubscribed =
  /^(?:unsubscribed?|unconfirmed|opt(?:ed)? ?out|suppressed|bounced|cleaned|blocked|abgemeldet|abbestellt|ausgetragen|unbestatigt|nicht bestatigt|uitgeschreven|afgemeld|desinscrite?|desabonnee?|disiscritto|dado de baja|blacklisted|complained|spam complaint)$/;

/** True for a remark that refuses something: "Bitte keine Fotos". */
function isRemark(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || value.length > longestRemark || !meaningOf(name).isRemark) return false;
  return refuses(value);
}

/** Returns the tag of a text that refuses something: "VIP, no newsletter". */
function tagIn(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || !meaningOf(name).isOfTags) return undefined;
  return value.slice(0, longestTags).split(/[,;|]/).find(refusesAsTag);
}

const longestTags = 1_000;

/** True for a tag such as "no newsletter" and "newsletter: no". */
function refusesAsTag(tag: string): boolean {
  const [topic = '', answer] = tag.split(':');
  return meaningOf(tag).isOptOut || (answer !== undefined && allowsContact(topic) && saysNo(answer.trim()));
}

const day = /^(?:\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4})/;

function comparison(at: string, value: unknown): string {
  return `${at} = ${JSON.stringify(value)}`;
}

const mostKeys = 200;
const mostEntries = 50;
const deepest = 12;
