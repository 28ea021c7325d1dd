import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import type { Reading } from '../../../src/inbox/event.ts';
import { readAs } from '../../../src/receive/bodies/body.ts';
import { redactBody, redactUnreadable } from '../../../src/receive/redaction/redact-body.ts';
import { redactHead } from '../../../src/receive/redaction/redact-head.ts';
import { redactorOf } from '../../../src/receive/redaction/source-redactor.ts';
import { findInBody } from '../../../src/receive/schemes/evidence.ts';
import { writingsOf } from '../../writings-of.ts';

/** All characters of URLs, JSON, XML and Base64, and letters with several forms. */
const secrets = fc
  .array(fc.constantFrom(...'abcXYZ059-_.~+/= &<>"\'\\%äéß'), { minLength: 10, maxLength: 24 })
  .map(all => all.join('').trim())
  .filter(text => text.length >= 10 && /[a-z]{2}/i.test(text));

type Way = (sign: string, at: number) => string;

const hex = (sign: string) =>
  [...Buffer.from(sign)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('');
const inUnits = (sign: string) =>
  [...sign.normalize('NFC')]
    .flatMap(each => Array.from({ length: each.length }, (_, unit) => each.charCodeAt(unit)))
    .map(unit => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
const plainJson: Way = sign => JSON.stringify(sign).slice(1, -1);
const entity: Way = (sign, at) =>
  `&#${at % 2 === 0 ? sign.codePointAt(0) : `x${sign.codePointAt(0)?.toString(16)}`};`;
const plainXml: Way = sign =>
  sign.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;');

/** A secret with each character encoded in one of these ways. */
function written(secret: string, ways: readonly Way[], choices: readonly number[]): string {
  return [...secret].map((sign, at) => ways[(choices[at] ?? 0) % ways.length]?.(sign, at) ?? sign).join('');
}

const choices = fc.array(fc.nat(7), { minLength: 24, maxLength: 24 });

const bodies: Readonly<
  Record<string, (secret: string, how: readonly number[]) => [Reading['kind'], string]>
> = {
  'JSON with escapes': (secret, how) => [
    'json',
    `{"token":"${written(secret, [plainJson, inUnits], how)}","a":"b"}`,
  ],
  'JSON with the key twice': (secret, how) => [
    'json',
    `{"copy":"${written(secret, [plainJson, inUnits], how)}","a":1,"c\\u006fpy":"x"}`,
  ],
  'JSON in a text of JSON': (secret, how) => [
    'json',
    JSON.stringify({ raw: `{"copy":"${written(secret, [plainJson, inUnits], how)}"}` }),
  ],
  'JSON with the secret as a key': (secret, how) => [
    'json',
    `{"${written(secret, [plainJson, inUnits], how)}":1}`,
  ],
  'a URL in JSON': (secret, how) => [
    'json',
    JSON.stringify({
      url: `https://a.example/?t=${written(encodeURIComponent(secret), [each => each], how)}`,
    }),
  ],
  'a form': (secret, how) => [
    'form',
    `a=b&copy=${written(secret, [hex, each => (/^[\w.-]$/.test(each) ? each : hex(each))], how)}`,
  ],
  'the key of a form': (secret, how) => ['form', `${written(secret, [hex], how)}=1&a=b`],
  'XML with entities': (secret, how) => [
    'xml',
    `<a><copy>${written(secret, [plainXml, entity], how)}</copy></a>`,
  ],
  'an attribute of XML': (secret, how) => [
    'xml',
    `<a copy="${written(secret, [plainXml, entity], how)}">x</a>`,
  ],
  'CDATA of XML': (secret, how) => [
    'xml',
    `<a>${written(secret, [each => `<![CDATA[${each}]]>`, plainXml, entity, each => `<!-- x -->${plainXml(each, 0)}`], how)}</a>`,
  ],
  'a comment of XML': (secret, how) => ['xml', `<a><!-- ${written(secret, [entity], how)} -->x</a>`],
  'another form of Unicode': (secret, how) => [
    'json',
    JSON.stringify({ copy: secret.normalize((['NFD', 'NFC', 'NFKD'] as const)[(how[0] ?? 0) % 3] ?? 'NFD') }),
  ],
  'full-width letters': (secret, how) => [
    'json',
    JSON.stringify({
      copy: written(
        secret,
        [
          each => each,
          each => (/[!-~]/.test(each) ? String.fromCharCode(each.charCodeAt(0) + 0xfee0) : each),
        ],
        how,
      ),
    }),
  ],
  Base64: (secret, how) => [
    'json',
    JSON.stringify({
      copy: Buffer.from(`${'u'.repeat((how[0] ?? 0) % 4)}:${secret}`).toString(
        (how[1] ?? 0) % 2 ? 'base64' : 'base64url',
      ),
    }),
  ],
};

/** Everything that is stored of a body, decoded in every way in which a person may read it. */
function lookedAt(bytes: Uint8Array, reading: Reading, value: unknown): string {
  const read = readAs(bytes, reading);
  const shown = read.kind === 'read' ? JSON.stringify(read.value) : '';
  const text = Buffer.from(bytes).toString('utf8');
  const undone = text.replace(/\\u([0-9a-f]{4})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const entities = undone.replace(/&#(x?)([0-9a-f]+);/gi, (_, x, code) =>
    String.fromCodePoint(Number.parseInt(code, x ? 16 : 10)),
  );
  const all = [text, shown, JSON.stringify(value), undone, entities].join('\n');
  return `${all}\n${all.normalize('NFKC')}`;
}

const schemes = (secret: string): readonly Verify[] => [
  { type: 'header-token', name: 'x-key', prefix: '', secret: [new Secret(secret)] },
];

describe('a secret of a source', () => {
  it.each(Object.keys(bodies))('is not stored in a body, in the form %s', name => {
    fc.assert(
      fc.property(secrets, choices, (secret, how) => {
        const [kind, text] = bodies[name]?.(secret, how) ?? ['json', '{}'];
        const reading: Reading = { kind, charset: 'utf-8' };
        const bytes = Buffer.from(text);
        const read = readAs(bytes, reading);
        if (read.kind !== 'read') throw new Error(`${text} is not readable: ${read.reason}`);
        const kept = redactBody(schemes(secret), [], bytes, read);
        const seen = lookedAt(kept.bytes, kept.reading, kept.value);
        const forms = [...writingsOf(secret), secret.normalize('NFD'), secret.normalize('NFKC')];
        expect(forms.filter(form => form.length >= 8 && seen.includes(form))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('is not stored in a head, in any name or value', () => {
    fc.assert(
      fc.property(secrets, choices, (secret, how) => {
        const query = written(secret, [hex], how);
        const request = {
          method: 'POST',
          url: `/hooks/a?a=${query}&${query}=1&b=2`,
          headers: [
            ['x-copy', `https://a.example/?t=${query}`],
            ['x-auth', `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`],
            ['x-tag', 'spring'],
          ] as const,
          body: new Uint8Array(),
        };
        expect(redactHead(schemes(secret), request)).toEqual({
          headers: { 'x-tag': 'spring' },
          query: { b: '2' },
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('a body that cannot be read', () => {
  it.each([
    ['{"copy":"the-\\u0073ecret"', undefined],
    ['{"copy":"the-secret"', '{"copy":"[secret]"'],
    ['{"copy":"100 % of it"', '{"copy":"100 % of it"'],
  ])(
    'is stored without the secrets of its source, or not at all if it may contain one: %s',
    (text, expected) => {
      const redactor = redactorOf(schemes('the-secret'));
      const kept = redactUnreadable(Buffer.from(text), redactor);
      expect(kept && Buffer.from(kept).toString()).toBe(expected);
    },
  );
});

describe('a token in a body', () => {
  it.each([
    '{"token":"the-token","token":"the-token"}',
    '{"token":"other","\\u0074oken":"the-token"}',
    '{"a":{"token":1,"token":2},"token":"the-token"}',
  ])('proves nothing if its key is repeated: %s', text => {
    const reading: Reading = { kind: 'json', charset: 'utf-8' };
    const body = () => readAs(Buffer.from(text), reading);
    expect(findInBody({ body, bytes: () => Buffer.from(text) }, 'token')).toEqual({
      proved: false,
      reason: '"token" in the body is there more than once',
      fault: 'wrong',
      why: { code: 'repeated', in: 'body', name: 'token' },
    });
  });

  it('is a valid proof if another key is repeated', () => {
    const text = '{"a":1,"a":2,"list":[{"b":1},{"b":2}],"token":"the-token"}';
    const body = () => readAs(Buffer.from(text), { kind: 'json', charset: 'utf-8' });
    const found = findInBody({ body, bytes: () => Buffer.from(text) }, 'token');
    expect(found).toEqual({ proved: true, text: 'the-token' });
  });

  it.each([
    '{"token":"first-one","token":"the-token"}',
    '{"\\u0074oken":"first-one","token":"the-token"}',
    '{"token":"the-token","a":{"b":1},"to\\u006ben":"the-token"}',
  ])('is removed from %s in each place', text => {
    const verify: readonly Verify[] = [
      { type: 'body-token', path: 'token', secret: [new Secret('the-token')] },
    ];
    const reading: Reading = { kind: 'json', charset: 'utf-8' };
    const read = readAs(Buffer.from(text), reading);
    if (read.kind !== 'read') throw new Error('it cannot be read');
    const kept = redactBody(verify, [], Buffer.from(text), read);
    expect(Buffer.from(kept.bytes).toString()).not.toMatch(/first-one|the-token/);
    expect(kept.value).toMatchObject({ token: '[secret]' });
  });
});
