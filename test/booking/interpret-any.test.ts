import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureTable } from '../../src/booking/failure-table.ts';
import { interpret } from '../../src/booking/interpret.ts';
import type { Reply } from '../../src/booking/reply.ts';
import type { Call } from '../../src/inbox/call.ts';
import type { Outcome } from '../../src/inbox/outcome.ts';
import { bookingCall, bookingUrl, updateCall } from './calls.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const kinds = ['done', 'again', 'unknown', 'data', 'mapping', 'hold', 'probe'];
const runs = { numRuns: 3_000 };

const wellFormed = [
  { id: 1001, changes: [{ name: 'note', originalValue: 'a', newValue: 'b' }] },
  { id: '1001' },
  { id: 1002 },
  { result: 'OK', url: bookingUrl, customerId: 1001 },
  { result: 'OK', url: bookingUrl, customerId: 1002 },
  { result: 'OK', url: `${bookingUrl}9`, customerId: 1001 },
  { result: 'OK', action: 'requirePayment', url: bookingUrl },
  { result: 'OK', action: 'requireTAN' },
  { result: 'INVALID', errors: { privacy: 'missing' } },
  { result: 'ERROR', reason: 'appointmentInvalid' },
  { error: 'customer status not found', availableStatuses: ['Neukunde'] },
  { error: 'invalid additionalFields', unknownKeys: ['x'], availableKeys: ['y'] },
].map(body => JSON.stringify(body));

/** A well-formed answer, cut anywhere, or with a few characters replaced, or with a part of another one in it. */
const damaged = fc
  .record({
    text: fc.constantFrom(...wellFormed, 'Access denied', '<html>404 customer not found</html>'),
    other: fc.constantFrom(...wellFormed),
    at: fc.nat(200),
    length: fc.nat(20),
    how: fc.constantFrom('whole', 'cut', 'replaced', 'spliced'),
    replacement: fc.string({ maxLength: 3, unit: 'binary' }),
  })
  .map(({ text, other, at, length, how, replacement }) => {
    if (how === 'cut') return text.slice(0, at);
    if (how === 'replaced') return text.slice(0, at) + replacement + text.slice(at + length);
    return how === 'spliced' ? text.slice(0, at) + other.slice(at) : text;
  });

const body = fc.oneof(
  damaged.map(text => Buffer.from(text)),
  fc.json().map(text => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }),
);
const status = fc.oneof(fc.constantFrom(200, 400, 404), fc.integer({ min: 0, max: 700 }));
const header = fc.option(fc.oneof(fc.string(), fc.constantFrom('7', 'https://x.example.com/?token=a')), {
  nil: undefined,
});
const headers = fc.record({ contentType: header, retryAfter: header, location: header, date: header });

const anyReply: fc.Arbitrary<Reply> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('answered' as const), status, headers, body }) },
  fc.record({
    kind: fc.constant('broken' as const),
    status,
    headers,
    why: fc.constantFrom('cut' as const, 'stalled' as const, 'too-large' as const),
  }),
  fc.record({
    kind: fc.constant('not-sent' as const),
    why: fc.constantFrom(
      ...(['dns', 'unreachable', 'connect-timeout', 'reset', 'certificate', 'shutdown', 'invalid'] as const),
    ),
    detail: fc.string(),
  }),
  fc.record({
    kind: fc.constant('no-answer' as const),
    why: fc.constantFrom('timeout' as const, 'closed' as const),
  }),
  fc.constant({ kind: 'not-http' as const }),
);

describe('any reply at all', () => {
  it.each<Call>([updateCall, bookingCall])('means something for $operation', call => {
    fc.assert(
      fc.property(anyReply, fc.boolean(), (reply, earlierUnclear) => {
        const outcome = interpret(call, reply, { now, earlierUnclear });
        expect(kinds).toContain(outcome.kind);
        expect(Object.keys(failureTable)).toContain(outcome.row);
      }),
      runs,
    );
  });

  it('completes an update only by the customer with its number', () => {
    fc.assert(
      fc.property(anyReply, reply => {
        const outcome = interpret(updateCall, reply, { now, earlierUnclear: false });
        if (outcome.kind !== 'done') return;
        expect(reply).toMatchObject({ kind: 'answered', status: 200 });
        expect(String(answerOf(reply).id)).toBe('1001');
      }),
      runs,
    );
  });

  it('completes a booking only by OK, and by no url and no customer but its own', () => {
    fc.assert(
      fc.property(anyReply, fc.boolean(), (reply, earlierUnclear) => {
        const outcome = interpret(bookingCall, reply, { now, earlierUnclear });
        if (outcome.kind !== 'done') return;
        expect(reply).toMatchObject({ kind: 'answered', status: 200 });
        const { result, url, customerId } = answerOf(reply);
        expect(result).toBe('OK');
        if (typeof url === 'string' && url.trim() !== '') {
          const segments = new URL(url, 'https://x').pathname.split('/');
          expect(segments).toEqual(expect.arrayContaining(['apt-1', 'par%2F2%20%C3%A4']));
        }
        if (/^[0-9]+$/.test(String(customerId))) expect(Number(customerId)).toBe(1001);
      }),
      runs,
    );
  });

  it('repeats a booking only where it was not sent, or refused before it was looked at', () => {
    fc.assert(
      fc.property(anyReply, reply => {
        const outcome = interpret(bookingCall, reply, { now, earlierUnclear: false });
        if (!repeats(outcome)) return;
        const refusedEarly = 'status' in reply && [408, 425, 429].includes(reply.status);
        expect(reply.kind === 'not-sent' || refusedEarly).toBe(true);
      }),
      runs,
    );
  });
});

function repeats(outcome: Outcome): boolean {
  return outcome.kind === 'again' || (outcome.kind === 'probe' && repeats(outcome.good));
}

function answerOf(reply: Reply): Record<string, unknown> {
  if (reply.kind !== 'answered') throw new Error('there is no answer');
  return JSON.parse(new TextDecoder().decode(reply.body).trim()) as Record<string, unknown>;
}
