import { computed, signal } from '@preact/signals';
import { de } from './de.ts';
import { en } from './en.ts';

/** The language of the page: the one chosen in this browser, or else the one that the browser prefers. */
export const language = signal<'en' | 'de'>(startLanguage());

/** The texts of the page. */
export const words = computed(() => (language.value === 'de' ? de : en));

/** Switches to the other language, now and for later visits. */
export function switchLanguage(): void {
  language.value = language.value === 'de' ? 'en' : 'de';
  try {
    localStorage.setItem('language', language.value);
  } catch {
    // Without storage, the page uses the preferred language of the browser next time.
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
