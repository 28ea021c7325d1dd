import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import { describeError } from '../../src/log/log.ts';
import { secretText } from '../receive/a-source.ts';
import { aConfig, adminToken, aSource } from './a-config.ts';
import { sendRaw } from './raw-http.ts';
import { jsonOf, startServer } from './running-server.ts';

const crm = aSource('crm', {
  verify: [{ type: 'query-token', name: 'key', secret: [new Secret(secretText)] }],
});
const open = aSource('open');

function aLog(level: string): {
  logger: pino.Logger;
  lines: () => Record<string, unknown>[];
  text: () => string;
} {
  const written: string[] = [];
  const logger = pino({ level }, { write: line => void written.push(line) });
  return { logger, lines: () => written.map(line => JSON.parse(line)), text: () => written.join('') };
}

describe('the log of the server', () => {
  it('has one line for each webhook at debug, with the source, the status and the duration', async () => {
    const log = aLog('debug');
    const server = await startServer(aConfig([open]), { logger: log.logger });
    await server.post('/hooks/open?a=1', '{}');
    expect(log.lines()).toMatchObject([
      { level: 20, msg: 'event accepted', source: 'open', event: expect.stringMatching(/^evt_/) },
      { level: 20, msg: 'webhook', source: 'open', status: 200, ms: expect.any(Number) },
    ]);
  });

  it('never contains a value of a request: no URL, query, header, body, token or secret', async () => {
    const log = aLog('trace');
    const canary = 'canary-7f3a';
    let fault: Error = new SyntaxError(`Unexpected token "${canary}" is not valid JSON`);
    const server = await startServer(
      aConfig([crm, open]),
      { logger: log.logger },
      { accept: () => Promise.reject(fault) },
    );
    await server.post(`/hooks/crm?key=${secretText}&q=${canary}`, `{"a":"${canary}"}`, { 'x-tag': canary });
    await server.post(`/hooks/crm?key=${canary}`, `{"a":"${canary}"}`);
    await server.post('/hooks/open', `{"a":"${canary}"`);
    await server.post(`/hooks/${canary}`, canary);
    await fetch(`${server.url}/api/events/${canary}`, { headers: { authorization: `Bearer ${canary}` } });
    server.store.events = () => Promise.reject(fault);
    await server.api('GET', `/events?q=${canary}`);
    await sendRaw(server.url, [`NONSENSE ${canary}\r\n\r\n`]);
    fault = new StoreUnavailable('the disk is full');
    await server.post('/hooks/open', `{"a":"${canary}"}`);
    expect(log.text()).not.toMatch(canary);
    expect(log.text()).not.toMatch(secretText);
    expect(log.text()).not.toMatch(adminToken);
    expect(log.lines().map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        'webhook failed unexpectedly',
        'webhook refused',
        'admin token refused',
        'request failed unexpectedly',
        'cannot store a webhook',
      ]),
    );
  });

  it('has the location of an unexpected failure', async () => {
    const log = aLog('info');
    const server = await startServer(
      aConfig([open]),
      { logger: log.logger },
      { accept: () => Promise.reject(new TypeError('x')) },
    );
    await server.post('/hooks/open', '{}');
    expect(log.lines()).toMatchObject([
      {
        level: 50,
        source: 'open',
        error: { type: 'TypeError', stack: expect.stringMatching('log.test.ts') },
      },
    ]);
  });

  it('has the reason why the store is unavailable, and no location', () => {
    expect(describeError(new StoreUnavailable('PostgreSQL cannot be reached (ECONNREFUSED)'))).toEqual({
      type: 'StoreUnavailable',
      reason: 'PostgreSQL cannot be reached (ECONNREFUSED)',
    });
  });

  it('reports at the tenth refusal in a row that a source is refused repeatedly', async () => {
    const log = aLog('info');
    const server = await startServer(aConfig([crm]), {
      logger: log.logger,
      clock: { now: () => 1_700_000_000_000 },
    });
    for (let time = 0; time < 30; time++) await server.post('/hooks/crm', '{}');
    expect(log.lines().filter(({ msg }) => msg !== 'webhook refused')).toMatchObject([
      {
        level: 40,
        msg: 'webhooks of a source keep being refused',
        source: 'crm',
        count: 10,
        since: '2023-11-14T22:13:20.000Z',
        reason: expect.stringMatching('"key"'),
      },
    ]);
  });

  it('warns of each refusal with its id, ten times a minute, and then with the number of further ones', async () => {
    const log = aLog('warn');
    const minute: (() => void)[] = [];
    const after = (_ms: number, run: () => void) => {
      minute.push(run);
      return () => {};
    };
    const server = await startServer(aConfig([crm]), { logger: log.logger, after });
    for (let time = 0; time < 30; time++) await server.post('/hooks/crm', '{}');
    const kept = (await server.api('GET', '/refusals')).body.refusals.map(({ id }) => id);
    const refused = log.lines().filter(({ msg }) => msg === 'webhook refused');
    expect(refused).toEqual(
      kept
        .slice(-10)
        .reverse()
        .map(refusal =>
          expect.objectContaining({
            refusal,
            source: 'crm',
            status: 401,
            reason: expect.any(String),
            verified: false,
          }),
        ),
    );
    const before = log.lines().length;
    for (const run of minute) run();
    expect(log.lines().slice(before)).toMatchObject([
      {
        level: 40,
        msg: 'log lines left out',
        name: 'webhook refused',
        source: 'crm',
        status: 401,
        leftOut: 20,
      },
    ]);
  });

  it('reports when a repeatedly refused source is verified again', async () => {
    const log = aLog('info');
    const server = await startServer(aConfig([crm]), { logger: log.logger });
    for (let time = 0; time < 12; time++) await server.post('/hooks/crm', '{}');
    for (let time = 0; time < 2; time++) await server.post(`/hooks/crm?key=${secretText}`, '{}');
    expect(log.lines().filter(({ level }) => level === 30)).toMatchObject([
      { msg: 'webhooks of a source are accepted again', source: 'crm', count: 12 },
    ]);
  });

  it("reports each kind of a sender's check of the URL once, without its text", async () => {
    const log = aLog('info');
    const server = await startServer(aConfig([crm]), { logger: log.logger });
    for (const query of ['?challenge=canary-7f3a', '?challenge=another']) {
      await fetch(`${server.url}/hooks/crm${query}`);
    }
    await fetch(`${server.url}/hooks/crm`, { method: 'HEAD' });
    const hint = expect.stringContaining('handshake: {');
    expect(log.lines()).toMatchObject([
      { msg: "a sender's check of the URL was refused", source: 'crm', method: 'GET', hint },
      { msg: "a sender's check of the URL was refused", source: 'crm', method: 'HEAD', hint },
    ]);
    expect(JSON.stringify(log.lines())).not.toContain('canary-7f3a');
  });

  it('has a line for each action of a person, with the name and without the reason', async () => {
    const log = aLog('info');
    const server = await startServer(aConfig([open]), { logger: log.logger });
    const added = await jsonOf(await server.post('/hooks/open', '{"name":"canary-7f3a"}'));
    const deed = { who: 'anna', reason: 'canary-7f3a wrote' };
    await server.api('POST', `/events/${added.id}/discard`, deed);
    await server.api('POST', `/events/${added.id}/replay`, { ...deed, force: true });
    await server.api('POST', '/events/replay', { ...deed, source: 'open', q: 'canary-7f3a' });
    // It matches nothing, so nothing is logged.
    await server.api('POST', '/events/replay', { ...deed, source: 'canary-7f3a' });
    await server.api('POST', '/destinations/salon/pause', deed);
    await server.api('POST', '/destinations/salon/resume', deed);
    await server.api('POST', '/erase', { ...deed, q: 'canary-7f3a' });
    expect(log.text()).not.toMatch('canary-7f3a');
    expect(log.lines()).toMatchObject([
      { msg: 'event discarded', event: added.id, who: 'anna' },
      { msg: 'event replayed', event: added.id, who: 'anna', force: true, replayed: 1 },
      { msg: 'events replayed', who: 'anna', force: false, replayed: 1, source: 'open' },
      { level: 40, msg: 'destination paused', destination: 'salon', who: 'anna', waiting: 0 },
      { msg: 'destination resumed', destination: 'salon', who: 'anna' },
      { msg: 'person erased', by: 'q', events: 1, who: 'anna' },
    ]);
  });
});
