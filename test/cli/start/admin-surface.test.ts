import { describe, expect, it, onTestFinished } from 'vitest';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  formToken,
  openSandbox,
  plainConfig,
  plainFolder,
  post,
  writeFiles,
} from '../command-line.ts';

const token = 'an-admin-token-of-some-length';

/** Starts a bridge with these lines in `admin`; `url` accepts webhooks, `admin` serves the API. */
async function bridgeWith(lines = '') {
  const sandbox = await openSandbox();
  const config = plainConfig(sandbox, `admin:\n  token: ${token}\n${lines}`);
  const directory = plainFolder(sandbox, { 'config.yaml': config });
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  const [line = ''] = await bridge.printed(/\{.*ready for webhooks.*\}/);
  const { url, admin = url } = JSON.parse(line) as { url: string; admin?: string };
  return { sandbox, directory, config, bridge, url, admin };
}

const statusOf = async (url: string, headers: Record<string, string> = {}): Promise<number> => {
  const reply = await fetch(url, { headers });
  await reply.arrayBuffer();
  return reply.status;
};
const withToken = { authorization: `Bearer ${token}` };

/** Lets several callers guess tokens until the test ends or `stop`; returns the received statuses. */
function guess(url: string, callers: number, headers: Record<string, string> = {}) {
  const statuses: number[] = [];
  let over = false;
  const one = async (caller: number) => {
    for (let nth = 0; !over; nth += 1) {
      statuses.push(
        await statusOf(`${url}/api/events`, { ...headers, authorization: `Bearer guess-${caller}-${nth}` }),
      );
      await new Promise(done => setTimeout(done, 2));
    }
  };
  const ended = Promise.all(Array.from({ length: callers }, (_, caller) => one(caller)));
  const stop = () => {
    over = true;
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  return { statuses, stop };
}

const soon = (ms: number) => new Promise(done => setTimeout(done, ms));

describe('guessing the admin token', () => {
  it('is slowed down to some attempts per second, while the right token still works', async () => {
    const { url, bridge } = await bridgeWith();
    const startedAt = performance.now();
    const { statuses, stop } = guess(url, 16);
    await soon(1_000);
    expect(await statusOf(`${url}/api/events`, withToken)).toBe(200);
    await stop();
    const seconds = (performance.now() - startedAt) / 1000;
    expect(statuses.filter(status => status === 401).length).toBeLessThan(10 + 6 * seconds);
    expect(await statusOf(`${url}/api/events`, withToken)).toBe(200);
    const refused = bridge
      .out()
      .split('\n')
      .filter(line => line.includes('admin token refused'))
      .map(line => JSON.parse(line));
    expect(refused.slice(0, 2)).toMatchObject([
      { level: 40, address: '127.0.0.1', tries: 1 },
      { level: 40, address: '127.0.0.1', tries: 10, msg: expect.stringContaining('refused many times') },
    ]);
    expect(bridge.out()).not.toContain('guess-');
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const [, counted] = /fieldbridge_admin_refused_total\{reason="wrong_token"\} (\d+)/.exec(metrics) ?? [];
    expect(Number(counted)).toBe(statuses.filter(status => status === 401).length);
  });

  it('is refused at high rates, without a check', async () => {
    const { url } = await bridgeWith();
    const startedAt = performance.now();
    const { statuses, stop } = guess(url, 60);
    await soon(1_500);
    await stop();
    const seconds = (performance.now() - startedAt) / 1000;
    expect(statuses).toContain(429);
    expect(statuses.filter(status => status === 401).length).toBeLessThan(10 + 6 * seconds);
  });

  it('through a proxy on this machine does not slow down other users of the proxy', async () => {
    const { url } = await bridgeWith();
    const { stop } = guess(url, 60, { 'x-forwarded-for': '198.51.100.7' });
    await soon(500);
    // If it shared the queue with 60 guessing requests, it would be refused.
    for (let times = 0; times < 10; times += 1) {
      expect(await statusOf(`${url}/api/events`, withToken)).toBe(200);
    }
    await stop();
  });
});

describe('a separate address for the admin', () => {
  const listen = '  listen: 127.0.0.1:0\n';

  it('serves the API, readiness and metrics, and the address for webhooks serves none of them', async () => {
    const { url, admin } = await bridgeWith(listen);
    expect(admin).not.toBe(url);
    for (const path of ['/api/events', '/readyz', '/metrics', '/healthz'])
      expect({ path, status: await statusOf(`${admin}${path}`, withToken) }).toEqual({ path, status: 200 });
    const noSource = await (await fetch(`${url}/nothing`)).text();
    for (const path of ['/api', '/api/events', '/readyz', '/metrics', '/console', '/console/x']) {
      const reply = await fetch(`${url}${path}`, { headers: withToken });
      expect({ path, status: reply.status, text: await reply.text() }).toEqual({
        path,
        status: 404,
        text: noSource,
      });
    }
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await post(url, { customer: 1001, note: 'a' })).code).toBe(200);
    expect((await post(admin, { customer: 1001, note: 'a' })).code).toBe(404);
    expect(await statusOf(`${admin}/api/events`)).toBe(401);
  });

  it('is used by commands for requests, but not for sending webhooks', async () => {
    const { directory, config, url, admin } = await bridgeWith(listen);
    const port = (address: string) => new URL(address).port;
    writeFiles(directory, {
      'config.yaml': config
        .replace('port: 0', `port: ${port(url)}`)
        .replace('127.0.0.1:0', `127.0.0.1:${port(admin)}`),
      'event.json': '{"customer": 1001, "note": "a"}',
    });
    const sent = await fieldbridge(['send', 'form', 'event.json'], { directory });
    expect(sent).toMatchObject({ status: 0, err: '' });
    const { id } = JSON.parse(sent.out.slice(4)) as { id: string };
    const listed = await fieldbridge(['events', 'list'], { directory });
    expect(listed).toMatchObject({ status: 0, out: expect.stringContaining(id) });
    const coverage = await fieldbridge(['destinations', 'list'], { directory });
    expect(coverage).toMatchObject({ status: 0, out: expect.stringContaining('salon') });
  });

  it('must be known to a command: a random port is reported', async () => {
    const { directory } = await bridgeWith(listen);
    expect(await fieldbridge(['events', 'list'], { directory })).toMatchObject({
      status: 2,
      err: expect.stringContaining('admin.listen: 127.0.0.1:0'),
    });
  });

  it('prevents the start if it cannot be used, before a webhook is accepted', async () => {
    const { url, directory, config } = await bridgeWith();
    const taken = new URL(url).host;
    writeFiles(directory, {
      'second.yaml': `${config.replace('bridge.db', 'second.db')}  listen: ${taken}\n`,
    });
    const ran = await fieldbridge(['start', '--config', 'second.yaml'], { directory });
    expect(ran).toMatchObject({
      status: 3,
      err: expect.stringContaining(
        `${taken} is taken by another program; choose another port in admin.listen`,
      ),
    });
    expect(ran.out).not.toContain('ready for webhooks');
  });

  it('works until the last call in flight is completed', async () => {
    const { sandbox, admin, url, bridge } = await bridgeWith(listen);
    sandbox.addFaults({ operation: 'updateCustomer', delayMs: 8_000, times: 1 });
    const answer = fetch(`${url}/hooks/form`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [formToken.name]: formToken.secret },
      body: '{"customer": 1001, "note": "a"}',
    });
    await expect.poll(() => sandbox.calls().length).toBeGreaterThan(1);
    const stopped = bridge.stop();
    await expect.poll(() => statusOf(`${admin}/readyz`)).toBe(503);
    await answer;
    expect(await stopped).toBe(0);
    await expect(fetch(`${admin}/healthz`)).rejects.toThrow();
  });
});
