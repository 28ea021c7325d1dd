import { describe, expect, it } from 'vitest';
import { fieldConsents } from '../../src/check/consents/field-consents.ts';
import { mappingOf } from './trials.ts';

describe('the table of a box', () => {
  it.each([
    ['{from: x, as: boolean, values: {igen: true, nem: true}, ignoreCase: true}', 1],
    ['{answer: Szed vérhígítót?, as: boolean, values: {igen: true, nem: true}}', 1],
    ['{from: x, as: boolean, values: {ano: "true", ne: "true"}}', 1],
    ['{from: x, as: boolean, values: {nai: true, oxi: true, isos: true}}', 1],
    ['{from: x, as: boolean, values: {igen: true, nem: false}}', 0],
    ['{from: x, as: boolean, values: {igen: true}}', 0],
    ['{from: x, as: boolean, values: {Igen: true, igen: true}}', 0],
    ['{from: x, as: boolean, values: {yes: true, ja: true, x: true}}', 0],
    ['{from: x, as: boolean, values: {gold: true, vip: true}, otherwise: false}', 0],
    ['{from: x, as: boolean, values: {gold: true, vip: true}, because: only these are sent}', 0],
    ['{from: x, values: {igen: Ja, nem: Nein}}', 0],
  ])('is reported if each answer is a yes: %s', (rule, count) => {
    const found = fieldConsents(mappingOf(['additionalFields:', `  blood.thinner: ${rule}`]), undefined);
    expect(found).toHaveLength(count);
    for (const each of found) {
      expect(each).toMatchObject({ code: 'mapping/reversed-answer', path: 'additionalFields.blood.thinner' });
      expect(each.message).toContain('has a yes for each answer in its table');
    }
  });
});
