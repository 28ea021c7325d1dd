import { spellings } from '../../diagnostics/spellings.ts';
import { asksForOptOut, isConsentName } from '../../mapping/opt-out.ts';
import { nameLikeness } from './name-likeness.ts';

/**
 * True if a value by its name is the opposite of a field: `nichtraucher` and "Rauchen Sie?", `keine_werbung` and
 * `werbung`, `smoker` and `nonSmoker`, `unsubscribed` and `newsletter`.
 */
export function areOppositeNames(fieldNames: readonly string[], read: string): boolean {
  const ofRead = deniedIn(read);
  const isOptOut = asksForOptOut(read);
  if (fieldNames.some(asksForOptOut) && !isOptOut && isConsentName(read)) return true;
  if (areOfOtherProtection(fieldNames, read) || fieldNames.some(name => haveOppositeWords(name, read)))
    return true;
  return fieldNames.some(name => {
    const ofField = deniedIn(name);
    if (ofField !== undefined) return ofRead === undefined && !isOptOut && isAbout(ofField, read);
    return ofRead !== undefined && !asksForOptOut(name) && isAbout(ofRead, name);
  });
}

/** True if one of two names is about what is encrypted, and the other one about what is not: `encrypted_only`, `email_unencrypted`. */
function areOfOtherProtection(fieldNames: readonly string[], read: string): boolean {
  const own = protectionOf(read);
  const ofField = fieldNames.map(protectionOf).find(each => each !== undefined);
  return own !== undefined && ofField !== undefined && own !== ofField;
}

/** Returns whether a name is about what is protected, or about what is not. Undefined for neither, and for both. */
function protectionOf(name: string): boolean | undefined {
  const [plain = ''] = spellings(name.slice(0, longest));
  if (open.test(plain)) return false;
  return closed.test(plain) ? true : undefined;
}

const open =
  /\bun(?:encrypted|verschlusselt\w*|verschluesselt\w*|secured?|protected|geschutzt\w*|gesichert\w*)\b|\b(?:ohne|nicht|keine|no|not|non|without|sans|pas|senza|zonder|niet) (?:\p{L}{1,12} )?(?:encrypt\w*|verschlussel\w*|verschluessel\w*|chiffr\w*|crypt\w*|cifrat\w*|criptat\w*|crittograf\w*|versleutel\w*|secured?|gesichert\w*)\b|\b(?:klartext|plain ?text|en clair|in chiaro)\b|\bonversleuteld\b/u;
const closed =
  /\b(?:encrypt(?:ed|ion)?|verschlusselt\w*|verschluesselt\w*|chiffre\w*|chiffrement|crypte\w*|cryptage|cifrat\w*|cifratura|criptat\w*|crittografia|versleuteld|versleuteling)\b|verschlusselung\b|verschluesselung\b|\b(?:secured?|gesicherte?|sichere) (?:e ?)?mails?\b|\b(?:e ?)?mails? (?:secured?|gesichert)\b/;

/** True if one of two names has a word that denies a word of the other one: `account_inactive` and `active`. */
function haveOppositeWords(name: string, read: string): boolean {
  const [own, other] = [name, read].map(each => (spellings(each.slice(0, longest))[0] ?? '').split(' '));
  return denies(own ?? [], other ?? []) || denies(other ?? [], own ?? []);
}

function denies(words: readonly string[], others: readonly string[]): boolean {
  return words.some(word => {
    const [, rest] = deniedWord.exec(word) ?? [];
    return rest !== undefined && others.includes(rest) && !others.includes(word) && !words.includes(rest);
  });
}

/** A syllable that denies before the form of a verb, which has no other meaning: `unpaid`, `inactive`, `unbezahlt`. */
const deniedWord = /^(?:un|in|non|on)(\p{L}{2,20}(?:ed|ive|en|elt|ert|igt|ahlt|eben|able|bar|ated)|paid)$/u;

interface Denied {
  readonly thing: string;
  /** True for a syllable that often has another meaning: `un` in `unterschrift`. Then only the same word counts. */
  readonly isSyllable: boolean;
}

/** Returns the thing that a name denies: `raucher` of `Nichtraucher`. */
function deniedIn(name: string): Denied | undefined {
  const plain = (spellings(name.slice(0, longest))[0] ?? '').replace(asking, '').replace(subject, '');
  const [, word] = denyingWord.exec(plain) ?? denyingPart.exec(plain) ?? [];
  if (word !== undefined) return { thing: word, isSyllable: false };
  const [, rest] = syllable.exec(plain) ?? [];
  return rest === undefined ? undefined : { thing: rest, isSyllable: true };
}

const longest = 80;
const denyingWord = /^(?:nicht|kein(?:e|en|er)?|non|no|not|ohne|without|sans|niet|geen) (?!of\b|\d)(.+)$/;
/** Words before the thing: "Ich bin Nichtraucher", `isNonSmoker`. */
const asking =
  /^(?:ich bin|sind sie|bist du|ist|is|i am|are you|etes vous|es tu|je suis|bent u|ben je|ik ben) (?:an? |een )?/;
/** The subject before the thing: "(Ist) Ihr Tier nicht geimpft". */
const subject =
  /^(?:ihr|ihre|dein|deine|mein|meine|das|der|die|your|my|the|votre|ton|uw) \p{L}{2,20} (?=(?:nicht|not|niet|non) )/u;
const denyingPart = /^(?:nicht|keine?|non|niet)(\p{L}{4,})$/u;
const syllable = /^(?:un|in)(\p{L}{4,})$/u;

function isAbout({ thing, isSyllable }: Denied, name: string): boolean {
  const [plain = ''] = spellings(name.slice(0, longest));
  if (isSyllable) return plain === thing;
  if (topics.some(topic => topic.test(thing) && topic.test(plain))) return true;
  return plain.split(' ').includes(thing) || nameLikeness(thing, name) >= alike;
}

const alike = 0.6;
/** Words of several languages and forms for the same: `raucher`, "Rauchst du?", `smoker`. */
const topics: readonly RegExp[] = [
  /\b(?:rauch(?:er(?:in)?|en|st|t)?|smok(?:er|ing|es?)|fumeu(?:r|se)|roker|rookt|fumatore)\b/,
  /\b(?:werbung|werbe\w*|marketing|newsletter|adverts?|advertising|reclame|publicite)\b/,
  /\b(?:sms|texts?|text messages?|textnachricht(?:en)?|kurznachricht(?:en)?|textos?)\b/,
  /\b(?:photos?|fotos?|bild(?:er)?|pictures?|images?|aufnahmen)\b/,
  /\b(?:anrufe?|calls?|appels?)\b/,
  /\b(?:impf(?:ung|ungen|t)?|geimpft|vaccinat(?:ed|ion|ions)|vaccines?|vaccinee?|gevaccineerd)\b/,
  /\b(?:mitglied(?:er|schaft)?|members?|membre|lid)\b/,
];
