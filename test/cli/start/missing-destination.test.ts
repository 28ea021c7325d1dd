import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../inbox/postgres/server.ts';
import {
  fieldbridgeUntilStopped,
  formToken,
  openSandbox,
  plainConfig,
  plainFolder,
  plainMapping,
  writeFiles,
} from '../command-line.ts';

const token = 'an-admin-token-of-some-length';
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

async function start(directory: string) {
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  const ask = async (path: string): Promise<Record<string, unknown>> =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<
      Record<string, unknown>
    >;
  const act = async (what: 'pause' | 'resume') =>
    fetch(`${url}/api/destinations/spa/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"reason": "a test"}',
    });
  return { bridge, url, ask, act };
}

const stores: readonly (readonly [string, () => Promise<string>])[] = [
  ['SQLite', async () => 'sqlite:bridge.db'],
  ['PostgreSQL', () => server.newDatabase()],
];

describe.each(stores)(
  'a destination that was removed from the config, with a store in %s',
  (_name, newStore) => {
    it.each([
      ['held', 'it is not in the config', 'not-in-config'],
      ['paused', 'paused by a person; it is not in the config either', 'paused-and-not-in-config'],
    ] as const)(
      'is %s with its waiting calls, reported, and continues once it is back in the config',
      {
        timeout: 60_000,
      },
      async (state, reason, code) => {
        const sandbox = await openSandbox();
        const store = await newStore();
        const without = `${plainConfig(sandbox)}admin: {token: ${token}}\n`
          .replace('sqlite:bridge.db', `'${store}'`)
          .replace('    respond: outcome\n', '');
        const withSpa = (baseUrl: string) =>
          without.replace(
            'sources:',
            `  spa: {baseUrl: '${baseUrl}', token: ${sandbox.tokens.mitte}}\nsources:`,
          );
        const directory = plainFolder(sandbox, {
          'config.yaml': withSpa('http://127.0.0.1:1'),
          'mappings/notes.yaml': plainMapping.replace('destination: salon', 'destination: {from: place}'),
        });
        const first = await start(directory);
        const headers = { [formToken.name]: formToken.secret, 'content-type': 'application/json' };
        const body = JSON.stringify({ customer: 1001, note: 'Window seat', place: 'spa' });
        const { id } = (await (
          await fetch(`${first.url}/hooks/form`, { method: 'POST', headers, body })
        ).json()) as { id: string };
        if (state === 'paused') await first.act('pause');
        await first.bridge.stop();

        writeFiles(directory, { 'config.yaml': without });
        const second = await start(directory);
        await second.bridge.printed(
          /"destination":"spa","waiting":1,"msg":"destination missing in the config"/,
        );
        const next = expect.stringMatching(/^name it there again, (or|then) /);
        await expect
          .poll(() => second.ask(`/api/events/${id}`))
          .toMatchObject({
            status: 'held',
            reason: expect.stringMatching(`^${reason}; next: name it there`),
          });
        expect((await second.ask('/readyz')).destinations).toMatchObject([
          { name: 'spa', state, reason, next, code, waiting: 1 },
        ]);
        expect((await second.ask('/api/destinations')).destinations).toMatchObject([
          { name: 'salon' },
          { name: 'spa', state, reason, next, code, waiting: 1, catalog: null },
        ]);
        await second.bridge.stop();

        writeFiles(directory, { 'config.yaml': withSpa(sandbox.url) });
        const third = await start(directory);
        if (state === 'paused') await third.act('resume');
        await expect.poll(() => third.ask(`/api/events/${id}`)).toMatchObject({ status: 'delivered' });
        expect(sandbox.customer(1001)?.note).toBe('Window seat');
        await third.bridge.stop();
      },
    );
  },
);
