import { visibleText } from '../../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { convertPhone } from '../../../expressions/convert/convert-phone.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { beginning } from '../../answers/answer-expression.ts';
import type { ExpressionUse } from '../../expression-uses.ts';
import { type PartKind, partMeanings } from './parts-of-values.ts';

interface RenamedPart {
  readonly use: ExpressionUse;
  readonly objects: readonly object[];
  /** The part that the rule reads, and the new ones. */
  readonly part: string;
  readonly fresh: readonly string[];
  readonly at: readonly string[];
  readonly question?: string;
}

/**
 * Returns what to write for a part that became others. A rule is shown only if it gives a value in this event, and for a phone
 * number a valid one.
 */
export function renamedPartHint(all: readonly [RenamedPart, ...RenamedPart[]]): string {
  const rules = all.flatMap(each => {
    const rule = ruleOf(each);
    return rule ? [{ ...rule, old: oldText(each) }] : [];
  });
  const [{ fresh, at }] = all;
  const shown = fresh.slice(0, mostShown).map(key => visibleText(pathText([...at, key])));
  const areOne = rules.length === 1 && rules[0]?.isJoined === false;
  const cure =
    rules.length < all.length
      ? `look which of ${shown.join(', ')} has the value, and write it in place of ${all.map(oldText).join(', ')}`
      : `if ${areOne ? 'it is' : 'they are'} the same value, write ${rules.map(({ written, old }) => `${written} in place of ${old}`).join(', and ')}`;
  return `${cure}, and renew the sample; if not, keep the event as a test (fieldbridge capture)`;
}

/** Returns what stands in the file: `answer: q.first`, `from: contact.first`, or a path alone. */
function oldText({ use, at, part }: RenamedPart): string {
  return isWhole(use) && !isShort(use) ? beginning(use.expression) : visibleText(pathText([...at, part]));
}

/** True for a rule that is only an expression, without `from`. */
function isShort({ rule, expression }: ExpressionUse): boolean {
  if (!rule || expression.answer !== undefined) return false;
  const { place, base } = rule;
  return place.line === base.place.line && place.column === base.place.column;
}

const mostShown = 6;

interface NewRule {
  readonly written: string;
  readonly isJoined: boolean;
}

function isWhole({ rule, expression }: ExpressionUse): boolean {
  return rule?.base.kind === 'expression' && (expression.answer !== undefined || expression.path !== null);
}

function ruleOf(renamed: RenamedPart): NewRule | undefined {
  const { part, objects } = renamed;
  const meanings = partMeanings(part);
  const [object, ...more] = objects;
  if (!object || more.length > 0) return undefined;
  const same = meanings.map(({ kind, role }) => keyFor(renamed, kind, role)).find(key => key !== undefined);
  if (same !== undefined) return single(renamed, same);
  const isFull = meanings.some(({ role }) => role === 'full') || part === 'number' || part === 'phone';
  if (!isFull) return undefined;
  return phoneOf(renamed, object) ?? nameOf(renamed);
}

/** Returns the only new part with a meaning, or with all that are there, an old one. */
function keyFor({ objects, fresh }: RenamedPart, kind: PartKind, role: string): string | undefined {
  const keys = [...new Set([...fresh, ...objects.flatMap(Object.keys)])];
  const found = keys.filter(key => partMeanings(key).some(each => each.kind === kind && each.role === role));
  const [key] = found.filter(each => textAt(objects[0], each) !== undefined);
  return found.length === 1 ? key : undefined;
}

function textAt(object: object | undefined, key: string): string | undefined {
  const value = object && ownValue(object, key);
  if (typeof value === 'number') return `${value}`;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function single({ use, at, question }: RenamedPart, key: string): NewRule {
  const { expression } = use;
  const path = pathText([...at, key]);
  const isJoined = false;
  if (!isWhole(use)) return { written: visibleText(path), isJoined };
  if (question !== undefined)
    return { written: beginning({ ...expression, answer: `${question}.${key}` }), isJoined };
  return { written: `${isShort(use) ? '' : 'from: '}${expressionInYaml(path)}`, isJoined };
}

function phoneOf(renamed: RenamedPart, object: object): NewRule | undefined {
  const { use } = renamed;
  const keys = ['country', 'area', 'number'].map(role => keyFor(renamed, 'phone', role));
  const [country, area, number] = keys;
  if (number === undefined) return undefined;
  const code = country === undefined ? undefined : textAt(object, country);
  const digits = code?.replace(/^(?:\+|00)/, '');
  // A country by its name or its letters is no calling code.
  if (digits !== undefined && !/^\d{1,3}$/.test(digits)) return undefined;
  const local = [area, number].flatMap(key => (key === undefined ? [] : [textAt(object, key) ?? '']));
  const prefix = digits === undefined || code !== digits ? '' : '+';
  const whole = `${prefix}${code ?? ''}${local.join('')}`;
  if (!('value' in convertPhone(whole, use.rule?.phone.country))) return undefined;
  return joined(renamed, [country, area, number], { prefix, separator: '' });
}

function nameOf(renamed: RenamedPart): NewRule | undefined {
  const first = keyFor(renamed, 'name', 'first');
  const last = keyFor(renamed, 'name', 'last');
  if (first === undefined || last === undefined) return undefined;
  return joined(renamed, [first, last], { prefix: '', separator: ' ' });
}

function joined(
  { use, at }: RenamedPart,
  keys: readonly (string | undefined)[],
  { prefix, separator }: { readonly prefix: string; readonly separator: string },
): NewRule | undefined {
  if (!isWhole(use)) return undefined;
  const parts = keys.flatMap(key => (key === undefined ? [] : [`{${pathText([...at, key])}}`]));
  const text = `${prefix}${parts.join(separator)}`;
  const template = `template: ${inYaml(text)}`;
  return { written: isShort(use) ? `{${template}}` : template, isJoined: parts.length > 1 };
}

function inYaml(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
