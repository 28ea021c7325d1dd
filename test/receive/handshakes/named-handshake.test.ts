import { describe, expect, it } from 'vitest';
import type { NamedHandshake, SourceConfig } from '../../../src/config/config.ts';
import { handshakeMethods } from '../../../src/receive/handshakes/handshakes.ts';
import type { IncomingRequest } from '../../../src/receive/incoming-request.ts';
import type { Received } from '../../../src/receive/receive.ts';
import { anHmac, aRequest, aSource, receiveAt, secretText, signedRequest } from '../a-source.ts';

function asking(handshake: NamedHandshake, differences: Partial<SourceConfig> = {}): SourceConfig {
  return aSource({ verify: [anHmac()], handshake, ...differences });
}

const path = '/hooks/website';
const json = ['content-type', 'application/json'] as const;
const get = (query: string): IncomingRequest => aRequest('', [], { method: 'GET', url: path + query });
const post = (body: string, headers: IncomingRequest['headers'] = [], query = ''): IncomingRequest =>
  aRequest(body, [json, ...headers], { url: path + query });

function answerOf(received: Received) {
  if (received.kind === 'answered') return received.reply.body;
  return received.kind === 'refused' ? received.status : received.kind;
}

const inQuery = asking({ challenge: { in: 'query', name: 'challenge' } });
const inBody = asking({ challenge: { in: 'body', name: 'challenge' } });
const echoing = asking({ echo: 'x-hook-secret' });

describe('a challenge in the query', () => {
  it.each([
    ['?challenge=abc', 'abc'],
    ['?a=1&challenge=abc%20d%3A+%3Cb%3E', 'abc d: <b>'],
    ['?challenge=%7B%22a%22%3A1%7D', '{"a":1}'],
    [`?challenge=${'1'.repeat(1000)}`, '1'.repeat(1000)],
    ['?challenge=', 405],
    ['?challenge', 405],
    ['', 405],
    ['?Challenge=abc', 405],
    ['?challenge=a&challenge=b', 405],
    ['?challenge=a%0D%0Ab', 405],
    ['?challenge=%00', 405],
    ['?challenge=%C3%A9', 405],
    [`?challenge=${'1'.repeat(1001)}`, 405],
    ['?challenge%5Ba%5D=1', 405],
    ['?__proto__=abc', 405],
  ])('of GET %s gets the response %j', async (query, expected) => {
    expect(answerOf(await receiveAt(inQuery, get(query)))).toBe(expected);
  });

  it('is returned as plain text, which browsers do not show as a page, and is no event', async () => {
    expect(await receiveAt(inQuery, get('?challenge=%3Cscript%3E'))).toEqual({
      kind: 'answered',
      verified: false,
      reply: {
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
        body: '<script>',
      },
    });
  });

  it('of a POST is answered only if the POST has no contents', async () => {
    for (const empty of ['', '{}', ' {} ', '\n']) {
      expect(answerOf(await receiveAt(inQuery, post(empty, [], '?challenge=abc')))).toBe('abc');
    }
    for (const full of ['{"a":1}', '[]', 'null', '0', `{${' '.repeat(20)}}`]) {
      expect(answerOf(await receiveAt(inQuery, post(full, [], '?challenge=abc')))).toBe(401);
    }
    const signed = await signedRequest(inQuery, post('{"a":1}', [], '?challenge=abc'));
    expect(answerOf(await receiveAt(inQuery, signed))).toBe('accepted');
  });

  it('is the only handshake that makes the source accept GET', async () => {
    expect([...handshakeMethods(inQuery)]).toEqual(['GET']);
    expect([...handshakeMethods(inBody), ...handshakeMethods(echoing)]).toEqual([]);
    expect([...handshakeMethods(asking({}, { handshakes: ['get', 'head'] }))]).toEqual(['GET', 'HEAD']);
    const both = asking({ challenge: { in: 'query', name: 'c' } }, { handshakes: ['get'] });
    expect(answerOf(await receiveAt(both, get('?c=1')))).toBe('1');
    expect(answerOf(await receiveAt(both, get('?d=1')))).toBe('');
    expect(answerOf(await receiveAt(echoing, get('?challenge=1')))).toBe(405);
  });
});

describe('a challenge in the body', () => {
  it.each([
    ['{"challenge":"abc"}', '{"challenge":"abc"}'],
    [' {"challenge": "é <b>"}\n', '{"challenge":"é <b>"}'],
    ['{"token":"t","challenge":"abc","type":"url_verification"}', '{"challenge":"abc"}'],
    ['{"type":"url_verification","challenge":"abc"}', '{"challenge":"abc"}'],
    ['{"challenge":"abc","email":"a@example.com"}', 401],
    ['{"challenge":"lose weight","name":"Ada"}', 401],
    ['{"type":"url_verification"}', 401],
    ['{"challenge":1}', 401],
    ['{"challenge":""}', 401],
    ['{"challenge":["a"]}', 401],
    ['{"challenge":null}', 401],
    ['{"Challenge":"abc"}', 401],
    ['[{"challenge":"abc"}]', 401],
    ['challenge=abc', 401],
    ['{"challenge":"abc"', 401],
    ['{}', 401],
    [`{"challenge":"${'1'.repeat(1001)}"}`, 401],
  ])('%s gets the response %j', async (body, expected) => {
    expect(answerOf(await receiveAt(inBody, post(body)))).toBe(expected);
  });

  it('has the name that the source sets', async () => {
    const named = asking({ challenge: { in: 'body', name: 'verificationToken' } });
    expect(answerOf(await receiveAt(named, post('{"verificationToken":"abc"}')))).toBe(
      '{"verificationToken":"abc"}',
    );
    expect(answerOf(await receiveAt(named, post('{"challenge":"abc"}')))).toBe(401);
    expect(answerOf(await receiveAt(named, get('?verificationToken=abc')))).toBe(405);
  });
});

describe('a repeated header in the response', () => {
  const value = 'b537207f20cbfa02357cf448134da559';
  const header = ['x-hook-secret', value] as const;

  it.each([[''], ['{}'], [' {} \n'], ['\r\n']])('needs no proof if the body is %j', async body => {
    const received = await receiveAt(echoing, post(body, [header]));
    expect(received).toEqual({
      kind: 'answered',
      verified: false,
      reply: { status: 200, headers: { 'x-hook-secret': value }, body: '' },
    });
  });

  it.each([['{"a":1}'], ['[]'], ['text'], ['null']])(
    'does not bypass the signature if the body is %s',
    async body => {
      const received = await receiveAt(echoing, post(body, [header]));
      expect(received).toMatchObject({
        status: 401,
        refusal: {
          reason: expect.stringContaining('"x-hook-secret" needs no proof only where it has no contents'),
        },
      });
      expect(JSON.stringify(received)).not.toContain(value);
    },
  );

  it('is added for a verified webhook too, which becomes an event without the header', async () => {
    const signed = await signedRequest(echoing, post('{"a":1}', [header]));
    const received = await receiveAt(echoing, signed);
    expect(received).toMatchObject({ kind: 'accepted', headers: { 'x-hook-secret': value } });
    if (received.kind === 'accepted')
      expect(received.request.headers).toEqual({ 'content-type': 'application/json' });
    const plain = await receiveAt(echoing, signedRequest(echoing, post('{"a":1}')));
    expect(plain).not.toHaveProperty('headers');
  });

  it.each([
    [[]],
    [[['x-hook-secret', '']]],
    [[header, header]],
    [[['x-hook-secret', 'a\u0000b']]],
    [[['x-hook-secret', 'Ã©']]],
    [[['x-hook-secret', 'a'.repeat(1001)]]],
    [[['x-other-secret', value]]],
  ] as IncomingRequest['headers'][][])('is refused with the headers %j', async headers => {
    expect(answerOf(await receiveAt(echoing, post('{}', headers)))).toBe(401);
  });

  it('is possible only for POST', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS']) {
      const received = await receiveAt(echoing, aRequest('', [header], { method }));
      expect(answerOf(received)).toBe(405);
    }
  });

  it('passes the secret to the operator while the source has none', async () => {
    const awaiting = asking({ echo: 'x-hook-secret' }, { verify: [anHmac({ secret: [] })] });
    const answered = await receiveAt(awaiting, post('{}', [header]));
    expect(answered.kind === 'answered' && answered.reply.secret?.reveal()).toBe(value);
    expect(JSON.stringify(answered)).toContain('[secret]');
    const known = await receiveAt(echoing, post('{}', [header]));
    expect(known.kind === 'answered' && known.reply.secret).toBe(undefined);
    const token = asking({ echo: 'x-hook-secret' }, { verify: [{ type: 'none' }] });
    const open = await receiveAt(token, post('{}', [header]));
    expect(open.kind === 'answered' && open.reply.secret).toBe(undefined);
    expect(secretText).not.toBe(value);
  });
});
