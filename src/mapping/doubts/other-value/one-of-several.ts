import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { compile } from '../../../expressions/compile.ts';
import { elementsOf } from '../../../expressions/convert/presence.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import type { Rule } from '../../mapping.ts';

/**
 * Returns a doubt about the value of a field that is one element of a list of several texts: `topics[0]`. It
 * is right for a field with one value, so the account decides whether to report it.
 */
export function oneOfSeveral({ base, because }: Rule, path: string, scope: Scope): readonly Diagnostic[] {
  if (base.kind !== 'expression' || because !== undefined || !path.startsWith('additionalFields.')) return [];
  const list = listBehind(base.expression);
  if (!list) return [];
  const given = list.evaluateDirectly?.(scope);
  const count = elementsOf(given).length;
  if (!Array.isArray(given) || count < 2 || given.some(each => typeof each === 'object' && each !== null))
    return [];
  const message = `${path}: ${base.expression.source.trim()} sends one of ${count} answers, and the field takes several`;
  const hint = `write {from: ${expressionInYaml(list.source)}, as: choices}, or as: list for texts without choices; if one is meant, add because: with the reason`;
  return [diagnostic('mapping/one-of-several', message, { hint, place: base.place, path })];
}

/** Every event passes here. */
const lists = new WeakMap<Expression, Expression | undefined>();

/** Returns the list from which an expression takes one element by position; undefined for others. */
function listBehind(expression: Expression): Expression | undefined {
  if (lists.has(expression)) return lists.get(expression);
  const text = expression.source.trim();
  const at = text.endsWith(']') ? text.lastIndexOf('[') : -1;
  const isPosition = at > 0 && /^-?\d{1,6}$/.test(text.slice(at + 1, -1).trim());
  const compiled = isPosition ? compile(withoutParentheses(text.slice(0, at).trim())) : undefined;
  const list =
    compiled && 'expression' in compiled && compiled.expression.evaluateDirectly
      ? compiled.expression
      : undefined;
  lists.set(expression, list);
  return list;
}

/** Removes parentheses around a whole expression: `(topics)[0]`. */
function withoutParentheses(source: string): string {
  const isWhole = source.startsWith('(') && source.endsWith(')');
  const inner = source.slice(1, -1);
  return isWhole && 'expression' in compile(inner) ? inner : source;
}
