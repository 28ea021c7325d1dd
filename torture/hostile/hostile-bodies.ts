import type { Chance } from '../chance.ts';
import { cloudEvent, jsonInForm, multipartBody, xmlBody } from './hostile-formats.ts';

/** A body of a hostile or broken sender. */
export interface HostileBody {
  readonly kind: string;
  readonly bytes: Buffer;
  /** The content type that its sender would use. */
  readonly type: string;
  /** Further header lines. */
  readonly headers?: readonly string[];
  /** The status of a source that goes by the content type, if it is certain. */
  readonly status?: 200 | 400 | 413;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Keys with a meaning in JavaScript, in JSONata or in a mapping of the test. */
const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'length',
  'toJSON',
  '$',
  '$$',
  '',
  ' ',
  '0',
  '-1',
  'a.b',
  'a[b]',
  'ключ',
  'clé',
  '\\u0000',
  '\\ud800',
  'sequence',
  'normal',
  'polluted',
  'customer',
  'customer',
  'customer',
  'note',
  'note',
  'status',
  'kind',
  'allergies',
  'dob',
  'topics',
  'optin',
  'events',
  'id',
  'numbers',
  'appointment',
];

const numbers = [
  '0',
  '-0',
  '1002',
  '1003',
  '1004.0',
  '1.005e3',
  '9007199254740993',
  '-9007199254740993',
  '1e400',
  '-1e400',
  '1e-400',
  '0.1',
  '123456789012345678901234567890',
  '0.30000000000000004',
  '4.9e-324',
  '1.7976931348623157e308',
  `1${'0'.repeat(400)}`,
  `0.${'3'.repeat(400)}`,
];

/** Texts as written between the quotes of JSON. */
const texts = [
  '',
  ' ',
  '1002',
  '01003',
  '1004 ',
  '-1',
  '١٠٠٢',
  '1e3',
  '\\u0000',
  'a\\u0000b',
  '\\ud800',
  '\\udfff\\ud800',
  '\\ufeff',
  '\\u202eevil',
  '\u202e\u2066x',
  '😀'.repeat(50),
  '<script>alert(1)</script>',
  '{$eval(\\"1\\")}',
  '$\\u007bSALON_TOKEN}',
  "'; DROP TABLE event; --",
  '../../etc/passwd',
  'a'.repeat(5000),
  'update',
  'booking',
  'apt-5fzz9iB0zIbv',
  'VIP',
  '31.12.1999',
  '2024-02-30',
  'Haarschnitt, Farbe',
  'yes',
  'Nein',
  '+49 170 1234567',
  '__proto__',
  'constructor',
  '\\\\',
  '\\"',
  '\\n\\r\\t\\b',
];

/** A JSON text of any shape, with at most this many levels. */
export function jsonText(chance: Chance, levels: number): string {
  const roll = chance.int(10);
  if (levels === 0 || roll < 4) return atom(chance);
  if (roll < 6) return `[${chance.list(6, () => jsonText(chance, levels - 1)).join(',')}]`;
  return objectText(chance, levels);
}

function atom(chance: Chance): string {
  const roll = chance.int(10);
  if (roll < 4) return chance.pick(numbers);
  if (roll < 8) return `"${chance.pick(texts)}"`;
  return chance.pick(['null', 'true', 'false', '{}', '[]']);
}

/** A JSON object with keys that have a meaning elsewhere, some of them repeated. */
export function objectText(chance: Chance, levels: number): string {
  const entries = chance.list(10, () => `"${chance.pick(keys)}":${jsonText(chance, levels - 1)}`);
  if (chance.maybe(0.5))
    entries.push(`"customer":${chance.pick(['1002', '1003', '"1004"', '1005', '1006'])}`);
  if (chance.maybe(0.3)) entries.push(`"sequence":${chance.int(50)}`);
  return `{${entries.join(chance.pick([',', ', ', ',\n\t']))}}`;
}

function goodJson(chance: Chance): HostileBody {
  return { kind: 'JSON', bytes: Buffer.from(objectText(chance, 4)), type: json, status: 200 };
}

function events(chance: Chance): HostileBody {
  const list = chance.list(5, () => objectText(chance, 2)).join(',');
  return { kind: 'JSON of events', bytes: Buffer.from(`{"events":[${list}]}`), type: json, status: 200 };
}

function booking(chance: Chance): HostileBody {
  const of = (key: string) =>
    `"${key}":${chance.maybe(0.7) ? `"${chance.pick(texts)}"` : jsonText(chance, 2)}`;
  const text = `{"kind":"booking",${['appointment', 'note', 'optin'].map(of).join()}}`;
  return { kind: 'JSON of a booking', bytes: Buffer.from(text), type: json, status: 200 };
}

function anyJson(chance: Chance): HostileBody {
  return { kind: 'any JSON', bytes: Buffer.from(jsonText(chance, 6)), type: json, status: 200 };
}

function brokenJson(chance: Chance): HostileBody {
  const good = objectText(chance, 3);
  const at = chance.int(good.length + 1);
  const text = chance.pick([
    () => good.slice(0, -1),
    () =>
      `${good.slice(0, at)}${chance.pick(['"', '{', ']', ',', ':', '\\', '\u0000', 'x'])}${good.slice(at)}`,
    () => good.replaceAll('"', "'"),
    () => `${good}${good}`,
    () => `{"a":NaN}`,
    () => '{"a":01}',
    () => '{"a":+1}',
    () => '{"a":.5}',
    () => '{"a":1,}',
    () => '{/* comment */"a":1}',
    () => '{"a":"\t"}',
    () => '{"a":"\\x"}',
    () => 'undefined',
    () => '',
    () => '   ',
    () => ')]}\',\n{"a":1}',
  ])();
  return { kind: 'broken JSON', bytes: Buffer.from(text), type: json };
}

function poisoned(chance: Chance): HostileBody {
  const payload = chance.pick([
    '"__proto__":{"polluted":"yes"}',
    '"constructor":{"prototype":{"polluted":"yes"}}',
    '"__proto__":{"toString":null,"valueOf":null,"then":1}',
    '"a":{"__proto__":{"__proto__":{"polluted":"yes"}}}',
    '"__proto__":null',
    '"hasOwnProperty":1,"toJSON":1,"then":{"then":1}',
  ]);
  const text = `{"customer":1002,${payload},"note":"n"}`;
  return { kind: 'poisoned JSON', bytes: Buffer.from(text), type: json, status: 200 };
}

function deep(chance: Chance): HostileBody {
  const levels = chance.maybe(0.03) ? 500_000 : chance.pick([30, 63, 64, 65, 66, 200, 1000]);
  const [open, close] = chance.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  const isObject = open !== '[';
  // The limit of size is 1 MiB, into which only the openings of the objects fit.
  const closed = !(isObject && levels > 1000) && chance.maybe(0.8);
  const times = isObject ? Math.min(levels, 180_000) : levels;
  const text = `${open.repeat(times)}${isObject && closed ? '1' : ''}${closed ? close.repeat(times) : ''}`;
  const status = closed && levels <= 64 ? 200 : 400;
  return { kind: 'deep JSON', bytes: Buffer.from(text), type: json, status };
}

function manyKeys(chance: Chance): HostileBody {
  const count = chance.maybe(0.05) ? 100_000 : chance.pick([9_990, 9_999, 10_000, 10_001, 20_000]);
  const status = count <= 10_000 ? 200 : 400;
  const text = chance.pick([
    () => `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join()}}`,
    () => `[${'0,'.repeat(count - 1)}0]`,
  ])();
  return { kind: 'many keys', bytes: Buffer.from(text), type: json, status };
}

function encoded(chance: Chance): HostileBody {
  const text = `{"customer":1003,"note":"${chance.pick(['ä', '€', '😀', 'x'])}"}`;
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const bytes = chance.pick([
    () => Buffer.concat([mark, Buffer.from(text)]),
    () => Buffer.concat([mark, mark, Buffer.from(text)]),
    () => utf16,
    () => Buffer.from(utf16).swap16(),
    () => Buffer.from(text, 'latin1'),
    () => Buffer.concat([Buffer.from('{"note":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    () => Buffer.concat([Buffer.from('{"note":"'), Buffer.from([0xc0, 0x80]), Buffer.from('"}')]),
    () => Buffer.concat([Buffer.from('{"note":"'), Buffer.from([0xff, 0xfe, 0xf8]), Buffer.from('"}')]),
    () => Buffer.concat([Buffer.from(text), Buffer.from([0])]),
    () => Buffer.from(Array.from({ length: chance.int(300) }, () => chance.int(256))),
  ])();
  const charset = chance.pick([
    '',
    '',
    '; charset=utf-8',
    '; charset=UTF-16',
    '; charset=iso-8859-1',
    '; charset=x',
  ]);
  return { kind: 'odd encoding', bytes, type: `${json}${charset}` };
}

const formKeys = [
  'customer',
  'note',
  'status',
  'a[b]',
  'a[b][c]',
  'a[]',
  'a[0]',
  'a[999999999]',
  'a[99999999999999999999]',
  'a[-1]',
  'a[[b]',
  'a]b[',
  '[a]',
  '[]',
  '__proto__',
  '__proto__[polluted]',
  'a[__proto__][polluted]',
  'constructor[prototype][polluted]',
  'a[constructor][prototype][polluted]',
  'toString',
  'a[toString]',
  'a[length]',
  'a.b.c',
  '%5F%5Fproto%5F%5F[polluted]',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%c3%28',
  '%F0%9F%98%80',
  '',
];

/** A form, mostly an unusual one. */
export function formBody(chance: Chance): HostileBody {
  const value = () =>
    chance.pick(['', '1002', '1003', 'yes', '%00', '%', '%e4', '+', '%0d%0a', 'x'.repeat(500)]);
  const pairs = chance.list(20, () => `${chance.pick(formKeys)}${chance.maybe(0.9) ? '=' : ''}${value()}`);
  if (chance.maybe(0.05)) pairs.push(`a${'[b]'.repeat(chance.pick([62, 63, 64, 65, 5000]))}=1`);
  if (chance.maybe(0.02)) pairs.push('a[]=1&'.repeat(chance.pick([9_999, 10_001, 50_000])));
  if (chance.maybe(0.5)) pairs.push('customer=1004', 'note=form');
  return { kind: 'form', bytes: Buffer.from(pairs.join(chance.pick(['&', '&', '&&', ';']))), type: form };
}

function text(chance: Chance): HostileBody {
  const value = chance.pick([
    '',
    'plain words',
    '{"customer":1002}',
    '[1,',
    'null',
    'a\u0000b',
    'x'.repeat(3000),
  ]);
  return { kind: 'text', bytes: Buffer.from(value), type: 'text/plain' };
}

function unread(chance: Chance): HostileBody {
  const [type, body] = chance.pick([
    ['multipart/mixed; boundary=x', '--x\r\n\r\n1\r\n--x--'],
    ['application/octet-stream', '\u0000\u0001'],
    ['image/png', 'PNG'],
    ['application/x-ndjson', '{}\n{}'],
  ] as const);
  return { kind: 'a type that is not read', bytes: Buffer.from(body), type };
}

function tooLarge(chance: Chance): HostileBody {
  const bytes = 1024 * 1024 + chance.pick([1, 100, 500_000]);
  return { kind: 'too large', bytes: Buffer.alloc(bytes, 0x20), type: json, status: 413 };
}

const makers: readonly (readonly [weight: number, make: (chance: Chance) => HostileBody])[] = [
  [26, goodJson],
  [8, events],
  [3, booking],
  [8, anyJson],
  [14, brokenJson],
  [8, poisoned],
  [5, deep],
  [1, manyKeys],
  [8, encoded],
  [14, formBody],
  [8, multipartBody],
  [8, xmlBody],
  [4, jsonInForm],
  [4, cloudEvent],
  [5, text],
  [3, unread],
  [0.2, tooLarge],
];
const allWeights = makers.reduce((sum, [weight]) => sum + weight, 0);

/** One hostile body. */
export function hostileBody(chance: Chance): HostileBody {
  let at = (chance.int(1_000_000) / 1_000_000) * allWeights;
  for (const [weight, make] of makers) {
    at -= weight;
    if (at < 0) return make(chance);
  }
  return goodJson(chance);
}
