import { readFileSync } from 'node:fs';
import { nearestField } from '../../../src/check/names/nearest-field.ts';
import { salonCatalog } from './catalog.ts';

/** A written name, and the keyName that was meant. */
export interface Attempt {
  readonly written: string;
  readonly meant: string;
}

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'));
}

/** Names written by hand, each with the keyName that was meant. */
export const byHand: readonly Attempt[] = linesOf('meant.txt').map(line => {
  const [written = '', meant = ''] = line.split(' -> ');
  return { written, meant };
});

/** Names that belong to no field. */
export const far: readonly string[] = linesOf('far.txt');

/** Returns a line for each wrong or missing suggestion. */
export function misses(attempts: readonly Attempt[]): readonly string[] {
  return attempts.flatMap(({ written, meant }) => {
    const suggested = nearestField(written, salonCatalog)?.keyName;
    return suggested === meant ? [] : [`${written}: ${suggested ?? 'nothing'}, not ${meant}`];
  });
}
