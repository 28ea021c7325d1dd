import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import { accept, aRequest, aSource, refuse, secretText, signedRequest } from '../a-source.ts';

const form = 'application/x-www-form-urlencoded';
const soap = (id: string) =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="urn:s"><s:Body><n><OrganizationId>${id}</OrganizationId></n></s:Body></s:Envelope>`;

const bodyToken = (path: string, ...secrets: readonly string[]): Verify => ({
  type: 'body-token',
  path,
  secret: secrets.map(each => new Secret(each)),
});

const bodies = [
  { kind: 'JSON', type: 'application/json', path: 'token', write: (text: string) => `{"token":"${text}"}` },
  {
    kind: 'JSON inside',
    type: 'application/json',
    path: 'a.0.t',
    write: (text: string) => `{"a":[{"t":"${text}"}]}`,
  },
  { kind: 'a form', type: form, path: 'token', write: (text: string) => `a=1&token=${text}` },
  {
    kind: 'a form with brackets',
    type: form,
    path: 'meta.token',
    write: (text: string) => `meta[token]=${text}`,
  },
  { kind: 'XML', type: 'text/xml', path: 'Envelope.Body.n.OrganizationId', write: soap },
] as const;

describe('a token in the body', () => {
  it.each(bodies)('is found in $kind', async ({ type, path, write }) => {
    const source = aSource({ verify: [bodyToken(path, 'another-token', '00D50000000IZ3Z')] });
    const post = (text: string) => aRequest(write(text), [['content-type', type]]);
    await expect(accept(source, post('00D50000000IZ3Z'))).resolves.toBeDefined();
    await expect(accept(source, post('another-token'))).resolves.toBeDefined();
    expect((await refuse(source, post('00D50000000IZ3Y'))).reason).toBe(
      `the token "${path}" in the body is wrong; is it the same at the sender?`,
    );
    expect((await refuse(source, post(''))).reason).toBe(`"${path}" in the body is empty`);
  });

  it('may be a number, because senders may write it so', async () => {
    const source = aSource({ verify: [bodyToken('token', '1234567890123456789')] });
    await expect(accept(source, aRequest('{"token":1234567890123456789}'))).resolves.toBeDefined();
    expect(await refuse(source, aRequest('{"token":1234567890123456788}'))).toMatchObject({ status: 401 });
  });

  it.each([
    ['{}', 'is missing'],
    ['{"token":null}', 'is missing'],
    ['[]', 'is missing'],
    ['"token"', 'is missing'],
    [`{"token":["${secretText}"]}`, 'is there more than once'],
    [`{"token":{"text":"${secretText}"}}`, 'is not a text'],
    ['{"token":true}', 'is not a text'],
    ['{"token":', 'is not JSON'],
    ['', 'is empty'],
    [`${'['.repeat(70)}${']'.repeat(70)}`, 'more than 64 levels'],
  ])('is refused as %s', async (body, reason) => {
    const source = aSource({ verify: [bodyToken('token', secretText)] });
    const refusal = await refuse(source, aRequest(body));
    expect(refusal).toMatchObject({ status: 401, verified: false, reason: expect.stringContaining(reason) });
    expect(refusal).not.toHaveProperty('body');
  });

  it('is refused if it is repeated', async () => {
    const source = aSource({ verify: [bodyToken('token', 'a-token')] });
    const twice = aRequest('token=a-token&token=a-token', [['content-type', form]]);
    expect((await refuse(source, twice)).reason).toContain('more than once');
    const elements = aRequest('<r><token>a-token</token><token>a-token</token></r>', [
      ['content-type', 'application/xml'],
    ]);
    const inXml = aSource({ verify: [bodyToken('r.token', 'a-token')] });
    expect((await refuse(inXml, elements)).reason).toContain('more than once');
  });

  it.each(['toString', '__proto__.toString', 'constructor.name', 'a.length'])(
    'is never found in inherited properties of an object or a list: %s',
    async path => {
      const source = aSource({ verify: [bodyToken(path, 'Object', '1')] });
      const refusal = await refuse(source, aRequest('{"a":[1]}'));
      expect(refusal.reason).toMatch(/is missing|is wrong/);
    },
  );

  it('is not stored in a header into which a proxy copied it', async () => {
    const source = aSource({ verify: [bodyToken('token', secretText)] });
    const request = await signedRequest(source, aRequest('{}'));
    const copied = [...request.headers, ['x-copy', `t=${secretText}`], ['x-other', 'kept']] as const;
    const { headers } = await accept(source, { ...request, headers: copied });
    expect(headers).toEqual({ 'content-type': 'application/json', 'x-other': 'kept' });
  });
});
