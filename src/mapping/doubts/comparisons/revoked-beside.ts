import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { beginningAnswer } from '../../convert/beginning-answer.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { answerInWords } from '../../convert/convert-boolean.ts';
import { personKeyOf } from '../../evaluate/person/person-keys.ts';
import { onlyEntry } from '../../evaluate/short-text.ts';
import { holdsConsents, isConsentName } from '../../opt-out.ts';
import { isOfOtherPurpose } from '../../purposes.ts';
import { endingWords } from '../event-kind/ending-words.ts';
import { dayOfReceipt, isBeforeDay, sortableTime } from '../received-at.ts';

/** A value beside a consent that says that there is none. */
export interface Revoked {
  readonly at: string;
  readonly value: unknown;
  /**
   * `moment`: a time or flag of a revocation. `state`: a word such as "unsubscribed". `answer`: the answer itself. `ended`: the day until
   * which it was valid. `unconfirmed`: a double opt-in without an answer.
   */
  readonly kind: 'moment' | 'state' | 'answer' | 'ended' | 'unconfirmed';
  /** True if its key is the one that is read, with a word for a revocation: `bank_release_widerrufen_am`. */
  readonly isOfSame: boolean;
}

/**
 * Returns the value beside a consent that says that it was revoked or not given: `revoked_at` beside `granted_at`,
 * `status: "widerrufen"` or `answer: "no"` beside `date`. Undefined if the consent was given again later, or if the
 * expression reads that value. `field`: the field of the consent, whose purpose counts if the name of the value has none.
 */
export function revokedBeside(
  expression: Expression,
  { input, bindings }: Pick<Scope, 'input' | 'bindings'>,
  { field }: { readonly field: string },
): Revoked | undefined {
  const paths = pathsRead(expression);
  const read = new Set(paths.map(pathText));
  for (const steps of paths) {
    const parent = steps.slice(0, -1);
    const name = steps.at(-1) ?? '';
    const isOfAnswers = steps[0] === '$answers';
    const own = isOfAnswers ? parent.slice(1) : parent;
    const record = onlyRecordAt(isOfAnswers ? bindings.answers : input, own);
    if (typeof record !== 'object' || record === null || Array.isArray(record)) continue;
    const given = ownValue(record, name);
    const beside = besideOf(own, name, dayOfReceipt({ bindings }));
    const { topic, isOfTopics } = beside;
    const names = [name, ...own.toReversed(), field];
    const found = Object.entries(record)
      .slice(0, given === undefined ? 0 : mostKeys)
      .flatMap(([key, value]): readonly Revoked[] => {
        if (key === name || isOfOtherPurpose(key, names)) return [];
        const kind = kindOf(key, value, beside);
        if (kind === undefined) return [];
        const at = pathText([...parent, key]);
        if (read.has(at) || (kind === 'moment' && isGivenAgain(record, given, value))) return [];
        return [{ at, value, kind, isOfSame: isOfKey(key, topic) }];
      })[0];
    const ofAbove =
      found ??
      (isOfTopics ? revokedAbove(own, { topic, given, isOfAnswers }, { input, bindings }) : undefined);
    if (ofAbove && !read.has(ofAbove.at)) return ofAbove;
  }
  return undefined;
}

/** Returns the object at a path. Brevo has the contact as the only entry of a list; of several, which is read is unknown. */
function onlyRecordAt(whole: unknown, steps: readonly string[]): unknown {
  const only = (value: unknown) => (typeof value === 'object' && value !== null ? onlyEntry(value) : value);
  return steps.reduce((object: unknown, step) => only(ownValue(object, step)), only(whole));
}

function besideOf(own: readonly string[], name: string, now: string): Beside {
  const topic = topicOf(name);
  const isOfConsent =
    own.length > 0 &&
    (topic.length === 0 ||
      own.some(each => isConsentName(each) || holdsConsents(each)) ||
      isOwnObject(name, own.at(-1) ?? ''));
  const isOfTopics = isOfConsent || own.flatMap(wordsOf).some(word => endingWords.topics.has(word));
  return { topic, isOfConsent, isOfTopics, now };
}

/** True for a consent in an object of its own: in that of a person or of a whole form, a state is that of the person. */
function isOwnObject(name: string, key: string): boolean {
  const kind = personKeyOf(key);
  return isConsentName(name) && (kind === undefined || kind === 'email' || kind === 'phone');
}

/** Returns a withdrawal beside the object of the consents that names the consent: `newsletter_odhlasen` beside `souhlasy`. */
function revokedAbove(
  own: readonly string[],
  {
    topic,
    given,
    isOfAnswers,
  }: { readonly topic: readonly string[]; readonly given: unknown; readonly isOfAnswers: boolean },
  { input, bindings }: Pick<Scope, 'input' | 'bindings'>,
): Revoked | undefined {
  const above = own.slice(0, -1);
  const record = above.reduce<unknown>(ownValue, isOfAnswers ? bindings.answers : input);
  if (own.length === 0 || typeof record !== 'object' || record === null || Array.isArray(record))
    return undefined;
  for (const [key, value] of Object.entries(record).slice(0, mostKeys)) {
    const words = wordsOf(key);
    const isOfSame = topic.length > 0 && topic.every(word => words.includes(word));
    if (!isOfSame || !namesRevocation(words, { topic, isOfConsent: false, isOfTopics: false })) continue;
    if (isYesOrMoment(value) && !isGivenAgain(record, given, value)) {
      const at = pathText([...(isOfAnswers ? ['$answers'] : []), ...above, key]);
      return { at, value, kind: 'moment', isOfSame: true };
    }
  }
  return undefined;
}

/** Later keys are not searched. */
const mostKeys = 200;

interface Beside {
  /** The words of the key that is read, without those for a time: `newsletter` of `newsletter_datum`. */
  readonly topic: readonly string[];
  /** True if the object around it is that of a consent. */
  readonly isOfConsent: boolean;
  /** True if it is, in any of the languages of senders. */
  readonly isOfTopics: boolean;
  /** The day of the event: 2026-03-31. */
  readonly now?: string;
}

function kindOf(key: string, value: unknown, beside: Beside): Revoked['kind'] | undefined {
  const { topic, isOfConsent } = beside;
  const words = wordsOf(key);
  const isOfTopic = topic.length > 0 && topic.every((word, at) => words[at] === word);
  const rest = words.slice(isOfTopic ? topic.length : 0).join(' ');
  const isOfSame = isOfTopic || isOfConsent;
  if (
    revocations.test(words.join(' ')) ||
    (isOfSame && nearRevocations.test(rest)) ||
    namesRevocation(words, beside)
  ) {
    return isYesOrMoment(value) ? 'moment' : undefined;
  }
  if (states.test(rest)) {
    const [word = ''] = typeof value === 'string' ? spellings(value) : [];
    return unsubscribed.test(word) || (isOfSame && (ended.test(word) || isNo(value))) ? 'state' : undefined;
  }
  const isOfLetters = isOfSame || topic.some(word => letters.test(word));
  return isOfLetters ? kindOfSame(rest, value, { isOfSame, now: beside.now }) : undefined;
}

function kindOfSame(
  rest: string,
  value: unknown,
  { isOfSame, now }: { readonly isOfSame: boolean; readonly now: string | undefined },
): Revoked['kind'] | undefined {
  if (confirmations.test(rest)) return isUnconfirmed(value) ? 'unconfirmed' : undefined;
  if (!isOfSame) return undefined;
  if (limits.test(rest) && typeof value === 'string')
    return isBeforeDay(value, now ?? '') ? 'ended' : undefined;
  if (endFlags.test(rest)) return isYesOrMoment(value) ? 'moment' : undefined;
  return (rest === '' || answers.test(rest)) && isNo(value) ? 'answer' : undefined;
}

/** True for an answer to a double opt-in that did not come yet. */
function isUnconfirmed(value: unknown): boolean {
  const [word = ''] = typeof value === 'string' ? spellings(value) : [];
  return value === null || isNo(value) || unconfirmed.test(word);
}

/**
 * True for a key of a withdrawal in any of the languages of senders: `avregistrerad_nyhetsbrev`, `desinscrit_le`. A word
 * that can also mean the end of something else needs the consent beside it.
 */
function namesRevocation(words: readonly string[], { topic, isOfTopics }: Beside): boolean {
  const { besideWords, unsubscriptions, revocations: withdrawn, topics } = endingWords;
  const isOfTopic = (word: string) => topics.has(word) || topic.includes(word);
  const rest = words.filter(word => !besideWords.has(word) && !isOfTopic(word));
  if (rest.length !== 1) return false;
  const [word = ''] = rest;
  return unsubscriptions.has(word) || (withdrawn.has(word) && (isOfTopics || words.some(isOfTopic)));
}

/** True for the key that is read, with a word that always means a revocation, in this order or the other one. */
function isOfKey(key: string, topic: readonly string[]): boolean {
  const words = wordsOf(key);
  const [before, behind] = [words.slice(0, topic.length), words.slice(-topic.length)];
  const name = topic.join(' ');
  if (topic.length === 0 || words.length === topic.length) return false;
  return (
    (before.join(' ') === name && plainRevocations.test(words.slice(topic.length).join(' '))) ||
    (behind.join(' ') === name && plainRevocations.test(words.slice(0, -topic.length).join(' ')))
  );
}

/** True for a state by which a consent ended or was refused: "revoked", "abgemeldet", "expired". */
export function saysRevoked(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > longestState) return false;
  const [word = ''] = spellings(value);
  return unsubscribed.test(word) || ended.test(word);
}

const longestState = 40;

/** True unless a value says that there was no revocation, or is the link for one. */
function isYesOrMoment(value: unknown): boolean {
  if (typeof value === 'string' && /^(?:https?|mailto):/i.test(value)) return false;
  if (isPlainObject(value)) return Object.values(value).some(isYesOrMoment);
  return presenceOf(value) === 'present' && consentAnswer(value) !== false;
}

function isNo(value: unknown): boolean {
  if (typeof value !== 'string') return value === false || value === 0;
  return (answerInWords(value) ?? beginningAnswer(value)) === false;
}

/** True if the consent, or a time beside it, is later than the revocation. */
function isGivenAgain(record: object, given: unknown, revokedAt: unknown): boolean {
  const times = Object.keys(record).filter(each => grants.test(wordsOf(each).join(' ')));
  const revoked = sortableTime(revokedAt);
  return [given, ...times.map(each => ownValue(record, each))].some(
    time => revoked !== undefined && (sortableTime(time) ?? '') > revoked,
  );
}

function topicOf(name: string): readonly string[] {
  return wordsOf(name).filter(word => !times.has(word));
}

const wordsOf = onceForText((name: string): readonly string[] =>
  (spellings(name)[0] ?? '').split(' ').filter(word => word !== ''),
);

const times: ReadonlySet<string> = new Set(
  'date datum datetime time timestamp zeit zeitpunkt at on am since seit le given granted erteilt'.split(' '),
);
const grants =
  /^(?:consent )?(?:granted|given|subscribed|opted ?in|opt ?in|confirmed|accepted|erteilt|angemeldet) ?(?:at|on|date|am)$/;
const revocations =
  /^(?:consent )?(?:revoked|withdrawn|suppressed|unsubscribed|opt(?:ed)? ?out|widerrufen|abgemeldet|abbestellt)(?: ?(?:at|on|date|am))?$|^(?:consent |einwilligung )?(?:widerruf (?:am|vom|datum|seit)|widerrufsdatum|widerrufs datum|revocation (?:date|at))$/;
/** Words that may also stand for the information about a right: "Widerruf gelesen". */
const nearRevocations =
  /^(?:revoked|revocation|withdrawn|withdrawal|denied|declined|refused|rejected|forbidden|abgelehnt|verweigert|verboten|untersagt|entzogen|suppressed|unsubscribed?|opt(?:ed)? ?out|out|widerruf(?:en|s)?|abgemeldet|abmelde|abmeldung|abbestellt|sperre|gesperrt|sperrvermerk|sperrung|blocked|locked|ende|end|bis|until)(?: ?(?:at|on|date|am|datum|seit|vom))?$/;
const plainRevocations =
  /^(?:revoked|revocation|withdrawn|withdrawal|unsubscribed|opt(?:ed)? ?out|widerruf(?:en)?|widerrufe|abgemeldet|abbestellt|zuruckgezogen|zurueckgezogen|entzogen|retiree?|revoquee?|revocat[oa])(?: ?(?:at|on|date|am|datum|le|il|the))?$/;
const states = /^(?:consent |opt ?in |subscription |abo )?(?:status|state|zustand|statut|stato|estado)$/;
const unsubscribed =
  /^(?:unsubscribed?|suppressed|opt(?:ed)? ?out|abgemeldet|abbestellt|ausgetragen|uitgeschreven|afgemeld|desinscrite?|desabonnee?|disiscritto)$/;
const ended =
  /^(?:(?:consent|was|is|wurde|ist) )?(?:revoked|withdrawn|widerrufen|zuruckgezogen|entzogen|erloschen|ingetrokken|retiree?|revocato|denied|declined|refused|rejected|abgelehnt|verweigert|geweigerd|refusee?|widersprochen|not given|nicht erteilt|gekundigt|cancell?ed|expired|abgelaufen|inactive|inaktiv|ended|beendet)$/;
/** The last day of a consent. */
const limits =
  /^(?:gultig|gueltig|valid|validity|befristet|erlaubt|erteilt|lauft|laeuft|expires?|expired|expiry|expiration|ablauf|abgelaufen|ablaufdatum)(?: (?:bis|until|to|thru|through|at|on|am|ab|datum|date))?$/;
/** Flags by which a consent is over. */
const endFlags =
  /^(?:is )?(?:expired|abgelaufen|ended|beendet|invalid|ungultig|inactive|inaktiv|disabled|deaktiviert)$/;
/** The second step of a consent to letters. */
const confirmations =
  /^(?:double ?opt ?in|doi|optin confirmation|bestatigung|confirmation)(?: (?:status|state|bestatigt|confirmed|erhalten))?$/;
const unconfirmed =
  /^(?:pending|open|offen|ausstehend|steht aus|unconfirmed|not confirmed|unbestatigt|nicht bestatigt|noch nicht bestatigt|noch nicht|waiting|wartet|wartend|requested|angefordert|sent|versendet|verschickt|gesendet|expired|abgelaufen|failed|fehlgeschlagen|en attente|in afwachting|in attesa|pendiente)$/;
const letters =
  /^(?:news|newsletters?|werbung|e?mails?|mailings?|marketing|optin|opt|einwilligung|consent|nl)$/;
/** Names of the answer itself, beside its date. */
const answers =
  /^(?:answer|antwort|antwoord|reponse|value|wert|given|granted|erteilt|accepted|akzeptiert|angenommen|agreed|allowed|erlaubt|zugestimmt|zustimmung|einwilligung|consent|subscribed|angemeldet|opt(?:ed)? ?in|active|aktiv|actief|actif|enabled|confirmed|bestatigt|valid|gultig|ok)$/;
