import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyBody, openBody } from '../../../src/receive/bodies/body.ts';
import { findInBody } from '../../../src/receive/schemes/evidence.ts';
import { CannotSign } from '../../../src/receive/signing/cannot-sign.ts';
import { putProofInBody } from '../../../src/receive/signing/put-proof-in-body.ts';
import { sign } from '../../../src/receive/signing/sign.ts';
import { accept, aDigest, anHmac, aRequest, aSource, now, publicUrl, signedRequest } from '../a-source.ts';

const types = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'text/xml',
  multipart: 'multipart/form-data; boundary=b',
  text: 'text/plain',
  latin1: 'application/json; charset=iso-8859-1',
};

function open(type: keyof typeof types) {
  return (bytes: Uint8Array) => openBody(bytes, anyBody, [types[type]]);
}

function put(type: keyof typeof types, body: string, path: string, text = 'a<b&c "ü"'): string {
  return Buffer.from(putProofInBody(Buffer.from(body), path, text, open(type))).toString('utf8');
}

describe('putting a text into a body', () => {
  it('of JSON replaces or adds it, and keeps the digits of numbers', () => {
    expect(put('json', '{"id": 706405506930370084, "t": "old", "n": 1.50}', 't', 'new')).toBe(
      '{"id":706405506930370084,"t":"new","n":1.50}',
    );
    expect(put('json', '\ufeff{}', 'a.b', 'new')).toBe('{"a":{"b":"new"}}');
    expect(put('json', '[{"t":1}]', '0.t', 'new')).toBe('[{"t":"new"}]');
    expect(put('json', '{}', '__proto__.t', 'new')).toBe('{"__proto__":{"t":"new"}}');
    expect({}).not.toHaveProperty('t');
  });

  it('of a form writes it once, and changes nothing else', () => {
    expect(put('form', 'a=%C3%BC+x&t=1&b=&t=2', 't')).toBe('a=%C3%BC+x&b=&t=a%3Cb%26c+%22%C3%BC%22');
    expect(put('form', 'm%5Bt%5D=1&m[x]=2', 'm.t', 'new')).toBe('m[x]=2&m%5Bt%5D=new');
    expect(put('form', '', 't', 'new')).toBe('t=new');
  });

  it('of XML writes it as the text of the element, and changes nothing else', () => {
    const document =
      '<?xml version="1.0"?>\r\n<s:r xmlns:s="urn:s">🙂<s:t >old &amp; <![CDATA[<x>]]></s:t ><u/></s:r>';
    expect(put('xml', document, 'r.t')).toBe(
      document.replace('old &amp; <![CDATA[<x>]]>', 'a&lt;b&amp;c "ü"'),
    );
    expect(put('xml', '<r><t /></r>', 'r.t', 'new')).toBe('<r><t>new</t></r>');
    expect(put('xml', '<r><t k="1">old</t></r>', 'r.t.#text', 'new')).toBe('<r><t k="1">new</t></r>');
  });

  it.each([
    ['json', '7', 't'],
    ['json', '{"a":1}', 'a.t'],
    ['json', '{"a":[1]}', 'a.t'],
    ['json', '{"a":[1]}', 'a.length'],
    ['json', '{"a":"text"}', 'a.0'],
    ['json', '{"a":', 'a'],
    ['form', 'a=1', '__proto__'],
    ['xml', '<r><t/></r>', 'r.u'],
    ['xml', '<r><t/></r>', 't'],
    ['xml', '<r><t k="1"/></r>', 'r.t.@k'],
    ['xml', '<r><t>1</t><t>2</t></r>', 'r.t'],
    ['multipart', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n', 'a'],
    ['text', 'hello', 'a'],
    ['latin1', '{}', 'a'],
  ] as const)('fails if there is no place for it: %s %s at %s', (type, body, path) => {
    expect(() => put(type, body, path, 'new')).toThrow(CannotSign);
  });

  it('makes any text findable at its path', () => {
    const someText = fc.string({ minLength: 1, unit: 'grapheme' }).filter(text => text.isWellFormed());
    fc.assert(
      fc.property(someText, text => {
        for (const [type, body] of [
          ['json', '{"r":{"t":"old"}}'],
          ['form', 'r[t]=old'],
          ['xml', '<r><t>old</t></r>'],
        ] as const) {
          const bytes = Buffer.from(put(type, body, 'r.t', text));
          expect(findInBody({ body: () => open(type)(bytes) }, 'r.t')).toEqual({ proved: true, text });
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('signing a body that contains the proof', () => {
  const surroundings = { now, newId: () => 'msg_1', publicUrl, url: '/hooks/website' };

  it('writes the signature and the timestamp into it', async () => {
    const verify = anHmac({
      signed: '{timestamp}{header:x-shop}',
      signature: { in: 'body', name: 'proof.mac' },
      timestamp: { in: 'body', name: undefined, path: 'proof.at' },
    });
    const source = aSource({ verify: [verify] });
    const sample = aRequest('{"proof":{"at":1,"mac":"old"},"name":"Ada"}', [
      ['content-type', 'application/json'],
      ['x-shop', 'salon'],
    ]);
    const { body } = await signedRequest(source, sample);
    const { proof } = JSON.parse(Buffer.from(body).toString()) as { proof: object };
    expect(proof).toEqual({ at: String(now / 1000), mac: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await expect(accept(source, signedRequest(source, sample))).resolves.toBeDefined();
  });

  it('signs over a timestamp that it wrote into the body', async () => {
    const timestamp = { in: 'body', name: undefined, path: 'at', unit: 'iso8601' } as const;
    for (const verify of [
      anHmac({ timestamp }),
      aDigest({ timestamp, signature: { in: 'query', name: 's' } }),
    ]) {
      const source = aSource({ verify: [verify] });
      await expect(
        accept(source, signedRequest(source, aRequest('{"at":"2001-01-01"}'))),
      ).resolves.toBeDefined();
    }
  });

  it('cannot write a signature into the bytes that it covers', async () => {
    const source = aSource({ verify: [anHmac({ signature: { in: 'body', name: 'mac' } })] });
    await expect(sign(source, Buffer.from('{}'), surroundings)).rejects.toThrow(
      'It cannot be signed: the signature stands in the body that it covers.',
    );
  });
});
