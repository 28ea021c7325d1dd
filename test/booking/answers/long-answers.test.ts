import { describe, expect, it } from 'vitest';
import { readAnswerBody } from '../../../src/booking/answers/answer-body.ts';
import { interpret } from '../../../src/booking/answers/interpret.ts';
import { readCatalogReply } from '../../../src/booking/catalog/read-catalog-reply.ts';
import type { Call } from '../../../src/inbox/call.ts';
import { countCalls } from '../../count-calls.ts';
import { bookingCall, bookingUrl, updateCall } from '../calls.ts';

const headers = { contentType: undefined, retryAfter: undefined, location: undefined, date: undefined };

function outcomeOf(call: Call, status: number, answer: unknown) {
  const body = Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer));
  return interpret(call, { kind: 'answered', status, headers, body }, { now: 0, earlierUnclear: false });
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `name ${index}`);

describe('a response that is far longer than usual', () => {
  it.each([
    ['deep', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['full of keys', `{${names(50_001).map(name => `"${name}":1`)}}`],
    ['full of elements', `[${'1,'.repeat(50_000)}1]`],
  ])('cannot be read if it is %s', (_what, json) => {
    expect(readAnswerBody(Buffer.from(json))).toEqual({ kind: 'cut' });
    expect(outcomeOf(updateCall, 200, json)).toMatchObject({ kind: 'again', row: 'A5' });
    expect(outcomeOf(bookingCall, 200, json)).toMatchObject({ kind: 'unknown', row: 'A5' });
    expect(outcomeOf(updateCall, 400, json)).toMatchObject({ kind: 'data', row: 'B7' });
  });

  it('is delivered; its first 500 changes are kept and the others counted', () => {
    const changes = names(4_000).map(name => ({ name, originalValue: '', newValue: 'x'.repeat(20_000) }));
    const outcome = outcomeOf(updateCall, 200, { id: 1001, changes: changes.slice(0, 600) });
    expect(outcome).toMatchObject({ kind: 'done', completion: { furtherChanges: 100 } });
    if (outcome.kind !== 'done') return;
    expect(outcome.completion.changes).toHaveLength(500);
    expect(outcome.completion.changes?.[0]?.newValue).toHaveLength(10_000);
    const few = outcomeOf(updateCall, 200, { id: 1001, changes: [{ name: 'note', newValue: 'x' }] });
    expect(few).toMatchObject({ completion: { changes: [{ name: 'note', newValue: 'x' }] } });
    expect(few).not.toHaveProperty('completion.furtherChanges');
  });

  it('names at most twenty refused keys, sent ones first, and counts the others', () => {
    const own = updateCall.additionalFields.map(({ key }) => key);
    const outcome = outcomeOf(updateCall, 400, {
      unknownKeys: [...names(5_000), ...own],
      availableKeys: names(5_000),
    });
    expect(outcome).toMatchObject({ kind: 'mapping', row: 'B2' });
    if (outcome.kind !== 'mapping') return;
    expect(outcome.unknownKeys).toEqual([...own, ...names(20)].slice(0, 20));
    expect(outcome.diagnostics).toHaveLength(21);
    expect(outcome.diagnostics.at(-1)?.message).toBe(
      `and ${5_000 + own.length - 20} more keys of the same kind`,
    );
  });

  it('searches for similar names among at most as many names, however many keys were refused', () => {
    const near = Array.from({ length: 12_000 }, (_, at) => `alergies${at}`);
    const calls = (refused: number) =>
      countCalls(() => {
        const unknownKeys = Array.from({ length: refused }, (_, at) => `allergie${at}`);
        outcomeOf(updateCall, 400, { unknownKeys, availableKeys: near });
      });
    expect(calls(20)).toBeLessThan(calls(1) * 2);
  });

  it('teaches at most 2,000 statuses, and none of a thousand letters', () => {
    const call: Call = { ...updateCall, customerStatus: { text: 'Kundee', origin: 'mapping' } };
    const learned = (availableStatuses: readonly string[]) => {
      const outcome = outcomeOf(call, 400, { error: 'customer status not found', availableStatuses });
      expect(outcome).toMatchObject({ kind: 'mapping', row: 'B1' });
      return 'availableStatuses' in outcome ? outcome.availableStatuses?.length : undefined;
    };
    expect(learned(names(2_000))).toBe(2_000);
    expect(learned(names(2_001))).toBeUndefined();
    expect(learned(['x'.repeat(1_001)])).toBeUndefined();
  });

  it('proves no booking with a URL that is too long to open', () => {
    const accepted = (more: string) =>
      outcomeOf(bookingCall, 200, { result: 'OK', customerId: 1001, url: bookingUrl + more });
    expect(accepted('')).toMatchObject({ kind: 'done', row: 'A6' });
    expect(accepted(`/${'x'.repeat(20_000)}`)).toMatchObject({ kind: 'unknown', row: 'A5' });
  });

  it('quotes a few of many errors', () => {
    const errors = Object.fromEntries(names(10_000).map(name => [name, 'x']));
    expect(outcomeOf(bookingCall, 200, { result: 'INVALID', errors })).toMatchObject({
      kind: 'data',
      row: 'A10',
    });
  });

  it('proves nothing with an inexact customer number', () => {
    const answer = `{"id":12345678901234567890123,"more":[${'1,'.repeat(6_000)}1]}`;
    expect(outcomeOf(updateCall, 200, answer)).toMatchObject({ row: 'A5' });
    expect(outcomeOf(updateCall, 200, `{"id":"${'1'.repeat(2_000)}"}`)).toMatchObject({ row: 'A5' });
  });
});

describe('a configuration', () => {
  const read = (fields: readonly unknown[]) =>
    readCatalogReply(
      { kind: 'answered', status: 200, headers, body: Buffer.from(JSON.stringify(fields)) },
      0,
    );

  it('with more fields than any account has is not used, and reports that', () => {
    expect(read(names(2_501).map(keyName => ({ keyName })))).toMatchObject({
      row: 'A5',
      reason: expect.stringContaining('it lists 2501 fields; at most 2500 are read'),
    });
    expect(read(names(2_500).map(keyName => ({ keyName })))).toHaveProperty('fields');
  });

  it('has long names cut, and half a pattern left out', () => {
    const cut = `${'x'.repeat(64 * 1024)}…`;
    expect(read([{ keyName: 'a', name: cut, errorMessage: cut, validatorRegexp: cut }])).toMatchObject({
      fields: [{ name: `${'x'.repeat(999)}…`, errorMessage: `${'x'.repeat(999)}…`, validatorRegexp: null }],
    });
  });
});
