import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limitConnections } from '../../../src/server/http/connections.ts';
import { parseInTurns } from '../../../src/server/http/parse-in-turns.ts';

/** More than the system buffers for a connection that nobody reads. */
const large = Buffer.alloc(32 * 1024 * 1024, 'x');
const most = 4;

/** Starts a server with at most four connections. It responds to `/large` and `/small`, but never to `/waiting`. */
async function serve(): Promise<{ server: Server; answers: Map<string, ServerResponse> }> {
  const answers = new Map<string, ServerResponse>();
  const server = createServer((request: IncomingMessage, response) => {
    const name = request.url ?? '';
    answers.set(name, response);
    if (name.startsWith('/large')) response.end(large);
    if (name.startsWith('/small')) response.end('small');
  });
  parseInTurns(server);
  limitConnections(server, most, () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { server, answers };
}

function ask(server: Server, path: string, times = 1): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}).pause();
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(times));
  return socket;
}

async function answerOf(server: Server, path: string): Promise<string> {
  const socket = ask(server, path);
  socket.end();
  return text(socket);
}

describe('at the maximum number of connections', () => {
  it('the one is closed whose response was unread for the longest time, and one that waits for its response stays', async () => {
    const { server, answers } = await serve();
    const isClosed = (path: string) => answers.get(path)?.destroyed;
    const first = ask(server, '/small-first');
    await expect.poll(() => answers.get('/small-first')?.writableFinished).toBe(true);
    for (const path of ['/waiting', '/large-1', '/large-2']) {
      ask(server, path);
      await expect.poll(() => answers.has(path)).toBe(true);
    }
    // The oldest connection gets the newest response.
    first.write('GET /large-3 HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => answers.has('/large-3')).toBe(true);
    for (const gone of ['/large-1', '/large-2', '/large-3']) {
      expect(isClosed(gone)).toBe(false);
      const path = `/waiting-after${gone.slice(1)}`;
      ask(server, path);
      await expect.poll(() => answers.has(path)).toBe(true);
      await expect.poll(() => isClosed(gone)).toBe(true);
    }
    expect(isClosed('/waiting')).toBe(false);
  });

  it('clients are served although others send requests and never read', async () => {
    const { server, answers } = await serve();
    for (let count = 0; count < most; count += 1) {
      ask(server, `/large-${count}`, 1_000);
      await expect.poll(() => answers.get(`/large-${count}`)?.writableLength).toBeGreaterThan(0);
    }
    for (let count = 0; count < 3 * most; count += 1)
      expect(await answerOf(server, '/small')).toMatch(/small$/);
  });

  it('one that reads its response slowly gets all of it while there is room', async () => {
    const { server, answers } = await serve();
    const slow = ask(server, '/large');
    for (let count = 1; count < most; count += 1) {
      ask(server, `/small-${count}`);
      await expect.poll(() => answers.get(`/small-${count}`)?.writableFinished).toBe(true);
    }
    expect(await answerOf(server, '/small')).toMatch(/small$/);
    let bytes = 0;
    slow.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
    await expect.poll(() => bytes).toBeGreaterThan(large.length);
  });
});
