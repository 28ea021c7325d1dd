import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import type { PathReader } from '../../../expressions/paths/path-values.ts';
import { meansYes } from '../../convert/convert-boolean.ts';
import type { Rule } from '../../mapping.ts';
import { comparedTexts, inComparedForm } from './compared-texts.ts';

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
  const text = inComparedForm(given);
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
  const compared = comparedTexts(expression);
  if (!compared) return undefined;
  const { read, named, searched } = compared;
  return {
    read,
    named: new Set(named.filter(each => each !== '')),
    searched: searched.filter(each => each !== '' && each.length <= longestWord),
  };
});

const longestWord = 4;
