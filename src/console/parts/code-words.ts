import type { CodeView } from '../../server/api/routes/codes.ts';
import { get } from '../api.ts';
import { codesDe } from '../words/codes-de.ts';
import { language } from '../words/words.ts';
import { useResource } from './use-resource.ts';

/** The meaning of a code, and the next step, in the language of the page. */
export interface CodeWords {
  readonly title: string;
  readonly advice: string;
  /** The title as the bridge has it, where the page says it in another language. */
  readonly english?: string;
}

/** Finds the words of a code; undefined while they are not known. */
export function useCodeWords(): (code: string) => CodeWords | undefined {
  const codes = useResource('codes', abort => get<{ codes: readonly CodeView[] }>('codes', abort), 'once');
  const own: Readonly<Record<string, { readonly title: string; readonly advice: string } | undefined>> =
    language.value === 'de' ? codesDe : {};
  return code => {
    const known = codes.value.value?.codes.find(each => each.code === code);
    const translated = Object.hasOwn(own, code) ? own[code] : undefined;
    return known && translated ? { ...translated, english: known.title } : known;
  };
}
