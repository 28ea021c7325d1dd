import { computed, signal } from '@preact/signals';
import { de } from './de.ts';
import { en } from './en.ts';

/** The language of the page: what was chosen in this browser, else what the browser prefers. */
export const language = signal<'en' | 'de'>(startLanguage());

/** The texts of the page. */
export const words = computed(() => (language.value === 'de' ? de : en));

/** Chooses the other language, here and from now on. */
export function switchLanguage(): void {
  language.value = language.value === 'de' ? 'en' : 'de';
  try {
    localStorage.setItem('language', language.value);
  } catch {
    // A browser without storage chooses the language again next time.
  }
}

function startLanguage(): 'en' | 'de' {
  const kept = storedLanguage();
  if (kept === 'en' || kept === 'de') return kept;
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem('language');
  } catch {
    return null;
  }
}
