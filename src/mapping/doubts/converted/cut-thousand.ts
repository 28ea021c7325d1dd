import type { Doubt } from '../../../expressions/convert/pattern-doubts.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import type { Rule } from '../../mapping.ts';
import { ruleExpressions } from '../../rules-of.ts';

/**
 * Returns the reason why a number with leading zeros is a part of a larger one: "089,50" of "1.089,50 €", from which an expression cuts the
 * digits behind the sign between thousands.
 */
export function cutThousand(value: unknown, rule: Rule, scope: Scope): Doubt | undefined {
  if (typeof value !== 'string' || rule.as !== 'number' || !/^\s?0\d{2}(?!\d)/.test(value)) return undefined;
  const part = value.trim();
  for (const expression of ruleExpressions(rule)) {
    const steps = expression.answer === undefined ? pathsRead(expression) : [['$answers', expression.answer]];
    const text = steps
      .flatMap(each => pathReader({ steps: each, text: pathText(each) })(scope))
      .find(each => typeof each === 'string' && each.length <= longest && hasThousand(each, part));
    if (typeof text !== 'string') continue;
    return {
      message: `${shown(part)} is only the end of the number in ${shown(text)}: its thousands are cut off`,
      hint: 'let the expression read the sign between thousands too, as [0-9.]+,[0-9]+ does for 1.089,50; or leave out only the unit, as in $replace(PATH, " €", "") with as: number',
    };
  }
  return undefined;
}

const longest = 1_000;

/** True if digits and a sign between thousands stand directly before the part. */
function hasThousand(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (/\d[.,'’\u00a0\u202f\u2009 ]$/.test(text.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}
