import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import type { Rule } from '../mapping.ts';
import { type RuleText, ruleTexts, type UnreadText } from './rule-texts.ts';

/**
 * Returns the warning for a text of a rule that is sent unchanged although it contains a placeholder or is a
 * path. `meant` is a similar path that events have.
 */
export function unreadPath(
  { text, key, place, entry }: RuleText,
  { written, isWhole, isMarked }: UnreadText,
  { path, rule, meant }: { readonly path: string; readonly rule: Rule; readonly meant: string | undefined },
): Diagnostic {
  const why = isMarked ? `nothing fills in ${written}` : `the events have the path ${meant ?? written}`;
  const message = `${path}: ${shown(text)} is sent literally, but ${why}`;
  const cure =
    meant === undefined ? unknownCure(key) : cureOf(text, { key, written, isWhole, meant, rule, entry });
  return diagnostic('mapping/unread-path', message, {
    place,
    path,
    hint: `${cure}; if this very text is meant, add because: with the reason`,
  });
}

function unknownCure(key: RuleText['key']): string {
  return key === 'value' || key === 'template'
    ? 'to send a value of the payload, write its path in from:, or {path} in template:'
    : `${sentAsItStands(key)}; to send a value of the payload, write its path in from:`;
}

function sentAsItStands(key: RuleText['key']): string {
  return key === 'default' ? 'a default is sent literally' : 'a value of a table is sent literally';
}

interface Cure extends Pick<RuleText, 'key'>, Pick<UnreadText, 'written' | 'isWhole'> {
  readonly entry: string | undefined;
  readonly meant: string;
  readonly rule: Rule;
}

function cureOf(text: string, { key, written, isWhole, meant, rule, entry }: Cure): string {
  const from =
    rule.base.kind === 'expression' && rule.base.expression.path && rule.base.expression.answer === undefined
      ? rule.base.expression.source.trim()
      : '…';
  if (key === 'default' && from === meant) return unknownCure(key);
  if (key === 'default')
    return `${sentAsItStands(key)}; write from: ${expressionInYaml(`${from} ? ${from} : ${meant}`)} without default`;
  if (key === 'values' || key === 'otherwise') {
    const condition = entry === undefined ? '…' : `${from} = ${JSON.stringify(entry)}`;
    return `${sentAsItStands(key)}; to send the value of the path, choose it in from:, as in ${expressionInYaml(`${condition} ? ${meant} : …`)}`;
  }
  if (isWhole && key === 'value')
    return `to send the value of the path, write from: ${expressionInYaml(meant)} instead of ${key}`;
  if (isWhole && rule.base.kind === 'template' && rule.base.parts.length === 1)
    return `to send the value of the path, write from: ${expressionInYaml(meant)} instead of ${key}`;
  if (key === 'template' && rule.base.kind === 'template' && rule.base.parts.length > 1)
    return `to send the value of the path, write {${meant}} for ${written} in the template`;
  return `to send the value of the path in the text, write template: with ${JSON.stringify(text.trim().replace(written, () => `{${meant}}`))}`;
}

/** Returns the warnings for texts of a rule that are sent for an event but were probably meant as paths. */
export function unreadPaths(
  rule: Rule,
  path: string,
  { bindings, input }: Scope,
  isSent: (text: RuleText) => boolean,
): readonly Diagnostic[] {
  for (const text of ruleTexts(rule)) {
    if (!isSent(text)) continue;
    for (const unread of text.unread) {
      const isThere = unread.steps !== undefined && isPathOf(unread.steps, input, bindings);
      if (!unread.isMarked && !isThere) continue;
      const meant = isThere && unread.steps ? pathText(unread.steps) : undefined;
      return [unreadPath(text, unread, { path, rule, meant })];
    }
  }
  return [];
}

function isPathOf(steps: readonly string[], input: unknown, bindings: Scope['bindings']): boolean {
  const [first = '', ...rest] = steps;
  const isVariable = first.startsWith('$');
  if (isVariable && first.length > 1) return reaches(bindings[first.slice(1)], rest);
  return isVariable ? reaches(input, rest) : reaches(input, steps);
}

/** True if a path leads to a value, also through lists. */
function reaches(value: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return value !== undefined;
  if (Array.isArray(value)) return value.some(each => reaches(each, steps));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
  return reaches((value as Readonly<Record<string, unknown>>)[step], rest);
}
