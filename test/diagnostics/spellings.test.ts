import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellings } from '../../src/diagnostics/spellings.ts';

describe('the spellings of a name', () => {
  it.each([
    ['birthDate', ['birth date']],
    ['XMLHttpRequest2Id', ['xml http request2 id']],
    ['  first_name--OF.customer ', ['first name of customer']],
    ['', ['']],
    ['Größe', ['grosse', 'groesse']],
    ['GebDatumÄrztin', ['geb datum arztin', 'geb datum aerztin']],
  ])('%j: %j', (name, forms) => {
    expect(spellings(name)).toEqual(forms);
  });

  it('are the same for a name of ASCII characters alone as with another sign behind it', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 40 });
    fc.assert(
      fc.property(ascii, name => {
        expect(spellings(name)).toEqual(spellings(`${name}·`));
      }),
    );
    const words = fc.array(fc.constantFrom('a', 'b', 'A', 'Z', '7', ' ', '_', '.'), { maxLength: 12 });
    fc.assert(
      fc.property(words, letters => {
        expect(spellings(letters.join(''))).toEqual(spellings(`${letters.join('')}·`));
      }),
      { numRuns: 1_000 },
    );
  });
});
