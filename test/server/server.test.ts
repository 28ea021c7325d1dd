import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { aConfig, aSource } from './a-config.ts';
import { jsonOf, startServer } from './running-server.ts';

const config = aConfig([aSource('open')]);

describe('the server', () => {
  it('limits the time of slow senders', async () => {
    const { app } = await startServer(config);
    expect(app.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 72_000,
    });
  });

  it('completes requests in progress when it is closed, and accepts no new ones', async () => {
    const held = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const server = await startServer(
      config,
      {},
      {
        async accept(accepted) {
          started.resolve();
          await held.promise;
          return server.store.add(accepted);
        },
      },
    );
    const answered = server.post('/hooks/open', '{}');
    await started.promise;
    const closed = server.app.close();
    await expect.poll(() => server.app.server.listening).toBe(false);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    held.resolve();
    const response = await answered;
    expect(response.status).toBe(200);
    expect((await server.store.event((await jsonOf(response)).id))?.status).toBe('queued');
    await closed;
  });

  it('accepts a webhook that had begun to arrive when it was closed, and then ends the connection', async () => {
    const server = await startServer(config);
    const begun = once(server.app.server, 'request');
    const sending = request(`${server.url}/hooks/open`, {
      method: 'POST',
      agent: new Agent({ keepAlive: true }),
    });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    sending.write('{"a":');
    await begun;
    const closed = server.app.close();
    await expect.poll(() => server.app.server.listening).toBe(false);
    sending.end('1}');
    const [response] = await answered;
    response.resume();
    expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
    await closed;
  });

  it('accepts a webhook whose headers had begun to arrive when it was closed', async () => {
    const server = await startServer(config);
    const connected = once(server.app.server, 'connection') as Promise<[Socket]>;
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('POST /hooks/open HTTP/1.1\r\nhost: x\r\n');
    const [accepted] = await connected;
    await expect.poll(() => accepted.bytesRead).toBeGreaterThan(0);
    const closed = server.app.close();
    await expect.poll(() => server.app.server.listening).toBe(false);
    socket.write('content-length: 2\r\n\r\n{}');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200/);
    await closed;
  });

  it('closes as quickly with idle connections as without', async () => {
    const server = await startServer(config);
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(silent, 'connect');
    const agent = new Agent({ keepAlive: true });
    await new Promise(resolve => {
      request(`${server.url}/healthz`, { agent }, response => response.resume().on('end', resolve)).end();
    });
    const ended = once(silent.resume(), 'close');
    await server.app.close();
    await ended;
    agent.destroy();
  });

  it('reports that the console is off without a token, or was not built', async () => {
    const off = await startServer(config);
    for (const path of ['/console', '/console/', '/console/events']) {
      const response = await fetch(`${off.url}${path}`);
      expect([path, response.status]).toEqual([path, 404]);
      expect((await jsonOf(response)).hint).toMatch(/^Set admin\.token|npm run build/);
    }
  });

  it('does not reveal its software', async () => {
    const server = await startServer(config);
    for (const path of ['/hooks/open', '/nothing', '/healthz', '/api/events']) {
      const { headers } = await fetch(server.url + path);
      expect([path, headers.get('server'), headers.get('x-powered-by')]).toEqual([path, null, null]);
    }
  });
});
