import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import { compile } from '../../expressions/compile.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { keyText, pathText } from '../../expressions/paths/path-text.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { isEqual, ownValue } from '../../expressions/plain-value.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { severalObjects, splitAdvice } from '../../receive/events/several-events.ts';
import { pathIn } from '../answers/answer-expression.ts';
import { likelyPart } from './cures.ts';
import { tickKey } from './ticked-entries.ts';

/** A list of objects in the payload from which an expression reads a value for each object. */
interface ListOfObjects {
  /** The path from the payload; empty if the payload itself is the list. */
  readonly steps: readonly string[];
  /** The steps of the path after the list. */
  readonly below: readonly string[];
  readonly objects: readonly object[];
  /** True if a condition in the expression selects objects. */
  readonly isChosen: boolean;
}

/** The data besides a list that decides about the hint. */
export interface ListSurroundings {
  readonly scope: Scope;
  /** Returns true if the payload is the whole body. */
  readonly isWhole: () => boolean;
  /** The hint if all values belong to one field; by default the hint to take one of them. */
  readonly oneField?: string | undefined;
  /** True if the rule sends all values of a list, as with `as: list`. */
  readonly takesAll?: boolean;
}

/**
 * Returns advice for reading one of several values from an event; undefined if it has no list of several.
 * Values of a list of objects belong to different things, often to different people. A position is never
 * advised there: rules with different positions would mix several things.
 */
export function listHint(
  given: unknown,
  expression: Expression,
  { scope, isWhole, oneField, takesAll = false }: ListSurroundings,
): string | undefined {
  if (elementsOf(given).length <= 1) return undefined;
  const list = expression.answer === undefined ? listOfObjects(expression, scope) : undefined;
  const inside = list && takesAll ? insideOfEach(list) : undefined;
  if (inside !== undefined) return inside;
  if (list) return hintFor(list, expression.source, isWhole());
  if (oneField !== undefined) return oneField;
  if (expression.answer !== undefined) return firstAnswer(expression, elementsOf(given), scope);
  return (
    ownElement(expression, scope) ??
    `to take the first, write ${expressionInYaml(firstOf(expression, elementsOf(given)[0], scope))}`
  );
}

/** In a split source, a rule that reads the whole list would take the value of another element. */
function ownElement({ path }: Expression, { input, bindings }: Scope): string | undefined {
  const steps = path?.map(String) ?? [];
  if (steps[0] !== '$body') return undefined;
  let value: unknown = bindings.body;
  for (let at = 1; at < steps.length; at += 1) {
    value = ownValue(value, steps[at] ?? '');
    if (Array.isArray(value) && value.some(each => isEqual(each, input)))
      return `write ${pathText(steps.slice(at + 1))}: the event is one element of ${pathText(steps.slice(0, at + 1))}`;
  }
  return undefined;
}

/** A rule for all values reads one part of each object. To split the list would make events without a person. */
function insideOfEach({ steps, below, objects, isChosen }: ListOfObjects): string | undefined {
  const [first] = objects;
  const part = first && likelyPart(first);
  if (steps.length === 0 || below.length > 0 || isChosen || part === undefined) return undefined;
  const from = partOfEach(pathText(steps), first, part);
  return `name what is meant inside of each: write from: ${expressionInYaml(from)}`;
}

/** If only `answer` finds the answer, no expression can read its first value. */
function firstAnswer(expression: Expression, elements: readonly unknown[], scope: Scope): string {
  const [first] = elements;
  const tick = tickKey(elements);
  const path = pathIn(scope, expression) ?? [];
  const isThere = path.reduce<unknown>(ownValue, { $answers: scope.bindings.answers }) !== undefined;
  const part = isPlainObject(first) ? (likelyPart(first) ?? Object.keys(first)[0]) : undefined;
  if (isThere && part !== undefined && tick && tick.key !== part) {
    const ticked = tick.yes === undefined ? '' : ` = ${tick.yes}`;
    return `name what is meant inside of each that applies, as in from: ${expressionInYaml(`${pathText(path)}[${keyText(tick.key)}${ticked}].${keyText(part)}`)} instead of answer`;
  }
  if (isThere && part !== undefined)
    return `name what is meant inside of each, as in from: ${expressionInYaml(partOfEach(pathText(path), first, part))} instead of answer`;
  return isThere
    ? `to take the first, write from: ${expressionInYaml(`${pathText(path)}[0]`)} instead of answer`
    : 'have the form send one answer';
}

/** Returns the path to a part of each object of a list; of objects with a yes or no, only those with a yes. */
export function partOfEach(list: string, first: unknown, part: string): string {
  const flag = isPlainObject(first)
    ? Object.entries(first).find(([key, value]) => key !== part && typeof value === 'boolean')?.[0]
    : undefined;
  const chosen = flag === undefined ? list : `${list}[${keyText(flag)} = true]`;
  return `${chosen}.${keyText(part)}`;
}

/** A position after a path applies to each list on the path, so the whole path is put in parentheses. */
function firstOf({ source, path }: Expression, first: unknown, scope: Scope): string {
  const compiled = path === null ? undefined : compile(`${source}[0]`);
  const direct = compiled && 'expression' in compiled ? compiled.expression.evaluateDirectly : undefined;
  const taken = direct?.(scope);
  return direct && isEqual(taken, first) ? `${source}[0]` : `(${source})[0]`;
}

function hintFor(
  { steps, below, objects, isChosen }: ListOfObjects,
  source: string,
  isWhole: boolean,
): string {
  if (steps.length === 0) return splitAdvice(objects.length);
  const at = pathText(steps);
  if (isChosen)
    return `${at} is a list of ${objects.length}: let the condition leave one of them, with one value`;
  const texts = Object.entries(objects[0] ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [name] : [],
  );
  // This includes conditions after the list, which `below` leaves out.
  const rest =
    source.startsWith(`${at}.`) && !hasPosition.test(source)
      ? source.slice(at.length + 1)
      : below.map(keyText).join('.');
  const key = texts.find(each => keyText(each) !== rest) ?? texts[0] ?? 'type';
  const one = `${at}[${keyText(key)} = "..."]${rest === '' ? '' : `.${rest}`}`;
  const choose = `say which one is meant, as in ${expressionInYaml(one)}`;
  if (!isWhole) return `${at} is a list of ${objects.length}: ${choose}`;
  if (!isLikelyEvent(objects[0])) return `${at} is a list of ${objects.length}: ${choose}`;
  // A path in quotes alone is a text, and YAML takes no backtick at the beginning.
  const name = rest.replace(/^"([^"]{1,100})"/, '`$1`');
  const then = rest === '' ? '' : `, and ${expressionInYaml(name)} here`;
  return `${at} is a list of ${objects.length}. If each is a separate event, write \`split: ${at}\` at the source${then}; if all belong to one person, ${choose}`;
}

/** True unless an object is only a text with a yes or no, or a single text: a choice of a person, and no event. */
function isLikelyEvent(object: object | undefined): boolean {
  const values = Object.values(object ?? {});
  const texts = values.filter(each => typeof each === 'string');
  const others = values.filter(each => typeof each !== 'string' && typeof each !== 'boolean');
  return others.length > 0 || texts.length > 1 || Object.keys(object ?? {}).some(each => naming.test(each));
}

/** Matches keys that identify a person or an event. */
const naming = /(?:id|nr|no|number|nummer|mail|customer|kunde|client|patient|person|phone|telefon)$/i;

const hasPosition = /\[\s{0,9}-?\d+\s{0,9}\]/;

/** Returns the first list of several objects that the expression reads, before any position in its path. */
function listOfObjects(expression: Expression, scope: Scope): ListOfObjects | undefined {
  for (const { steps, from, bare } of placedPaths(expression)) {
    const start = steps[0] === '$' || steps[0] === '$$' ? 1 : 0;
    if (from > 0 || (start === 0 && steps[0]?.startsWith('$'))) continue;
    let value = scope.input;
    const isCut = bare < steps.length;
    // A position takes one element of the list.
    const last = isCut && hasPosition.test(expression.source) ? bare - 1 : bare;
    for (let at = start; at <= last; at += 1) {
      const objects = severalObjects(value);
      if (objects)
        return {
          steps: steps.slice(start, at),
          below: steps.slice(at),
          objects,
          isChosen: isCut && at === bare,
        };
      value = ownValue(value, steps[at] ?? '');
    }
  }
  return undefined;
}
