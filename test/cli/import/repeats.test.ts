import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { batches, type SentRow } from '../../../src/lists/batches.ts';
import { createRepeats } from '../../../src/lists/repeats.ts';
import { createRowDigest } from '../../../src/lists/sha256.ts';

describe('the digest of a row', () => {
  it('is the SHA-256 of its text in UTF-8, whatever came before', () => {
    const digestOf = createRowDigest();
    for (const text of ['a', 'Größe 😀', '', 'x'.repeat(20_000), '漢'.repeat(5_000), 'a']) {
      const expected = createHash('sha256').update(text).digest('hex');
      expect(Buffer.from(digestOf(text)).toString('hex')).toBe(expected);
    }
  });
});

describe('repeated rows', () => {
  it('are counted like in a map, among very many others', () => {
    const repeats = createRepeats();
    const map = new Map<string, number>();
    for (let at = 0; at < 60_000; at += 1) {
      const text = `row ${(at * 7919) % 40_009}`;
      const before = map.get(text) ?? 0;
      map.set(text, before + 1);
      expect(repeats.next(createHash('sha256').update(text).digest())).toBe(before);
    }
  });

  it('are counted if digests have the same beginning', () => {
    const repeats = createRepeats();
    const digest = (last: number) => Uint8Array.from([...Array<number>(15).fill(1), last]);
    expect([1, 2, 1, 2, 1].map(last => repeats.next(digest(last)))).toEqual([0, 0, 1, 1, 2]);
  });

  it('get in a batch the number of equal rows before', async () => {
    const text = 'customer,note\n1,a\n2,b\n1,a\n1,a\n2,b\n';
    const bytes = async function* () {
      yield new TextEncoder().encode(text);
    };
    const found: SentRow[] = [];
    for await (const rows of batches({ bytes, kind: 'csv', encoding: 'utf-8', separator: ',' }))
      found.push(...rows);
    expect(found.map(({ row, repeat = 0 }) => [row, repeat])).toEqual([
      [2, 0],
      [3, 0],
      [4, 1],
      [5, 2],
      [6, 1],
    ]);
  });
});
