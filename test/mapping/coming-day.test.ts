import { describe, expect, it } from 'vitest';
import { meansComingDay } from '../../src/mapping/doubts/coming-day.ts';
import { mappingOf } from './evaluate-yaml.ts';

const isComing = (key: string, from = 'x') => {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${key}: {from: '${from}', as: date}\n`;
  const [field] = mappingOf(text).additionalFields;
  if (!field) throw new Error('no field');
  return meansComingDay(field.rule, `additionalFields.${field.key}`);
};

describe('a field for a day to come', () => {
  it.each(['car.hu', 'hu_faellig', 'tuev', 'TÜV', 'hauptuntersuchung', 'next.visit'])('is %s', key => {
    expect(isComing(key)).toBe(true);
  });

  it.each(['huhn', 'last.hu', 'asu.letzte', 'since', 'humor'])('is not %s', key => {
    expect(isComing(key)).toBe(false);
  });
});
