import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseInTurns } from '../../../src/server/http/parse-in-turns.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server whose connections are parsed in turns. */
async function serve(handle: Handle): Promise<Server> {
  const server = createServer({ requireHostHeader: false }, handle);
  Object.assign(server, { httpAllowHalfOpen: true });
  parseInTurns(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return server;
}

function open(server: Server): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const chunked = 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';

describe('a connection', () => {
  it('has few unanswered requests at a time, however many were sent, and each gets its response in order', async () => {
    let unanswered = 0;
    let most = 0;
    const server = await serve((request, response) => {
      unanswered += 1;
      most = Math.max(most, unanswered);
      setImmediate(() => {
        unanswered -= 1;
        response.end(`${request.url};`);
      });
    });
    const socket = open(server);
    const paths = Array.from({ length: 3_000 }, (_, at) => `/${at}`);
    socket.end(paths.map(get).join(''));
    const said = await text(socket);
    expect(said.match(/\/\d+;/g)).toEqual(paths.map(path => `${path};`));
    // A read may end within the headers of the second request.
    expect(most).toBeLessThanOrEqual(2);
  });

  it('is not parsed further while a request waits for its response', async () => {
    const held: ServerResponse[] = [];
    const server = await serve((_, response) => void held.push(response));
    const socket = open(server);
    socket.write(get('/a'));
    await expect.poll(() => held.length).toBe(1);
    socket.write(get('/b') + get('/c'));
    const other = open(server);
    other.write(get('/other'));
    await expect.poll(() => held.length).toBe(2);
    held[0]?.end();
    await expect.poll(() => held.map(each => each.req.url)).toEqual(['/a', '/other', '/b']);
    held[2]?.end();
    await expect.poll(() => held.length).toBe(4);
  });

  it('that ends after a pipelined request gets every response', async () => {
    const server = await serve((request, response) => setTimeout(() => response.end(`${request.url};`), 20));
    const socket = open(server);
    socket.end(get('/a') + get('/b'));
    expect((await text(socket)).match(/\/\w;/g)).toEqual(['/a;', '/b;']);
  });

  it('keeps a body in chunks of one byte unchanged', async () => {
    const server = await serve((request, response) => void text(request).then(body => response.end(body)));
    const socket = open(server);
    const body = Array.from({ length: 50_000 }, (_, at) => String(at % 10)).join('');
    socket.end(`${chunked}${[...body].map(byte => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n${get('/last')}`);
    expect((await text(socket)).includes(body)).toBe(true);
  });

  it('whose body nobody reads yet is read when somebody does', async () => {
    let request: IncomingMessage | undefined;
    const server = await serve((given, response) => {
      request = given;
      given.once('end', () => response.end('whole'));
    });
    const socket = open(server);
    const lines = `80\r\n${'\n'.repeat(128)}\r\n`.repeat(2_000);
    socket.end(`${chunked}${lines}0\r\n\r\n`);
    await expect.poll(() => request?.isPaused() === false && (request?.readableLength ?? 0) > 0).toBe(true);
    let bytes = 0;
    request?.on('data', (chunk: Buffer) => (bytes += chunk.length));
    expect(await text(socket)).toMatch('whole');
    expect(bytes).toBe(256_000);
  });
});

describe('many connections', () => {
  it('have few requests and chunks parsed in one turn', async () => {
    let parsed = 0;
    const inTurns: number[] = [];
    const server = await serve((request, response) => {
      parsed += 1;
      request.on('data', () => (parsed += 1));
      request.on('end', () => response.end());
    });
    const flood = chunked + '1\r\nx\r\n'.repeat(4_000);
    const sockets = Array.from({ length: 50 }, () => open(server));
    await Promise.all(sockets.map(socket => once(socket, 'connect')));
    for (const socket of sockets) socket.write(flood);
    for (let before = 0; parsed < 200_050; before = parsed) {
      await new Promise(resolve => setImmediate(resolve));
      inTurns.push(parsed - before);
    }
    // Eight pieces of 128 lines that begin at once, and eight waiting ones.
    expect(Math.max(...inTurns)).toBeLessThanOrEqual(2 * 8 * 65);
  });

  it('with too much waiting data are closed, and others are served', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/good') response.end('good');
    });
    const sockets = Array.from({ length: 400 }, () => open(server));
    let closed = 0;
    for (const socket of sockets) {
      socket.once('close', () => (closed += 1));
      socket.write(get('/silent') + get('/more').repeat(2_000));
    }
    await expect.poll(() => closed).toBeGreaterThan(50);
    const good = open(server);
    good.end(get('/good'));
    expect(await text(good)).toMatch(/good$/);
    expect(closed).toBeLessThan(400);
  });
});
