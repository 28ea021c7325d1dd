import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { pathText } from '../../expressions/path-text.ts';
import { type PathReader, pathReader } from '../../expressions/path-values.ts';
import { pathsRead } from '../../expressions/placed-paths.ts';
import { nodesOf } from '../../expressions/syntax-tree.ts';
import { meansYes } from '../convert/convert-boolean.ts';
import type { Rule } from '../mapping.ts';
import { isEquality, isSearch, textsIn } from './unnamed-text.ts';

/**
 * Returns the answer of an event for which a rule gives yes although the rule does not name it and it does not say yes:
 * "Jamais" for `x != "Non"`, "Senza SMS" for its first letter, "jamais" for `$contains(x, "ja")`. Not for a rule that
 * only asks whether there is an answer, or that searches for a whole word.
 */
export function unnamedYes({ base }: Rule, scope: Scope): string | undefined {
  if (base.kind !== 'expression') return undefined;
  const asking = askingOf(base.expression);
  const [given, ...others] = asking?.read(scope) ?? [];
  if (!asking || typeof given !== 'string' || others.length > 0) return undefined;
  const text = folded(given);
  if (text === '' || asking.named.has(text) || meansYes(given)) return undefined;
  const isFound = asking.searched.some(each => text.split(/[^\p{L}\p{N}]+/u).includes(each));
  return isFound || (asking.named.size === 0 && !asking.searched.some(each => text.includes(each)))
    ? undefined
    : withoutBlankEnds(given);
}

/** An expression that compares the value of one path with texts. */
interface Asking {
  readonly read: PathReader;
  /** The texts that it compares with, in lower case. */
  readonly named: ReadonlySet<string>;
  /** The short words that it searches for, in lower case. A longer one is found in compounds, too. */
  readonly searched: readonly string[];
}

const askingOf = onceFor((expression: Expression): Asking | undefined => {
  const { path, literal, answer } = expression;
  if (path !== null || literal !== null || answer !== undefined) return undefined;
  const [steps, ...others] = pathsRead(expression);
  if (!steps || others.length > 0 || steps[0] === '$linked' || steps[0] === '$event') return undefined;
  const nodes = nodesOf(treeOf(expression));
  if (nodes.some(({ type }) => type === 'regex' || type === 'lambda')) return undefined;
  const named = nodes.filter(isEquality).flatMap(({ lhs, rhs }) => [lhs, rhs].flatMap(textsIn));
  const searched = nodes.filter(isSearch).flatMap(each => (each.arguments ?? []).slice(1).flatMap(textsIn));
  return {
    read: pathReader({ steps, text: pathText(steps) }),
    named: new Set(named.map(folded).filter(each => each !== '')),
    searched: searched.map(folded).filter(each => each !== '' && each.length <= longestWord),
  };
});

const longestWord = 4;

function folded(text: string): string {
  return withoutBlankEnds(text).toLowerCase();
}
