import { titlesDe } from '../words/titles-de.ts';
import { language } from '../words/words.ts';

/** The title of a sender in the language of the page. `preset`: its name; `null` for an unknown sender. */
export function senderTitle(preset: string | null, title: string): string {
  if (language.value !== 'de' || preset === null || !Object.hasOwn(titlesDe, preset)) return title;
  return titlesDe[preset] ?? title;
}
