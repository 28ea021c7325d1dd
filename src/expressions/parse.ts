import jsonata from 'jsonata';
import type { Expression } from './expression.ts';
import { limits } from './meter.ts';
import { simplePath } from './paths/simple-path.ts';
import { LinearPattern } from './patterns/pattern.ts';
import { isNode, type Node, nodesOf } from './syntax-tree.ts';

/** The options of JSONata. Its own time limit is not used, since it counts time of other programs too. */
const options = {
  stack: limits.depth,
  sequence: limits.listLength,
  RegexEngine: LinearPattern as unknown as RegExpConstructor,
};

/**
 * Parses an expression with JSONata.
 * @throws the error of JSONata if the source is not an expression
 */
export function parse(source: string): jsonata.Expression {
  const parsed = jsonata(source, options);
  restorePatterns(nodesOf(parsed.ast() as Node));
  return parsed;
}

/** Returns the syntax tree of a compiled expression. */
export function treeOf({ source, tree }: Pick<Expression, 'source' | 'tree'>): Node {
  return tree?.() ?? simplePath(source) ?? parsedLately(source);
}

/** The trees of the last few short expressions, since several checks ask for the same tree one after another. */
const lately = new Map<string, Node>();
const mostKept = 64;
/** In characters; few expressions are longer, and their trees need much memory. */
const longestKept = 500;

function parsedLately(source: string): Node {
  const found = lately.get(source) ?? (parse(source).ast() as Node);
  if (source.length > longestKept) return found;
  lately.delete(source);
  lately.set(source, found);
  for (const oldest of lately.keys()) {
    if (lately.size <= mostKept) break;
    lately.delete(oldest);
  }
  return found;
}

/** Returns the syntax tree of a text; undefined if it is not an expression. */
export function readableTree(source: string): Node | undefined {
  try {
    const tree: unknown = parse(source).ast();
    return isNode(tree) ? tree : undefined;
  } catch {
    return undefined;
  }
}

/** JSONata's parser copies nodes left of ?? and ?: as JSON, which loses their patterns. */
function restorePatterns(nodes: readonly Node[]): void {
  const patterns = new Map<number | undefined, RegExp>();
  const regexes = nodes.filter(node => node.type === 'regex');
  for (const { value, position } of regexes) if (value instanceof RegExp) patterns.set(position, value);
  for (const node of regexes as { value?: unknown; position?: number }[])
    node.value = patterns.get(node.position);
}
