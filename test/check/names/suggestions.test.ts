import { describe, expect, it } from 'vitest';
import { nearestField } from '../../../src/check/names/nearest-field.ts';
import { salonCatalog } from './catalog.ts';
import { generateAttempts } from './generate.ts';
import { type Attempt, byHand, far, misses } from './measure.ts';

function percent(missed: number, all: number): string {
  return `${(100 * (1 - missed / all)).toFixed(1)} %`;
}

function report(what: string, attempts: readonly Attempt[]): number {
  const missed = misses(attempts);
  const shown = missed.slice(0, 25).map(each => `\n    ${each}`);
  console.log(
    `${what}: ${attempts.length - missed.length} of ${attempts.length} right (${percent(missed.length, attempts.length)})${shown.join('')}`,
  );
  return 1 - missed.length / attempts.length;
}

describe('the suggested field', () => {
  it('is the right one for at least 95 % of the names written by hand', () => {
    expect(salonCatalog.length).toBeGreaterThanOrEqual(60);
    expect(byHand.length).toBeGreaterThanOrEqual(200);
    expect(report('written by hand', byHand)).toBeGreaterThanOrEqual(0.95);
  });

  it('is the right one for at least 95 % of the generated misspellings', () => {
    const generated = generateAttempts(salonCatalog);
    expect(generated.length).toBeGreaterThanOrEqual(1_000);
    expect(report('all slips', generated)).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    ['height', 'weight', 'Gewicht (kg)'],
    ['weight', 'height', 'Größe (cm)'],
  ])('is none for a name of another thing that looks alike: %s', (name, keyName, shown) => {
    const [any] = salonCatalog;
    const fields = any ? [{ ...any, keyName, name: shown }] : [];
    expect(nearestField(name, fields)).toBeUndefined();
    expect(nearestField(keyName, fields)?.keyName).toBe(keyName);
  });

  it('is none for a name that is far from every other name', () => {
    const suggested = far.flatMap(name => {
      const field = nearestField(name, salonCatalog);
      return field ? [`${name}: ${field.keyName}`] : [];
    });
    console.log(`far from everything: ${suggested.length} of ${far.length} got a suggestion`, suggested);
    expect(far.length).toBeGreaterThanOrEqual(40);
    expect(suggested).toEqual([]);
  });
});
