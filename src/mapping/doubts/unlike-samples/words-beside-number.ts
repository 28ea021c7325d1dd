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
  const units = others.flatMap(({ unit }) => unit ?? []);
  const isOther =
    here.unit !== undefined && units.length > 0 && !units.some(each => isSameUnit(each, here.unit ?? ''));
  if (!isOther) return undefined;
  return `${isShown ? `"${here.unit}"` : 'another word'} stands behind it, and in the samples "${units[0]}"`;
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
    return { isNegative, denial, unit, sameUnits: unit === undefined ? 0 : countWith(text, unit) };
  }
  return undefined;
}

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
const behind = /^[\s-]?(\p{L}{1,30}|[%°€$£])/u;
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
