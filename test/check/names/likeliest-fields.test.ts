import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFields } from '../../../src/booking/catalog/field-list.ts';
import { likeliestFields } from '../../../src/check/names/likeliest-fields.ts';
import { nearestField } from '../../../src/check/names/nearest-field.ts';

const fieldsOf = (names: readonly string[]) => readFields(names.map(keyName => ({ keyName }))) ?? [];
const others = (count: number) => Array.from({ length: count }, (_, index) => `field.${index}`);

describe('the fields that are compared with a name', () => {
  it('are all of up to 500, and otherwise 250', () => {
    for (const count of [1, 300, 500]) {
      const fields = fieldsOf(others(count));
      expect(likeliestFields('birthdate', fields)).toBe(fields);
    }
    expect(likeliestFields('birthdate', fieldsOf(others(501)))).toHaveLength(250);
    expect(likeliestFields('birthdate', fieldsOf(others(2_400)))).toHaveLength(250);
  });

  it('contain the right one for a misspelt name, among thousands', () => {
    const many = fieldsOf([...others(1_200), 'customer.birthdate', ...others(1_200)]);
    const few = fieldsOf([...others(300), 'customer.birthdate']);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 17 }), fc.constantFrom('', 'x', 'd'), (at, letter) => {
        const name = `${'customer.birthdate'.slice(0, at)}${letter}${'customer.birthdate'.slice(at + 1)}`;
        expect(nearestField(name, many)?.keyName).toBe(nearestField(name, few)?.keyName);
      }),
      { numRuns: 30 },
    );
  });
});
