import { wordsOf } from '../../expressions/paths/words-of.ts';
import { writtenPaths } from '../../expressions/paths/written-paths.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { expressionsOf } from '../../mapping/rules-of.ts';
import { comparedName } from '../../receive/answers/find-answer.ts';
import { keysOfPath } from './value-paths.ts';

/** The parts of a payload that the mappings read. */
export interface ReadByMappings {
  /** True if a path of a payload, such as `form.answers[].text`, is read, or may be. */
  readonly readsPath: (path: string) => boolean;
  /** True if a question of a form is read. It is identified by its name in `$answers`. */
  readonly readsQuestion: (question: string) => boolean;
}

/**
 * Returns the parts that mappings read. An expression that is only a path reads that path and everything below it.
 * Where a path inside another expression starts is unknown, so it counts wherever its names follow each other.
 */
export function readByMappings(mappings: readonly Mapping[]): ReadByMappings {
  const expressions = mappings.flatMap(expressionsOf);
  const paths = expressions.flatMap(writtenPaths);
  const whole = paths
    .filter(({ variable, isWhole }) => isPayload(variable) && isWhole)
    .map(({ steps }) => steps);
  const parts = paths
    .filter(({ variable, isWhole }) => isPayload(variable) && !isWhole)
    .map(({ steps }) => steps);
  const answers = paths.filter(({ variable }) => variable === 'answers');
  const questions = new Set([
    ...answers.flatMap(({ steps }) => steps.slice(0, 1)),
    ...(answers.some(({ steps }) => steps.length === 0)
      ? expressions.flatMap(each => [...wordsOf(each).literals])
      : []),
  ]);
  const asked = expressions.flatMap(({ answer }) => (answer === undefined ? [] : [comparedName(answer)]));
  return {
    readsPath: path => {
      const steps = keysOfPath(path);
      return (
        whole.some(each => startsAt(steps, each, 0)) ||
        parts.some(each => each.length > 0 && steps.some((_, at) => startsAt(steps, each, at)))
      );
    },
    readsQuestion: question => questions.has(question) || asked.some(isOf(comparedName(question))),
  };
}

/** True if `answer` names a question, or a part of the answer to it. */
function isOf(question: string): (answer: string) => boolean {
  return answer => answer === question || answer.startsWith(`${question}.`);
}

function isPayload(variable: string | undefined): boolean {
  return variable === undefined || variable === 'body';
}

function startsAt(steps: readonly string[], wanted: readonly string[], at: number): boolean {
  return wanted.every((step, index) => steps[at + index] === step);
}
