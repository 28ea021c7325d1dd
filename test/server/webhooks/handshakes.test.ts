import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Handshake, SourceConfig } from '../../../src/config/config.ts';
import { Secret } from '../../../src/config/secret.ts';
import { anExpression, anHmac, secretText } from '../../receive/a-source.ts';
import { aConfig, aSource } from '../a-config.ts';
import { sendRaw } from '../raw-http.ts';
import { type RunningServer, startServer } from '../running-server.ts';

const hmac = anHmac();

function asking(handshakes: readonly Handshake[], differences: Partial<SourceConfig> = {}): SourceConfig {
  return aSource('crm', { verify: [hmac], handshakes, ...differences });
}

const signature = (body: string) =>
  `x-signature: ${createHmac('sha256', secretText).update(body).digest('hex')}`;

/** Returns the whole response to a request of these lines, until the server closes the connection. */
async function ask(server: RunningServer, start: string, lines: readonly string[] = [], body = '') {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`${start} HTTP/1.1`, 'Host: hooks.example.com', 'Connection: close', ...lines, ...length];
  const { status, text } = await sendRaw(server.url, [`${head.join('\r\n')}\r\n\r\n${body}`]);
  const end = text.indexOf('\r\n\r\n');
  return { status, head: text.slice(0, end).toLowerCase(), body: text.slice(end + 4) };
}

async function expectNothingStored({ store }: RunningServer): Promise<void> {
  const { events } = await store.events({ limit: 10 });
  const { statuses, unplanned } = await store.counts();
  const count = Object.values(statuses).reduce((sum, each) => sum + each, unplanned);
  expect([events, count]).toEqual([[], 0]);
}

const json = 'Content-Type: application/json';
const meta = '/hooks/crm?hub.mode=subscribe&hub.verify_token=a-token&hub.challenge=1158201444';

interface Question {
  readonly of: string;
  readonly source: SourceConfig;
  readonly start: string;
  readonly lines?: readonly string[];
  readonly sent?: string;
  readonly headers?: readonly string[];
  readonly body: string;
}

const slackBody = '{"type":"url_verification","challenge":"3eZbrw1a"}';
const pingBody = '{"zen":"Keep it logically awesome.","event":"Ping"}';

const questions: readonly Question[] = [
  {
    of: 'Meta',
    source: asking(['meta'], { verifyToken: [new Secret('a-token')] }),
    start: `GET ${meta}`,
    headers: ['content-type: text/plain; charset=utf-8', 'x-content-type-options: nosniff'],
    body: '1158201444',
  },
  {
    of: 'monday.com',
    source: asking(['challenge']),
    start: 'POST /hooks/crm',
    lines: [json],
    sent: '{"challenge":"3eZbrw1a"}',
    headers: ['content-type: application/json; charset=utf-8', 'x-content-type-options: nosniff'],
    body: '{"challenge":"3eZbrw1a"}',
  },
  {
    of: 'Slack',
    source: asking(['slack']),
    start: 'POST /hooks/crm',
    lines: [json, signature(slackBody)],
    sent: slackBody,
    headers: ['content-type: application/json; charset=utf-8'],
    body: '{"challenge":"3eZbrw1a"}',
  },
  { of: 'Mailchimp', source: asking(['get']), start: 'GET /hooks/crm?token=any', body: '' },
  { of: 'Intercom', source: asking(['head']), start: 'HEAD /hooks/crm', body: '' },
  {
    of: 'WooCommerce',
    source: asking(['woocommerce']),
    start: 'POST /hooks/crm',
    lines: ['Content-Type: application/x-www-form-urlencoded'],
    sent: 'webhook_id=17',
    body: '',
  },
  {
    of: 'Notion',
    source: asking(['notion'], { verify: [{ ...hmac, secret: [] }] }),
    start: 'POST /hooks/crm',
    lines: [json],
    sent: '{"verification_token":"secret_tMrlL1qK5v"}',
    body: '',
  },
  {
    of: 'CloudEvents',
    source: asking(['cloudevents']),
    start: 'OPTIONS /hooks/crm',
    lines: ['WebHook-Request-Origin: eventemitter.example.com', 'WebHook-Request-Rate: 120'],
    headers: ['webhook-allowed-origin: eventemitter.example.com', 'webhook-allowed-rate: *', 'allow: post'],
    body: '',
  },
  {
    of: 'GitHub',
    source: asking(['ping'], { eventType: anExpression('event') }),
    start: 'POST /hooks/crm',
    lines: [json, signature(pingBody)],
    sent: pingBody,
    body: '',
  },
  {
    of: 'another sender, with GET and a key of the query',
    source: asking([], { handshake: { challenge: { in: 'query', name: 'crc' } } }),
    start: 'GET /hooks/crm?crc=3eZbrw1a%20%3Cb%3E',
    headers: ['content-type: text/plain; charset=utf-8', 'x-content-type-options: nosniff'],
    body: '3eZbrw1a <b>',
  },
  {
    of: 'another sender, with POST and a key of the query',
    source: asking([], { handshake: { challenge: { in: 'query', name: 'validationToken' } } }),
    start: 'POST /hooks/crm?validationToken=3eZbrw1a',
    lines: ['Content-Type: text/plain', 'Content-Length: 0'],
    headers: ['content-type: text/plain; charset=utf-8'],
    body: '3eZbrw1a',
  },
  {
    of: 'another sender, with a key of the body',
    source: asking([], { handshake: { challenge: { in: 'body', name: 'token' } } }),
    start: 'POST /hooks/crm',
    lines: [json],
    sent: '{"type":"check","token":"3eZbrw1a"}',
    headers: ['content-type: application/json; charset=utf-8', 'x-content-type-options: nosniff'],
    body: '{"token":"3eZbrw1a"}',
  },
  {
    of: 'another sender, with a header',
    source: asking([], { handshake: { echo: 'x-hook-secret' } }),
    start: 'POST /hooks/crm',
    lines: [json, 'X-Hook-Secret: 3eZbrw1a'],
    sent: '{}',
    headers: ['x-hook-secret: 3ezbrw1a'],
    body: '',
  },
];

describe('a header that the response repeats', () => {
  it.each(['accepted', 'outcome'] as const)(
    'is returned with the response to the event (%s)',
    async respond => {
      const source = asking([], { handshake: { echo: 'x-hook-secret' }, respond, respondWithinMs: 1 });
      const server = await startServer(aConfig([source]));
      const body = '{"id":1}';
      const lines = [json, signature(body), 'X-Hook-Secret: 3eZbrw1a'];
      const answer = await ask(server, 'POST /hooks/crm', lines, body);
      expect([200, 202]).toContain(answer.status);
      expect(answer.head).toContain('\r\nx-hook-secret: 3ezbrw1a');
      const { events } = await server.store.events({ limit: 10 });
      expect(events).toHaveLength(1);
      expect(JSON.stringify(events)).not.toContain('3eZbrw1a');
    },
  );
});

describe('a handshake', () => {
  it.each(questions)('$of gets 200, and nothing is stored', async question => {
    const server = await startServer(aConfig([question.source]));
    const answer = await ask(server, question.start, question.lines, question.sent);
    expect([answer.status, answer.body]).toEqual([200, question.body]);
    for (const header of question.headers ?? []) expect(answer.head).toContain(`\r\n${header}`);
    if (question.body === '') {
      expect(answer.head).not.toMatch(/content-type:|content-length: [1-9]|transfer-encoding/);
    }
    await expectNothingStored(server);
    expect(await server.store.refusals({ limit: 10 })).toEqual([]);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('fieldbridge_handshakes_total{source="crm"} 1\n');
    expect(metrics).not.toMatch('3eZbrw1a|tMrlL1|1158201444');
  });

  it.each(questions)('$of is refused by a source of another sender', async question => {
    const plain = asking([], { verify: [{ ...hmac, secret: [new Secret('another-secret-of-the-shop')] }] });
    const server = await startServer(aConfig([plain]));
    const answer = await ask(server, question.start, question.lines, question.sent);
    expect([401, 405]).toContain(answer.status);
    expect(answer.body).not.toMatch('3eZbrw1a|1158201444');
    await expectNothingStored(server);
  });

  it('gets its response without waiting for a body that its method does not have', async () => {
    const server = await startServer(aConfig([asking(['get', 'cloudevents', 'meta'])]));
    const answer = await ask(server, 'GET /hooks/crm', ['Content-Length: 1000000']);
    expect([answer.status, answer.body]).toEqual([200, '']);
  });
});

describe('a request with a method of handshakes', () => {
  const source = asking(['meta', 'cloudevents'], { verifyToken: [new Secret('a-token')] });

  it('gets 405 with Allow if it is not a handshake, and is not stored', async () => {
    const server = await startServer(aConfig([source]));
    const starts = [
      'GET /hooks/crm',
      'GET /hooks/crm?hub.mode=subscribe',
      'OPTIONS /hooks/crm',
      'HEAD /hooks/crm',
    ];
    for (const start of [...starts, 'PUT /hooks/crm', 'DELETE /hooks/crm']) {
      const answer = await ask(server, start);
      expect([start, answer.status]).toEqual([start, 405]);
      expect(answer.head).toContain('\r\nallow: post');
    }
    expect(await server.store.refusals({ limit: 10 })).toEqual([]);
  });

  it('gets a response without a body for HEAD, whatever the response is', async () => {
    const sources = [source, aSource('seen', { handshakes: ['head'] })];
    const server = await startServer(aConfig(sources));
    for (const [path, status] of [
      ['/hooks/crm', 405],
      ['/hooks/seen', 200],
      ['/nowhere', 404],
    ] as const) {
      expect(await ask(server, `HEAD ${path}`)).toMatchObject({ status, body: '' });
    }
  });

  it('gets 401 without a reason for a wrong token of Meta, which is not stored', async () => {
    const server = await startServer(aConfig([source]));
    const answer = await ask(server, `GET ${meta.replace('a-token', 'not-the-token')}`);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toEqual({ error: 'this webhook could not be verified' });
    const [view] = await server.store.refusals({ limit: 10 });
    expect(view).toMatchObject({
      status: 401,
      reason: expect.stringMatching('verifyToken'),
      acceptable: false,
    });
    expect(JSON.stringify(await server.store.refusal(view?.id ?? ''))).not.toMatch('not-the-token');
  });
});

describe('a configured path', () => {
  it('never returns 404 or 410, whatever the method and the query are', async () => {
    const sources = [asking(['meta', 'get', 'head', 'cloudevents', 'challenge', 'notion', 'woocommerce'])];
    const server = await startServer(aConfig(sources));
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'TRACE', 'PURGE', 'QUERY', 'LINK']) {
      for (const path of ['/hooks/crm', '/hooks/crm/', '/hooks/crm?%', '/hooks/crm?a=%ff', '/hooks/%63rm']) {
        const { status } = await ask(server, `${method} ${path}`);
        expect([method, path, [200, 401, 405].includes(status ?? 0)]).toEqual([method, path, true]);
      }
    }
    await expectNothingStored(server);
  });
});
