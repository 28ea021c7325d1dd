import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SignaturePlace } from '../../../src/config/sources/verify.ts';
import { readTemplate, writeTemplate } from '../../../src/receive/schemes/signature-template.ts';
import { accept, anHmac, aRequest, aSource, now, refuse, secretText, signedRequest } from '../a-source.ts';

const place = anHmac().signature;
const hex = 'ab'.repeat(32);
const base64 = Buffer.from(hex, 'hex').toString('base64');

type Row = readonly [
  text: string,
  template: string,
  expected: object | undefined,
  more?: Partial<SignaturePlace>,
];

const usual = '{timestamp}.{signature}';
const read: readonly Row[] = [
  [`1614265330.${hex}`, usual, { timestamp: '1614265330', signature: hex }],
  [`1614265330.${hex.toUpperCase()}`, usual, { timestamp: '1614265330', signature: hex.toUpperCase() }],
  [`${hex}.1614265330`, '{signature}.{timestamp}', { timestamp: '1614265330', signature: hex }],
  [`t=1614265330;s=${hex}`, 't={timestamp};s={signature}', { timestamp: '1614265330', signature: hex }],
  [`v2:1614265330:${hex}:end`, 'v2:{timestamp}:{signature}:end', { timestamp: '1614265330', signature: hex }],
  [`Signature ${hex}`, 'Signature {signature}', { signature: hex }],
  [hex, '{signature}', { signature: hex }],
  [`<${hex}>`, '<{signature}>', { signature: hex }],
  ['2021-02-25T14:22:10.500Z.abcd', usual, { timestamp: '2021-02-25T14:22:10.500Z', signature: 'abcd' }],
  ['1614265330.5.abcd', usual, { timestamp: '1614265330.5', signature: 'abcd' }],
  [`1614265330.${base64}`, usual, { timestamp: '1614265330', signature: base64 }, { encoding: 'base64' }],
  [
    `1614265330=${base64}`,
    '{timestamp}={signature}',
    { timestamp: '1614265330', signature: base64 },
    { encoding: 'base64' },
  ],
  [
    `${base64}=1614265330`,
    '{signature}=={timestamp}',
    { timestamp: '1614265330', signature: base64.slice(0, -1) },
    { encoding: 'base64' },
  ],
  [
    '1614265330.sha256=abcd',
    usual,
    { timestamp: '1614265330', signature: 'sha256=abcd' },
    { prefix: 'sha256=' },
  ],
  ['1614265330.abcd', usual, undefined, { prefix: 'sha256=' }],
  [`1614265330${hex}`, usual, undefined],
  [`1614265330,${hex}`, usual, undefined],
  [`.${hex}`, usual, undefined],
  ['1614265330.', usual, undefined],
  ['', usual, undefined],
  ['.', usual, undefined],
  [`1614265330.${hex} `, usual, undefined],
  [` 1614265330.${hex}`, usual, { timestamp: ' 1614265330', signature: hex }],
  [`1614265330.${hex}.${hex}`, usual, undefined],
  [`1614265330.${hex}g`, usual, undefined],
  [`${'1'.repeat(41)}.${hex}`, usual, undefined],
  [`<${hex}`, '<{signature}>', undefined],
  ['<>', '<{signature}>', undefined],
  ['<', '<{signature}<', undefined],
  [`v1:1614265330:${hex}`, 'v2:{timestamp}:{signature}', undefined],
  [`V2:1614265330:${hex}`, 'v2:{timestamp}:{signature}', undefined],
];

describe('a template', () => {
  const rows = read.map(([text, template, expected, more = {}]) => ({ text, template, expected, more }));

  it.each(rows)('splits $text as $template', ({ text, template, expected, more }) => {
    expect(readTemplate(text, { ...place, format: 'template', template, ...more })).toEqual(expected);
  });

  it('joins the parts to the same text', () => {
    for (const [text, template, parts] of read) {
      if (parts) expect(writeTemplate(template, parts as { signature: string })).toBe(text);
    }
  });

  it('is read in time proportional to the text', () => {
    const text = `${'1.'.repeat(200_000)}x`;
    for (const template of [usual, '{signature}.{timestamp}', '{signature}']) {
      expect(readTemplate(text, { ...place, format: 'template', template })).toBe(undefined);
    }
  });
});

const body = '{"a":1}';
const seconds = now / 1000;
const digest = createHmac('sha256', secretText).update(`${seconds}.${body}`);
const mac = digest.digest('hex');
const json = ['content-type', 'application/json'] as const;

describe.each(['base64', undefined] as const)('a signature by a template, decoded from %s', decode => {
  const verify = anHmac({
    signed: '{timestamp}.{body}',
    signature: { format: 'template', template: usual, ...(decode && { decode }) },
    timestamp: { in: 'signature' },
  });
  const source = aSource({ verify: [verify] });
  const written = (text: string) => (decode ? Buffer.from(text).toString(decode) : text);
  const post = (...values: string[]) =>
    aRequest(body, [json, ...values.map(each => ['x-signature', each] as const)]);
  const reasonOf = async (...values: string[]) => (await refuse(source, post(...values))).reason;

  it('is accepted as its sender makes it, and as we make it', async () => {
    await expect(accept(source, post(written(`${seconds}.${mac}`)))).resolves.toBeDefined();
    await expect(accept(source, post(written(`${seconds}.${mac.toUpperCase()}`)))).resolves.toBeDefined();
    const made = await signedRequest(source, aRequest(body));
    expect(made.headers.find(([name]) => name === 'x-signature')?.[1]).toBe(written(`${seconds}.${mac}`));
    const { headers } = await accept(source, made);
    expect(headers).toEqual({ 'content-type': 'application/json' });
  });

  it('is refused after any change of it or of the body', async () => {
    const right = written(`${seconds}.${mac}`);
    for (const changed of ['{"a":2}', '{"a":1} ', '']) {
      expect((await refuse(source, { ...post(right), body: Buffer.from(changed) })).status).toBe(401);
    }
    expect(await reasonOf(written(`${seconds - 1}.${mac}`))).toContain('does not match');
    expect(await reasonOf(written(`${seconds}.${'0'.repeat(64)}`))).toContain('does not match');
    expect(await reasonOf(written(`${seconds - 301}.${mac}`))).toContain('old');
    expect(await reasonOf(written(`${seconds + 301}.${mac}`))).toContain('ahead');
    expect(await reasonOf(written(`noon.${mac}`))).toContain('cannot be read');
    for (const odd of [
      written(mac),
      written(`.${mac}`),
      written(`${seconds}.`),
      written(`${seconds},${mac}`),
    ]) {
      expect(await reasonOf(odd)).toContain('not written as the source says');
    }
    expect(await reasonOf(right, right)).toContain('more than once');
    expect(await reasonOf('')).toContain('is empty');
    expect(await reasonOf()).toContain('is missing');
  });
});

describe('a signature that is encoded as a whole', () => {
  const source = aSource({
    verify: [
      anHmac({
        signed: '{timestamp}.{body}',
        signature: { format: 'template', template: usual, decode: 'base64' },
        timestamp: { in: 'signature' },
      }),
    ],
  });
  const right = Buffer.from(`${seconds}.${mac}`).toString('base64');
  const post = (text: string) => aRequest(body, [json, ['x-signature', text]]);

  it.each(['', 't', 'tt'])(
    'is read with and without its padding, in one spelling (%j before it)',
    async before => {
      const padded = aSource({
        verify: [
          anHmac({
            signed: '{timestamp}.{body}',
            signature: { format: 'template', template: `${before}${usual}`, decode: 'base64' },
            timestamp: { in: 'signature' },
          }),
        ],
      });
      const text = Buffer.from(`${before}${seconds}.${mac}`).toString('base64');
      const bare = text.replace(/=+$/, '');
      expect(text.length - bare.length).toBe((3 - before.length) % 3);
      for (const each of [text, bare]) await expect(accept(padded, post(each))).resolves.toBeDefined();
      const last = String.fromCharCode(bare.charCodeAt(bare.length - 1) + 1);
      const respelled = bare.slice(0, -1) + last;
      // With padding, some bits of the last letter are ignored.
      if (text !== bare) expect(Buffer.from(respelled, 'base64')).toEqual(Buffer.from(bare, 'base64'));
      await refuse(padded, post(respelled));
    },
  );

  it.each([
    ['what is not encoded', `${seconds}.${mac}`],
    ['a blank in it', `${right.slice(0, 8)} ${right.slice(8)}`],
    ['a letter of base64url in it', `${right.slice(0, 8)}-${right.slice(9)}`],
    ['too much padding', `${right}===`],
    ['a further letter', `${right}A`],
  ])('is refused with %s', async (_, text) => {
    expect((await refuse(source, post(text))).reason).toMatch(/decode|not written as the source says/);
  });

  it.each([
    [
      'pairs',
      { format: 'kv', key: 'v1' } as const,
      `v1=${createHmac('sha256', secretText).update(body).digest('hex')}`,
    ],
    ['a plain signature', {}, createHmac('sha256', secretText).update(body).digest('hex')],
  ])('may be %s too', async (_, more, text) => {
    const other = aSource({ verify: [anHmac({ signature: { decode: 'base64', ...more } })] });
    await expect(accept(other, post(Buffer.from(text).toString('base64')))).resolves.toBeDefined();
    await refuse(other, post(text));
    await expect(accept(other, signedRequest(other, aRequest(body)))).resolves.toBeDefined();
  });
});
