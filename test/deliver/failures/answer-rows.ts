import type { RowName } from '../../../src/booking/answers/failure-table.ts';
import type { FaultRule } from '../../../src/sandbox/control/faults.ts';
import type { Ending } from './failure-cases.ts';

/**
 * A response of the sandbox, and its outcome for an update and for a booking; `-`: the response is not this row for
 * that operation. `everywhere`: the probe gets the same response.
 */
export type AnswerRow = readonly [
  row: RowName,
  by: string,
  fault: FaultRule,
  update: Ending | '-',
  booking: Ending | '-',
  more?: { readonly everywhere?: true; readonly timeout?: string; readonly destination?: string },
];

const quick = { timeout: '300ms' };
const everywhere = { everywhere: true } as const;
const patient = { destination: 'retryNotFound: true' };
const trusted = { destination: 'assumeNotApplied: [503]' };
const page = '<html><head><title>404 Not Found</title></head></html>';
const noStatus = 'HTTP/1.1 600 What\r\ncontent-length: 0\r\n\r\n';
const manyHeaders = `HTTP/1.1 200 OK\r\n${'x-header: some value\r\n'.repeat(5000)}\r\n`;

/** Responses that the sandbox can give by its fault rules. */
export const answerRows: readonly AnswerRow[] = [
  ['T7', 'no answer in time', { delayMs: 2000 }, 'again', 'unknown', quick],
  ['T7', 'no answer in time, but done', { delayMs: 2000, when: 'after' }, 'again', 'unknown', quick],
  ['T8', 'a reset', { reset: true }, 'again', 'unknown'],
  ['T8', 'a reset, but done', { reset: true, when: 'after' }, 'again', 'unknown'],
  ['T8', 'a closed connection, but done', { close: true, when: 'after' }, 'again', 'unknown'],
  ['T9', 'another protocol', { garbage: true, when: 'after' }, 'again', 'unknown'],
  ['T9', 'endless headers', { garbage: manyHeaders }, 'again', 'unknown'],
  ['T9', 'a status beyond all', { garbage: noStatus }, 'again', 'unknown'],
  ['T10a', 'a body that is cut', { cut: 10, when: 'after' }, 'again', 'unknown'],
  ['T10a', 'a body cut by a reset', { cut: 10, reset: true, when: 'after' }, 'again', 'unknown'],
  ['T10a', 'a body that stands still', { cut: 10, stall: true, when: 'after' }, 'again', 'unknown', quick],
  ['T10a', 'a body without end', { oversized: true, when: 'after' }, 'again', 'unknown'],
  ['T10b', 'a cut 400', { status: 400, body: 'nothing to', cut: 3 }, 'again', 'data'],
  ['T10b', 'a cut 404', { status: 404, body: 'customer not found', cut: 3 }, 'again', 'data'],
  ['T10c', 'a cut 500', { status: 500, body: 'Internal', cut: 3 }, 'again', 'unknown'],
  ['T10c', 'a cut 503', { status: 503, body: 'Service', cut: 3 }, 'again', 'unknown'],
  ['D4', 'a cut 408', { status: 408, body: 'Timeout', cut: 3 }, 'again', 'again'],

  ['A1', 'the customer, after an interim answer', { status: 103 }, 'done', '-'],
  ['A2', 'an answer about others', { wrongId: true, when: 'after' }, 'hold', 'unknown, held'],
  ['A3', 'access denied', { token: 'expired' }, 'hold', 'hold'],
  ['A3', 'access denied to everything', { token: 'expired' }, 'hold', 'hold', everywhere],
  ['A4', 'a page', { html: true, when: 'after' }, 'again', 'unknown'],
  ['A4', 'a page for everything', { html: true, when: 'after' }, 'hold', 'unknown, held', everywhere],
  ['A4', 'a text', { status: 200, body: 'It works!', when: 'after' }, 'again', 'unknown'],
  ['A5', 'nothing', { empty: true, when: 'after' }, 'again', 'unknown'],
  ['A5', 'JSON cut unnoticed', { cut: 30, closeDelimited: true, when: 'after' }, 'again', 'unknown'],
  ['A5', 'a list', json([]), 'again', 'unknown'],
  ['A5', 'an object of another shape', json({ ok: true }), 'again', 'unknown'],
  ['A5', 'a result nobody knows', json({ result: 'MAYBE' }), '-', 'unknown'],
  ['A5', 'two results', { ...json(0), body: '{"result":"ERROR","result":"OK"}' }, '-', 'unknown'],
  ['A5', 'a customer for a booking', json({ id: 1002, changes: [] }), '-', 'unknown'],
  ['A5', 'a booking for an update', json({ result: 'OK', customerId: 1002 }), 'again', '-'],
  ['A6', 'the booking, after an interim answer', { status: 103 }, '-', 'done'],
  ['A9', 'an action nobody knows', json({ result: 'OK', action: 'requireDance' }), '-', 'done'],
  ['A9', 'OK and nothing else', json({ result: 'OK' }), '-', 'done'],
  ['A10', 'INVALID', json({ result: 'INVALID', errors: { privacy: 'missing' } }), '-', 'data'],
  ['A11', 'ERROR', json({ result: 'ERROR', reason: 'appointmentInvalid' }), '-', 'data'],
  ...[201, 202, 204, 206].map(
    (status): AnswerRow => ['A13', `${status}`, { status, when: 'after' }, 'again', 'unknown'],
  ),

  ['B2', 'unknown keys', refusal({ unknownKeys: ['x'] }), '-', 'data'],
  ['B3', 'unsupported keys', refusal({ unsupportedKeys: ['allergies'] }), 'mapping', 'data'],
  ['B4', 'nothing to update', refusal({ error: 'nothing to update: give note' }), 'data', '-'],
  ['B5', 'unreadable fields', refusal({ error: 'additionalFields cannot be read' }), 'data', '-'],
  ['B6', 'no appointment', { status: 400, body: 'missing appointmentId' }, '-', 'data'],
  ['B7', 'another 400', { status: 400, body: 'no' }, 'data', 'data'],
  ['B7', 'a 400 about nothing', { status: 400 }, 'data', 'data'],
  ['C1', 'customer not found', { status: 404, body: 'customer not found' }, 'data', 'data'],
  ['C1', 'a customer who may come', { status: 404, body: 'customer not found' }, 'again', 'data', patient],
  ['C2', 'appointment not found', { status: 404, body: 'appointment not found' }, '-', 'data'],
  ['C3', 'a 404 of the operation', { status: 404, body: page }, 'data', 'data'],
  ['C3', 'a 404 of everything', { status: 404, body: page }, 'hold', 'hold', everywhere],
  ['C3', 'an appointment nobody asked for', { status: 404, body: 'appointment not found' }, 'data', '-'],

  ...[401, 407].map((status): AnswerRow => ['D1', `${status}`, { status }, 'hold', 'hold']),
  ['D2', '403', { status: 403 }, 'data', 'data'],
  ['D2', '403 for everything', { status: 403 }, 'hold', 'hold', everywhere],
  ...[405, 406, 411, 414, 415, 417, 421, 422, 426, 428, 431, 451, 418].map(
    (status): AnswerRow => ['D3', `${status}`, { status }, 'data', 'data'],
  ),
  ['D4', '408', { status: 408 }, 'again', 'again'],
  ...[409, 412, 423].map((status): AnswerRow => ['D5', `${status}`, { status }, 'again', 'data']),
  ...[410, 501, 505].map((status): AnswerRow => ['D6', `${status}`, { status }, 'data', 'data']),
  ['D6', '410 for everything', { status: 410 }, 'hold', 'hold', everywhere],
  ['D7', '413', { status: 413 }, 'data', 'data'],
  ['D8', '425', { status: 425 }, 'again', 'again'],
  ['D9', '429', { status: 429 }, 'again', 'again'],
  ['D9', '429 with an odd Retry-After', waiting(429, 'soon'), 'again', 'again'],
  ['D10', '429 with Retry-After', waiting(429, '90'), 'again', 'again'],

  ['E1', '500, but done', { status: 500, when: 'after' }, 'again', 'unknown'],
  ...[502, 504, 520, 521, 522, 523, 524, 525, 526, 527].map(
    (status): AnswerRow => ['E2', `${status}`, { status }, 'again', 'unknown'],
  ),
  ['E3', '503, but done', { status: 503, when: 'after' }, 'again', 'unknown'],
  ['E3', '503 with Retry-After', waiting(503, '90'), 'again', 'unknown'],
  ['E3', '503, which is trusted', { status: 503 }, 'again', 'again', trusted],
  ['E3', '503 to be trusted, with Retry-After', waiting(503, '90'), 'again', 'again', trusted],
  ['E2', '502, which is not trusted', { status: 502, when: 'after' }, 'again', 'unknown', trusted],
  ['T10c', 'a cut 503, which is trusted', { status: 503, body: 'Busy', cut: 2 }, 'again', 'again', trusted],
  ...[506, 530, 599].map((status): AnswerRow => ['E4', `${status}`, { status }, 'again', 'unknown']),
  ...[301, 302, 307, 308].map((status): AnswerRow => ['F1', `${status}`, moved(status), 'hold', 'hold']),
  ...[300, 303, 304].map((status): AnswerRow => ['F2', `${status}`, moved(status), 'again', 'unknown']),
];

function json(value: unknown) {
  return {
    status: 200,
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  };
}

function refusal(body: Readonly<Record<string, unknown>>): FaultRule {
  return { ...json({ error: 'invalid additionalFields', ...body }), status: 400 };
}

function waiting(status: number, seconds: string): FaultRule {
  return { status, headers: { 'retry-after': seconds } };
}

function moved(status: number): FaultRule {
  return { status, headers: { location: 'https://elsewhere.example.com/office/api' } };
}
