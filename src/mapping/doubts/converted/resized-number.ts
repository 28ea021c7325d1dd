import { spellings } from '../../../diagnostics/spellings.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { convertNumber } from '../../../expressions/convert/convert-number.ts';
import type { Doubt } from '../../../expressions/convert/pattern-doubts.ts';
import { scalarText, shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import type { Rule } from '../../mapping.ts';

/**
 * Returns a doubt about a number that an expression makes of a written number, and that has another size:
 * `$number($replace(x, ",", ""))` makes 15 of "1,5", and `$split(x, ",")[0]` cuts the cents of "12,90". Only for
 * amounts and the like by their names, or if the rule gives a number. Rounding is meant.
 */
export function resizedNumber(value: unknown, rule: Rule, path: string, scope: Scope): Doubt | undefined {
  const { base } = rule;
  if (rule.because !== undefined || base.kind !== 'expression' || !path.startsWith('additionalFields.'))
    return undefined;
  const { expression } = base;
  if (!textFunctions.test(expression.source) || rounding.test(expression.source)) return undefined;
  const result = scalarText(value);
  if (!('value' in result) || !/^[\d.,]{1,30}$/.test(result.value)) return undefined;
  const [steps, ...others] = pathsRead(expression);
  if (!steps || others.length > 0 || !isQuantity(rule, expression, [path, ...steps.slice(-1)]))
    return undefined;
  const text = pathText(steps);
  for (const given of pathReader({ steps, text })(scope)) {
    const what = typeof given === 'string' ? changeOf(given, result.value) : undefined;
    if (what === undefined) continue;
    const hint = `write {from: ${expressionInYaml(text)}, as: number}, which reads 1.234,50 and 1,234.50 alike; if it is right, add because: with the reason`;
    return { message: `${shown(given)} becomes ${result.value}: ${what}`, hint };
  }
  return undefined;
}

/** Describes how a result differs from the number that it was made of. Undefined if it does not, or has another origin. */
function changeOf(given: string, result: string): string | undefined {
  // Merchandise systems write the sign behind the number.
  const written = given
    .replace(currency, '')
    .trim()
    .replace(/^(\d[\d.,' ]{0,20}[.,]\d{2})\s?[-−]$/, '-$1');
  const meant = /[.,\s'-]/.test(written) ? numberIn(written.replace(/^[−–]/, '-')) : undefined;
  const made = numberIn(result);
  if (meant === undefined || meant === made) return undefined;
  if (meant < 0 && made === -meant) return 'its sign is lost';
  const isBeginning = written.startsWith(result) && /^[.,\s'][\d]/.test(written.slice(result.length));
  if (isBeginning) return 'the part behind its separator is cut off';
  const isSame = digitsOf(result) !== '' && digitsOf(result) === digitsOf(written);
  if (made === undefined) return isSame ? 'it has two separators and is no number any more' : undefined;
  return isSame || isPowerOfTen(made / meant)
    ? 'its separator is removed, which changes its size'
    : undefined;
}

function isPowerOfTen(ratio: number): boolean {
  const power = Math.log10(ratio);
  return Number.isFinite(power) && power !== 0 && Math.abs(power - Math.round(power)) < 1e-9;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}

function numberIn(text: string): number | undefined {
  const converted = convertNumber(text);
  if (!('value' in converted)) return undefined;
  const number = Number(converted.value);
  return Number.isFinite(number) ? number : undefined;
}

function isQuantity({ as }: Rule, { source, answer }: Expression, names: readonly string[]): boolean {
  const words = [...names, answer ?? ''].map(each => spellings(each)[0] ?? '').join(' ');
  if (others.test(words)) return false;
  return as === 'number' || /\$(?:number|sum)\b/.test(source) || quantities.test(words);
}

const textFunctions = /\$(?:replace|split|substring|substringBefore|substringAfter|match)\b/;
const rounding = /\$(?:round|floor|ceil|formatNumber|formatInteger|formatBase)\b/;
const currency = /(?:€|\$|£|\b(?:eur|euro|chf|usd|gbp|fr|kg|cm|m|g|l|ml)\b\.?|%)/gi;
const quantities =
  /betrag|umsatz|preis|price|amount|total|summe|\bsum\b|kosten|cost|revenue|spent|ausgab|saldo|balance|guthaben|credit|bewertung|rating|score|gewicht|weight|grosse|height|lange|length|prozent|percent|rabatt|discount|gebuhr|\bfee\b|bedrag|prijs|omzet|montant|prix|\b(?:kg|cm|mm|ml|eur|chf)\b/;
/** Names of values that only look like a number with decimals: "14.30", "28.11". */
const others =
  /datum|date|uhr|zeit|time|geburt|birth|stunde|hour|version|telefon|phone|mobil|plz|postcode|\b(?:day|tag|nr|id|ids|code|nummer)\b/;
