import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Handshake, SourceConfig } from '../../src/config/config.ts';
import { Secret } from '../../src/config/secret.ts';
import type { IncomingRequest } from '../../src/receive/incoming-request.ts';
import type { Received } from '../../src/receive/receive.ts';
import { receiveRefused } from '../../src/receive/receive.ts';
import {
  anExpression,
  anHmac,
  aRequest,
  aSource,
  publicUrl,
  receiveAt,
  refuse,
  secretText,
  signedRequest,
} from './a-source.ts';
import { senderSource } from './senders/a-sender.ts';

const everyHandshake: readonly Handshake[] = [
  'meta',
  'slack',
  'challenge',
  'get',
  'head',
  'woocommerce',
  'notion',
  'cloudevents',
  'ping',
];
const json = [['content-type', 'application/json']] as const;
const form = [['content-type', 'application/x-www-form-urlencoded']] as const;

/** A source with signed webhooks, whose sender uses these handshakes. */
function sourceWith(handshakes: readonly Handshake[], differences: Partial<SourceConfig> = {}): SourceConfig {
  return aSource({ verify: [anHmac()], handshakes, ...differences });
}

const withoutSecret = { verify: [anHmac({ secret: [] })] };

const get = (query = '', headers: IncomingRequest['headers'] = []): IncomingRequest =>
  aRequest('', headers, { method: 'GET', url: `/hooks/website${query}` });

function replyOf(received: Received) {
  if (received.kind !== 'answered') throw new Error(received.kind);
  const { reply, verified } = received;
  return { ...reply, verified };
}

describe("Meta's check of the URL", () => {
  const source = sourceWith(['meta'], { verifyToken: [new Secret('one token'), new Secret('two token')] });
  const check = (token: string, rest = '&hub.challenge=1158201444') =>
    get(`?hub.mode=subscribe&hub.verify_token=${token}${rest}`);

  it('returns the challenge as a text if the token is right', async () => {
    for (const token of ['one+token', 'two%20token']) {
      expect(replyOf(await receiveAt(source, check(token)))).toEqual({
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
        body: '1158201444',
        verified: false,
      });
    }
  });

  it('is refused with another token, which is not kept', async () => {
    for (const token of ['wrong', '', 'one%20token%20', 'ONE%20TOKEN']) {
      const refusal = await refuse(source, check(token));
      expect(refusal).toMatchObject({ status: 401, verified: false });
      expect(refusal.query).toEqual({ 'hub.mode': 'subscribe', 'hub.challenge': '1158201444' });
      expect(refusal.reason).toMatch('verifyToken');
    }
  });

  it('is refused if the source has no token, with advice', async () => {
    const refusal = await refuse(sourceWith(['meta']), check('anything'));
    expect([refusal.status, refusal.reason]).toEqual([
      401,
      expect.stringMatching(/add the token .* "verifyToken"/),
    ]);
    const emptyToken = sourceWith(['meta'], { verifyToken: [new Secret('')] });
    expect((await refuse(emptyToken, check(''))).status).toBe(401);
  });

  it('is a wrong method in any other form', async () => {
    const others = [
      get(),
      check('one+token', ''),
      check('one+token', '&hub.challenge='),
      check('one+token', '&hub.challenge=a&hub.challenge=b'),
      check('one+token', '&hub.challenge=a%20b'),
      check('one+token', '&hub.challenge=%3Cb%3E%00'),
      check('one+token', `&hub.challenge=${'1'.repeat(1001)}`),
      get('?hub.mode=unsubscribe&hub.verify_token=one+token&hub.challenge=1'),
      get('?hub.mode=subscribe&hub.verify_token=one+token&hub.verify_token=x&hub.challenge=1'),
    ];
    for (const request of others) expect((await refuse(source, request)).status).toBe(405);
    const posted = { ...check('one+token'), method: 'POST' };
    expect((await refuse(source, posted)).status).toBe(401);
  });
});

describe('a challenge', () => {
  const source = sourceWith(['challenge']);

  it('is returned if it is the only content', async () => {
    const reply = replyOf(await receiveAt(source, aRequest(' {"challenge": "3eZb <b>\\u00e9"}\n')));
    expect(reply).toMatchObject({ status: 200, verified: false });
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(JSON.parse(reply.body)).toEqual({ challenge: '3eZb <b>é' });
  });

  it('does not bypass the signature', async () => {
    const others = [
      '{"challenge":"a","event":{"id":1}}',
      '{"challenge":1}',
      '{"challenge":null}',
      '{"challenge":["a"]}',
      '{"challenge":""}',
      '{"Challenge":"a"}',
      '[{"challenge":"a"}]',
      '["a"]',
      '"challenge"',
      'null',
      '{}',
      '',
      'challenge=a',
      '{"challenge":"a"',
      '{"challenge":"a","__proto__":{}}',
      JSON.stringify({ challenge: 'a'.repeat(1001) }),
      `{"challenge":"a"${' '.repeat(5000)}}`,
    ];
    for (const body of others) {
      expect([body.slice(0, 40), (await refuse(source, aRequest(body))).status]).toEqual([
        body.slice(0, 40),
        401,
      ]);
    }
  });
});

describe("WooCommerce's ping", () => {
  const source = sourceWith(['woocommerce']);

  it('gets status 200 and an empty response', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=UTF-8',
    ]) {
      const request = aRequest('webhook_id=17', [['content-type', type]]);
      expect(replyOf(await receiveAt(source, request))).toEqual({
        status: 200,
        headers: {},
        body: '',
        verified: false,
      });
    }
  });

  it('is recognized only in its exact form', async () => {
    const others = [
      aRequest('webhook_id=17&order=1', form),
      aRequest('webhook_id=', form),
      aRequest('webhook_id=17\n', form),
      aRequest('webhook_id=1e3', form),
      aRequest('webhook_id=-1', form),
      aRequest(`webhook_id=${'1'.repeat(21)}`, form),
      aRequest('a=1&webhook_id=17', form),
      aRequest('webhook_id=17', json),
      aRequest('webhook_id=17', []),
      aRequest('webhook_id=17', [...form, ...form]),
      aRequest('webhook_id=17', [...form, ['x-wc-webhook-signature', '']]),
      aRequest('{"webhook_id":17}', json),
    ];
    for (const request of others) expect((await refuse(source, request)).status).toBe(401);
  });
});

describe("Notion's verification token", () => {
  const told = aRequest('{"verification_token":"secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl"}');

  it('is passed to the operator while the source has no secret', async () => {
    const reply = replyOf(await receiveAt(sourceWith(['notion'], withoutSecret), told));
    expect(reply).toMatchObject({ status: 200, body: '', verified: false });
    expect(reply.secret?.reveal()).toBe('secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl');
    expect(JSON.stringify(reply)).not.toMatch('tMrlL1');
  });

  it('has no effect if it is already the secret', async () => {
    const secret = [new Secret('old'), new Secret('secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl')];
    const reply = replyOf(await receiveAt(sourceWith(['notion'], { verify: [anHmac({ secret })] }), told));
    expect(reply).toEqual({ status: 200, headers: {}, body: '', verified: false });
  });

  it('is refused if the source has another secret', async () => {
    const refusal = await refuse(sourceWith(['notion']), told);
    expect(refusal).toMatchObject({ status: 401, verified: false });
    expect(refusal.reason).toMatch('restart');
    expect(refusal.reason).not.toMatch('tMrlL1');
  });

  it('is accepted only in its exact form', async () => {
    const source = sourceWith(['notion'], withoutSecret);
    const others = [
      '{"verification_token":"secret_a","id":"1"}',
      '{"verification_token":""}',
      '{"verification_token":"a b"}',
      '{"verification_token":"a\\n"}',
      '{"verification_token":7}',
      JSON.stringify({ verification_token: 'a'.repeat(201) }),
      '{"id":"1"}',
    ];
    for (const body of others) expect((await refuse(source, aRequest(body))).status).toBe(401);
  });
});

describe('the validation request of a sender of CloudEvents', () => {
  const source = sourceWith(['cloudevents']);
  const options = (...headers: (readonly [string, string])[]) => aRequest('', headers, { method: 'OPTIONS' });

  it('gets permission to send', async () => {
    const request = options(
      ['webhook-request-origin', 'eventemitter.example.com'],
      ['webhook-request-rate', '120'],
    );
    expect(replyOf(await receiveAt(source, request))).toEqual({
      status: 200,
      headers: {
        'webhook-allowed-origin': 'eventemitter.example.com',
        'webhook-allowed-rate': '*',
        allow: 'POST',
      },
      body: '',
      verified: false,
    });
  });

  it('names a host; any other OPTIONS is a wrong method', async () => {
    const others = [
      options(),
      options(['origin', 'https://example.com']),
      options(['webhook-request-origin', '']),
      options(['webhook-request-origin', '*']),
      options(['webhook-request-origin', 'https://example.com']),
      options(['webhook-request-origin', 'a.example, b.example']),
      options(['webhook-request-origin', '-a.example']),
      options(['webhook-request-origin', 'a..example']),
      options(['webhook-request-origin', 'a.example\r\nx: y']),
      options(['webhook-request-origin', `${'a'.repeat(64)}.example`]),
      options(['webhook-request-origin', 'a.example'], ['webhook-request-origin', 'b.example']),
    ];
    for (const request of others) expect((await refuse(source, request)).status).toBe(405);
  });
});

describe('GET and HEAD', () => {
  it('get status 200 if the sender checks the URL with them', async () => {
    const head = aRequest('', [], { method: 'HEAD' });
    const empty = { status: 200, headers: {}, body: '', verified: false };
    expect(replyOf(await receiveAt(sourceWith(['get']), get('?token=any')))).toEqual(empty);
    expect(replyOf(await receiveAt(sourceWith(['head']), head))).toEqual(empty);
    expect((await refuse(sourceWith(['get']), head)).status).toBe(405);
    expect((await refuse(sourceWith(['head']), get())).status).toBe(405);
  });
});

describe("Slack's url_verification", () => {
  const source = sourceWith(['slack']);
  const question = aRequest('{"token":"x","challenge":"3eZbrw1a","type":"url_verification"}');

  it('returns the challenge if it is signed', async () => {
    const reply = replyOf(await receiveAt(source, signedRequest(source, question)));
    expect(reply).toMatchObject({ status: 200, body: '{"challenge":"3eZbrw1a"}', verified: true });
  });

  it('gets no challenge if it is not signed', async () => {
    expect((await refuse(source, question)).status).toBe(401);
  });

  it('is an event if the sender has no such handshake, or in another form', async () => {
    const plain = sourceWith([]);
    expect((await receiveAt(plain, signedRequest(plain, question))).kind).toBe('accepted');
    for (const body of ['{"type":"url_verification"}', '{"challenge":"a"}', '[1]', 'null']) {
      expect((await receiveAt(source, signedRequest(source, aRequest(body)))).kind).toBe('accepted');
    }
  });
});

describe('a ping', () => {
  const source = sourceWith(['ping'], { eventType: anExpression('event'), split: anExpression('$') });

  it('is answered if it is verified, in any case of letters', async () => {
    for (const body of ['{"event":"ping"}', '{"event":"PING"}', '[{"event":"Ping"},{"event":"ping"}]']) {
      const reply = replyOf(await receiveAt(source, signedRequest(source, aRequest(body))));
      expect(reply).toEqual({ status: 200, headers: {}, body: '', verified: true });
      expect((await refuse(source, aRequest(body))).status).toBe(401);
    }
  });

  it('does not hide an event', async () => {
    const body = '[{"event":"ping"},{"event":"pinged"},{"event":"order"}]';
    const received = await receiveAt(source, signedRequest(source, aRequest(body)));
    expect(received).toMatchObject({
      kind: 'accepted',
      request: { items: [{ type: 'pinged' }, { type: 'order' }] },
    });
  });

  it('is an event from a sender without pings; an empty list is no ping', async () => {
    const plain = { ...source, handshakes: [] };
    expect((await receiveAt(plain, signedRequest(plain, aRequest('{"event":"ping"}')))).kind).toBe(
      'accepted',
    );
    expect((await receiveAt(source, signedRequest(source, aRequest('[]')))).kind).toBe('accepted');
  });
});

describe('a known sender', () => {
  const signed = (preset: string, body: string, headers: IncomingRequest['headers'] = json) => {
    const source = senderSource(preset);
    return [source, signedRequest(source, aRequest(body, headers))] as const;
  };
  const plain = (preset: string, request: IncomingRequest, more = '', secret = secretText) =>
    [senderSource(preset, more, secret), request] as const;
  const pingHeaders = [...json, ['x-github-event', 'ping']] as const;
  const formPingHeaders = [...form, ['x-github-event', 'ping']] as const;

  it.each([
    [
      'meta-leads',
      plain(
        'meta-leads',
        get(`?hub.mode=subscribe&hub.challenge=7&hub.verify_token=a-long-verify-token`),
        'verifyToken: a-long-verify-token',
      ),
    ],
    ['slack', signed('slack', '{"type":"url_verification","challenge":"a"}')],
    ['monday', plain('monday', aRequest('{"challenge":"a"}'))],
    ['mailchimp', plain('mailchimp', get('?token=any'))],
    ['intercom, HEAD', plain('intercom', aRequest('', [], { method: 'HEAD' }))],
    ['intercom, ping', signed('intercom', '{"type":"notification_event","topic":"ping","id":"notif_1"}')],
    ['woocommerce', plain('woocommerce', aRequest('webhook_id=17', form))],
    ['notion', plain('notion', aRequest('{"verification_token":"secret_a"}'), '', '')],
    [
      'cloudevents',
      plain('cloudevents', aRequest('', [['webhook-request-origin', 'a.example']], { method: 'OPTIONS' })),
    ],
    ['github', signed('github', '{"zen":"Design for failure.","hook_id":1}', pingHeaders)],
    ['github, form', signed('github', 'payload=%7B%22hook_id%22%3A1%7D', formPingHeaders)],
    ['cal-com', signed('cal-com', '{"triggerEvent":"PING","createdAt":"2026-03-02T10:00:00Z","payload":{}}')],
  ])('is answered, and makes no event: %s', async (_name, [source, request]) => {
    expect(replyOf(await receiveAt(source, request))).toMatchObject({ status: 200 });
  });
});

describe('every handshake together', () => {
  const source = sourceWith(everyHandshake, { verifyToken: [new Secret(secretText)] });

  it('does not accept unsigned requests of another shape', async () => {
    const requests = fc.record({
      method: fc.constantFrom('POST', 'PUT', 'DELETE', 'OPTIONS', 'post', 'TRACE'),
      url: fc.webQueryParameters().map(query => `/hooks/website?${query}`),
      headers: fc.constantFrom(json, form, []),
      body: fc
        .oneof(
          fc.json(),
          fc
            .dictionary(fc.constantFrom('challenge', 'webhook_id', 'type', 'a'), fc.jsonValue())
            .map(value => JSON.stringify({ more: 1, ...value })),
          fc.string().map(text => `webhook_id=${text}x`),
        )
        .map(text => Buffer.from(text)),
    });
    await fc.assert(
      fc.asyncProperty(requests, async request => {
        expect((await receiveAt(source, request)).kind).toBe('refused');
      }),
      { numRuns: 500 },
    );
  });

  it('does not apply to a refused webhook that is accepted later', async () => {
    const open = { ...source, verify: [{ type: 'none' as const }], eventType: anExpression('event') };
    const bodies = [
      '{"challenge":"a"}',
      '{"verification_token":"a"}',
      '{"type":"url_verification","challenge":"a"}',
      '{"event":"ping"}',
    ];
    for (const text of bodies) {
      const body = Buffer.from(text);
      const refusal = {
        at: 1,
        source: 'website',
        status: 400,
        reason: '',
        verified: true,
        headers: { 'content-type': 'application/json' },
        query: {},
        body,
        bytes: body.length,
      };
      const received = await receiveRefused(open, refusal, { newId: () => 'evt_1' });
      expect([text, received?.kind]).toEqual([text, 'accepted']);
    }
  });

  it('is accepted only from a sender that uses it', async () => {
    const plain = sourceWith([]);
    const questions = [
      aRequest('{"challenge":"a"}'),
      aRequest('{"verification_token":"a"}'),
      aRequest('webhook_id=1', form),
      get(`?hub.mode=subscribe&hub.verify_token=${secretText}&hub.challenge=1`),
      aRequest('', [['webhook-request-origin', new URL(publicUrl).hostname]], { method: 'OPTIONS' }),
      aRequest('', [], { method: 'HEAD' }),
    ];
    for (const request of questions) await refuse(plain, request);
  });
});
