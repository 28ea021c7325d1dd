import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import { aConfig, adminToken, aSource, sourceSecret } from './a-config.ts';
import { sendRaw } from './raw-http.ts';
import { startServer } from './running-server.ts';

const crm = aSource('crm', {
  verify: [{ type: 'query-token', name: 'key', secret: [new Secret(sourceSecret)] }],
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
  it('has one line a webhook at debug, with the source, the status and the time it took', async () => {
    const log = aLog('debug');
    const server = await startServer(aConfig([open]), { logger: log.logger });
    await server.post('/hooks/open?a=1', '{}');
    expect(log.lines()).toMatchObject([
      { level: 20, msg: 'webhook', source: 'open', status: 200, ms: expect.any(Number) },
    ]);
  });

  it('never has a value of a request: no URL, query, header, body, token or secret', async () => {
    const log = aLog('trace');
    const canary = 'canary-7f3a';
    let fault: Error = new SyntaxError(`Unexpected token "${canary}" is not valid JSON`);
    const server = await startServer(
      aConfig([crm, open]),
      { logger: log.logger },
      { accept: () => Promise.reject(fault) },
    );
    await server.post(`/hooks/crm?key=${sourceSecret}&q=${canary}`, `{"a":"${canary}"}`, { 'x-tag': canary });
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
    expect(log.text()).not.toMatch(sourceSecret);
    expect(log.text()).not.toMatch(adminToken);
    expect(log.lines().map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        'webhook failed unexpectedly',
        'webhook refused',
        'admin token refused',
        'request failed unexpectedly',
        'webhook could not be stored',
      ]),
    );
  });

  it('says where an unexpected failure arose', async () => {
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

  it('says at the tenth refusal in a row that a source is refused again and again', async () => {
    const log = aLog('info');
    const server = await startServer(aConfig([crm]), {
      logger: log.logger,
      clock: { now: () => 1_700_000_000_000 },
    });
    for (let time = 0; time < 30; time++) await server.post('/hooks/crm', '{}');
    expect(log.lines().filter(({ msg }) => msg !== 'webhook refused')).toMatchObject([
      {
        level: 40,
        msg: 'webhooks of this source are refused one after another',
        source: 'crm',
        count: 10,
        since: '2023-11-14T22:13:20.000Z',
        reason: expect.stringMatching('"key"'),
      },
    ]);
  });

  it('warns of refusals once a minute for each source and status, and counts what it left out', async () => {
    const log = aLog('warn');
    let now = 1_700_000_000_000;
    const server = await startServer(aConfig([crm]), { logger: log.logger, clock: { now: () => now } });
    for (let time = 0; time < 5; time++) await server.post('/hooks/crm', '{}');
    expect(log.lines()).toMatchObject([
      { msg: 'webhook refused', source: 'crm', status: 401, reason: expect.any(String) },
    ]);
    now += 60_000;
    await server.post('/hooks/crm', '{}');
    expect(log.lines()[1]).toMatchObject({ leftOut: 4 });
  });
});
