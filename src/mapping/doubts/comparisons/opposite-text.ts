import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { calledWithPath } from '../../../expressions/comparisons/called-with-path.ts';
import { saysYesOrNo } from '../../../expressions/comparisons/yes-or-no.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import type { ExpressionUse } from '../../expression-uses.ts';

/**
 * Returns a warning if `$contains` finds a text in an answer that means the opposite: `male` in `female`, `verheiratet`
 * in `unverheiratet`, `vip` in `ex-vip`, `straight` in `not straight`.
 */
export function oppositeText(use: ExpressionUse, scope: Scope): Diagnostic | undefined {
  const { expression } = use;
  if (!expression.source.includes('$contains(') || use.because !== undefined) return undefined;
  for (const { text, steps, literal } of searches(use)) {
    const answers = pathReader({ steps, text })(scope).filter(each => typeof each === 'string');
    const found = answers.find(each => isOpposite(each, literal, use));
    if (found === undefined) continue;
    const message = `${use.path}: $contains finds ${JSON.stringify(literal)} in ${text}, and it is ${visibleText(JSON.stringify(found))}, which means something else`;
    const hint = `compare with the whole text, as in ${text} = ${JSON.stringify(literal)}; if it is right, add because: with the reason`;
    return diagnostic('mapping/opposite-text', message, { hint, place: use.place, path: use.path });
  }
  return undefined;
}

interface Search {
  readonly steps: readonly string[];
  readonly text: string;
  readonly literal: string;
}

/** Returns the searches for a literal in a path, also in `$lowercase` of it. */
function searches({ expression }: ExpressionUse): readonly Search[] {
  const { source } = expression;
  return calledWithPath(expression, ['contains', 'lowercase', 'uppercase', 'trim']).flatMap(
    ({ steps, text, offset, length }) => {
      const isSearched = /\$contains\(\s*(?:\$(?:lowercase|uppercase|trim)\(\s*)?$/.test(
        source.slice(0, offset),
      );
      const [, , literal] = /^ ?\)? ?, ?(["'])([^"']{1,80})\1 ?\)/.exec(source.slice(offset + length)) ?? [];
      return isSearched && literal !== undefined ? [{ steps, text, literal }] : [];
    },
  );
}

function isOpposite(answer: string, literal: string, use: ExpressionUse): boolean {
  if (answer.length > longestAnswer || !answer.toLowerCase().includes(literal.toLowerCase())) return false;
  return isDenied(answer, literal, use) || isInOpposite(answer, literal);
}

/** True for a word of denial beside the text: `not straight`. A yes or no is judged as a consent. */
function isDenied(answer: string, literal: string, { rule, expression }: ExpressionUse): boolean {
  if (!rule || saysYesOrNo(expression)) return false;
  return consentAnswer(answer) === false && consentAnswer(literal) !== false;
}

/** True if the text is only found behind a syllable or a word that reverses it. */
function isInOpposite(answer: string, literal: string): boolean {
  const searched = literal.toLowerCase();
  if (!/^\p{L}{3,}$/u.test(searched)) return false;
  const words = answer.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const having = words.flatMap((word, at) => (word.includes(searched) ? [{ word, at }] : []));
  return (
    having.length > 0 &&
    having.every(({ word, at }) => {
      const before = word.slice(0, word.indexOf(searched));
      return before === '' ? formers.has(words[at - 1] ?? '') : reversing.has(before);
    })
  );
}

/** Longer answers deny or reverse something else. */
const longestAnswer = 40;

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const reversing = setOf('un in im il ir non nicht dis fe wo ex anti on');
const formers = setOf(
  'ex former formerly ehemals ehemalige ehemaliger ehemaliges fr\u00fcher fr\u00fchere fr\u00fcherer almost fast',
);
