import type { PartOutcome, TraceStep } from '../../mapping/explain/trace.ts';
import { codesDe } from '../words/codes-de.ts';
import { outcomesDe, phraseDe, stepNamesDe } from '../words/phrases-de.ts';
import { language } from '../words/words.ts';

/** A step on the way of a value in the language of the page; an expression or a setting as it is in the file. */
export function stepWords({ what, phrase }: TraceStep): string {
  return language.value === 'de' && phrase ? phraseDe(phrase) : what;
}

/** The name of a step whose value does not show. */
export function stepName(step: TraceStep['step']): string {
  return language.value === 'de' ? (stepNamesDe[step] ?? step) : step;
}

/** Why a part is not simply used, and the next step, in the language of the page. */
export interface WhyWords {
  readonly why: string | undefined;
  readonly advice: string | undefined;
  /** True if they are general words of the page, without any value of the event. */
  readonly isTranslated: boolean;
  /** The bridge's own words, where they say more. */
  readonly english?: string | undefined;
}

/** Returns the words of an outcome; those of the bridge if its code has no translation. */
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
