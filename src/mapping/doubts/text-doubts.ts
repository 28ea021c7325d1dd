import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { type PlaceholderKind, placeholderIn } from '../../diagnostics/placeholder.ts';
import { isCondition, saysYesOrNo } from '../../expressions/comparisons/yes-or-no.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import { cutText } from '../convert/cut-text.ts';
import { type DamagedText, damagedText } from '../convert/damaged-text.ts';
import { type EmptyWords, wordOf } from '../convert/empty-words.ts';
import { escapedCharacter, htmlTag } from '../convert/escaped-html.ts';
import { nameDoubt } from '../convert/name-doubt.ts';
import { phoneHint, whyNoPhone } from '../convert/phone-text.ts';
import type { Rule } from '../mapping.ts';
import { identifyingParameters, personNames } from '../parameters.ts';
import { isAnswerOfNone } from './answer-of-none.ts';
import { namePlaceholder } from './name-placeholder.ts';

/** The codes for values that are sent although they are probably not intended. */
export const doubtfulTextCodes: ReadonlySet<DiagnosticCode> = new Set([
  'mapping/placeholder-value',
  'mapping/escaped-html',
  'mapping/false-as-text',
  'mapping/condition-as-text',
  'mapping/unread-path',
  'mapping/damaged-text',
  'mapping/one-of-several',
  'mapping/not-a-phone',
  'mapping/not-a-name',
  'mapping/set-by-absence',
  'mapping/former-value',
  'mapping/change-as-value',
  'mapping/opposite-text',
  'mapping/person-of-webhook',
  'mapping/lost-yes',
  'mapping/lost-answer',
  'mapping/template-left-out',
  'mapping/value-as-empty',
  'mapping/denied-consent',
  'mapping/lost-zero',
  'mapping/other-name',
  'check/unnamed-choice',
  'check/birthday-after-visit',
  'mapping/other-gender',
  'mapping/invented-date',
]);

/**
 * Returns warnings about a payload value that is sent as a text and is probably wrong: a text for an empty
 * value, an unfilled placeholder, HTML escapes, false. One for each kind, about the first element of a list.
 */
export function textDoubts(
  value: unknown,
  rule: Rule,
  path: string,
  empty: EmptyWords | undefined,
): readonly Diagnostic[] {
  if (!Array.isArray(value)) {
    const doubt = empty?.has(wordOf(value) ?? '') ? undefined : textDoubt(value, rule, path);
    return doubt ? [doubt] : none;
  }
  const all = elementsOf(value).flatMap(each => textDoubts(each, rule, path, empty));
  return all.filter(({ code }, index) => all.findIndex(other => other.code === code) === index);
}

const none: readonly Diagnostic[] = [];

function textDoubt(value: unknown, rule: Rule, path: string): Diagnostic | undefined {
  const details = { place: rule.base.place, path };
  if (typeof value === 'boolean' && isConditionAlone(rule)) return conditionAsText(value, rule, details);
  if (
    value === false ||
    (typeof value === 'string' && value.length === 5 && wordOf(value)?.toLowerCase() === 'false')
  )
    return isAnswer(rule) ? undefined : falseAsText(value, details);
  if (typeof value !== 'string') return personDoubt(value, rule, path);
  const stands = placeholderDoubt(value, rule, path);
  if (stands) return stands;
  const damaged = damageOf(value, path);
  if (damaged) {
    const message = `${path}: ${shown(value)} ${damaged.what}`;
    return diagnostic('mapping/damaged-text', message, { ...details, hint: damaged.hint });
  }
  const isEscaped = escapedCharacter(value) !== undefined;
  const ofKind = phones.has(path) ? noPhone(value, details) : noName(value, details);
  if (ofKind && !isEscaped) return ofKind;
  const html = htmlIn(value, rule);
  if (html === undefined) return undefined;
  const hint = rule.html
    ? 'have the sender escape its text once: it is escaped twice, and html: true converts it once'
    : 'have the sender send plain text; or add html: true to the rule, which makes plain text of it';
  return diagnostic('mapping/escaped-html', `${path}: ${shown(value)} ${html}`, { ...details, hint });
}

function placeholderDoubt(value: string, rule: Rule, path: string): Diagnostic | undefined {
  const isName = personNames.has(path);
  const placeholder =
    placeholderIn(value) ??
    (isOwnName(value, rule) ? 'unfilled' : undefined) ??
    (isName ? namePlaceholder(value) : undefined);
  if (placeholder === undefined || isConfirmed(value, placeholder, rule, path)) return undefined;
  if (isAnswerOfNone(value, rule, path)) return undefined;
  const isWordOfName = isName && placeholder === 'nothing' && isWord(value);
  const ofText = isOfPayload(rule) ? placeholderHint(value, placeholder, rule) : ofPart;
  return diagnostic('mapping/placeholder-value', `${path}: ${placeholderWords(value, placeholder)}`, {
    place: rule.base.place,
    path,
    hint: isWordOfName ? hintForName(value, rule) : ofText,
  });
}

function damageOf(text: string, path: string): Pick<DamagedText, 'what' | 'hint'> | undefined {
  return damagedText(text, { isName: personNames.has(path) }) ?? cutText(text);
}

/** True for the name of the question itself in brackets, which a form did not replace: `[doctor]`. */
function isOwnName(value: string, { base }: Rule): boolean {
  const [, name] =
    /^(?:\[([^[\]]{1,80})\]|\{([^{}]{1,80})\})$/.exec(value)?.filter(each => each !== undefined) ?? [];
  if (name === undefined || base.kind !== 'expression') return false;
  return [base.expression.answer, base.expression.path?.at(-1)].some(
    each => each !== undefined && each.toLowerCase() === name.trim().toLowerCase(),
  );
}

/** True if a text is a value of the payload, and not the result of an expression such as `first & last`. */
function isOfPayload({ base }: Rule): boolean {
  return base.kind !== 'expression' || base.expression.path !== null;
}

const ofPart =
  'correct what the sender sends; if it writes this part for "empty", add the part to empty: of the source';

/** Returns a doubt about a number or true in place of a phone number or a name. A number loses + and 0. */
function personDoubt(value: unknown, rule: Rule, path: string): Diagnostic | undefined {
  if (typeof value !== 'number' && value !== true) return undefined;
  if (personNames.has(path)) return textDoubt(String(value), rule, path);
  return typeof value === 'number' && phones.has(path)
    ? noPhone(String(value), { place: rule.base.place, path })
    : undefined;
}

/** Describes the HTML in a text. If the value is HTML, escaped tags were written by a person. */
function htmlIn(text: string, { html }: Rule): string | undefined {
  const escaped = escapedCharacter(text);
  if (escaped) {
    const { written, character } = escaped;
    return `has characters that are escaped as in HTML, and is sent like that: ${written} stands for ${shown(character)}`;
  }
  const tag = html ? undefined : htmlTag(text);
  return tag === undefined ? undefined : `is HTML, and is sent with its tags: ${tag}`;
}

/** With `as`, true and false are intended. A text beside `or` is reported at its place. */
function isConditionAlone({ as, base }: Rule): boolean {
  if (as !== undefined || base.kind !== 'expression') return false;
  return isCondition(base.expression) && !/\bor\s*["']|["']\s*or\b/.test(base.expression.source);
}

function conditionAsText(
  value: boolean,
  { base }: Rule,
  details: { readonly path: string },
): Diagnostic | undefined {
  if (base.kind !== 'expression') return undefined;
  const source = base.expression.source.trim();
  const message = `${details.path}: the rule is a condition: it sends the text "${value}", not a value of the payload`;
  const paths = source.split(/\sor\s/).map(part => part.trim());
  const [first = '', second = ''] = paths;
  const areTwo = paths.length === 2 && paths.every(each => /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(each));
  const hint = areTwo
    ? `to send the first that is there, write ${first} ? ${first} : ${second}`
    : `write the texts to send after it, as in ${source.length > 60 ? '…' : source} ? "…" : "…"; to send true or false, add as: boolean`;
  return diagnostic('mapping/condition-as-text', message, { ...details, hint });
}

/** True if a rule itself gives a yes or no, or writes it in a sentence. */
function isAnswer({ as, base }: Rule): boolean {
  if (as === 'boolean' || base.kind === 'template') return true;
  return base.kind === 'expression' && saysYesOrNo(base.expression);
}

function falseAsText(value: unknown, details: { readonly path: string }): Diagnostic {
  const message = `${details.path}: ${shown(value)} is sent as a text, and many senders write it for an empty value`;
  const hint =
    'if it means "empty", add empty: [false] to the source; if it means no, add as: boolean to the rule';
  return diagnostic('mapping/false-as-text', message, { ...details, hint });
}

/** Describes the problem with a value that is a placeholder. */
export function placeholderWords(value: string, placeholder: PlaceholderKind): string {
  const words = {
    nothing: 'is a text that senders write for an empty value',
    unfilled: 'has a placeholder that the sender did not fill in',
    failed: 'is what programs write where they have no value',
    sample: 'is a text of a test, or stands in place of a value',
  };
  return `${shown(value)} ${words[placeholder]}`;
}

/** Returns the next step for a placeholder. `rule`: the rule that read it, if only that one may leave it out. */
export function placeholderHint(value: string, placeholder: PlaceholderKind, rule?: Rule): string {
  if (placeholder === 'sample')
    return 'if the event is a test of the sender, discard it; otherwise correct the value at the sender';
  if (placeholder === 'unfilled' && value.length > 40) return 'correct the template of the sender';
  // In the config, `${` starts a variable.
  const written = JSON.stringify(value).replaceAll('${', () => '$${');
  const word = `if this sender writes it for "empty", add empty: [${written}] to the source`;
  if (placeholder !== 'nothing') return `correct what the sender sends; ${word}`;
  return `${word}, which counts for every rule of it${rule ? aloneFor(rule, value) : ''}`;
}

/** At the source, the word would be empty in every answer, and the name of a person would vanish. */
function hintForName(value: string, rule: Rule): string {
  const line = emptyForRule(rule, value);
  const cure =
    line === undefined
      ? 'correct what the sender sends'
      : `if this sender writes it for "empty", write ${line}, since empty: of the source counts for every answer`;
  return `if it is the name of a person, add because: with the reason to the rule; ${cure}`;
}

/** Another rule of the source may read the same word as an answer. */
function aloneFor(rule: Rule, value: string): string {
  const alone = emptyForRule(rule, value);
  return alone === undefined ? '' : `; if it is an answer elsewhere, write ${alone} here instead`;
}

/** Returns the line of a rule for which a word is empty; undefined if it reads no path. */
function emptyForRule({ base }: Rule, value: string): string | undefined {
  const path = base.kind === 'expression' && base.expression.path ? base.expression.source : undefined;
  if (path === undefined) return undefined;
  const written = `${path} = ${JSON.stringify(value)} ? null : ${path}`.replaceAll("'", "''");
  return `from: '${written}'`;
}

/** True if the rule gives a reason for a word that people write. Signs, and the words of programs, never count. */
function isConfirmed(value: string, placeholder: PlaceholderKind, rule: Rule, path: string): boolean {
  if (rule.because === undefined || placeholder !== 'nothing') return false;
  return isWord(value) && !identifyingParameters.has(path);
}

/** True for a word of a language, which may be a name or an answer. */
function isWord(value: string): boolean {
  return /^\p{L}{4,40}$/u.test(value.trim()) && !/^(?:null|undefined)$/i.test(value.trim());
}

const phones: ReadonlySet<string> = new Set(['mobile', 'phone']);

function noPhone(
  text: string,
  details: { readonly place?: Place; readonly path: string },
): Diagnostic | undefined {
  const why = whyNoPhone(text);
  if (why === undefined) return undefined;
  const message = `${details.path}: ${shown(text)} ${why}; it is sent unchanged`;
  return diagnostic('mapping/not-a-phone', message, { ...details, hint: phoneHint });
}

function noName(
  text: string,
  details: { readonly place?: Place; readonly path: string },
): Diagnostic | undefined {
  const { path } = details;
  const doubt = path === 'firstName' || path === 'name' ? nameDoubt(text, path) : undefined;
  if (!doubt) return undefined;
  const message = `${path}: ${shown(text)} ${doubt.what}; it is sent unchanged`;
  return diagnostic('mapping/not-a-name', message, { ...details, hint: doubt.hint });
}

/** Returns doubts about a text composed of parts. Only the whole text shows whether it is a number. */
export function composedDoubts(
  text: unknown,
  parts: readonly unknown[],
  rule: Rule,
  path: string,
): readonly Diagnostic[] {
  if (!phones.has(path) || typeof text !== 'string') return none;
  const details = { place: rule.base.place, path };
  const doubt = noPhone(text, details) ?? (hasZeroTwice(text, parts) ? zeroTwice(text, details) : undefined);
  return doubt ? [doubt] : none;
}

/** Handles `0{tel}` for a number that has its 0: 00 would start the number of another country. */
function hasZeroTwice(text: string, parts: readonly unknown[]): boolean {
  const [first] = parts;
  return (
    text.startsWith('00') &&
    typeof first === 'string' &&
    /^0[1-9]/.test(first) &&
    text.startsWith(`0${first}`)
  );
}

function zeroTwice(text: string, details: { readonly place?: Place; readonly path: string }): Diagnostic {
  const message = `${details.path}: ${shown(text)} begins with 00, since the rule puts a 0 before a number that has one; it is sent unchanged`;
  return diagnostic('mapping/not-a-phone', message, { ...details, hint: phoneHint });
}

/** Returns the next step if a value cannot be converted because it stands for an empty value. */
export function hintForEmptyText(value: unknown): string | undefined {
  if (value === false) return 'if this sender writes false for "empty", add empty: [false] to the source';
  const placeholder = typeof value === 'string' ? placeholderIn(value) : undefined;
  return typeof value === 'string' && placeholder !== undefined
    ? placeholderHint(value, placeholder)
    : undefined;
}
