import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { TextWithPart } from './words-beside-number.ts';

/**
 * Describes a part of a text that has another form than in every sample: the whole text, as the separator is missing; digits for letters or
 * the other way round; a name that lost a word; a part that stands elsewhere in a sample. `source`: the expression that takes it.
 */
export function otherPartForm(
  cut: TextWithPart,
  samples: readonly TextWithPart[],
  source: string,
): string | undefined {
  if (samples.some(({ part }) => part.trim() === cut.part.trim())) return undefined;
  const separator = separatorIn(source);
  return (
    (separator
      ? (wholeText(cut, samples, separator) ??
        otherPosition(cut, samples, separator) ??
        oneOfNumbers(cut, samples, separator))
      : undefined) ??
    otherCharacters(cut.part, samples) ??
    (hasLostWord(cut, samples)
      ? 'leaves out a word, where each sample of the mapping has digits'
      : undefined) ??
    (endsOpen.test(cut.part) && !samples.some(({ part }) => endsOpen.test(part))
      ? 'ends with a sign that divides texts'
      : undefined) ??
    (hasPlusBefore(cut) && !samples.some(hasPlusBefore) ? 'has lost the + before it' : undefined)
  );
}

/** The text at which an expression divides another one, and the part that it takes. */
interface Separator {
  readonly text: string;
  readonly takes: 'before' | 'after' | 'counted';
  /** The position of the part among all parts. */
  readonly at: number | undefined;
}

const separatorIn = onceForText((source: string): Separator | null => {
  const [, call, written, at] = divided.exec(source) ?? [];
  if (written === undefined) return null;
  const text = written === '\\n' ? '\n' : written;
  if (call !== 'split') return { text, takes: call === 'substringAfter' ? 'after' : 'before', at: undefined };
  return at === undefined ? null : { text, takes: 'counted', at: Number(at) };
});

const divided =
  /\$(substringBefore|substringAfter|split)\(\s?[\p{L}_$][^,()]{0,300},\s?["']([^"']{1,20})["']\)(?:\s?\[\s?(-?\d{1,3})\s?\])?/u;

/** Describes the whole text in place of a part, if it differs from the parts of the samples. */
function wholeText(
  { text, part }: TextWithPart,
  samples: readonly TextWithPart[],
  { text: sign, takes }: Separator,
): string | undefined {
  const isWhole = sign.trim() !== '' && part.trim() === text.trim() && !text.includes(sign);
  if (!isWhole || !samples.every(each => each.text.includes(sign))) return undefined;
  const parts = samples.map(each => each.part.trim());
  const labels = samples.map(each => each.text.slice(0, each.text.indexOf(sign)).trim());
  // A colon stands behind a label, and other signs between two values.
  const isBetween = !sign.includes(':') && labels.some(each => each !== '');
  const isOther =
    (takes === 'after' && (isBetween || labels.some(each => hasLabel(text, each)))) ||
    hasLabel(text, sign) ||
    marks.some(mark => mark.test(part) && !parts.some(each => mark.test(each))) ||
    wordsIn(part) > mostWords(parts);
  return isOther
    ? `is the whole text, which does not have ${shown(sign)}; each sample of the mapping has it`
    : undefined;
}

const endsOpen = /[,;:|/(–—-]\s{0,3}$/;

/** Signs of another part in a text. A sign between digits may stand for decimals. */
const marks: readonly RegExp[] = [/\d/, /,(?!\d)/, /[:/](?!\d)/, /[;|()[\]–—]|\s-\s/];

/** True if a text has the word of a separator: "Rasse Labrador" for "Rasse: ". */
function hasLabel(text: string, sign: string): boolean {
  const label = sign
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()
    .toLowerCase();
  return label.length >= 3 && text.toLowerCase().includes(label);
}

function mostWords(parts: readonly string[]): number {
  const most = Math.max(...parts.map(wordsIn));
  // One more name is usual.
  return most > 1 ? most + 1 : most;
}

function wordsIn(text: string): number {
  return text.trim().split(/\s+/).length;
}

/** Describes a part that is another one of the parts of a sample: the breed in place of the name. */
function otherPosition(
  { part }: TextWithPart,
  samples: readonly TextWithPart[],
  { text: sign, at }: Separator,
): string | undefined {
  if (at === undefined) return undefined;
  const own = part.trim().toLowerCase();
  for (const each of samples) {
    const found = each.text.split(sign).findIndex(one => one.trim().toLowerCase() === own);
    if (own.length > 1 && found !== -1) return `stands in place ${found + 1} in a sample of the mapping`;
  }
  return undefined;
}

/** Describes the first or the last part beside another long number, such as that of a fax, which no sample has. */
function oneOfNumbers(
  { text, part }: TextWithPart,
  samples: readonly TextWithPart[],
  { text: sign, at }: Separator,
): string | undefined {
  if (at === undefined || digitsIn(part) < manyDigits) return undefined;
  const countOf = (whole: string) => whole.split(sign).filter(each => digitsIn(each) >= manyDigits).length;
  const count = countOf(text);
  if (count < 2 || samples.some(each => countOf(each.text) > 1)) return undefined;
  return `is one of ${count} long numbers of the text, and in every sample of the mapping it is the only one`;
}

/** Describes digits in place of letters, or letters in place of digits. */
function otherCharacters(written: string, samples: readonly TextWithPart[]): string | undefined {
  const part = written.trim();
  const parts = samples.map(each => each.part.trim());
  if (isOfDigits(part) && parts.every(each => !/\d/.test(each)))
    return 'has digits, and in every sample of the mapping it has letters alone';
  if (!/\d/.test(part) && parts.every(isOfDigits))
    return 'has no digits, and in every sample of the mapping it has';
  if (hasWord(part) && parts.every(each => /\d/.test(each) && !hasWord(each)))
    return 'has letters, and in every sample of the mapping it has digits alone';
  const count = digitsIn(part);
  if (count > 0 && count <= fewDigits && parts.every(each => digitsIn(each) >= manyDigits && !hasWord(each)))
    return `has only ${count === 1 ? 'one digit' : `${count} digits`}, unlike in every sample of the mapping`;
  return undefined;
}

/** A phone number has more digits than a number of a house. */
const fewDigits = 4;
const manyDigits = 7;

/** True for a text that begins with a number, or has more digits than letters. */
function isOfDigits(text: string): boolean {
  return /^[^\p{L}\d]{0,3}\d/u.test(text) || digitsIn(text) > (text.match(/\p{L}/gu) ?? []).length;
}

function digitsIn(text: string): number {
  return (text.match(/\d/g) ?? []).length;
}

function hasWord(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}

/** True if words are left out beside a name, and in each sample it is digits: "Petra" of "Petra Kern". */
function hasLostWord(cut: TextWithPart, samples: readonly TextWithPart[]): boolean {
  if (/\d/.test(cut.part)) return false;
  const rest = restOf(cut);
  if (rest === undefined || /[\d()[\]]/.test(rest) || !hasWord(rest)) return false;
  return samples.every(each => {
    const own = restOf(each);
    return own !== undefined && /\d/.test(own) && !hasWord(own);
  });
}

function restOf({ text, part }: TextWithPart): string | undefined {
  const at = text.indexOf(part);
  return at === -1 ? undefined : `${text.slice(0, at)} ${text.slice(at + part.length)}`;
}

function hasPlusBefore({ text, part }: TextWithPart): boolean {
  const at = text.indexOf(part.trim());
  return at > 0 && text[at - 1] === '+' && /^\d/.test(part.trim());
}
