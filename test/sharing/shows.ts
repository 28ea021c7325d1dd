import type { Played } from './play.ts';

/** Whether something of a course is wrong that begins with one of these words. */
export function shows({ wrong }: Played, words: readonly string[] = []): boolean {
  return wrong.some(each => words.some(word => each.startsWith(word)));
}
