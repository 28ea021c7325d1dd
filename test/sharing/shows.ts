import type { Played } from './play.ts';

/** Whether a finding of a course starts with one of these texts. */
export function shows({ wrong }: Played, words: readonly string[] = []): boolean {
  return wrong.some(each => words.some(word => each.startsWith(word)));
}
