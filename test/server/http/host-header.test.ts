import { describe, expect, it } from 'vitest';
import { aConfig, aSource } from '../a-config.ts';
import { sendRaw } from '../raw-http.ts';
import { startServer } from '../running-server.ts';

const config = aConfig([aSource('open', { body: 'auto' })]);
const refused = { status: 400, error: expect.stringMatching(/\bHost header\b/) };
const notHttp = { status: 400, error: 'the request is not valid HTTP' };
const stored = { status: 200, error: undefined };

/** Posts `{}` with exactly these header lines. */
async function post(lines: string, { target = '/hooks/open', version = '1.1' } = {}) {
  const server = await startServer(config);
  const length = /content-length|transfer-encoding/i.test(lines) ? '' : 'content-length: 2\r\n';
  const bytes = `POST ${target} HTTP/${version}\r\n${lines}${length}content-type: application/json\r\n\r\n{}`;
  const { status, text } = await sendRaw(server.url, [Buffer.from(bytes, 'latin1')]);
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n')));
  const { events } = await server.store.events({ limit: 10 });
  return { answer: { status, error: body.error }, text, events: events.length };
}

describe('a request is refused and not stored', () => {
  it.each([
    ['with two hosts', 'host: a\r\nhost: b\r\n'],
    ['with the same host twice', 'Host: a\r\nHOST: a\r\n'],
    ['with two empty hosts', 'host:\r\nhost:\r\n'],
    ['without a host', ''],
    ['with a blank inside its host', 'host: a b\r\n'],
    ['with two hosts in one header', 'host: a, b\r\n'],
    ['with a path behind its host', 'host: a/b\r\n'],
    ['with a user before its host', 'host: user@a\r\n'],
    ['with letters that are no ASCII', 'host: b\xfccher.example\r\n'],
    ['with a port that is no number', 'host: a:http\r\n'],
    ['with half an address', 'host: [::1\r\n'],
  ])('%s', async (_how, lines) => {
    const { answer, text, events } = await post(lines);
    expect(answer).toEqual(refused);
    expect(text).toMatch(/^connection: close\r$/im);
    expect(events).toBe(0);
  });

  it.each([
    ['with two lengths', 'host: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n'],
    ['with the same length twice', 'host: a\r\ncontent-length: 2\r\ncontent-length: 2\r\n'],
    ['with a list of lengths', 'host: a\r\ncontent-length: 2, 2\r\n'],
    ['with a length and chunks', 'host: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n'],
    ['with a folded host', 'host: a\r\n b\r\n'],
    ['with a blank behind the name of a header', 'host : a\r\n'],
  ])('%s', async (_how, lines) => {
    expect(await post(lines)).toMatchObject({ answer: notHttp, events: 0 });
  });

  it('with two hosts, whatever it requests', async () => {
    const server = await startServer(config);
    for (const path of ['/healthz', '/nothing', '/api/events', '/metrics']) {
      const bytes = `GET ${path} HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n`;
      expect((await sendRaw(server.url, [bytes])).status).toBe(400);
    }
  });

  it('with two hosts and a whole URL', async () => {
    const target = 'http://a/hooks/open';
    expect(await post('host: a\r\nhost: b\r\n', { target })).toMatchObject({ answer: refused, events: 0 });
  });
});

describe('a request is accepted', () => {
  it.each([
    'hooks.example.com',
    'hooks.example.com:8443',
    'hooks.example.com.',
    'HOOKS.example.com:',
    '127.0.0.1:8080',
    '[::1]:8080',
    '[fe80::1%25eth0]',
    'my_service.default.svc.cluster.local:80',
    'b%C3%BCcher.example',
    'xn--bcher-kva.example',
    '',
  ])('for the host %s', async host => {
    expect(await post(`host: ${host}\r\n`)).toMatchObject({ answer: stored, events: 1 });
  });

  it('without a host in HTTP/1.0', async () => {
    expect(await post('', { version: '1.0' })).toMatchObject({ answer: stored, events: 1 });
  });

  it('with a whole URL, whose host replaces the header', async () => {
    const target = 'http://hooks.example.com/hooks/open';
    expect(await post('host: other.example.com\r\n', { target })).toMatchObject({
      answer: stored,
      events: 1,
    });
  });
});
