import type { Node } from '../syntax-tree.ts';

/** Words that are operators of JSONata and not names. */
const words = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function']);

/**
 * Returns the syntax tree of names joined by dots, `answers.email` or `$answers.email`, as JSONata's parser
 * would; undefined for any other text. Most rules are of this kind, and this is much faster than the parser.
 */
export function simplePath(source: string): Node | undefined {
  if (!/^(?:[A-Za-z_]\w*|\$[A-Za-z_]\w*\.[A-Za-z_]\w*)(?:\.[A-Za-z_]\w*)*$/.test(source)) return undefined;
  const names = source.split('.');
  if (names.some(name => words.has(name))) return undefined;
  let position = -1;
  const steps = names.map((name): Node => {
    position += 1 + name.length;
    if (name.startsWith('$')) return { value: name.slice(1), type: 'variable', position };
    return { value: name, type: 'name', position };
  });
  return { type: 'path', steps };
}
