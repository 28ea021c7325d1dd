import type { SourceConfig } from '../../config/config.ts';
import type { LineValue } from '../../diagnostics/yaml/line-with.ts';
import { compile } from '../../expressions/compile.ts';
import { answersOf } from '../../receive/answers/answers-of.ts';
import type { RuleUse } from './rule-use.ts';
import type { SamplePaths } from './sample-paths.ts';

/**
 * Returns the function that decides whether a name is that of a question of a source; undefined if the source
 * has no answers. Unless keys of the payload are questions, a key of a sample is not a question.
 */
export function questionsAt(shape: SourceConfig['answers'], samples: SamplePaths): RuleUse['isQuestion'] {
  if (shape === undefined) return undefined;
  return name => isField(shape, name) || !samples.has([name]);
}

/** True if a source treats a key of its payload as a question. */
function isField(shape: SourceConfig['answers'], name: string): boolean {
  const answers = answersOf(shape, { [name]: 'an answer' });
  return answers !== undefined && Object.hasOwn(answers, name);
}

/**
 * Returns the rule for an intended path that needs quotation marks and is the name of a question: `{answer: E-Mail}`
 * needs none. Undefined for every other expression.
 */
export function askedRule(meant: string, isQuestion: RuleUse['isQuestion']): LineValue | undefined {
  if (!isQuestion || !/[`"]/.test(meant)) return undefined;
  const own = '$answers.';
  const isOwn = meant.startsWith(own);
  const compiled = compile(isOwn ? meant.slice(own.length) : meant);
  if (!('expression' in compiled)) return undefined;
  const { path, literal } = compiled.expression;
  // After a dot, a text in quotes is a name.
  const [name, ...more] = isOwn && typeof literal?.value === 'string' ? [literal.value] : (path ?? []);
  if (name === undefined || more.length > 0) return undefined;
  return isOwn || isQuestion(name) ? { answer: name } : undefined;
}
