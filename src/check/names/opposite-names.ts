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
  return fieldNames.some(name => {
    const ofField = deniedIn(name);
    if (ofField !== undefined) return ofRead === undefined && !isOptOut && isAbout(ofField, read);
    return ofRead !== undefined && !asksForOptOut(name) && isAbout(ofRead, name);
  });
}

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
