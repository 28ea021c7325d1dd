import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import {
  type PlacedComparison,
  placedComparisons,
} from '../../../expressions/comparisons/placed-comparisons.ts';
import { wholeReader } from '../../../expressions/paths/path-values.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { type Wanted, whereOf } from '../trial.ts';

/**
 * Warns about comparisons with several texts that are never true: `type in "a,b"`, which is one text, and
 * `type = ["a", "b"]`, which compares the whole list. Reported if a sample or a stored event has one of them.
 */
export function checkListedTexts(
  uses: readonly ExpressionUse[],
  events: readonly Wanted[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  return uses.flatMap(use =>
    placedComparisons(use.expression).flatMap(comparison => {
      const listed = listedIn(comparison, use.expression.source);
      if (!listed) return [];
      const { path, texts } = listed;
      const values = wholeReader({ steps: path.steps ?? [], text: path.text, from: path.from });
      const event = events.find(({ scope }) => values?.(scope).some(value => isOneOf(value, texts)));
      if (!event) return [];
      const { operator, offset, length } = comparison;
      const search = `${path.text} in [${texts.map(text => JSON.stringify(text)).join(', ')}]`;
      const what = operator === 'in' ? 'one text' : 'a whole list';
      const message = `${operator} compares ${path.text} with ${what}, and it is one of the texts in ${whereOf(event.trial)}`;
      const hint = `write ${operator === '!=' ? `$not(${search})` : search}`;
      return [
        diagnostic('check/never-equal', message, {
          hint,
          place: within(use, offset, length),
          path: use.path,
        }),
      ];
    }),
  );
}

interface Listed {
  readonly path: PlacedComparison['left'];
  readonly texts: readonly string[];
}

function listedIn(
  { operator, left, right: [other], isListed, offset }: PlacedComparison,
  source: string,
): Listed | undefined {
  if (!other) return undefined;
  if (operator === 'in') {
    if (isListed || !left.steps || !other.isLiteral || other.type !== 'text') return undefined;
    const parts = other.text.trim().slice(1, -1).split(/[,;|]/).map(withoutBlankEnds);
    return parts.length > 1 && parts.every(each => each !== '') ? { path: left, texts: parts } : undefined;
  }
  if (operator !== '=' && operator !== '!=') return undefined;
  const [path, list] = left.steps ? [left, other] : [other, left];
  // The tree does not contain the end of a list.
  const from = list === left ? offset : source.indexOf('[', offset + left.text.length);
  const written = list.text.trim().startsWith('[') ? source.slice(from, source.indexOf(']', from) + 1) : '';
  const texts = path.steps && !list.steps ? textsOf(written) : undefined;
  return texts && { path, texts };
}

/** Returns the texts of a literal list: `["a", 'b']`. */
function textsOf(written: string): readonly string[] | undefined {
  const text = written.trim();
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined;
  const inside = text.slice(1, -1);
  const texts = [...inside.matchAll(/"([^"\\]*)"|'([^'\\]*)'/g)].map(each => each[1] ?? each[2] ?? '');
  const isWhole = inside.replace(/"[^"\\]*"|'[^'\\]*'|[\s,]/g, '') === '';
  return texts.length > 0 && isWhole ? texts : undefined;
}

function isOneOf(value: unknown, texts: readonly string[]): boolean {
  return typeof value === 'string' && texts.includes(withoutBlankEnds(value));
}
