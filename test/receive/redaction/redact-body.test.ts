import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import { anyBody, openBody, readAs } from '../../../src/receive/bodies/body.ts';
import { redactBody } from '../../../src/receive/redaction/redact-body.ts';
import { secretText } from '../a-source.ts';

const json = 'application/json';
const verify: readonly Verify[] = [{ type: 'body-token', path: 'token', secret: [new Secret(secretText)] }];

function keep(body: Uint8Array, type = json, by = verify) {
  const read = openBody(body, anyBody, [type]);
  if (read.kind === 'unreadable') throw new Error(read.reason);
  return redactBody(by, [], body, read);
}

describe('a stored body', () => {
  it('is unchanged if it contains no proof', () => {
    const body = Buffer.from('{"a": 1.50, "b": "100 % \\u00fc"}');
    const kept = keep(body);
    expect(kept.bytes).toBe(body);
    expect(kept.value).toEqual({ a: 1.5, b: '100 % ü' });
  });

  it.each([
    [json, `{ "token" : "${secretText}",\n "b":1.50}`, '{ "token" : "[secret]",\n "b":1.50}'],
    [
      json,
      `{"token":"x","url":"/a?k=${encodeURIComponent(secretText)}&b=ü"}`,
      '{"token":"[secret]","url":"/a?k=[secret]&b=ü"}',
    ],
    [
      'application/x-www-form-urlencoded',
      `a=%C3%BC&token=${new URLSearchParams({ '': secretText }).toString().slice(1)}&b`,
      'a=%C3%BC&token=[secret]&b',
    ],
    ['text/plain', `hello ${secretText}!`, 'hello [secret]!'],
  ])('is unchanged around the proof: %s %s', (type, body, shown) => {
    expect(Buffer.from(keep(Buffer.from(body), type).bytes).toString()).toBe(shown);
  });

  it('is stored as JSON if its own format cannot be written again', () => {
    const body = Buffer.from(`--b\r\ncontent-disposition: form-data; name="token"\r\n\r\nabc\r\n--b--\r\n`);
    const kept = keep(body, 'multipart/form-data; boundary=b');
    expect([kept.reading.kind, Buffer.from(kept.bytes).toString()]).toEqual(['json', '{"token":"[secret]"}']);
  });

  it('can be read in its format and nowhere contains the secret, with any content', () => {
    const text = fc.oneof(
      fc.string(),
      fc.tuple(fc.string(), fc.string()).map(([before, after]) => before + secretText + after),
      fc.constantFrom(
        encodeURIComponent(secretText),
        JSON.stringify({ t: secretText }),
        '100 %',
        '%41 ü',
        '[secret]',
      ),
    );
    const values = fc.letrec(tie => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    })).object;
    fc.assert(
      fc.property(values, fc.option(text), (object, token) => {
        const body = Buffer.from(JSON.stringify(token === null ? object : { ...(object as object), token }));
        const { bytes, reading, value } = keep(body);
        expect(readAs(bytes, reading)).toEqual({ kind: 'read', reading, value });
        expect(Buffer.from(bytes).toString()).not.toContain(secretText);
        expect(JSON.stringify(value)).not.toContain(encodeURIComponent(secretText));
      }),
      { numRuns: 300 },
    );
  });
});
