import { describe, expect, it } from 'vitest';
import { convertNumber } from '../../src/expressions/convert/convert-number.ts';

describe('the sign behind an amount', () => {
  it.each([
    ['1.249,50-', '-1249.5'],
    ['1,249.50-', '-1249.5'],
    ["1'249.50 -", '-1249.5'],
    ['20,00-', '-20'],
    ['20,00−', '-20'],
    ['0,00-', '0'],
  ])('is read: %s', (text, value) => {
    expect(convertNumber(text)).toEqual({ value });
  });

  it.each(['85.-', '85,-', '20-', '1-2', '1.249-', '-20,00-', '20,00--'])('is not made of %s', text => {
    expect(convertNumber(text)).toHaveProperty('fault');
  });
});

describe('a sign in front of a number', () => {
  it.each([
    ['-2', '-2'],
    ['−2', '-2'],
    ['–2', '-2'],
    ['—2', '-2'],
    ['‑2,25', '-2.25'],
    ['－2', '-2'],
    ['＋2', '2'],
    ['−.5', '-0.5'],
    ['−1.249,50', '-1249.5'],
    [' −2 ', '-2'],
  ])('is read in every writing: %s', (text, value) => {
    expect(convertNumber(text)).toEqual({ value });
  });

  it.each(['minus 2', '-−2', '−−2', '– 2', '±2', '2–', '1–2', '(2)', '−', '~2'])(
    'is not made of %s',
    text => {
      expect(convertNumber(text)).toHaveProperty('fault');
    },
  );
});
