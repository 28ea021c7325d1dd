import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ExpectedCall } from '../../src/mapping/tests/compare-calls.ts';
import { updateExpectations } from '../../src/mapping/tests/update-expectations.ts';

const call = (values: Record<string, string | Record<string, string>>): ExpectedCall => ({
  operation: 'updateCustomer',
  destination: 'salon',
  ...values,
});

function updated(expectation: string, ...calls: ExpectedCall[]): string | undefined {
  const head = 'tests:\n  - name: a\n    expect:';
  const text = updateExpectations(`${head}${expectation}\n# the end\n`, [{ index: 0, calls }]);
  return text?.slice(head.length).replace(/\n# the end\n$/, '');
}

describe('an updated expectation', () => {
  it.each([
    [
      'a value among others, with its quotes and its comment',
      '\n      - id: 5 # who\n        note: "x" # what\n        customerStatus: VIP',
      [call({ id: '5', note: 'y', customerStatus: 'VIP' })],
      '\n      - id: 5 # who\n        note: "y" # what\n        customerStatus: VIP',
    ],
    [
      'a field among others',
      '\n      - id: 5\n        additionalFields: {a: 1, lead.source: x}',
      [call({ id: '5', additionalFields: { a: '1', 'lead.source': 'y', b: 'true' } })],
      '\n      - id: 5\n        additionalFields: {a: 1, lead.source: y, b: "true"}',
    ],
    [
      'operation and destination only if the expectation has them',
      '\n      - {operation: persistCustomerData, destination: here, id: 5}',
      [call({ id: '5' })],
      '\n      - {operation: updateCustomer, destination: salon, id: 5}',
    ],
    [
      'a call more, in the style of the others',
      '\n      - {id: 5}',
      [call({ id: '5' }), call({ id: '6' })],
      '\n      - {id: 5}\n      - {operation: updateCustomer, id: "6"}',
    ],
    ['a call less', '\n      - id: 5\n      - id: 6', [call({ id: '5' })], '\n      - id: 5'],
    ['no call any more', '\n      - id: 5', [], ' []'],
    [
      'an empty list by calls, below the comment',
      ' [] # nothing',
      [call({ id: '5', additionalFields: { 'a.b': 'x: y' } })],
      ' # nothing\n      - operation: updateCustomer\n        id: "5"\n        additionalFields:\n          a.b: "x: y"',
    ],
    [
      'an empty list, whose comment of a first mapping no longer applies',
      ' [] # nothing is sent',
      [call({ id: '5' })],
      '\n      - operation: updateCustomer\n        id: "5"',
    ],
    ['a list in one line', ' [{id: 5}]', [call({ id: '6' })], ' [{id: "6"}]'],
  ])('changes %s', (_, before, calls, after) => {
    expect(updated(before, ...calls)).toBe(after);
  });

  it('leaves correct lines unchanged, however they are written', () => {
    const text = "\n      # first\n      -   id:   5     # who\n          note:   'x'";
    expect(updated(text, call({ id: '5', note: 'x', customerStatus: 'VIP' }))).toContain("note: 'x'");
    expect(updated(text, call({ id: '5', note: 'x' }))).toContain('      # first\n');
  });

  it('is not written if it stands in another place', () => {
    expect(updated(' &one [{id: 5}]', call({ id: '6' }))).toBeUndefined();
    const text = 'tests:\n  - {name: a, expect: &one [{id: 5}]}\n  - {name: b, expect: *one}\n';
    expect(updateExpectations(text, [{ index: 1, calls: [] }])).toBeUndefined();
  });

  it('matches the calls exactly, whatever texts they have', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ unit: fc.constantFrom('\u2028', '\u0085', ' ', '#', ':', '\n', 'a'), maxLength: 5 }),
    );
    const anyCall = fc.record({ id: text, note: text, additionalFields: fc.dictionary(text, text) });
    const styles = ['\n      - {id: 5}', '\n      - id: 5\n        note: "x"', ' []', ' [{id: 5}]'];
    fc.assert(
      fc.property(fc.constantFrom(...styles), fc.array(anyCall, { maxLength: 3 }), (style, calls) => {
        const result = updated(style, ...calls.map(call));
        const read = parse(`expect:${result}`).expect as Record<string, unknown>[];
        expect(read.map(({ operation: _, ...values }) => values)).toEqual(
          calls.map(each => ({ ...each, ...(style !== ' []' && { id: each.id }) })),
        );
      }),
    );
  });
});
