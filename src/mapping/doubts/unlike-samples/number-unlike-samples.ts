import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { scalarText, shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import type { PathReader } from '../../../expressions/paths/path-values.ts';
import type { Rule } from '../../mapping.ts';
import type { SampleBase } from './bases-of-samples.ts';
import type { EventShown, Ruled } from './ruled.ts';
import { calculatesWith, cutsText, textCut } from './text-cut.ts';
import { currencyWords, namedWords, scaleWords } from './unit-words.ts';
import { wordsBesideNumber } from './words-beside-number.ts';

/**
 * Returns a warning about a number of a text that is written in another way than in every sample: with another currency or unit beside it
 * (`0,4 Mio EUR` beside `410.000 EUR`), with a second number (`800-1000 €`) or a word that limits it (`ab`) that the expression leaves out,
 * or with three digits behind the sign of the rule (`1,250` beside `1.250`).
 */
export function numberUnlikeSamples(
  ruled: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  const { path, rule, result } = ruled;
  const { base } = rule;
  if (base.kind !== 'expression' || result.kind !== 'value' || !mayReadOtherNumber(ruled, scope))
    return undefined;
  const read = readerOf(base.expression);
  if (!read) return undefined;
  const text = textIn(read(scope));
  const known = samples.flatMap(each => textIn(read(each.scope)) ?? []);
  if (text === undefined || known.length === 0) return undefined;
  const cuts = cutsText(base.expression);
  const says =
    (cuts && hasMarks.test(text) ? otherMarks(text, known) : undefined) ??
    otherDecimals(text, known, rule) ??
    (cuts ? otherPlace(text, ruled, samples, { read, isShown }) : undefined) ??
    (cuts ? gluedNumbers(text, known, result.value.text) : undefined);
  if (says === undefined) return undefined;
  const given = isShown ? shown(text) : `the text in ${where}`;
  const sent = isShown ? shown(result.value.text) : 'a number';
  const message = `${path}: ${given} becomes ${sent}: ${says}`;
  const hint =
    'see what the number means, and have the rule send nothing for a text that it cannot read; if it is right, keep the event as a test (fieldbridge capture)';
  return diagnostic('mapping/ambiguous-value', message, { hint, place: base.place, path });
}

/** True for a rule whose number may be written in another way than in the samples. Most events have nothing to compare. */
export function mayReadOtherNumber({ rule, result }: Ruled, scope: Scope): boolean {
  const { base } = rule;
  if (base.kind !== 'expression' || result.kind !== 'value' || !isNumber.test(result.value.text))
    return false;
  const cuts = cutsText(base.expression);
  if (!cuts && rule.decimal === undefined) return false;
  const text = textIn(readerOf(base.expression)?.(scope) ?? []);
  return text !== undefined && (thousandths.test(text) || (cuts && text.trim() !== result.value.text));
}

const hasMarks = /\p{L}|\d\s?[-–/]\s?\d|[€$£]/u;
const isNumber = /^-?[\d.,' ]{1,30}$/;

/** Reads the only value of an expression. */
const readerOf = onceFor((expression: Expression): PathReader | undefined => {
  const { answer, evaluateDirectly } = expression;
  return answer === undefined ? textCut(expression) : scope => [evaluateDirectly?.(scope)].flat();
});

function textIn([value, ...others]: readonly unknown[]): string | undefined {
  const text = others.length > 0 ? {} : scalarText(value);
  return 'value' in text && typeof text.value === 'string' && text.value.length <= longest
    ? text.value
    : undefined;
}

const longest = 200;

/**
 * Describes two numbers that an expression puts together: "3200 3400" becomes 32003400, which is longer than each number of the
 * samples. A phone number and another one that begins with 0 has groups.
 */
function gluedNumbers(text: string, known: readonly string[], sent: string): string | undefined {
  const digitsOf = (each: string) => each.replaceAll(/\D/g, '');
  const digits = digitsOf(sent);
  const isAll = digits === digitsOf(text) && !/^\s?(?:\+|\(?0)/.test(text);
  if (!isAll || marksOf(text).numbers < 2 || known.some(each => marksOf(each).numbers > 1)) return undefined;
  return known.every(each => digitsOf(each).length < digits.length)
    ? 'it has more than one number, and each sample of the mapping has one'
    : undefined;
}

/** Describes other surroundings of the number that the expression takes from a text. */
function otherPlace(
  text: string,
  { rule: { base }, result: { calculated } }: Ruled,
  samples: readonly SampleBase[],
  { read, isShown }: { readonly read: PathReader; readonly isShown: boolean },
): string | undefined {
  const part = partIn(calculated?.value);
  if (part === undefined || base.kind !== 'expression' || calculatesWith(base.expression)) return undefined;
  const known = samples.flatMap(each => {
    const [sample, own] = [textIn(read(each.scope)), partIn(each.value)];
    return sample === undefined || own === undefined ? [] : [{ text: sample, part: own }];
  });
  return wordsBesideNumber({ text, part }, known, { isShown });
}

function partIn(value: unknown): string | undefined {
  const text = scalarText(value);
  return 'value' in text && /\d/.test(text.value) ? text.value : undefined;
}

/** Describes the mark of a text that no sample has. */
function otherMarks(text: string, known: readonly string[]): string | undefined {
  const samples = known.map(marksOf);
  const here = marksOf(text);
  const scale = here.scales.find(each => !samples.some(({ scales }) => scales.includes(each)));
  if (scale !== undefined) return `"${scale}" is beside it, which no sample of the mapping has`;
  const isCurrencyKnown = samples.some(({ currencies }) => currencies.length > 0);
  const currency = here.currencies.find(each => !samples.some(({ currencies }) => currencies.includes(each)));
  if (currency !== undefined && isCurrencyKnown)
    return `its currency is ${currency}, which no sample of the mapping has`;
  if (here.numbers > 1 && !samples.some(({ numbers }) => numbers > 1))
    return 'it has more than one number, and each sample of the mapping has one';
  const limit = here.limits.find(each => !samples.some(({ limits }) => limits.includes(each)));
  if (limit !== undefined) return `"${limit}" limits it, which no sample of the mapping has`;
  return undefined;
}

interface Marks {
  readonly scales: readonly string[];
  readonly currencies: readonly string[];
  readonly limits: readonly string[];
  readonly numbers: number;
}

function marksOf(text: string): Marks {
  const words = text.toLowerCase().match(/\p{L}+|[€$£]/gu) ?? [];
  const meant = (table: Readonly<Record<string, string>>) =>
    words.flatMap(each => (Object.hasOwn(table, each) ? [table[each] ?? each] : []));
  return {
    scales: meant(scaleWords),
    currencies: meant(currencyWords),
    limits: meant(limits),
    numbers: (text.match(/\d[\d.,'’]*(?: \d{3}(?!\d))*/g) ?? []).length,
  };
}

const limits = namedWords(
  'bis max maximal maximum höchstens unter weniger upto under below; ab mind mindestens minimum über mehr from over above least',
);

/** Describes a number with three digits behind the sign that the rule reads as that of decimals, if no sample has such decimals. */
function otherDecimals(text: string, known: readonly string[], { decimal }: Rule): string | undefined {
  if (decimal === undefined || !isThousandth(text, decimal)) return undefined;
  if (known.some(each => isThousandth(each, decimal))) return undefined;
  return `three digits stand behind the "${decimal}" that decimal: reads as the sign before decimals, and in no sample of the mapping they do`;
}

function isThousandth(text: string, decimal: '.' | ','): boolean {
  const [, sign] = thousandths.exec(text) ?? [];
  return sign === decimal;
}

/** A number that can mean thousands: 1,250. */
const thousandths = /(?<![\d.,])[1-9]\d{0,2}([.,])\d{3}(?![\d.,])/;
