import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { RefusalView } from '../../inbox/refusal.ts';
import type { CodeView } from '../../server/api/routes/codes.ts';
import { get } from '../api.ts';
import { codesDe } from '../words/codes-de.ts';
import { refusalsDe } from '../words/refusals-de.ts';
import { statesDe } from '../words/states-de.ts';
import { language } from '../words/words.ts';
import { spanWords } from './time.tsx';
import { useResource } from './use-resource.ts';

/** The meaning of a code, and the next step, in the language of the page. */
export interface CodeWords {
  readonly title: string;
  readonly advice: string;
  /** The title in English, if the page shows it in another language. */
  readonly english?: string;
}

type Translations<Advice> = Readonly<Record<string, ({ readonly title: string } & Advice) | undefined>>;

/** The reason why something is held or paused, and the next step, in the language of the page. */
export interface StateWords {
  readonly why: string | undefined;
  readonly hint: string | undefined;
  /** The bridge's English text with its details, if the page is in another language. */
  readonly english?: string | undefined;
}

/** Returns the words for the cause of a state; the bridge's own text if its code has no translation. */
export function stateWords({
  code = '',
  reason,
  next,
}: {
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
  readonly next?: string | undefined;
}): StateWords {
  const own: Translations<{ readonly advice?: string }> =
    language.value === 'de' ? { ...codesDe, ...statesDe } : {};
  const translated = Object.hasOwn(own, code) ? own[code] : undefined;
  return translated
    ? { why: translated.title, hint: translated.advice, english: reason }
    : { why: reason, hint: next };
}

/** Returns the translated title of a code; undefined if the page is in English. */
export function translatedTitle(code: DiagnosticCode): string | undefined {
  return language.value === 'de' ? codesDe[code]?.title : undefined;
}

/** Returns why a webhook was refused, in the language of the page; undefined if an earlier version refused it. */
export function refusalWords({ why, reason }: Pick<RefusalView, 'why' | 'reason'>): string | undefined {
  if (language.value !== 'de') return reason;
  return why && refusalsDe[why.code](why, spanWords(Math.abs(why.skewMs ?? 0) / 1000));
}

/** Returns the translations of a code; undefined until they are loaded. */
export function useCodeWords(): (code: string) => CodeWords | undefined {
  const codes = useResource('codes', abort => get<{ codes: readonly CodeView[] }>('codes', abort), 'once');
  const own: Translations<{ readonly advice: string }> = language.value === 'de' ? codesDe : {};
  return code => {
    const known = codes.value.value?.codes.find(each => each.code === code);
    const translated = Object.hasOwn(own, code) ? own[code] : undefined;
    return known && translated ? { ...translated, english: known.title } : known;
  };
}
