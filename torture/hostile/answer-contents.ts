import type { Chance } from '../chance.ts';

/** The contents of a response, however it is sent. */
export interface AnswerContents {
  readonly kind: string;
  readonly status: number;
  readonly body: Buffer;
}

/** The maximum size of a hostile response, which is more than the bridge reads of any. */
const mostBytes = 19 * 1024 * 1024;
const mib = 1024 * 1024;
/**
 * A list without this status would hold the mapping for ten minutes, since a list of the API refutes other names for
 * that time.
 */
const statusOfMapping = 'VIP';

/** An impossible configuration of an account. */
export function hostileCatalogOf(chance: Chance): AnswerContents {
  const field = (at: number, more: object = {}) => ({
    id: at,
    keyName: `key.${at}`,
    name: `Name ${at}`,
    type: 'text',
    ...more,
  });
  const fields = (count: number, more: object = {}) => list(count, at => field(at, more));
  const long = 'x'.repeat(chance.int(2 * mib));
  const [kind, body] = chance.pick<() => readonly [string, unknown]>([
    () => ['a catalog of 1 MB', fields(9_000)],
    () => ['2,000 fields', fields(2_000)],
    () => ['5,000 fields', fields(5_000)],
    () => ['50,000 fields', list(50_000, at => ({ keyName: `allergie${at}` }))],
    () => ['the same field many times', list(20_000, () => ({ keyName: 'allergies', type: 'text' }))],
    () => ['near names', list(4_000, at => ({ keyName: `a${'llergiesx'.repeat(1 + (at % 12))}${at}` }))],
    () => ['long texts in every field', fields(3, textsEverywhere(long))],
    () => ['long names', list(20, at => ({ keyName: `${long.slice(0, 40_000)}${at}`, type: 'text' }))],
    () => [
      'many choices',
      [
        {
          ...field(0),
          keyName: 'allergies',
          type: 'select',
          selectItems: list(20_000, at => `choice ${at}`),
        },
      ],
    ],
    () => ['a dear pattern', [{ ...field(0), keyName: 'allergies', validatorRegexp: '^(a+)+(b|a)*$' }]],
    () => [
      'a long pattern',
      [{ ...field(0), keyName: 'allergies', validatorRegexp: `(${long.slice(0, 60_000)})*` }],
    ],
    () => ['many names in objects', list(50, at => field(at, { names: manyKeys(900) }))],
    () => ['numbers', `[${'12345678901234567890123,'.repeat(40_000)}1]`],
    () => ['elements', `[${'1,'.repeat(500_000)}1]`],
  ])();
  return chance.maybe(0.3) ? odd(chance) : { kind, status: 200, body: bytesOf(body) };
}

/** An invalid response to an update. `noteCharacters`: the length of the note in it. */
export function hostileBodyOf(chance: Chance, noteCharacters: number): AnswerContents {
  const long = 'x'.repeat(chance.int(3 * mib));
  const escaped = '\\u003c'.repeat(Math.floor(Math.min(mostBytes, 6 * noteCharacters) / 6));
  const many = 1 + chance.int(90_000);
  const change = (at: number) => ({ name: `n${at}`, originalValue: null, newValue: at });
  const [kind, status, body] = chance.pick<() => readonly [string, number, unknown]>([
    () => [
      'the note three times',
      200,
      `{"id":1,"note":"${escaped}","changes":[{"name":"note","originalValue":"${escaped}","newValue":"${escaped}"}]}`,
    ],
    () => ['19 MiB of escaped notes', 200, `{"note":"${'\\u003c'.repeat(3_300_000)}"}`],
    () => ['unknown keys', 400, { unknownKeys: list(many, at => `k${at}`) }],
    () => [
      'unknown keys, and those that there are',
      400,
      {
        unknownKeys: ['allergies', ...list(many % 20_000, at => `allergie${at}`)],
        availableKeys: list(many % 20_000, at => `alergies${at}`),
      },
    ],
    () => ['unsupported keys', 400, { unsupportedKeys: ['allergies', ...list(many, at => `k${at}`)] }],
    () => [
      'statuses',
      400,
      {
        error: 'customer status not found',
        availableStatuses: [statusOfMapping, ...list(many, at => `Kunde ${at}`)],
      },
    ],
    () => [
      'long statuses',
      400,
      { availableStatuses: [statusOfMapping, ...list(20, () => long.slice(0, 60_000))] },
    ],
    () => ['changes', 200, { id: 1, changes: list(many, change) }],
    () => [
      'long changes',
      200,
      { id: 1, changes: list(10, at => ({ ...change(at), ...textsEverywhere(long) })) },
    ],
    () => ['long texts in every field', chance.pick([200, 400, 404, 500]), textsEverywhere(long)],
    () => ['many keys', 200, manyKeys(many)],
    () => ['one key many times', 200, `{${'"id":1,'.repeat(many)}"id":2}`],
    () => [
      'long numbers',
      200,
      `{"id":${'9'.repeat(chance.int(mib))},"more":[${'12345678901234567890123,'.repeat(many % 40_000)}1]}`,
    ],
    () => ['errors', 200, { result: 'INVALID', errors: manyKeys(many) }],
  ])();
  return chance.maybe(0.25) ? odd(chance) : { kind, status, body: bytesOf(body) };
}

/** Bodies that are no valid response. */
function odd(chance: Chance): AnswerContents {
  const depth = chance.pick([65, 5_000, 100_000, 500_000]);
  const status = chance.pick([200, 200, 201, 204, 304, 400, 404, 429, 500, 503]);
  const [kind, body] = chance.pick<() => readonly [string, string | Buffer]>([
    () => ['deep lists', '['.repeat(depth) + ']'.repeat(depth)],
    () => ['deep objects', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
    () => ['half a deep list', '['.repeat(depth)],
    () => ['an endless text', `"${'\\'.repeat(1 + chance.int(2 * mib))}`],
    () => ['a page', `<html><title>${'<title'.repeat(chance.int(100_000))}</html>`],
    () => ['blanks', ' '.repeat(chance.int(3 * mib))],
    () => ['byte order marks', '\ufeff'.repeat(chance.int(500_000))],
    () => ['no UTF-8', Buffer.alloc(chance.int(2 * mib), 0xfe)],
    () => ['nothing', ''],
    () => ['Access denied', `Access denied${'.'.repeat(chance.int(3))}`],
    () => ['19 MiB of anything', Buffer.alloc(mostBytes, 'x')],
  ])();
  return { kind, status, body: bytesOf(body) };
}

function textsEverywhere(text: string): object {
  const names = [
    'name',
    'type',
    'description',
    'errorMessage',
    'error',
    'message',
    'reason',
    'url',
    'action',
    'note',
    'originalValue',
    'newValue',
  ];
  return Object.fromEntries(names.map(name => [name, text.slice(0, Math.floor(mostBytes / 40))]));
}

const manyKeys = (count: number) => Object.fromEntries(list(count, at => [`key ${at}`, `value ${at}`]));

function list<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)).subarray(0, mostBytes);
}
