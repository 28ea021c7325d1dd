import { areSpeltAlike } from '../../diagnostics/spellings.ts';
import { inQuotes } from '../../diagnostics/yaml/braces.ts';
import type { LineValue } from '../../diagnostics/yaml/line-with.ts';
import { compile } from '../../expressions/compile.ts';
import type { Expression } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import type { Remark } from '../../expressions/syntax.ts';
import { parseTemplate } from '../../expressions/template.ts';
import type { SamplePaths } from './sample-paths.ts';

/** Returns the hint for a path in brackets, `[vorname]`, which YAML reads as a list of texts. */
export function rulesOfPaths(values: readonly unknown[], samples: SamplePaths): string | undefined {
  if (values.length > mostPaths) return undefined;
  const paths = values.map(each => (typeof each === 'string' ? knownPath(each, samples) : undefined));
  const known = paths.flatMap(each => each ?? []);
  const [only] = known;
  if (only === undefined || known.length < paths.length) return undefined;
  return known.length === 1
    ? `to send the value of the path, write ${only} without brackets`
    : `to send the values of the paths, write {template: "${known.map(each => `{${each}}`).join(' ')}"}`;
}

/** Returns `vorname nachname` as a template, if the samples have each of the paths. */
export function templateOfPaths(text: string, samples: SamplePaths): string | undefined {
  const parts = text.split(/([\s,;/]+)/, 2 * mostPaths);
  if (parts.length === 2 * mostPaths) return undefined;
  const read = parts.map((part, index) => (index % 2 === 0 ? knownPath(part, samples) : part));
  if (parts.length < 3 || read.includes(undefined)) return undefined;
  return read.map((part, index) => (index % 2 === 0 ? `{${part}}` : part)).join('');
}

/**
 * Adds a hint to the warning about a text in quotes: the field of this name if the samples have it, else the
 * text.
 */
export function literalRemark(
  warning: Remark,
  { source, literal }: Expression,
  samples: SamplePaths,
): Remark {
  if (warning.diagnostic.code !== 'expression/literal-name') return warning;
  const name = String(literal?.value);
  if (samples.has([name])) return { ...warning, meant: pathText([name]) };
  const near = samples.near([name]);
  return near === undefined || !areSpeltAlike(near, name)
    ? { ...warning, meant: source, besides: fieldHint(name) }
    : { ...warning, meant: near, besides: sentHint(name) };
}

/** The maximum number of paths that are compiled for a hint. */
const mostPaths = 6;

/** Returns the correct form of a path, if the samples have it. */
function knownPath(text: string, samples: SamplePaths): string | undefined {
  const compiled = compile(text);
  const steps = 'expression' in compiled ? compiled.expression.path : null;
  if (!steps) return undefined;
  const near = samples.has(steps) ? text.trim() : samples.near(steps);
  return near !== undefined && (near === text.trim() || areSpeltAlike(near, text)) ? near : undefined;
}

function sentHint(name: string): string {
  return `if you mean the text itself, write {value: ${JSON.stringify(name)}}`;
}

/** Names that YAML reads as another value, or that older parsers do. */
const yamlWords: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/** Returns the hint for a text that is also the name of a field. */
export function fieldHint(name: string): string {
  const path = pathText([name]);
  // A plain name needs no quotes, with which the hint would look like the text in the file.
  const isPlain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(path) && !yamlWords.has(path.toLowerCase());
  return isPlain
    ? `to read a field of this name, write ${path} without quotation marks`
    : `to read a field of this name, write ${inQuotes(path)}`;
}

/** Returns the rule for a text literal that was meant as an expression, or that is sent unchanged. */
export function asRule(meant: string): LineValue {
  const compiled = compile(meant);
  const literal = 'expression' in compiled ? compiled.expression.literal?.value : undefined;
  return typeof literal === 'string' ? sentText(literal) : meant;
}

/** Returns the rule for a text that is sent; with fields in braces it is a template. */
export function sentText(text: string): LineValue {
  return isTemplate(text) ? { template: text } : { value: text };
}

/** True if a text contains a field in braces and other text. */
export function isTemplate(text: string): boolean {
  const template = parseTemplate(text);
  return (
    'parts' in template && template.parts.length > 1 && template.parts.some(part => typeof part !== 'string')
  );
}
