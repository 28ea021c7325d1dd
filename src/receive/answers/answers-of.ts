import type { SourceConfig } from '../../config/config.ts';
import { senders } from '../senders/senders.ts';
import type { Answers } from './answers.ts';
import { ownAnswers } from './own-answers.ts';

/**
 * Returns the answers of a payload; undefined if it does not have the shape of this sender. `shape` is
 * `answers` of a source: the name of the known sender, or the paths of the answers; undefined if unknown.
 */
export function answersOf(shape: SourceConfig['answers'], payload: unknown): Answers | undefined {
  if (shape === undefined) return undefined;
  const found =
    typeof shape === 'string' ? senders.get(shape)?.readAnswers?.(payload) : ownAnswers(shape, payload);
  if (found) shapes.set(found, shape);
  return found;
}

type Shape = NonNullable<SourceConfig['answers']>;

const shapes = new WeakMap<Answers, Shape>();

/** Returns `answers` of the source by which answers were found; undefined if they were made otherwise. */
export function answersShapeOf(answers: Answers): Shape | undefined {
  return shapes.get(answers);
}
