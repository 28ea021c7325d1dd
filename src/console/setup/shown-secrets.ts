import { effect, signal } from '@preact/signals';
import { session } from '../api.ts';
import type { ShownSecrets } from './setup-answers.ts';

/** Newly made secrets by source. They are only in memory, until they are hidden or the page is left. */
export const shownSecrets = signal<ReadonlyMap<string, ShownSecrets>>(new Map());

/** Shows newly made secrets. */
export function showSecrets(made: ShownSecrets): void {
  shownSecrets.value = new Map([...shownSecrets.value, [made.name, made]]);
}

/** Hides the secrets of a source for good. */
export function forgetSecrets(source: string): void {
  shownSecrets.value = new Map([...shownSecrets.value].filter(([name]) => name !== source));
}

effect(() => {
  if (!session.value) shownSecrets.value = new Map();
});
