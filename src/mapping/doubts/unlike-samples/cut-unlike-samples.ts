import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { scalarText, shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import type { PathReader } from '../../../expressions/paths/path-values.ts';
import type { Rule } from '../../mapping.ts';
import type { SampleBase } from './bases-of-samples.ts';
import { otherPartForm } from './part-forms.ts';
import type { EventShown, Ruled } from './ruled.ts';
import { calculatesWith, cutsText, textCut } from './text-cut.ts';
import type { TextWithPart } from './words-beside-number.ts';

/** True for a rule whose expression takes a part of one text. */
export function cutsTexts({ base }: Rule): boolean {
  return base.kind === 'expression' && cutText(base.expression) !== undefined;
}

/** Reads the only path of an expression, if it takes a part of the text there and does not calculate with it. */
const cutText = onceFor((expression: Expression): PathReader | undefined => {
  const { path, answer } = expression;
  if (path || answer !== undefined || !cutsText(expression)) return undefined;
  return calculatesWith(expression) ? undefined : textCut(expression);
});

/**
 * Returns a warning about an expression that takes a part of a text, if the rest has another number (`1` of `1,5 Stunden`), the
 * part ends inside of a word (`B` of `BE`), or it has another form, and this happens in no sample.
 */
export function cutUnlikeSamples(
  { path, rule, result }: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  const { base } = rule;
  const read = base.kind === 'expression' ? cutText(base.expression) : undefined;
  if (!read || !result.calculated) return undefined;
  const cut = cutOf(read(scope), result.calculated.value);
  const ofSamples = samples.flatMap(each => cutOf(read(each.scope), each.value) ?? []);
  if (!cut || ofSamples.length === 0) return undefined;
  const part = isShown ? shown(cut.part) : 'the value';
  const text = isShown ? shown(cut.text) : `the text in ${where}`;
  const loss = losses.find(({ isLost }) => isLost(cut) && !ofSamples.some(isLost));
  const says = loss
    ? `${loss.says} ${text}; in no sample of the mapping it does`
    : (otherParts(rule, text, cut, ofSamples) ??
      (base.kind === 'expression' ? otherPartForm(cut, ofSamples, base.expression.source) : undefined));
  if (says === undefined) return undefined;
  const message = `${path}: ${part} ${says}`;
  const hint =
    'change the expression so that it reads such a text as well; if the part is right, keep the event as a test (fieldbridge capture)';
  return diagnostic('mapping/ambiguous-value', message, { hint, place: base.place, path });
}

/** Returns the words for a part that is counted from the start of a text, if the text has another number of parts than in each sample. */
function otherParts(
  { base }: Rule,
  text: string,
  cut: TextWithPart,
  ofSamples: readonly TextWithPart[],
): string | undefined {
  const [, sign, at] = base.kind === 'expression' ? (counted.exec(base.expression.source) ?? []) : [];
  if (sign === undefined || sign === '') return undefined;
  const separator = sign === '\\n' ? '\n' : sign;
  const count = cut.text.split(separator).length;
  const counts = new Set(ofSamples.map(each => each.text.split(separator).length));
  // The first and the last part are often meant, whatever the number of parts.
  const isAnyMeant = Number(at) <= 0 && Math.max(...counts) > 1;
  if (counts.has(count) || isAnyMeant || (Number(at) <= 0 && /@|:\/\//.test(cut.text))) return undefined;
  if (Number(at) < 0) return `is the last part of ${text}, which has ${count} parts; the samples have 1`;
  return `is part ${Number(at) + 1} of ${text}, which has ${count} parts; the samples have ${[...counts].join(' or ')}`;
}

/** A part by its position: `$split(variant, " / ")[1]`. */
const counted = /\$split\([^()"']{1,200},\s?["']([^"']{1,20})["']\)\s?\[\s?(-?\d{1,3})\s?\]/;

function cutOf([read, ...others]: readonly unknown[], value: unknown): TextWithPart | undefined {
  const text = scalarText(read);
  const part = scalarText(value);
  if (others.length > 0 || !('value' in text && 'value' in part)) return undefined;
  const isRead = part.value.trim() !== '' && text.value.length <= longest;
  return isRead ? { text: text.value, part: part.value } : undefined;
}

const longest = 500;

const losses: readonly { readonly says: string; readonly isLost: (cut: TextWithPart) => boolean }[] = [
  { says: 'leaves out a number of', isLost: losesNumber },
  { says: 'begins or ends inside of a word of', isLost: dividesWord },
];

/** True if a number of the text is not in the part. The time after a day may be left out, and digits in an address mean nothing. */
function losesNumber({ text, part }: TextWithPart): boolean {
  if (/\d{4}-\d\d-\d\d/.test(part) || /@|:\/\//.test(text)) return false;
  const digits = part.replaceAll(/\D/g, '');
  const kept = new Set(numbersOf(part).map(withoutZeros));
  const all = text.match(/\d+/g) ?? [];
  const joined = new Set(runOf(all, digits));
  return all.some(
    (each, at) => !/^0+$/.test(each) && digits !== each && !kept.has(withoutZeros(each)) && !joined.has(at),
  );
}

/** Returns the positions of the numbers in a row that a longer number joins: 1 and 250 of 1250. */
function runOf(all: readonly string[], digits: string): readonly number[] {
  for (let first = 0; first < all.length; first += 1) {
    let joined = '';
    for (let last = first; last < all.length && joined.length < digits.length; last += 1) {
      joined += all[last];
      if (joined === digits) return all.slice(first, last + 1).map((_, at) => first + at);
    }
  }
  return [];
}

function numbersOf(text: string): readonly string[] {
  return (text.match(/\d+/g) ?? []).filter(each => !/^0+$/.test(each));
}

/** 1.50 may become 1.5, and 007 may become 7. */
function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '').replace(/(?<!0)0+$/, '');
}

/** True if each place of the part in the text begins or ends between two letters or two digits. */
function dividesWord({ text, part }: TextWithPart): boolean {
  if (part.length >= longCut) return false;
  const places: boolean[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    places.push(isInside(text.slice(Math.max(0, at - 1), at + 1)) || isInside(text.slice(end - 1, end + 1)));
  }
  return places.length > 0 && places.every(each => each);
}

/** Texts are often cut at a length that the field allows. */
const longCut = 20;

function isInside(two: string): boolean {
  return /^(?:\p{L}\p{L}|\p{N}\p{N})$/u.test(two);
}
