import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureTable } from '../../src/booking/answers/failure-table.ts';
import { interpret } from '../../src/booking/answers/interpret.ts';
import type { Reply } from '../../src/booking/http/reply.ts';
import type { Call } from '../../src/inbox/call.ts';
import type { Outcome } from '../../src/inbox/outcome.ts';
import { allowedKinds, brokenKinds, lost } from './answer-oracle.ts';
import { answerCount, anyBody, anyContentType, anyStatus, successes } from './any-answer.ts';
import { answered, bookingCall, noHeaders, updateCall } from './calls.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const calls: readonly Call[] = [updateCall, bookingCall];

const header = fc.option(fc.oneof(fc.string(), fc.constantFrom('7', 'https://x.example.com/?token=a')), {
  nil: undefined,
});
const headers = fc.record({
  contentType: anyContentType,
  retryAfter: header,
  location: header,
  date: header,
});

const anyAnswer = fc.record({
  kind: fc.constant('answered' as const),
  status: anyStatus,
  headers,
  body: anyBody,
});

/** Also the replies without a response, or with a part of one. */
const anyReply: fc.Arbitrary<Reply> = fc.oneof(
  { weight: 4, arbitrary: anyAnswer },
  fc.record({
    kind: fc.constant('broken' as const),
    status: fc.integer({ min: 0, max: 700 }),
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
  fc.record({ kind: fc.constant('not-http' as const), body: fc.uint8Array({ maxLength: 20 }) }),
);

function meaning(call: Call, reply: Reply, earlierUnclear = false): Outcome {
  const outcome = interpret(call, reply, { now, earlierUnclear });
  expect(Object.keys(failureTable)).toContain(outcome.row);
  return outcome;
}

describe('any response', () => {
  it.each(calls)(
    'to $operation has only allowed outcomes',
    call => {
      fc.assert(
        fc.property(anyAnswer, reply => {
          const allowed = allowedKinds(call.operation, reply.status, reply.body);
          expect(allowed).toContain(meaning(call, reply).kind);
        }),
        { numRuns: Math.ceil(answerCount / 2) },
      );
    },
    5_000 + answerCount,
  );

  it.each(calls)('to $operation is neither a success nor a failure if it is cut at any byte', call => {
    for (const text of successes[call.operation]) {
      const whole = Buffer.from(text);
      expect(meaning(call, answered(200, text)).kind).toBe('done');
      for (let bytes = 0; bytes < whole.length; bytes += 1) {
        const body = whole.subarray(0, bytes);
        const reply: Reply = { kind: 'answered', status: 200, headers: noHeaders, body };
        expect(lost(call.operation)).toContain(meaning(call, reply).kind);
      }
    }
  });

  it.each(calls)('to $operation with only a status has the outcome of that status', call => {
    for (let status = 100; status <= 599; status += 1) {
      const reply: Reply = { kind: 'broken', status, headers: noHeaders, why: 'cut' };
      const allowed =
        status > 200 && status < 300 ? lost(call.operation) : brokenKinds(call.operation, status);
      expect([status, allowed]).toEqual([status, expect.arrayContaining([meaning(call, reply).kind])]);
    }
  });

  it('does not prove that a booking sent before was not made, if it refuses the booking', () => {
    const reply = answered(200, { result: 'ERROR', reason: 'appointmentInvalid' });
    expect(meaning(bookingCall, reply, true).kind).toBe('unknown');
  });
});

describe('any reply', () => {
  it('leads to a repeated booking only if it was not sent, or refused before it was processed', () => {
    fc.assert(
      fc.property(anyReply, fc.boolean(), (reply, earlierUnclear) => {
        if (!repeats(meaning(bookingCall, reply, earlierUnclear))) return;
        const refusedEarly = 'status' in reply && [408, 425, 429].includes(reply.status);
        expect(reply.kind === 'not-sent' || refusedEarly).toBe(true);
      }),
      { numRuns: Math.ceil(answerCount / 10) },
    );
  });

  it('has an outcome for an update, and means success only after a response', () => {
    fc.assert(
      fc.property(anyReply, reply => {
        const { kind } = meaning(updateCall, reply);
        if (kind === 'done') expect(reply).toMatchObject({ kind: 'answered', status: 200 });
        expect(kind).not.toBe('unknown');
      }),
      { numRuns: Math.ceil(answerCount / 10) },
    );
  });
});

function repeats(outcome: Outcome): boolean {
  return outcome.kind === 'again' || (outcome.kind === 'probe' && repeats(outcome.good));
}
