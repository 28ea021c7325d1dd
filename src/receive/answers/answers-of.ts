import type { SourceConfig } from '../../config/config.ts';
import { senders } from '../senders/senders.ts';
import type { Answers } from './answers.ts';
import { ownAnswers } from './own-answers.ts';

/**
 * The answers of a payload: nothing where it is not of the shape that this sender has. `shape` is `answers` of a source:
 * the known sender whose shape it is, or where the answers stand; nothing where neither is known.
 */
export function answersOf(shape: SourceConfig['answers'], payload: unknown): Answers | undefined {
  if (shape === undefined) return undefined;
  return typeof shape === 'string' ? senders.get(shape)?.readAnswers?.(payload) : ownAnswers(shape, payload);
}
