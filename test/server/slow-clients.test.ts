import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { aConfig, aSource } from './a-config.ts';
import { type RunningServer, startServer } from './running-server.ts';

const config = aConfig([aSource('open')]);

/** A connection on which only what is given is said; resolves with all that came back when the server ends it. */
async function said(server: RunningServer, text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', chunk => (answer += chunk)).on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('the server', () => {
  // The limits themselves are held by server.test.ts; here they are short, so that they can be waited for.
  it('ends connections that take too long for their headers, for their body, or between two requests', async () => {
    const server = await startServer(config);
    server.app.server.headersTimeout = 300;
    server.app.server.requestTimeout = 600;
    server.app.server.keepAliveTimeout = 200;
    const [headers, body, idle] = await Promise.all([
      said(server, 'POST /hooks/open HTTP/1.1\r\nhost: x\r\nx-slow'),
      said(server, 'POST /hooks/open HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{"a":'),
      said(server, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'),
    ]);
    expect(headers).toMatch(/^HTTP\/1\.1 408 /);
    expect(body).toMatch(/^HTTP\/1\.1 408 /);
    expect(idle).toMatch(/^HTTP\/1\.1 200 /);
    const { events } = await server.store.events({});
    expect(events).toEqual([]);
  });

  it('takes no connection above its limit, and takes them again when others have gone', async () => {
    const server = await startServer(config);
    server.app.server.maxConnections = 20;
    const open: Socket[] = [];
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      await once(socket, 'connect');
      open.push(socket);
    }
    const opened = () =>
      new Promise<number>((resolve, reject) =>
        server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    await expect.poll(opened).toBe(20);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    for (const socket of open) socket.destroy();
    await expect.poll(opened).toBe(0);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('asks senders to come again while it is half a second late with its work, and says when it is a tenth', async () => {
    let delayMs = 0;
    const lines: string[] = [];
    const { pino } = await import('pino');
    const logger = pino({ level: 'warn' }, { write: line => void lines.push(line) });
    const server = await startServer(config, { loopDelayMs: () => delayMs, logger });
    expect((await server.post('/hooks/open', '{}')).status).toBe(200);
    expect(lines).toEqual([]);
    delayMs = 150;
    expect((await server.post('/hooks/open', '{}')).status).toBe(200);
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { level: 40, ms: 150, msg: 'this process is late with its work; give it more of a processor' },
    ]);
    delayMs = 501;
    const shed = await server.post('/hooks/open', '{}');
    expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '30']);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    delayMs = 20;
    expect((await server.post('/hooks/open', '{}')).status).toBe(200);
    expect(lines).toHaveLength(1);
  });
});
