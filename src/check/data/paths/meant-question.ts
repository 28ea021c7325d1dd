import { pathText } from '../../../expressions/paths/path-text.ts';
import { quotedName } from '../../../mapping/answers/answer-expression.ts';
import { findAnswer } from '../../../receive/answers/find-answer.ts';
import type { KnownPaths } from './known-paths.ts';
import type { ReadPath } from './paths-in.ts';

/**
 * Returns the hint for a path that is the name of a question: `answer` for a whole rule, `$answers` inside an
 * expression or a template. Undefined if no event has such a question.
 */
export function questionHint(path: ReadPath, known: Pick<KnownPaths, 'answers'>): string | undefined {
  const { root, steps, text, use } = path;
  const [name, ...below] = steps;
  if (name === undefined || below.length > 0 || (root !== '' && root !== '$answers')) return undefined;
  const key = keyOfQuestion(name, known);
  if (key === undefined) return undefined;
  const source = use.expression.source.trim();
  if (root === '' && !isCompared(source, text) && comparison.test(source)) return undefined;
  const isRule = use.rule?.base.kind === 'expression' && source === text;
  return isRule
    ? `write {answer: ${quotedName(name)}}: the name of a question stands behind answer`
    : `write ${pathText(['$answers', key])}, which is the answer to ${quotedName(name)}`;
}

/** Returns the name of a question in `$answers`; undefined if no event has it, or if several share it. */
export function keyOfQuestion(name: string, { answers }: Pick<KnownPaths, 'answers'>): string | undefined {
  for (const each of answers) {
    const found = findAnswer(each, name);
    if (found.kind !== 'found') continue;
    const [first = name] = found.path;
    return Object.hasOwn(each, first) ? first : (found.question.keys.find(key => key !== undefined) ?? first);
  }
  return undefined;
}

const comparison = /[=<>]|\bin\b/;

/** True if a word is compared with a literal, so it is not a text itself: `Newsletter = "ja"`. */
function isCompared(source: string, word: string): boolean {
  const parts = source.split(word);
  return parts.some(
    (part, at) =>
      (at > 0 && /^\s{0,9}(?:[=<>]|!=|in\b)=?\s{0,9}["'\d[]/.test(part)) ||
      (at < parts.length - 1 && /["'\d]\s{0,9}[=<>]\s{0,9}$/.test(part)),
  );
}
