import type { nearComparisons } from './nearly-equal.ts';

/**
 * True if an expression only excludes words, so that it gives the no of such a word for a missing value, too: `pets != "keine"`. Forms leave
 * out the ticks of boxes, so they do not count.
 */
export function excludesWords(source: string, comparisons: ReturnType<typeof nearComparisons>): boolean {
  if (comparisons.length === 0 || /\?|\$(?!(?:lowercase|uppercase|trim)\()\w+\s*\(/.test(source))
    return false;
  return comparisons.every(
    ({ comparison, literals }) =>
      comparison.operator === '!=' &&
      literals.every(({ text, type }) => type === 'text' && !ticks.test(text.trim().slice(1, -1))),
  );
}

const ticks = /^(?:|ja|nein|yes|no|oui|non|nee|on|off|true|false|[01x])$/i;
