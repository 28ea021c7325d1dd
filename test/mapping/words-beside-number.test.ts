import { expect, it } from 'vitest';
import { wordsBesideNumber } from '../../src/mapping/doubts/unlike-samples/words-beside-number.ts';

it.each([
  ['2 Klaviere', '2', '90 Minuten', '90'],
  ['2 Klaviere und 3 Klaviere', '2', '90 Klaviere', '90'],
])('shows no word of a stored event: %s', (text, part, sample, own) => {
  const known = [{ text: sample, part: own }];
  expect(wordsBesideNumber({ text, part }, known, { isShown: true })).toContain('Klaviere');
  expect(wordsBesideNumber({ text, part }, known, { isShown: false })).not.toMatch(/Klavier(?!e"$)/);
  expect(wordsBesideNumber({ text, part }, known, { isShown: false })).toBeDefined();
});
