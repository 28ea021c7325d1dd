import { visibleText } from '../diagnostics/visible-text.ts';
import { expressionInYaml } from '../diagnostics/yaml/expression-in-yaml.ts';
import { placedComparisons } from '../expressions/comparisons/placed-comparisons.ts';
import {
  type Payloads,
  type PossibleResult,
  possibleResults,
} from '../expressions/comparisons/possible-results.ts';
import { presenceOf } from '../expressions/convert/presence.ts';
import type { Expression } from '../expressions/expression.ts';
import { pathText } from '../expressions/paths/path-text.ts';
import { pathsRead, placedPaths } from '../expressions/paths/placed-paths.ts';
import { consentAnswer } from './convert/consent-answer.ts';
import { meansYes } from './convert/convert-boolean.ts';
import { lookupKey } from './evaluate/look-up.ts';
import type { Rule } from './mapping.ts';
import { asksForOptOut, isConsentName, reversedTable } from './opt-out.ts';
import { optOutAsConsent } from './opt-out-read.ts';
import type { RuleShape } from './schema.ts';

/** The look-up table of a rule as in its file. */
type Table = Pick<RuleShape, 'values' | 'otherwise' | 'ignoreCase'>;

/** The consent that a rule sets. */
interface Consent {
  readonly name: string;
  /** True for an additional field, whose rule is read as yes or no only with `as: boolean`. */
  readonly isField?: true;
}

/** True if a literal for a consent means anything but no. */
export function saysYes(value: unknown): boolean {
  return presenceOf(value) === 'present' && consentAnswer(value) !== false;
}

/**
 * Returns when an expression gives a yes without an answer, in words that end the sentence, and the text to
 * write instead: on all its ways, for every answer, or for an event without the values that it reads.
 * Undefined if an answer decides.
 */
export function givenConsent(
  base: Rule['base'] | undefined,
  table: Table,
  consent: Consent,
): { readonly when: string; readonly cure: string } | undefined {
  const expression = expressionOf(base);
  if (expression?.literal) return undefined;
  const given =
    expression && expression.path === null ? givenByExpression(expression, table, consent) : undefined;
  return given ?? yesForEachAnswer(base, table, consent);
}

function givenByExpression(
  expression: Expression,
  table: Table,
  consent: Consent,
): ReturnType<typeof givenConsent> {
  const found = ways.find(({ payloads, needsCondition }) => {
    const results = possibleResults(expression, payloads);
    if (!results || (needsCondition && !results.hasCondition)) return false;
    return results.all.every(result => isYes(result, table));
  });
  return found && { when: found.words(pathsIn(expression)), cure: cureOf(expression, consent, found) };
}

/**
 * A table with a yes for each answer refuses all others, so nobody can say no. Several words for yes are right, and so is
 * the only answer of a box.
 */
export function yesForEachAnswer(
  base: Rule['base'] | undefined,
  table: Table,
  { name }: Consent,
): ReturnType<typeof givenConsent> {
  const { values, otherwise } = table;
  if (!base || base.kind === 'literal' || typeof values !== 'object' || otherwise !== undefined)
    return undefined;
  const entries = Object.entries(values);
  if (!entries.every(([, result]) => consentAnswer(result) === true)) return undefined;
  const keys = entries.map(([key]) => key).filter(key => !isWordForYes(key));
  const different = new Map(keys.map(key => [lookupKey(key.trim(), { ignoreCase: true }), visibleText(key)]));
  if (different.size < 2 || keys.some(key => consentAnswer(key) === false)) return undefined;
  // A yes to an opt-out is reported as such.
  if (optOutAsConsent({ base, results: new Map(entries) }, name)) return undefined;
  const [one = '', other = ''] = [...different.values()].map(key => JSON.stringify(key));
  return {
    when: `for each answer in its table, for ${one} as well as for ${other}`,
    cure: `write false in the table for each answer that refuses, such as ${other}: false if the form says so`,
  };
}

/** True for words of approval, also of the consent itself, and for a tick: `Ja gerne`, `newsletter`, `x`. */
function isWordForYes(key: string): boolean {
  return consentAnswer(key) === true || meansYes(key) || isConsentName(key) || tick.test(key.trim());
}

const tick = /^(?:[x✓✔☑✅👍]\ufe0f?|\[x\]|angekreuzt|markiert|ticked|selected|si|sí|sì|tak)$/iu;

interface Way {
  readonly payloads: Payloads;
  /** True if only expressions with a condition count: a form may send a box only if it is ticked. */
  readonly needsCondition?: true;
  readonly words: (read: readonly string[]) => string;
}

const ways: readonly Way[] = [
  { payloads: 'any', words: () => 'for everybody, whatever they answered' },
  {
    payloads: 'with all paths',
    needsCondition: true,
    words: read => `whatever ${read.join(' and ')} ${read.length === 1 ? 'is' : 'are'}`,
  },
  {
    payloads: 'with none of its paths',
    words: read => `for a person who was not asked: an event without ${read.join(' and ')}`,
  },
];

function expressionOf(base: Rule['base'] | undefined): Expression | undefined {
  if (base?.kind === 'expression') return base.expression;
  if (base?.kind !== 'template') return undefined;
  const [part, ...others] = base.parts;
  return typeof part === 'string' || others.length > 0 ? undefined : part;
}

/** True if a result means yes, after applying the look-up table. */
function isYes(result: PossibleResult, { values, otherwise, ignoreCase = false }: Table): boolean {
  if (result.kind !== 'value' || presenceOf(result.value) !== 'present') return false;
  if (values === undefined) return consentAnswer(result.value) === true;
  const key = lookupKey(String(result.value), { ignoreCase });
  const entry = Object.entries(values).find(([each]) => lookupKey(each, { ignoreCase }) === key);
  return consentAnswer(entry ? entry[1] : otherwise) === true;
}

function pathsIn(expression: Expression): readonly string[] {
  return [...new Set(pathsRead(expression).map(steps => pathText(steps)))].map(each => visibleText(each));
}

/** Returns the rule that reads the answer, if the expression reads one path and only tests it for a yes. */
function cureOf(expression: Expression, { name, isField }: Consent, { payloads }: Way): string {
  const paths = placedPaths(expression);
  const [path, ...others] = new Map(paths.map(({ steps }) => [pathText(steps), steps])).values();
  const isWhole = paths.every(({ steps, from, bare }) => from === 0 && bare === steps.length);
  const words = wordsMeant(expression);
  if (!path || others.length > 0 || !isWhole || (words.length > 0 && payloads !== 'any'))
    return 'take the consent from the payload, so that only an answer gives it';
  const from = expressionInYaml(pathText(path));
  if (asksForOptOut(path.at(-1) ?? ''))
    return `write ${name}: {from: ${from}, values: ${reversedTable('', { isConsent: true })}}, with the words that the sender uses`;
  const rule = isField ? `{from: ${from}, as: boolean}` : from;
  if (words.length === 0)
    return `write ${name}: ${rule}, which reads ja, nein, on, 0 and the like as yes or no`;
  const table = words.map(each => `${JSON.stringify(each)}: true`).join(', ');
  return `write ${name}: {from: ${from}, values: {${table}}, otherwise: false}`;
}

/** Returns the texts that the expression compares with and that do not mean yes or no by themselves. */
function wordsMeant(expression: Expression): readonly string[] {
  const sides = placedComparisons(expression).flatMap(({ left, right }) => [left, ...right]);
  const texts = sides.filter(({ isLiteral, type }) => isLiteral && type === 'text');
  return texts
    .map(({ text }) => text.trim().replace(/^(["'])(.*)\1$/s, '$2'))
    .filter(each => consentAnswer(each) === undefined);
}
