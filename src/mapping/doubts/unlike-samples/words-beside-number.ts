import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { unitCalled } from './unit-words.ts';

/**
 * Describes the difference between the surroundings of a number in a text and those in each sample: it is a part of another number, a
 * minus or a word such as "no" stands before it, or another unit behind it. `part`: the number that the rule takes. `isShown`: the words may
 * have a part of the text.
 */
export function wordsBesideNumber(
  { text, part }: TextWithPart,
  samples: readonly TextWithPart[],
  { isShown }: { readonly isShown: boolean },
): string | undefined {
  const known = samples.map(placeOf);
  const here = placeOf({ text, part });
  if (known.length === 0) return undefined;
  // Blanks between digits mean nothing.
  const isJoined = text.replaceAll(/\s/g, '') === part;
  if (!here) {
    const isOther = !isJoined && known.every(each => each !== undefined);
    return isOther ? 'it is not one of the numbers in the text' : undefined;
  }
  const others = known.flatMap(each => each ?? []);
  if (here.isNegative && !others.some(each => each.isNegative)) return 'the minus before it is lost';
  const { denial } = here;
  if (denial !== undefined && !others.some(each => each.denial !== undefined))
    return `"${denial}" stands before it, which no sample of the mapping has`;
  if (here.sameUnits > 1 && !others.some(each => each.sameUnits > 1))
    return `the text has ${here.sameUnits} numbers with ${isShown ? `"${here.unit}"` : 'one unit'}, and no sample of the mapping has several`;
  const factor = otherFactor(here, others, isShown);
  if (factor !== undefined) return factor;
  const units = others.flatMap(({ unit }) => unit ?? []);
  const isOther =
    here.unit !== undefined && units.length > 0 && !units.some(each => isSameUnit(each, here.unit ?? ''));
  if (!isOther) return undefined;
  return `${isShown ? `"${here.unit}"` : 'another word'} stands behind it, and in the samples "${units[0]}"`;
}

/** Describes words that multiply, divide or deny a number, and are in no sample: "2 x 125 g", "25 € pro Hund", "kein Futter, 250 g". */
function otherFactor(
  here: NumberPlace,
  others: readonly NumberPlace[],
  isShown: boolean,
): string | undefined {
  const { times, per, shared, denied } = here;
  if (here.isOrdinal && !others.some(each => each.isOrdinal))
    return 'it is an ordinal number, which no sample of the mapping has';
  if (times !== undefined && !others.some(each => each.times !== undefined))
    return `"${times}" stands before it, which no sample of the mapping has`;
  if (per !== undefined && !others.some(each => each.per === per)) {
    const [known] = others.flatMap(each => each.per ?? []);
    const before =
      known === undefined ? 'which no sample of the mapping has' : `and in the samples "${known}"`;
    return `it is ${isShown ? `per "${per}"` : 'per another thing'}, ${before}`;
  }
  if (shared !== undefined && !others.some(each => each.shared !== undefined))
    return `"${shared}" stands beside it, which no sample of the mapping has`;
  const isDenied =
    denied !== undefined && others.every(each => each.denied === undefined && each.words.has(denied));
  return isDenied ? `the text denies "${denied}", which each sample of the mapping has` : undefined;
}

/** A text, and the number that a rule takes from it. */
export interface TextWithPart {
  readonly text: string;
  readonly part: string;
}

interface NumberPlace {
  readonly isNegative: boolean;
  /** A word before it that denies it: "keine 90 Minuten". */
  readonly denial: string | undefined;
  /** The word or sign behind it. */
  readonly unit: string | undefined;
  /** The numbers of the text with this unit. */
  readonly sameUnits: number;
  /** A word or a sign before it that multiplies it: "2 x", "je". */
  readonly times: string | undefined;
  /** The period or the thing for which it counts: "tag" of "25 € pro Tag". */
  readonly per: string | undefined;
  /** A word of the text for several together, for another amount than a price, or for a change. */
  readonly shared: string | undefined;
  /** True for the number of a place in a row: "2. Trimester", "2nd child". */
  readonly isOrdinal: boolean;
  /** A word that the text denies before the number. */
  readonly denied: string | undefined;
  readonly words: ReadonlySet<string>;
}

/** Finds a number in a text; undefined if it is none of its numbers. */
function placeOf({ text, part }: TextWithPart): NumberPlace | undefined {
  const wanted = readingsOf(part.trim().replace(/^[+-]/, ''));
  for (const { 0: token, index } of text.matchAll(numbers)) {
    if (!readingsOf(token).some(each => wanted.includes(each))) continue;
    const before = text.slice(Math.max(0, index - longestBefore), index);
    const unit = unitBehind(text, index + token.length);
    const [, denial] = denials.exec(before) ?? [];
    const isNegative = /(?:^|[\s(:])[-−–]\s?$/.test(before) && !part.trim().startsWith('-');
    const sameUnits = unit === undefined ? 0 : countWith(text, unit);
    const after = text.slice(index + token.length, index + token.length + longestAfter);
    return { isNegative, denial, unit, sameUnits, ...surroundings(text, before, after) };
  }
  return undefined;
}

function surroundings(
  text: string,
  before: string,
  after: string,
): Pick<NumberPlace, 'times' | 'per' | 'shared' | 'denied' | 'words' | 'isOrdinal'> {
  const [, times] = multiplying.exec(before) ?? [];
  const [, denied] = deniedWord.exec(before) ?? [];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return {
    times,
    per: perThing(after),
    shared: words.find(each => sharing.has(each)),
    denied: denied?.toLowerCase(),
    isOrdinal: ordinal.test(after) || (ordinalSign.test(after) && beforeOrdinal.test(before)),
    words: new Set(words),
  };
}

/** Returns the period or the thing for which a number counts, with its adjective: "halben tag". */
function perThing(after: string): string | undefined {
  const [, first = '', second = '', third = ''] = per.exec(after) ?? [];
  if (first === '') return undefined;
  const isAdjective = /^\p{Ll}{1,20}(?:en|er|es|e|th|nd|rd)$/u.test(first);
  const isJoined = /^(?:und|and|et|en|&)$/i.test(second);
  const words = isJoined ? [first, second, third] : isAdjective ? [first, second] : [first];
  return words
    .filter(each => each !== '')
    .join(' ')
    .toLowerCase();
}

const longestAfter = 60;
const ordinal = /^(?:st|nd|rd|th|ème|eme|ère|º|ª)(?!\p{L})/iu;
const ordinalSign = /^\.\s?\p{L}{2}/u;
/** The beginning of a text, or a word before an ordinal number. A dot elsewhere ends a sentence. */
const beforeOrdinal =
  /^\s*$|(?<!\p{L})(?:im|in|der|die|das|den|dem|des|am|zum|vom|beim|seit|ab|ihr|mein|unser|de|het|il|la|le)\s$/iu;
const multiplying = /(\d\s?[x×*]|(?<!\p{L})(?:mal|je|jeweils|à|zu|times|each))\s?$/iu;
const per =
  /^\s?(?:\p{L}{1,20}\.?|[€$£])?\s?(?:(?<!\p{L})(?:pro|je|per|jede[nrs]?|alle|each|every|par|a)\s|\/\s?)(\p{L}{2,30})(?:\s(\p{L}{2,30}|&))?(?:\s(\p{L}{2,30}))?/iu;
const deniedWord =
  /(?<!\p{L})(?:kein(?:e[nrms]?)?|ohne|no|without|pas de|sans|geen|zonder)\s(\p{L}{3,20})\s?[,;.:–-]\s?$/iu;
/** Words for several together, for an amount that is another one than a price, for both ways, and for a change. */
const sharing: ReadonlySet<string> = new Set(
  (
    'beide beiden zusammen insgesamt together both altogether tous samen rabatt nachlass ermäßigung gutschein anzahlung kaution ' +
    'zuschlag aufpreis trinkgeld discount deposit surcharge voucher remise rabais acompte korting ' +
    'zurück rückweg rückfahrt hinweg retour roundtrip ' +
    'zugenommen abgenommen zugelegt verloren zunahme abnahme gestiegen gesunken gewachsen ' +
    'gained lost increased decreased grown'
  ).split(' '),
);

/** Returns the word or the sign behind a number, unless it only joins words. */
function unitBehind(text: string, end: number): string | undefined {
  const [, unit] = behind.exec(text.slice(end)) ?? [];
  return unit === undefined || joining.has(unit.toLowerCase()) ? undefined : unit;
}

function countWith(text: string, unit: string): number {
  const units = [...text.matchAll(numbers)].map(({ 0: { length }, index }) =>
    unitBehind(text, index + length),
  );
  return units.filter(each => each !== undefined && isSameUnit(each, unit)).length;
}

const numbers = /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:,\d+)?|\d+(?:[.,'’]\d+)*/g;
const longestBefore = 30;
const behind = /^[\s-]?(\p{L}{1,30}|°(?:\s?[CFK](?!\p{L}))?|[%€$£])/u;
const denials =
  /(?<!\p{L})(kein(?:e[nrms]?)?|nicht|ohne|no|not|never|without|pas|sans|geen|niet|zonder)(?:\s\p{L}{1,15})?\s$/iu;
/** Words behind a number that are no units. */
const joining: ReadonlySet<string> = new Set(
  (
    'und and et en oder or ou of bis to à tot pro per je im in am an a auf on mit with für for von the der die das den dem ' +
    'als wie so ist sind war is are was alt old aber but noch mehr more ca circa etwa insgesamt total gesamt x'
  ).split(' '),
);

/** Returns the numbers that a text of digits can mean: 1.250 is 1250 or 1.25, and 1,5 only 1.5. */
const readingsOf = onceForText((digits: string): readonly string[] => {
  const groups = digits.replaceAll(/['’\s]/g, '').split(/[.,]/);
  const [last = ''] = groups.slice(-1);
  const whole = groups.slice(0, -1).join('');
  if (groups.length === 1) return [withoutZeros(last)];
  const decimal = withoutZeros(`${whole}.${last}`);
  return last.length === 3 ? [decimal, withoutZeros(`${whole}${last}`)] : [decimal];
});

function withoutZeros(digits: string): string {
  const number = digits.replace(/^0+(?=\d)/, '');
  return number.includes('.') ? number.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : number;
}

/** True for the same unit, also in the plural, in another case or abbreviated: "Min" and "Minuten". */
function isSameUnit(one: string, other: string): boolean {
  const [first, second] = [unitCalled(one), unitCalled(other)];
  if (first === second) return true;
  const length = Math.min(first.length, second.length, compared);
  if (length < shortest) return false;
  return first.slice(0, length) === second.slice(0, length);
}

const compared = 4;
/** A shorter word is a unit of its own: `m` is no `min`. */
const shortest = 3;
