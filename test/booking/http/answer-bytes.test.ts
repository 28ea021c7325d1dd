import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerBytes, answerBytes, answerRoom } from '../../../src/booking/http/answer-bytes.ts';
import { longestText } from '../../../src/booking/http/text-cutter.ts';

const mib = 1024 * 1024;

function collector(limits: { mostBytes?: number; mostKept?: number; room?: number } = {}): AnswerBytes {
  const { mostBytes = 20 * mib, mostKept = mib, room = 8 * mib } = limits;
  return answerBytes({ mostBytes, mostKept, room: answerRoom(room) });
}

/** Adds all bytes in pieces of this size; returns the number of accepted pieces. */
function give(collected: AnswerBytes, bytes: Uint8Array, pieceBytes: number): number {
  let pieces = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (!collected.add(bytes.subarray(at, at + pieceBytes))) break;
    pieces += 1;
  }
  return pieces;
}

const textOf = (collected: AnswerBytes) => Buffer.from(collected.kept()).toString();

describe('the bytes of a response', () => {
  it('take no more memory if they arrive one by one', () => {
    const body = Buffer.from(`["${'x'.repeat(3_000)}"]`);
    const collected = collector();
    expect(give(collected, body, 1)).toBe(body.length);
    expect(textOf(collected)).toBe(body.toString());
    expect(collected.heldBytes()).toBeLessThanOrEqual(2 * 4096);
  });

  it('are accepted in pieces of any size, up to a million of them', () => {
    const catalog = Buffer.from(`[${'1,'.repeat(150_000)}1]`);
    for (const pieceBytes of [1, 7, 100]) {
      const collected = collector();
      expect(give(collected, catalog, pieceBytes)).toBe(Math.ceil(catalog.length / pieceBytes));
      expect(textOf(collected)).toBe(catalog.toString());
    }
    expect(give(collector(), Buffer.from(`["${'x'.repeat(2 * mib)}"]`), 1)).toBe(mib);
  });

  it('are kept except the ends of long texts, whatever the pieces', () => {
    const part = fc.constantFrom('x', '\\"', '\\\\', '\\u003c', 'é', '€', '😀', ' ', '{', ',');
    const long = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 60_000 }))
      .map(([parts, times]) => parts.join('').repeat(times).slice(0, 200_000));
    const whole = (text: string) =>
      text.replace(/\\(?:u[0-9a-f]{0,3})?$/, '').replace(/(^|[^\\])((?:\\\\)*)\\$/, '$1$2');
    fc.assert(
      fc.property(long, fc.integer({ min: 1, max: 70_000 }), (text, pieceBytes) => {
        const value = whole(text).toWellFormed();
        const json = `{"id":1,"note":"${value}","rest":["${value}",2]}`;
        const collected = collector();
        const body = Buffer.from(json);
        expect(give(collected, body, pieceBytes)).toBe(Math.ceil(body.length / pieceBytes));
        const read = JSON.parse(textOf(collected)) as { id: number; note: string; rest: unknown[] };
        const original = (JSON.parse(json) as typeof read).note;
        if (Buffer.byteLength(value) <= longestText) {
          expect(read.note).toBe(original);
          return;
        }
        expect(read.note.endsWith('…')).toBe(true);
        expect(original.startsWith(read.note.slice(0, -1))).toBe(true);
        expect(read.rest).toEqual([read.note, 2]);
        expect(read.id).toBe(1);
        expect(collected.kept().length).toBeLessThan(2 * (longestText + 100));
      }),
      { numRuns: 60 },
    );
  });

  it('are kept up to a limit; of a page only the beginning is kept', () => {
    const json = collector({ mostKept: 100_000 });
    expect(give(json, Buffer.from(`[${'1,'.repeat(60_000)}1]`), 1_000)).toBe(100);
    const page = collector();
    expect(give(page, Buffer.from(`<html>${'x'.repeat(300_000)}`), 1_000)).toBe(301);
    expect(page.kept().length).toBe(longestText);
    expect(give(collector({ mostBytes: 100_000 }), Buffer.alloc(200_000, 'x'), 1_000)).toBe(100);
  });

  it('share the memory beyond their first 64 KiB, and release it', () => {
    const limits = { mostBytes: 20 * mib, mostKept: mib, room: answerRoom(mib) };
    const body = Buffer.from(`[${'1,'.repeat(200_000)}1]`);
    const answers = [1, 2, 3, 4].map(() => answerBytes(limits));
    const whole = answers.map(each => give(each, body, 1_000) === 401);
    expect(whole).toEqual([true, true, false, false]);
    for (const each of answers) each.release();
    expect(give(answerBytes(limits), body, 1_000)).toBe(401);
  });
});
