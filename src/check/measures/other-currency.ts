import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import type { Expression } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { type Node, nodesOf } from '../../expressions/syntax-tree.ts';
import { beginning } from '../../mapping/answers/answer-expression.ts';
import { samplePayloads } from '../../mapping/doubts/named-positions.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { findField } from '../call/field-key.ts';
import {
  currenciesIn,
  currenciesMeant,
  currencyOfAmount,
  currencyWritten,
  decimalsOf,
  isCurrencyKey,
  isMoney,
} from '../names/currencies.ts';
import { allNamesOf, fieldPath, ruleName } from '../rule-reading.ts';
import {
  type AmountRead,
  type Beside,
  currenciesBeside,
  questionOfCurrency,
  valuesAtSteps,
} from './currency-beside.ts';

/**
 * Warns about an amount in another currency than its field: the payload has `"currency": "USD"` beside it or a sign in its
 * text, and the field, or the text around it, is in euros. For a field that names no currency, the samples of the mapping
 * say it. Also about an amount without cents that the rule divides by 100. No warning if the rule reads the currency;
 * `because` confirms it.
 */
export function otherCurrencies(
  mapping: Mapping,
  catalog: CatalogSnapshot,
  input: Pick<MappingInput, 'payload' | 'answers'>,
): readonly Diagnostic[] {
  return amountRules(mapping)(catalog).flatMap(each => {
    const found = foundIn(each, input);
    if (found.length === 0) return [];
    const wanted = each.wanted.length > 0 ? each.wanted : ofSamples(each, mapping);
    return found
      .flatMap(one => inOtherCurrency(each, one, wanted) ?? inHundredths(each, one) ?? [])
      .slice(0, 1);
  });
}

/** A rule that sends an amount of money. */
interface AmountRule extends NamedRule {
  readonly reads: readonly AmountRead[];
  /** The expression, unless the rule is a template. */
  readonly alone: Expression | undefined;
  /** The currencies that the field, or the text around the amount, names. */
  readonly wanted: readonly string[];
  /** True if another rule sends the currency, so that the field may have any. */
  readonly isBesideCurrency: boolean;
}

/** Every event passes here, and few mappings send amounts. */
const amountRules = onceFor((mapping: Mapping) =>
  onceFor((catalog: CatalogSnapshot) => {
    const isBesideCurrency = namedRules(mapping).some(({ rule }) =>
      ruleExpressions(rule).some(readsCurrency),
    );
    return namedRules(mapping).flatMap(rule => amountRule(rule, catalog, isBesideCurrency) ?? []);
  }),
);

function amountRule(
  named: NamedRule,
  catalog: CatalogSnapshot,
  isBesideCurrency: boolean,
): AmountRule | undefined {
  const { path, rule } = named;
  const expressions = ruleExpressions(rule);
  if (rule.because !== undefined || rule.lookup || expressions.length === 0) return undefined;
  if (expressions.some(each => readsCurrency(each) || exchanged.test(each.source))) return undefined;
  const field = path.startsWith(fieldPath) ? findField(ruleName(path), catalog) : undefined;
  const names = field ? allNamesOf(field) : [];
  const [only] = rule.base.kind === 'expression' ? expressions : [];
  const around = only ? literalCurrencies(only) : [];
  const ofField = around.length > 0 ? around : currenciesMeant([...names, field?.description ?? '']);
  const parts = partsInCurrency(rule, ofField);
  const reads = (only ? amountsRead(only) : parts.flatMap(each => each.reads)).toSorted(
    (one, other) => Number(isNamedMoney(other)) - Number(isNamedMoney(one)),
  );
  const wanted = parts[0]?.wanted ?? ofField;
  const isAmount = wanted.length > 0 || isMoney(names);
  return isAmount && reads.length > 0
    ? { ...named, reads, alone: only, wanted, isBesideCurrency }
    : undefined;
}

function isNamedMoney({ written }: AmountRead): boolean {
  return isMoney([written]);
}

function readsCurrency(expression: Expression): boolean {
  const { answer } = expression;
  if (answer !== undefined) return isCurrencyKey(answer);
  return placedPaths(expression).some(({ steps }) => steps.some(isCurrencyKey));
}

/** An amount that is multiplied with a rate is converted. */
const exchanged = /[*/]\s?[\w.]{0,60}rate\b|exchange|wechselkurs|umrechn|\bfx_?|taux|conversion/i;

/** Returns the currencies that an expression writes beside the amount: `total & " €"`. */
function literalCurrencies(expression: Expression): readonly string[] {
  if (expression.answer !== undefined || expression.path !== null) return [];
  const nodes = nodesOf(treeOf(expression));
  const removed = new Set(nodes.filter(takesApart).flatMap(each => each.arguments ?? []));
  return nodes.flatMap(node =>
    node.type === 'string' && !removed.has(node) ? (currencyWritten(node.value) ?? []) : [],
  );
}

/** True for a function that removes a text, or searches for it: `$replace(budget, " CHF", "")`. */
function takesApart({ type, procedure }: Node): boolean {
  return type === 'function' && procedure?.type === 'variable' && apart.has(String(procedure.value));
}

const apart: ReadonlySet<string> = new Set(
  'replace split substringBefore substringAfter contains match'.split(' '),
);

function amountsRead(expression: Expression): readonly AmountRead[] {
  const written = beginning(expression).replace(/^\w+: /, '');
  if (expression.answer !== undefined)
    return [{ steps: [], written, asked: expression.answer, isBare: true }];
  return placedPaths(expression).flatMap(({ steps, from, bare }) => {
    // `total` in `line_items[sku = "a"].$number(total)` is an amount of each line.
    if (from > 0 && !isMoney(steps.slice(-1))) return [];
    const read = { steps, written: pathText(steps), isBare: bare === steps.length };
    if (!steps[0]?.startsWith('$')) return [read];
    return steps[0] === '$answers' && steps.length === 2
      ? [{ ...read, steps: [], asked: steps[1] ?? '' }]
      : [];
  });
}

/** Returns the parts of a template with a currency before or behind them, or all of them if its field names one. */
function partsInCurrency(
  { base }: NamedRule['rule'],
  ofField: readonly string[],
): readonly { readonly reads: readonly AmountRead[]; readonly wanted: readonly string[] }[] {
  const parts = base.kind === 'template' ? base.parts : [];
  return parts.flatMap((part, at) => {
    if (typeof part === 'string') return [];
    const [before, behind] = [parts[at - 1], parts[at + 1]];
    const beside = [
      typeof before === 'string' ? /(?:^|[\s:(])(\S{1,5})\s?$/.exec(before)?.[1] : undefined,
      typeof behind === 'string' ? /^\s?([^\s.,;)]{1,5})/.exec(behind)?.[1] : undefined,
    ].flatMap(each => currencyWritten(each) ?? []);
    const wanted = beside.length > 0 ? beside : ofField;
    return wanted.length > 0 ? [{ reads: amountsRead(part), wanted }] : [];
  });
}

/** The currency of an amount in one event. */
interface Found {
  readonly read: AmountRead;
  readonly codes: readonly string[];
  /** The currency beside the amount, or the one in its text. */
  readonly by: { readonly beside: Beside } | { readonly sign: string };
}

/** Returns the currency of the first amount that has one. The entries of a list may have several. */
function foundIn(
  { reads }: Pick<AmountRule, 'reads'>,
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
): readonly Found[] {
  for (const read of reads) {
    const asked = read.asked === undefined ? undefined : questionOfCurrency(answers, read.asked);
    const amounts = (asked ? [asked.value] : valuesAtSteps(read.steps, payload)).filter(isAmount);
    if (amounts.length === 0) continue;
    const [inText] = amounts.flatMap(each => currencyOfAmount(each) ?? []);
    if (inText) return [{ read, codes: inText.codes, by: { sign: inText.written } }];
    const all = asked ? asked.beside : currenciesBeside(read, payload);
    if (all.length > 0) return all.map(beside => ({ read, codes: beside.codes, by: { beside } }));
  }
  return [];
}

/** True for a number, or a text of at most 40 characters with one, other than 0. A date or a code is no amount. */
function isAmount(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0;
  return (
    typeof value === 'string' &&
    value.length <= longest &&
    /[1-9]/.test(value) &&
    !/\d[-/:]\d/.test(value) &&
    (/^[\s\d.,'’+–—-]+$/.test(value) || currencyOfAmount(value) !== undefined)
  );
}

const longest = 40;

/** Returns the currency of the first sample that has one. */
function ofSamples(rule: AmountRule, mapping: Mapping): readonly string[] {
  if (rule.isBesideCurrency) return [];
  for (const payload of samplePayloads(mapping)) {
    const [found] = foundIn(rule, { payload, answers: {} });
    if (found) return found.codes;
  }
  return [];
}

function inOtherCurrency(
  { path, rule, alone, wanted: named }: AmountRule,
  { read, codes, by }: Found,
  wanted: readonly string[],
): Diagnostic | undefined {
  if (wanted.length === 0 || codes.some(each => wanted.includes(each))) return undefined;
  // The name of the amount says its own currency, and is compared as such: `total_eur` beside the currency of the order.
  if ('beside' in by && currenciesIn(read.steps).length > 0) return undefined;
  const [from = '', to = ''] = [codes[0], wanted[0]];
  const isIn = named.length > 0 ? `the field is in ${to}` : `in the sample of the mapping it is in ${to}`;
  const message = `${ruleName(path)} reads ${read.written} in ${from} (${saying(read, by)}), and ${isIn}`;
  const source = alone && alone.answer === undefined ? alone.source.trim() : undefined;
  const cure =
    source === undefined
      ? `read an amount in ${to}`
      : `read an amount in ${to}; or, to send only those, ${writeFrom(onlyIn(to, source, { read, by }))}`;
  const hint = `${cure}; if ${from} is meant, add because: with the reason`;
  return diagnostic('check/other-currency', message, { hint, place: rule.base.place, path });
}

function saying({ written }: AmountRead, by: Found['by']): string {
  return 'beside' in by
    ? `${by.beside.text} is ${JSON.stringify(by.beside.value)}`
    : `${written} has ${JSON.stringify(by.sign)} in its text`;
}

/** Returns the expression with a condition. It survives null, which a calculation does not. */
function onlyIn(to: string, source: string, { read, by }: Pick<Found, 'read' | 'by'>): string {
  const amount = source.includes('?') ? `(${source})` : source;
  if ('sign' in by)
    return `$contains($string(${read.written}), ${JSON.stringify(by.sign)}) ? null : ${amount}`;
  const { text, value } = by.beside;
  const isCode = /^[A-Za-z]{3}$/.test(value.trim());
  const isIn = isCode ? `$uppercase(${text}) = ${JSON.stringify(to)}` : `${text} in [${spellingsOf(to)}]`;
  const isThere = /[-+*/]/.test(source.replaceAll(read.written, '')) ? ` and ${read.written} != null` : '';
  return `${isIn}${isThere} ? ${amount}`;
}

function spellingsOf(code: string): string {
  return (code === 'EUR' ? ['EUR', 'Euro', '€'] : [code]).map(each => JSON.stringify(each)).join(', ');
}

/** Warns about an amount that the rule divides by 100 although its currency has no cents, or a thousand of them. */
function inHundredths({ path, rule, alone }: AmountRule, { read, codes, by }: Found): Diagnostic | undefined {
  const [code, ...others] = codes;
  const source = alone?.source.trim() ?? '';
  if (code === undefined || others.length > 0 || !('beside' in by) || !hundredths.test(source))
    return undefined;
  const decimals = decimalsOf(code);
  if (decimals === 2) return undefined;
  const { text, value } = by.beside;
  const cents = decimals === 0 ? 'have no cents' : `have ${decimals} decimals`;
  const message = `${ruleName(path)} divides ${read.written} by 100, and amounts in ${code} ${cents} (${saying(read, by)})`;
  const whole = source.replace(hundredths, decimals === 0 ? '' : ` / ${10 ** decimals}`);
  const hint = `if the sender counts as ISO 4217 does, ${writeFrom(`${text} = ${JSON.stringify(value)} ? ${whole} : ${source}`)}; if not, add because: with the reason`;
  return diagnostic('check/other-currency', message, { hint, place: rule.base.place, path });
}

const hundredths = /\s?\/\s?100(?![\d.])|\s?\*\s?0?\.01(?!\d)/;

function writeFrom(expression: string): string {
  return `write from: ${expressionInYaml(expression)}`;
}
