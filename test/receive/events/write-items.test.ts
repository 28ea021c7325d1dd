import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wholePayload } from '../../../src/inbox/event.ts';
import { writeItems } from '../../../src/receive/events/write-items.ts';

const long = fc.string({ unit: 'binary', minLength: 90, maxLength: 300 });
const value = fc.jsonValue({ maxDepth: 3 });

it('writes items as JSON, with any shared parts', () => {
  const shares = fc.array(fc.record({ long, value }), { minLength: 1, maxLength: 4 });
  const picks = fc.array(fc.array(fc.nat(9), { maxLength: 5 }), { maxLength: 6 });
  fc.assert(
    fc.property(shares, picks, value, (shared, rows, own) => {
      const parts = [...shared, { all: shared }, shared, own];
      const items = rows.map((row, index) => ({
        index,
        own,
        'a"b': row.map(at => parts[at % parts.length]),
      }));
      const written = writeItems(items);
      const texts = written.map(each => wholePayload(each.payload, each.shared));
      expect(texts).toEqual(items.map(each => JSON.stringify(each)));
    }),
  );
});

it('writes a part shared by several items once', () => {
  const contact = { photo: 'x'.repeat(10_000) };
  const written = writeItems(Array.from({ length: 100 }, (_, item) => ({ item, contact })));
  expect(written[7]).toEqual({
    payload: '{"item":7,"contact":}',
    shared: [{ at: 20, json: JSON.stringify(contact) }],
  });
  expect(new Set(written.flatMap(each => each.shared.map(({ json }) => json))).size).toBe(1);
});
