import { UsageError } from '../surroundings.ts';
import { type Dialogue, type Question, WrongAnswer } from '../terminal/dialogue.ts';

/** A question of `init`, and the option that can answer it. */
export interface FlagQuestion<T> extends Question<T> {
  readonly flag: string;
  /** The value from the command line; undefined without one. */
  readonly given: string | undefined;
}

/**
 * Returns an answer: from the command line, else from the person at the terminal, else the default.
 * @throws UsageError if the option is wrong, or there is neither a terminal nor a default
 */
export async function answerOf<T>(dialogue: Dialogue | undefined, asked: FlagQuestion<T>): Promise<T> {
  const { flag, given, otherwise, read } = asked;
  if (given === undefined && dialogue) return dialogue.ask(asked);
  const answer = given ?? otherwise;
  if (answer === undefined) throw new UsageError(`${flag} must be given`);
  try {
    return read(answer);
  } catch (error) {
    if (error instanceof WrongAnswer) throw new UsageError(`${flag}: ${error.message}`);
    throw error;
  }
}

/** Reads a name for something in the config, such as `website`. */
export function readName(answer: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,62}$/.test(answer)) return answer;
  throw new WrongAnswer('A name has small letters, digits, hyphens and underscores, such as website.');
}

/** Reads names separated by commas; an empty answer gives none. */
export function readNames(answer: string): readonly string[] {
  return answer
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
}
