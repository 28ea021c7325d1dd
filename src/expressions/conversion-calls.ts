import { diagnostic } from '../diagnostics/diagnostic.ts';
import { type ArgumentFault, argumentFault, type ConversionName } from './conversions.ts';
import { conversionFunctions } from './functions.ts';
import type { Remark } from './syntax.ts';
import { endOf, isNode, type Node, startOf } from './syntax-tree.ts';

/** A constant of an expression; undefined if its value depends on the payload. */
export function constantOf(node: unknown): { readonly value: unknown } | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'string' || node.type === 'number' || node.type === 'value') return { value: node.value };
  if (node.type !== 'unary') return undefined;
  if (node.value === '[') {
    const parts = (node.expressions ?? []).map(constantOf);
    return parts.every(part => part !== undefined) ? { value: parts.map(({ value }) => value) } : undefined;
  }
  if (node.value !== '{') return undefined;
  const entries = pairsOf(node).map(pair => pair.map(constantOf));
  const known = entries.flatMap(([key, value]) => (key && value ? [[key.value, value.value] as const] : []));
  return known.length === entries.length ? { value: Object.fromEntries(known) } : undefined;
}

function pairsOf({ lhs }: Node): readonly (readonly unknown[])[] {
  return Array.isArray(lhs) ? lhs : [];
}

/**
 * Returns the first call of a reading function with wrong arguments, with its place in the source. `bound`: the variables
 * that the expression itself sets.
 */
export function checkConversionCalls(
  nodes: readonly Node[],
  bound: ReadonlySet<string>,
  source: string,
): Remark | undefined {
  const chained = new Set<unknown>(nodes.flatMap(each => (each.type === 'apply' ? [each.rhs] : [])));
  for (const node of nodes) {
    const name = calledName(node);
    if (name === undefined || bound.has(name)) continue;
    const given = node.arguments ?? [];
    const values = chained.has(node) ? [undefined, ...given] : given;
    const found = callFault(name, values);
    if (!found) continue;
    const offset = startOf(node.procedure ?? node, source);
    const { message, hint } = found;
    return {
      diagnostic: diagnostic('expression/wrong-argument', message, { hint }),
      offset,
      length: Math.max(1, endOf(node.procedure ?? node, source) - offset),
    };
  }
  return undefined;
}

function calledName(node: Node): string | undefined {
  if (node.type !== 'function' && node.type !== 'partial') return undefined;
  const { procedure } = node;
  const name = procedure?.type === 'variable' ? String(procedure.value) : '';
  return conversionFunctions.has(name) || name === 'number' ? name : undefined;
}

const examples: Readonly<Record<string, string>> = {
  date: '$date(born, {"parse": "dd.MM.yyyy"})',
  phone: '$phone(mobile, "DE")',
  number: '$number(price, ",")',
  age: '$age(born)',
  choice: '$choice(status)',
};

function callFault(name: string, values: readonly (Node | undefined)[]): ArgumentFault | undefined {
  const most = name === 'choice' ? 1 : 2;
  const hint = `Write it as in ${examples[name]}.`;
  // `$number()` without arguments reads the context value.
  if (values.length === 0 && name !== 'number') return { message: `$${name} has no value to read.`, hint };
  if (values.length > most) {
    return {
      message: `$${name} has ${values.length} arguments, and takes ${most === 1 ? 'one' : 'one or two'}.`,
      hint,
    };
  }
  const option = values[1];
  if (option === undefined || name === 'choice') return undefined;
  if (name === 'date') {
    const bare = bareKey(option);
    if (bare !== undefined) return { message: `The key ${bare} of $date needs quotes.`, hint };
    for (const [key, value] of pairsOf(option)) {
      const [known, given] = [constantOf(key), constantOf(value)];
      const fault = known && given && argumentFault('date', { [String(known.value)]: given.value });
      if (fault) return fault;
    }
  }
  const constant = constantOf(option);
  return constant && argumentFault(name as ConversionName, constant.value);
}

/** JSONata reads a key without quotes as a path: `{parse: "dd.MM.yyyy"}`. */
function bareKey(option: Node): string | undefined {
  if (option.type !== 'unary' || option.value !== '{') return undefined;
  const keys = pairsOf(option).map(([key]) => key);
  const bare = keys.find(key => isNode(key) && key.type === 'path' && key.steps?.length === 1);
  return isNode(bare) ? String(bare.steps?.[0]?.value) : undefined;
}

/** Returns the reading functions that an expression uses, without the dollar sign. */
export function conversionsIn(nodes: readonly Node[], bound: ReadonlySet<string>): ReadonlySet<string> {
  const used = nodes.flatMap(({ type, value }) => (type === 'variable' ? [String(value)] : []));
  return new Set(used.filter(name => conversionFunctions.has(name) && !bound.has(name)));
}

/**
 * True if `$choice` is only used as the result of the expression: alone, as the result of a condition, or at the end of
 * a block. The account's choice is found when the result is checked, so the expression cannot use it.
 */
export function givesChoice(tree: Node, hasChoice: (node: Node) => boolean): boolean {
  const isFree = (node: unknown) => !isNode(node) || !hasChoice(node);
  const gives = (node: unknown): boolean => {
    if (!isNode(node) || !hasChoice(node)) return true;
    if (node.type === 'function') return (node.arguments ?? []).every(isFree);
    if (node.type === 'apply') return isFree(node.lhs);
    if (node.type === 'condition') {
      const {
        condition,
        then,
        else: otherwise,
      } = node as Node & { readonly then?: Node; readonly else?: Node };
      return isFree(condition) && gives(then) && gives(otherwise);
    }
    const all = node.type === 'block' ? (node.expressions ?? []) : [];
    return all.length > 0 && all.slice(0, -1).every(isFree) && gives(all.at(-1));
  };
  return gives(tree);
}
