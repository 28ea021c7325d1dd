import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../../../torture/hostile/exchange.ts';
import { freePort, mappingsOf, type Running, startProgram } from '../program.ts';

const mostConnections = 1_024;
/** More connections than the limit. */
const sockets = Number(process.env.SOCKETS ?? 1_200);
/** The time limits of the server are half a minute, so the test waits for them only with SOCKETS. */
const isLong = process.env.SOCKETS !== undefined;

let folder = '';
let port = 0;
let running: Running | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-slow-'));
  port = await freePort();
  mkdirSync(mappingsOf(folder));
  writeFileSync(
    join(folder, 'config.yaml'),
    `server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
destinations: {salon: {baseUrl: "http://127.0.0.1:9", token: some-token-of-the-test}}
sources: {open: {verify: {type: none}}, signed: {verify: {type: header-token, name: x-token, secret: some-secret}}}
log: {level: warn}
`,
  );
  running = await startProgram({ config: join(folder, 'config.yaml'), port });
});

afterAll(async () => {
  await running?.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function post(client: Pool, body: string, path = '/hooks/open'): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const reply = await client.request({ method: 'POST', path, headers, body });
  await reply.body.dump();
  return reply.statusCode;
}

/** The bytes that a slow sender sends one by one: headers that never end, or a body. */
const trickles = [
  'POST /hooks/open HTTP/1.1\r\nhost: x\r\nx-slow: ',
  'POST /hooks/open HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{"a": "',
  'POST /hooks/open HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nfffff\r\n{"a": "',
  'POST /hooks/signed HTTP/1.1\r\nhost: x\r\nx-token: wrong\r\ncontent-length: 1000000\r\n\r\n{"a": "',
];

interface Slow {
  readonly socket: Socket;
  closed: boolean;
}

async function openSlow(index: number): Promise<Slow> {
  const socket = connect(port, '127.0.0.1');
  const slow: Slow = { socket, closed: false };
  socket
    .on('error', () => undefined)
    .on('close', () => {
      slow.closed = true;
    });
  await new Promise(done => socket.once('connect', done));
  socket.write(trickles[index % trickles.length] ?? '');
  return slow;
}

describe('slow senders', () => {
  it(`on ${sockets} connections keep nobody out, and hold no memory afterwards`, async () => {
    const client = new Pool(`http://127.0.0.1:${port}`, { connections: 8 });
    expect(await post(client, '{"first": true}')).toBe(200);
    const slow: Slow[] = [];
    for (let index = 0; index < sockets; index += 1) slow.push(await openSlow(index));
    const areOpen = () => slow.some(each => !each.closed);
    for (let round = 0; isLong ? areOpen() : round < 10; round += 1) {
      for (const { socket } of slow) socket.write('x');
      const answers = await Promise.all(Array.from({ length: 8 }, () => post(client, '{"good": true}')));
      expect(answers).toEqual(answers.map(() => 200));
      if (isLong) await new Promise(done => setTimeout(done, 250));
    }
    const open = () => slow.filter(each => !each.closed).length;
    await expect.poll(open).toBeLessThanOrEqual(mostConnections);
    for (const { socket } of slow) socket.destroy();
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await expect.poll(metrics).toMatch(/fieldbridge_bytes_in_flight 0\n/);
    await client.close();
  });
});

const post2 = (head: string, body: string) =>
  `POST /hooks/open HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n${body}`;
const hidden = post2('content-length: 12', '{"hidden":1}');

describe('requests within requests', () => {
  it.each([
    ['a length and chunks', post2('content-length: 5\r\ntransfer-encoding: chunked', `0\r\n\r\n${hidden}`)],
    ['chunks and a length', post2('transfer-encoding: chunked\r\ncontent-length: 5', `0\r\n\r\n${hidden}`)],
    ['two lengths', post2(`content-length: 2\r\ncontent-length: ${2 + hidden.length}`, `{}${hidden}`)],
    ['two equal lengths', post2('content-length: 2\r\ncontent-length: 2', `{}${hidden}`)],
    ['lengths in a list', post2('content-length: 2, 2', `{}${hidden}`)],
    ['a length with a sign', post2('content-length: +2', `{}${hidden}`)],
    ['a length in hex', post2('content-length: 0x2', `{}${hidden}`)],
    ['bare line feeds', hidden.replaceAll('\r\n', '\n') + hidden],
    ['a bare line feed in the head', post2('a: b\ncontent-length: 2', `{}${hidden}`)],
    ['a folded length', post2('content-length:\r\n 2', `{}${hidden}`)],
    ['a folded header', post2('a: b\r\n c: d\r\ncontent-length: 2', `{}${hidden}`)],
    ['a blank before the colon', post2('content-length : 2', `{}${hidden}`)],
    ['a blank before the name', post2(' transfer-encoding: chunked', `0\r\n\r\n${hidden}`)],
    ['chunks twice', post2('transfer-encoding: chunked\r\ntransfer-encoding: chunked', `0\r\n\r\n${hidden}`)],
    ['chunks that are not last', post2('transfer-encoding: chunked, identity', `0\r\n\r\n${hidden}`)],
    ['chunks by another name', post2('transfer-encoding: xchunked', `0\r\n\r\n${hidden}`)],
    ['a chunk of no size', post2('transfer-encoding: chunked', `;a\r\n\r\n${hidden}`)],
    ['a chunk with a sign', post2('transfer-encoding: chunked', `-1\r\n\r\n${hidden}`)],
    [
      'a chunk that is longer than it says',
      post2('transfer-encoding: chunked', `2\r\n{}}\r\n0\r\n\r\n${hidden}`),
    ],
    ['a chunk that ends in a bare line feed', post2('transfer-encoding: chunked', `2\n{}\n0\n\n${hidden}`)],
    ['a zero in a name', post2('content\0-length: 2', `{}${hidden}`)],
  ])('by %s are refused, and the connection is closed', async (_, bytes) => {
    const { answers, impatient } = await exchange(port, [{ bytes: Buffer.from(bytes, 'latin1') }], {
      manners: 'stays',
    });
    expect(answers.map(each => each.status)).toEqual([400]);
    expect(impatient, 'the connection was closed').toBe(false);
    expect(running?.output()).not.toContain('unexpectedly');
  });
});

describe('compressed bodies', () => {
  const answerTo = async (encoding: string) => {
    const head = `content-type: application/json\r\ncontent-encoding: ${encoding}\r\ncontent-length: 2`;
    const { answers } = await exchange(port, [{ bytes: Buffer.from(post2(head, '{}')) }], {
      manners: 'waits',
    });
    return answers.map(each => each.status);
  };

  it.each(['gzip', 'br', 'deflate', 'x-gzip', 'GZIP', 'identity, gzip'])(
    'that declare %s and are not compressed are refused',
    async encoding => expect(await answerTo(encoding)).toEqual([400]),
  );

  it.each(['zstd', 'gzip, br', 'no-such-thing'])('by %s are refused', async encoding =>
    expect(await answerTo(encoding)).toEqual([415]),
  );
});
