import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { receive as receiveWebhook } from '../../../src/receive/receive.ts';
import { aConfig, aSource } from '../a-config.ts';
import { type RunningServer, startServer } from '../running-server.ts';

const config = aConfig([aSource('open')]);

/** The data that arrived on a connection so far. */
interface Seen {
  answer: string;
  closed: boolean;
}

/** Sends only this text on a connection; resolves with all received data when the server closes it. */
async function said(server: RunningServer, text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', chunk => (answer += chunk)).on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('the server', () => {
  // server.test.ts checks the limits themselves; here they are short, so that the test can wait for them.
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

  describe('at the maximum number of connections', () => {
    const slowHead = 'POST /hooks/open HTTP/1.1\r\nhost: x\r\nx-slow';
    const halfBody = 'POST /hooks/open HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{"a":';
    const whole = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';

    /** Opens a connection and sends a text; returns the data received so far, and whether it was closed. */
    async function open(server: RunningServer, text: string): Promise<Seen> {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      const seen = { answer: '', closed: false };
      socket.on('data', chunk => (seen.answer += chunk)).on('error', () => {});
      socket.once('close', () => (seen.closed = true));
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      socket.write(text);
      // Time for it to arrive: the order of arrival matters.
      await new Promise(done => setTimeout(done, 20));
      return seen;
    }

    it('the server closes the oldest one without a whole request, and then the oldest idle one', async () => {
      const server = await startServer(config, { connections: 4 });
      const all: Seen[] = [];
      for (const text of [whole, slowHead, whole, halfBody]) all.push(await open(server, text));
      const closed = () => all.map(each => each.closed);
      expect(closed()).toEqual([false, false, false, false]);
      for (const expected of [
        [false, true, false, false, false],
        [false, true, false, true, false, false],
        [true, true, false, true, false, false, false],
      ]) {
        all.push(await open(server, whole));
        await expect.poll(closed).toEqual(expected);
      }
      expect(all.map(({ answer }) => answer.slice(9, 12))).toEqual([
        '200',
        '408',
        '200',
        '408',
        '200',
        '200',
        '200',
      ]);
    });

    it('the server accepts no new one if all wait for their responses, and reports that once', async () => {
      const lines: string[] = [];
      const { pino } = await import('pino');
      const logger = pino({ level: 'warn' }, { write: line => void lines.push(line) });
      const going = Promise.withResolvers<void>();
      const receive: typeof receiveWebhook = async (...all) => {
        await going.promise;
        return receiveWebhook(...all);
      };
      const server = await startServer(config, { connections: 3, receive, logger });
      const request = 'POST /hooks/open HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}';
      const working: Seen[] = [];
      for (let count = 0; count < 3; count += 1) working.push(await open(server, request));
      for (let count = 0; count < 2; count += 1) {
        const refused = await open(server, whole);
        await expect.poll(() => refused.closed).toBe(true);
      }
      going.resolve();
      await expect
        .poll(() => working.map(({ answer }) => answer.slice(9, 12)))
        .toEqual(['200', '200', '200']);
      const next = await open(server, whole);
      await expect.poll(() => next.answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(lines.map(line => JSON.parse(line))).toMatchObject([
        { connections: 3, msg: expect.stringMatching(/too many connections/) },
      ]);
    });
  });

  it('the server asks senders to retry while it is half a second late, and reports that when it is late for a tenth of the time', async () => {
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
      { level: 40, ms: 150, msg: 'event loop delayed' },
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
