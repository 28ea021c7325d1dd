import { describe, expect, it } from 'vitest';
import { as, isText, type Shape, shape, UnreadableRow } from '../../../src/inbox/stored/shape.ts';
import { storedCall, storedPolicy } from '../../../src/inbox/stored/stored-call.ts';
import { storedCompletion } from '../../../src/inbox/stored/stored-completion.ts';
import { storedDiagnostics } from '../../../src/inbox/stored/stored-diagnostics.ts';
import {
  storedHeaders,
  storedNames,
  storedPieces,
  storedPlaces,
  storedQuery,
  storedReading,
} from '../../../src/inbox/stored/stored-request.ts';

const value = { text: '1001', origin: 'data' };

interface Sample {
  readonly shape: Shape<unknown>;
  /**
   * Texts as each version wrote them, those of version 1 first. `read` is the value read from them, if it is different.
   */
  readonly versions: readonly (readonly (readonly [text: unknown, read?: unknown])[])[];
  /** Texts that no version wrote. */
  readonly never: readonly unknown[];
}

/** Rows of every version. Only add to them: stores keep such rows for ever. */
const samples: Readonly<Record<string, Sample>> = {
  call: {
    shape: storedCall,
    versions: [
      [
        [{ operation: 'updateCustomer', id: value, additionalFields: [] }],
        [
          {
            operation: 'updateCustomer',
            id: value,
            note: { clear: true },
            customerStatus: { text: 'VIP', origin: 'mapping', joined: true },
            additionalFields: [{ key: 'a.b', change: { set: value }, header: 'A' }],
          },
        ],
        [
          {
            operation: 'updateCustomer',
            id: value,
            additionalFields: [],
            person: {
              name: 'Eva Klein',
              at: 'first, last',
              others: ['Klein AG'],
              emails: ['eva@example.com'],
              phones: ['030 123'],
            },
          },
        ],
        [
          {
            operation: 'persistCustomerData',
            appointmentId: value,
            appointmentParticipantId: value,
            customer: { details: { email: value } },
            consents: { privacy: value },
            customerComment: value,
            additionalFields: [],
          },
        ],
        [
          {
            operation: 'persistCustomerData',
            appointmentId: value,
            customer: { number: value },
            consents: {},
            additionalFields: [],
          },
        ],
      ],
    ],
    never: [
      {},
      { operation: 'deleteCustomer', id: value, additionalFields: [] },
      { operation: 'updateCustomer', id: '1001', additionalFields: [] },
      { operation: 'updateCustomer', id: value },
      { operation: 'updateCustomer', id: value, additionalFields: [], person: { name: 'Eva Klein' } },
      { operation: 'updateCustomer', id: value, additionalFields: [{ key: 'a', change: {} }] },
      {
        operation: 'persistCustomerData',
        appointmentId: value,
        customer: {},
        consents: {},
        additionalFields: [],
      },
    ],
  },
  policy: {
    shape: storedPolicy,
    versions: [
      [
        [
          { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 1 },
          { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 1, ignoreOlder: false },
        ],
        [{ onInvalid: 'drop', onUnknownField: 'drop', maxAgeMs: 1, ignoreOlder: true }],
      ],
    ],
    never: [{}, { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: '1' }],
  },
  completion: {
    shape: storedCompletion,
    versions: [
      [
        [{}],
        [{ result: null }, {}],
        [
          {
            result: 'OK',
            action: 'requireTAN',
            url: 'https://x',
            customerId: '7',
            changes: [{ name: 'note', originalValue: null, newValue: 'n' }],
          },
        ],
      ],
    ],
    never: [{ customerId: 7 }, { changes: [{}] }, []],
  },
  diagnostics: {
    shape: storedDiagnostics,
    versions: [
      [
        [[]],
        [
          [
            { code: 'a/code-of-another-version', severity: 'error', message: 'm', hint: 'h', path: 'a.b' },
            { code: 'delivery/outcome-unknown', severity: 'error', message: 'm', waitsFor: 'evt_1' },
            { code: 'delivery/superseded', severity: 'warning', message: 'm', newerEvents: ['evt_2'] },
            {
              code: 'call/older-event',
              severity: 'info',
              message: 'm',
              instead: 'i',
              place: { file: 'f', line: 1, column: 1 },
              fix: [],
            },
          ],
        ],
      ],
    ],
    never: [{}, [{ code: 'x' }], ['x']],
  },
  headers: {
    shape: storedHeaders,
    versions: [[[{}], [{ 'content-type': 'text/plain' }]]],
    never: [[], { a: 1 }],
  },
  query: {
    shape: storedQuery,
    versions: [[[{}], [{ v: '2', value: '3', list: ['a', 'b'] }]]],
    never: [{ a: 1 }, { a: [1] }],
  },
  reading: {
    shape: storedReading,
    versions: [
      [
        [{ kind: 'json', charset: 'utf-8' }],
        [
          {
            kind: 'multipart',
            charset: 'utf-8',
            boundary: 'b',
            jsonField: { name: 'rawRequest', whole: true },
          },
        ],
        [{ kind: 'bytes', charset: 'utf-8' }],
      ],
    ],
    never: [{ kind: 'toString', charset: 'utf-8' }, { kind: 'json' }],
  },
  pieces: { shape: storedPieces, versions: [[[[]], [['{"a":1}']]]], never: [{}, [1]] },
  places: { shape: storedPlaces, versions: [[[[]], [[[12, 0]]]]], never: [[[1]], [['1', 0]]] },
  names: { shape: storedNames, versions: [[[[]], [['salon']]]], never: ['salon', [1]] },
};

describe.each(Object.entries(samples))('what is stored as %s', (_, { shape: stored, versions, never }) => {
  it('is read in the form of every version', () => {
    expect(versions).toHaveLength(stored.version);
    for (const [text, read = text] of versions.flat()) {
      expect(stored.read(JSON.stringify(text))).toEqual(read);
    }
  });

  it('reads its own writing', () => {
    for (const [text, read = text] of versions.flat()) expect(stored.read(stored.write(read))).toEqual(read);
  });

  it('is refused in a form that no version or only a later one writes', () => {
    for (const each of [...never, { v: stored.version + 1, value: {} }]) {
      expect(() => stored.read(JSON.stringify(each)), JSON.stringify(each)).toThrow(UnreadableRow);
    }
  });
});

describe('a shape of two versions', () => {
  const two = shape<{ readonly name: string }>('a name', [
    json => (isText(json) ? { name: json } : undefined),
    as((json): json is { name: string } => isText((json as { name?: unknown } | null)?.name)),
  ]);

  it('writes its version, and reads both', () => {
    expect(two.write({ name: 'Ada' })).toBe('{"v":2,"value":{"name":"Ada"}}');
    expect(two.read(two.write({ name: 'Ada' }))).toEqual({ name: 'Ada' });
    expect(two.read('"Ada"')).toEqual({ name: 'Ada' });
  });

  it('reports the version that it cannot read, but not the contents', () => {
    expect(() => two.read('{"v":3,"value":"Ada"}')).toThrow(
      'what is stored as a name (version 3) cannot be read: a newer version of this program wrote it',
    );
    expect(() => two.read('{"name":"Ada"}')).toThrow(
      '(version 1) cannot be read: it is not as it was written',
    );
  });
});
