import type { PartOutcome, TraceStep } from '../../mapping/explain/trace.ts';
import { codesDe } from '../words/codes-de.ts';
import { outcomesDe, phraseDe, stepNamesDe } from '../words/phrases-de.ts';
import { language } from '../words/words.ts';

/** Returns the text for a step of a value in the language of the page; expressions and settings stay as written. */
export function stepWords({ what, phrase }: TraceStep): string {
  return language.value === 'de' && phrase ? phraseDe(phrase) : what;
}

/** Returns the name of a step whose value is masked. */
export function stepName(step: TraceStep['step']): string {
  return language.value === 'de' ? (stepNamesDe[step] ?? step) : step;
}

/** The reason why a part is not used unchanged, and the next step, in the language of the page. */
export interface WhyWords {
  readonly why: string | undefined;
  readonly advice: string | undefined;
  /** True if the texts are the page's translations, which contain no value of the event. */
  readonly isTranslated: boolean;
  /** The bridge's English text, if it says more. */
  readonly english?: string | undefined;
}

/** Returns the words for an outcome; the bridge's own text if its code has no translation. */
export function whyWords({ code, why, advice }: PartOutcome): WhyWords {
  if (language.value !== 'de' || code === undefined) return { why, advice, isTranslated: false };
  const isWhole = Object.hasOwn(outcomesDe, code);
  const own: Readonly<Record<string, { readonly title: string; readonly advice: string } | undefined>> = {
    ...codesDe,
    ...outcomesDe,
  };
  const translated = own[code];
  if (!translated) return { why, advice, isTranslated: false };
  const words = { why: translated.title, advice: translated.advice, isTranslated: true };
  return isWhole ? words : { ...words, english: why };
}
