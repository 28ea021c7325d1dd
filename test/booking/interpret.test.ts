import { describe, expect, it } from 'vitest';
import { failureTable, type RowName, ruling } from '../../src/booking/answers/failure-table.ts';
import { interpret } from '../../src/booking/answers/interpret.ts';
import { readCatalogReply } from '../../src/booking/catalog/read-catalog-reply.ts';
import type { Reply } from '../../src/booking/http/reply.ts';
import type { Call } from '../../src/inbox/call.ts';
import type { Outcome } from '../../src/inbox/outcome.ts';
import { answered, bookingCall, bookingUrl, data, noHeaders, updateCall } from './calls.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const accepted = { result: 'OK', url: bookingUrl, customerId: 1001 };
const customer = { id: 1001, name: 'Muster', changes: [] };

function outcome(call: Call, reply: Reply, earlierUnclear = false): Outcome {
  return interpret(call, reply, { now, earlierUnclear });
}

function broken(status: number): Reply {
  return { kind: 'broken', status, headers: noHeaders, why: 'cut' };
}

function notSent(why: Extract<Reply, { kind: 'not-sent' }>['why']): Reply {
  return { kind: 'not-sent', why, detail: 'CODE' };
}

type Kind = Outcome['kind'];

/** Row, reply, outcome for updateCustomer and for persistCustomerData; `-`: the row does not apply to the operation. */
const table: readonly (readonly [RowName, string, Reply, Kind | '-', Kind | '-'])[] = [
  ['T1', 'the name is not resolved', notSent('dns'), 'again', 'again'],
  ['T2', 'connection refused', notSent('unreachable'), 'again', 'again'],
  ['T3', 'no connection in time', notSent('connect-timeout'), 'again', 'again'],
  ['T4', 'reset while connecting', notSent('reset'), 'again', 'again'],
  ['T5', 'bad certificate', notSent('certificate'), 'hold', 'hold'],
  ['T6a', 'shutting down', notSent('shutdown'), 'again', 'again'],
  ['T6b', 'not buildable', notSent('invalid'), 'data', 'data'],
  ['T7', 'no answer in time', { kind: 'no-answer', why: 'timeout' }, 'again', 'unknown'],
  ['T8', 'closed without an answer', { kind: 'no-answer', why: 'closed' }, 'again', 'unknown'],
  ['T9', 'nonsense', { kind: 'not-http' }, 'again', 'unknown'],
  ['T9', 'a status beyond 599', answered(777), 'again', 'unknown'],
  ['T9', 'a status below 200', answered(101), 'again', 'unknown'],
  ['T10a', 'a cut 200', broken(200), 'again', 'unknown'],
  ['T10a', 'a cut 204', broken(204), 'again', 'unknown'],
  ['T10b', 'a cut 400', broken(400), 'again', 'data'],
  ['T10b', 'a cut 404', broken(404), 'again', 'data'],
  ['T10c', 'a cut 500', broken(500), 'again', 'unknown'],
  ['T10c', 'a cut 501', broken(501), 'again', 'unknown'],
  ['D1', 'a cut 401', broken(401), 'hold', 'hold'],
  ['D4', 'a cut 408', broken(408), 'again', 'again'],
  ['D9', 'a cut 429', broken(429), 'again', 'again'],
  ['A1', 'the customer', answered(200, customer), 'done', '-'],
  ['A1', 'the customer with a number as text', answered(200, { id: '1001' }), 'done', '-'],
  ['A2', 'another customer', answered(200, { ...customer, id: 1002 }), 'hold', '-'],
  ['A3', 'the denial', answered(200, 'Access denied'), 'hold', 'hold'],
  ['A3', 'the denial, written otherwise', answered(200, '\ufeff ACCESS DENIED\r\n'), 'hold', 'hold'],
  ['A4', 'a page', answered(200, '<html><title>Maintenance</title></html>'), 'probe', 'unknown'],
  ['A4', 'a denial inside a page', answered(200, '<p>Access denied</p>'), 'probe', 'unknown'],
  ['A4', 'a denial with more words', answered(200, 'Access denied by the firewall'), 'probe', 'unknown'],
  ['A4', 'a denial and much blank', answered(200, `Access denied${' '.repeat(300)}`), 'probe', 'unknown'],
  ['A5', 'nothing', answered(200, ''), 'again', 'unknown'],
  ['A5', 'only blanks', answered(200, ' \n'), 'again', 'unknown'],
  ['A5', 'cut JSON', answered(200, '{"id": 1001, "result": "O'), 'again', 'unknown'],
  ['A5', 'a list', answered(200, [customer, accepted]), 'again', 'unknown'],
  ['A5', 'a text in JSON', answered(200, '"Access denied"'), 'again', 'unknown'],
  ['A5', 'null', answered(200, 'null'), 'again', 'unknown'],
  ['A5', 'an object of another shape', answered(200, { ok: true }), 'again', 'unknown'],
  ['A5', 'a doubled id', answered(200, '{"id":1002,"a":{"id":1},"\\u0069d":1001}'), 'again', '-'],
  [
    'A5',
    'absurdly deep nesting',
    answered(200, '['.repeat(200_000) + ']'.repeat(200_000)),
    'again',
    'unknown',
  ],
  ['A5', 'the answer of the other operation', answered(200, customer), '-', 'unknown'],
  ['A5', 'the answer of the other operation', answered(200, accepted), 'again', '-'],
  ['A5', 'an unknown result', answered(200, { ...accepted, result: 'MAYBE' }), '-', 'unknown'],
  ['A5', 'a doubled result', answered(200, '{"result":"ERROR","result":"INVALID"}'), '-', 'unknown'],
  ['A5', 'an inherited result', answered(200, '{"__proto__":{"result":"OK"}}'), '-', 'unknown'],
  [
    'A2',
    'the url of another booking',
    answered(200, { ...accepted, url: 'https://x/apt-9/par' }),
    '-',
    'unknown',
  ],
  [
    'A2',
    'a url with only the appointment',
    answered(200, { ...accepted, url: 'https://x/apt-1' }),
    '-',
    'unknown',
  ],
  ['A2', 'the customer of another booking', answered(200, { ...accepted, customerId: 9 }), '-', 'unknown'],
  ['A6', 'a completed booking', answered(200, accepted), '-', 'done'],
  [
    'A7',
    'to be paid',
    answered(200, { ...accepted, action: 'requirePayment', customerId: null }),
    '-',
    'done',
  ],
  ['A8', 'to be confirmed', answered(200, { result: 'OK', action: 'requireTAN' }), '-', 'done'],
  ['A9', 'an unknown action', answered(200, { ...accepted, action: 'requireFax' }), '-', 'done'],
  ['A9', 'no customer', answered(200, { result: 'OK', url: bookingUrl }), '-', 'done'],
  ['A9', 'no url', answered(200, { result: 'OK', customerId: 1001 }), '-', 'done'],
  ['A9', 'to be paid nowhere', answered(200, { result: 'OK', action: 'requirePayment' }), '-', 'done'],
  ['A10', 'not valid', answered(200, { result: 'INVALID', errors: { privacy: 'missing' } }), '-', 'data'],
  ['A11', 'not possible', answered(200, { result: 'ERROR', reason: 'appointmentInvalid' }), '-', 'data'],
  ['A13', 'a 204', answered(204), 'again', 'unknown'],
  ['A13', 'a 201', answered(201, customer), 'again', 'unknown'],
  ['B1', 'an unknown status', answered(400, { availableStatuses: ['Neukunde'] }), 'mapping', 'mapping'],
  ['B1', 'an unknown status, as text', answered(400, 'customer status not found'), 'mapping', 'mapping'],
  [
    'B2',
    'unknown keys',
    answered(400, { error: 'invalid additionalFields', unknownKeys: ['lead.source'] }),
    'mapping',
    'data',
  ],
  ['B3', 'unsupported keys', answered(400, { unsupportedKeys: ['lead.source'] }), 'mapping', 'data'],
  ['B4', 'nothing to update', answered(400, { error: 'nothing to update: give note' }), 'data', '-'],
  ['B5', 'an unreadable format', answered(400, { error: 'cannot read additionalFields' }), 'data', '-'],
  ['B6', 'no appointment', answered(400, { message: 'missing appointmentId' }), '-', 'data'],
  ['B7', 'a 400 with a page', answered(400, '<html>customer status not found</html>'), 'data', 'data'],
  ['B7', 'an empty 400', answered(400), 'data', 'data'],
  ['C1', 'no such customer', answered(404, { error: 'Customer not found' }), 'data', 'data'],
  [
    'C1',
    'no such customer, said in message',
    answered(404, { status: 404, error: 'Not Found', message: 'customer not found' }),
    'data',
    'data',
  ],
  ['C2', 'no such appointment', answered(404, 'appointment not found'), '-', 'data'],
  ['C3', 'another 404', answered(404, '<html>Not Found: customer not found</html>'), 'probe', 'probe'],
  ['C3', 'no such appointment, for an update', answered(404, 'appointment not found'), 'probe', '-'],
  ['D1', '401', answered(401), 'hold', 'hold'],
  ['D1', '407', answered(407), 'hold', 'hold'],
  ['D2', '403', answered(403, '<html>'), 'probe', 'probe'],
  ...[402, 405, 406, 411, 414, 415, 417, 421, 422, 426, 428, 431, 451, 499].map(
    status => ['D3', String(status), answered(status), 'data', 'data'] as const,
  ),
  ['D4', '408', answered(408), 'again', 'again'],
  ...[409, 412, 423].map(status => ['D5', String(status), answered(status), 'again', 'data'] as const),
  ...[410, 501, 505].map(status => ['D6', String(status), answered(status), 'probe', 'probe'] as const),
  ['D7', '413', answered(413), 'data', 'data'],
  ['D8', '425', answered(425), 'again', 'again'],
  ['D9', '429', answered(429), 'again', 'again'],
  ['D10', '429 with Retry-After', answered(429, '', { retryAfter: '30' }), 'again', 'again'],
  ['E1', '500', answered(500, { error: 'customer not found' }), 'again', 'unknown'],
  ...[502, 504, 520, 527].map(
    status => ['E2', String(status), answered(status), 'again', 'unknown'] as const,
  ),
  ['E3', '503', answered(503), 'again', 'unknown'],
  ['E4', '599', answered(599), 'again', 'unknown'],
  ...[301, 302, 307, 308].map(status => ['F1', String(status), answered(status), 'hold', 'hold'] as const),
  ...[300, 303, 304].map(status => ['F2', String(status), answered(status), 'again', 'unknown'] as const),
];

describe('every row of the failure table', () => {
  it.each(table.filter(([, , , update]) => update !== '-'))(
    '%s: %s, for updateCustomer',
    (row, _what, reply, update) => {
      expect(outcome(updateCall, reply)).toMatchObject({ row, kind: update });
    },
  );

  it.each(table.filter(([, , , , booking]) => booking !== '-'))(
    '%s: %s, for persistCustomerData',
    (row, _what, reply, _update, booking) => {
      expect(outcome(bookingCall, reply)).toMatchObject({ row, kind: booking });
    },
  );

  it('is tested here, except the rows without a reply', () => {
    const tried = new Set(table.map(([row]) => row));
    const untried = Object.keys(failureTable).filter(row => !tried.has(row as RowName));
    expect(untried).toEqual(['T11', 'T14', 'A12']);
  });

  it('never repeats a booking unless it is proved not to be applied', () => {
    const repeating = Object.keys(failureTable).filter(
      row => ruling(row as RowName, 'persistCustomerData').kind === 'again',
    );
    expect(repeating).toEqual(['T1', 'T2', 'T3', 'T4', 'T6a', 'D4', 'D8', 'D9', 'D10']);
  });
});

describe('a delivered update', () => {
  it('reports the changes that the API really made', () => {
    const changes = [
      { name: 'note', originalValue: null, newValue: 'likes tea' },
      { name: 'customer.customerStatus.label', originalValue: 'Neukunde', newValue: 3 },
      'nonsense',
    ];
    expect(outcome(updateCall, answered(200, { ...customer, changes }))).toEqual({
      kind: 'done',
      row: 'A1',
      completion: {
        customerId: '1001',
        changes: [
          { name: 'note', originalValue: null, newValue: 'likes tea' },
          { name: 'customer.customerStatus.label', originalValue: 'Neukunde', newValue: '3' },
        ],
      },
    });
  });

  it('is distinguished from its neighbour by numbers beyond the precision of JavaScript', () => {
    const call = { ...updateCall, id: data('9007199254740993') };
    expect(outcome(call, answered(200, '{"id":9007199254740993}')).kind).toBe('done');
    expect(outcome(call, answered(200, '{"id":9007199254740992}')).row).toBe('A2');
  });

  it('is for the same customer with leading zeros', () => {
    expect(outcome({ ...updateCall, id: data('0001001') }, answered(200, customer)).kind).toBe('done');
  });
});

describe('a delivered booking', () => {
  it('has the values that the API returned', () => {
    expect(outcome(bookingCall, answered(200, accepted))).toEqual({
      kind: 'done',
      row: 'A6',
      completion: { result: 'OK', url: bookingUrl, customerId: '1001' },
    });
    expect(outcome(bookingCall, answered(200, { ...accepted, action: 'requirePayment' }))).toMatchObject({
      completion: { action: 'requirePayment', url: bookingUrl },
    });
  });

  it('accepts any customer if none was given, and needs no participant if none was sent', () => {
    const { appointmentParticipantId: _none, ...rest } = bookingCall;
    const call = { ...rest, customer: { details: { name: data('Muster') } } };
    const answer = { result: 'OK', url: 'https://calendar.example.com/x/apt-1', customerId: 77 };
    expect(outcome(call, answered(200, answer))).toMatchObject({
      row: 'A6',
      completion: { customerId: '77' },
    });
  });

  it('warns if the response is not documented', () => {
    expect(outcome(bookingCall, answered(200, { result: 'OK' }))).toMatchObject({
      row: 'A9',
      completion: { diagnostics: [{ code: 'delivery/incomplete-answer' }] },
    });
  });
});

describe('a booking that is not delivered', () => {
  it('holds the destination if a response belongs to another one', () => {
    const reply = answered(200, { ...accepted, customerId: 5 });
    expect(outcome(bookingCall, reply)).toMatchObject({
      kind: 'unknown',
      hold: expect.any(String),
      fault: true,
    });
  });

  it('stays unknown on ERROR after an attempt with an unknown outcome', () => {
    const reply = answered(200, { result: 'ERROR', reason: 'appointmentInvalid' });
    expect(outcome(bookingCall, reply, true)).toMatchObject({ kind: 'unknown', row: 'A12', fault: false });
  });

  it('names the wrong fields', () => {
    const errors = { privacy: 'missing', terms: ['missing', 'old'] };
    expect(outcome(bookingCall, answered(200, { result: 'INVALID', errors }))).toMatchObject({
      diagnostics: [
        {
          code: 'delivery/refused',
          message: 'the booking was refused as not valid: privacy: missing; terms: ["missing","old"]',
        },
      ],
    });
  });

  it('has the reason why it cannot be completed', () => {
    expect(
      outcome(bookingCall, answered(200, { result: 'ERROR', reason: 'appointmentInvalid' })),
    ).toMatchObject({
      reason: 'the booking cannot be completed',
      diagnostics: [{ code: 'delivery/incomplete', message: expect.stringContaining('appointmentInvalid') }],
    });
  });
});

describe('a refusal', () => {
  const statuses = { error: 'customer status not found', availableStatuses: ['Neukunde', 'Stammkundin'] };

  it('of a status name in the mapping is a fault of the mapping, and lists the existing names', () => {
    expect(outcome(updateCall, answered(400, statuses))).toMatchObject({
      kind: 'mapping',
      availableStatuses: ['Neukunde', 'Stammkundin'],
      diagnostics: [
        { code: 'check/unknown-status', path: 'customerStatus', hint: 'did you mean "Stammkundin"?' },
      ],
    });
  });

  it('of a status name in the data is a fault of the data', () => {
    const call = { ...updateCall, customerStatus: data('VIP') };
    expect(outcome(call, answered(400, statuses))).toMatchObject({
      kind: 'data',
      row: 'B1',
      availableStatuses: ['Neukunde', 'Stammkundin'],
    });
  });

  it('of a status that was never sent is an ordinary refusal', () => {
    const { customerStatus: _none, ...call } = updateCall;
    expect(outcome(call, answered(400, statuses)).row).toBe('B7');
  });

  it('names the refused keys, also if some are unknown and some have the wrong type', () => {
    const body = { unknownKeys: ['a', 3], unsupportedKeys: ['b'], availableKeys: ['aa', 'c'] };
    const additionalFields = ['a', 'b'].map(key => ({ key, change: { set: data('x') } }));
    expect(outcome({ ...updateCall, additionalFields }, answered(400, body))).toMatchObject({
      kind: 'mapping',
      row: 'B2',
      unknownKeys: ['a'],
      unsupportedKeys: ['b'],
      diagnostics: [
        { code: 'check/unknown-field', path: 'additionalFields.a' },
        { code: 'check/unsupported-type', path: 'additionalFields.b' },
      ],
    });
  });

  it('takes no path from the text of the API: a key that was not sent is only in the message', () => {
    expect(outcome(updateCall, answered(400, { unknownKeys: ['Erika'] }))).toMatchObject({
      diagnostics: [{ path: 'additionalFields', message: expect.stringContaining('"Erika"') }],
    });
  });

  it('shows the text of the API, cleaned', () => {
    expect(outcome(updateCall, answered(400, { message: 'no\u202e \u0007way' }))).toMatchObject({
      diagnostics: [{ message: 'the API refused the call: no\\u{202e} \\u{7}way' }],
    });
  });

  it('has a reason without any value of the event', () => {
    const secretive = data('VIP Kunde Erika');
    for (const reply of [
      answered(400, statuses),
      answered(404, 'customer not found'),
      answered(200, { id: 7 }),
    ]) {
      const result = outcome({ ...updateCall, id: data('4711'), customerStatus: secretive }, reply);
      expect('reason' in result && result.reason).not.toMatch(/VIP|Erika|4711/);
    }
  });

  it('by a firewall is a fault of the event if the probe succeeds', () => {
    expect(outcome(bookingCall, answered(403))).toMatchObject({
      kind: 'probe',
      good: { kind: 'data', row: 'D2' },
    });
    expect(outcome(updateCall, answered(200, 'Wartung'))).toMatchObject({
      kind: 'probe',
      good: { kind: 'again', row: 'A4', fault: true },
    });
  });
});

describe('a response with an unsupported compression', () => {
  const packed = { coding: 'compress' };
  const reason = expect.stringContaining(
    'it is compressed (Content-Encoding: compress) and cannot be unpacked',
  );

  it('is named in the reason, whatever its status', () => {
    for (const status of [200, 201, 400, 404, 429, 503])
      for (const call of [updateCall, bookingCall])
        expect(outcome(call, answered(status, '\x1f\x9d\x90', packed))).toMatchObject({ reason });
    const damaged: Reply = {
      kind: 'broken',
      status: 200,
      headers: { ...noHeaders, ...packed },
      why: 'not-unpacked',
    };
    expect(outcome(updateCall, damaged)).toMatchObject({ reason });
    for (const reply of [damaged, answered(200, '\x1f\x9d\x90', packed)])
      expect(readCatalogReply(reply, 0)).toMatchObject({ reason });
  });
});

describe('a request to wait', () => {
  it.each([
    ['30', 30_000],
    ['0', 1_000],
    ['999999', 3_600_000],
    ['99999999999999999999', 3_600_000],
    ['Mon, 02 Mar 2026 10:02:00 GMT', 120_000],
    ['Mon, 02 Mar 2026 09:00:00 GMT', 1_000],
  ])('for "%s" makes everyone wait %i ms', (retryAfter, afterMs) => {
    for (const status of [429, 503]) {
      expect(outcome(updateCall, answered(status, '', { retryAfter }))).toMatchObject({
        kind: 'again',
        afterMs,
        everyone: true,
        fault: false,
      });
    }
  });

  it('until a date is measured by the clock of the server', () => {
    const headers = { retryAfter: 'Mon, 02 Mar 2026 08:00:30 GMT', date: 'Mon, 02 Mar 2026 08:00:00 GMT' };
    expect(outcome(updateCall, answered(429, '', headers))).toMatchObject({ afterMs: 30_000 });
  });

  it.each(['soon', '-5', '1.5', '2026-03-02'])('of "%s" is ignored', retryAfter => {
    expect(outcome(updateCall, answered(429, '', { retryAfter })).row).toBe('D9');
  });

  it('with 429 lowers the rate, and is not a failure', () => {
    expect(outcome(bookingCall, answered(429))).toMatchObject({ slower: true, everyone: true, fault: false });
  });

  it('with 503 leaves the outcome of a booking unknown', () => {
    expect(outcome(bookingCall, answered(503, '', { retryAfter: '5' }))).toMatchObject({
      kind: 'unknown',
      fault: false,
    });
    expect(outcome(bookingCall, answered(503))).toMatchObject({ kind: 'unknown', fault: true });
  });
});

describe('a redirect', () => {
  it('reports the new host and nothing else of the address', () => {
    const location = 'https://new.example.com/office/api/x?token=abc';
    expect(outcome(updateCall, answered(308, '', { location }))).toMatchObject({
      kind: 'hold',
      reason: 'the address of the destination moved (now new.example.com)',
    });
    expect(outcome(updateCall, answered(302, '', { location: '/elsewhere?token=abc' }))).toMatchObject({
      reason: 'the address of the destination moved',
    });
  });
});
