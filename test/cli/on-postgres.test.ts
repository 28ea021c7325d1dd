import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/inbox/sqlite/store.ts';
import { createTestClock } from '../inbox/contract/bench.ts';
import { accept } from '../inbox/contract/samples.ts';
import { startPooler } from '../inbox/postgres/pooler.ts';
import { rowsOf } from '../inbox/postgres/queries.ts';
import { type PostgresServer, startPostgres } from '../inbox/postgres/server.ts';
import { type Family, figure, readExposition } from '../program/metrics/exposition.ts';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  openSandbox,
  plainConfig,
  plainFolder,
  post,
  writeFiles,
} from './command-line.ts';

let server: PostgresServer;
let url: string;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
});
afterAll(() => server.stop());

async function folderOn(store: string) {
  const sandbox = await openSandbox();
  const config = plainConfig(sandbox, 'admin: {token: an-admin-token-of-some-length}\n');
  return plainFolder(sandbox, { 'config.yaml': config.replace('sqlite:bridge.db', `'${store}'`) });
}

/** Starts a bridge with its own database, in which one event was delivered and one failed. */
async function bridgeWithEvents() {
  const store = await server.newDatabase();
  const directory = await folderOn(store);
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  const [, address = ''] = await bridge.printed(/"url":"([^"]+)"/);
  const good = (await post(address, { customer: 1001, note: 'Window seat', allergies: 'Nuts', extra: 7 }))
    .event.id;
  const bad = (await post(address, { customer: 99999, note: 'Window seat' })).event.id;
  await fetch(`${address}/hooks/form`, { method: 'POST', body: '{}' });
  writeFiles(directory, {
    'links.csv': 'people,link,destination,customerId\ncontacts,7,salon,1001\n',
    'p.json': '{"customer":1002,"note":"Tea"}',
  });
  return { store, directory, bridge, address, good, bad };
}

describe('every command on a store in PostgreSQL', () => {
  it('works there as with a file', async () => {
    const { store, directory, bridge, address, good, bad } = await bridgeWithEvents();
    const beside: readonly (readonly [string, number, RegExp])[] = [
      ['check', 0, /no problems/],
      ['check --offline', 0, /no problems/],
      ['doctor', 0, /schema +well|fieldbridge has .*1 process of the bridge is there/s],
      ['diff', 0, /2 events planned again: nothing changes/],
      ['coverage', 0, /form: 2 stored events.*extra/s],
      [`capture ${good} --into notes`, 0, /3 values replaced/],
      [`preview notes ${good} --why`, 0, /"note": "Window seat"/],
      ['test', 0, /2 passed/],
      ['fields --save', 0, /saved in catalog\.lock\.yaml/],
      ['statuses', 0, /Stammkunde/],
      ['backup b.db', 3, /its own tools back it up, such as pg_dump/],
      ['migrate --from sqlite:none.db', 3, /there is no store at .*none\.db/],
    ];
    const asking: typeof beside = [
      ['events list', 0, new RegExp(`${bad} +failed.*${good} +delivered`, 's')],
      [`events show ${good}`, 0, /changed note/],
      ['events list --q Window', 0, new RegExp(good)],
      [`events discard ${bad}`, 0, /is discarded/],
      [`events replay ${bad}`, 0, /is planned again/],
      ['links import links.csv', 0, /1 link imported: 1 new/],
      ['links', 0, /contacts +7 +salon +1001/],
      ['links export', 0, /contacts,7,salon,1001/],
      ['destinations pause salon', 0, /salon +paused/],
      ['destinations resume salon', 0, /salon +(probing|open)/],
      ['destinations', 0, /salon +(probing|open)/],
      ['refusals', 0, /the header "x-form-token" is missing/],
      ['sources status', 0, /\/hooks\/form/],
      ['erase --customer 1001 --preview', 0, /would erase: 1 event, 1 link/],
      ['erase --customer 1001 --reason asked --who me', 0, /erased: 1 event, 1 link/],
      ['send form p.json', 0, /^200 /],
      ['health', 0, /ok/],
    ];
    const commands = [
      ...beside,
      ...asking.map(([command, ...rest]) => [`${command} --url ${address}`, ...rest] as const),
    ];
    for (const [command, status, words] of commands) {
      const ran = await fieldbridge(command.split(' '), { directory });
      expect([command, ran.status, ran.out + ran.err]).toEqual([
        command,
        status,
        expect.stringMatching(words),
      ]);
      expect(ran.out + ran.err).not.toContain(new URL(store).password);
    }
    await bridge.stop();
    expect(bridge.out() + bridge.err()).not.toContain(new URL(store).password);
  });
});

describe('a database that cannot be used', () => {
  /** Another server may already have a database with this name. */
  const weak = () => new URL(url).pathname.replace('/test', 'weak');
  const canary = 'cana/ry#%?';
  const with_ = (change: (at: URL) => string) => () => change(new URL(url));
  const cases: readonly (readonly [string, () => string, RegExp])[] = [
    [
      'is away',
      () => `postgres://me:${canary}@127.0.0.1:1/db`,
      /cannot be reached \(ECONNREFUSED\) \(me@127\.0\.0\.1:1\/db\); check that it runs/,
    ],
    [
      'has no such host',
      () => `postgres://me:${canary}@no-host.invalid/db`,
      /cannot be reached \(E\w+\) \(me@no-host\.invalid\/db\)/,
    ],
    [
      'lets nobody in',
      with_(({ host }) => `postgres://postgres:${canary}@${host}/db`),
      /refuses this user.*\(postgres@/,
    ],
    [
      'is not there',
      with_(({ host, username, password }) => `postgres://${username}:${password}@${host}/not_there`),
      /no database not_there.*CREATE DATABASE "not_there" OWNER "postgres" ENCODING 'UTF8' TEMPLATE template0/,
    ],
    ['has no TLS', with_(({ href }) => `${href}?sslmode=require`), /does not accept TLS.*sslmode=disable/],
    [
      'wants a file',
      with_(({ href }) => `${href}?sslmode=verify-full&sslrootcert=/none.pem`),
      /for TLS cannot be read \(ENOENT\)/,
    ],
    [
      'gives no rights',
      with_(({ host, pathname }) => `postgres://${weak()}:${encodeURIComponent(canary)}@${host}${pathname}`),
      /lacks a right in PostgreSQL; docs\/scaling\.md lists the rights.*\(weak_/,
    ],
  ];

  beforeAll(async () => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`CREATE ROLE ${weak()} LOGIN PASSWORD ${pg.escapeLiteral(canary)};
      CREATE SCHEMA fieldbridge; CREATE TABLE fieldbridge.meta (name text, value text)`);
    await client.end();
  });

  it.each(cases)(
    '%s: fault, place and next step are reported, without the password',
    async (_, store, words) => {
      const directory = await folderOn(store());
      for (const command of ['start', 'diff', 'coverage', 'doctor']) {
        const { status, out, err } = await fieldbridge([command], { directory });
        const said = (out + err).replaceAll(/\s+/g, ' ');
        expect([command, said]).toEqual([command, expect.stringMatching(words)]);
        expect(status).toBe(command === 'doctor' ? 1 : 3);
        expect(said).not.toMatch(/cana.?ry/);
        expect(said).not.toContain(new URL(url).password);
      }
    },
  );

  it('may have a newer version; then the message says to start that one', async () => {
    const other = await server.newDatabase();
    const client = new pg.Client(other);
    await client.connect();
    await client.query(`CREATE SCHEMA fieldbridge; CREATE TABLE fieldbridge.meta (name text PRIMARY KEY, value text NOT NULL);
      INSERT INTO fieldbridge.meta VALUES ('schema', '999')`);
    await client.end();
    const directory = await folderOn(other);
    const { status, err } = await fieldbridge(['start'], { directory });
    expect([status, err]).toEqual([3, expect.stringMatching(/newer version of Fieldbridge; start that one/)]);
  });
});

describe('the metrics of two processes on a database', () => {
  it('are equal for the store, and separate for each process', async () => {
    const directory = await folderOn(await server.newDatabase());
    const start = async () => {
      const [, url = ''] = await fieldbridgeUntilStopped(['start'], { directory }).printed(/"url":"([^"]+)"/);
      return url;
    };
    const urls = [await start(), await start()] as const;
    await post(urls[0], { customer: 99999, note: 'Window seat' });
    await post(urls[0], { customer: 1001, note: 'Window seat' });
    const scrape = async (url: string) => readExposition(await (await fetch(`${url}/metrics`)).text());
    const both = () => Promise.all(urls.map(scrape));
    const failed = { status: 'failed', scope: 'store' };
    await expect
      .poll(async () => (await both()).map(families => figure(families, 'fieldbridge_calls', failed)))
      .toEqual([1, 1]);
    for (const families of await both())
      expect(figure(families, 'fieldbridge_store_round_trip_seconds')).toBeGreaterThan(0);
    const ofStore = (families: readonly Family[]) =>
      families.flatMap(({ name, samples }) =>
        samples.filter(({ labels }) => labels.scope === 'store').map(each => ({ name, ...each })),
      );
    await expect
      .poll(async () => {
        const [one, other] = await both();
        return [isDeepStrictEqual(ofStore(one ?? []), ofStore(other ?? [])), ofStore(one ?? []).length > 20];
      })
      .toEqual([true, true]);
    const accepted = { source: 'form' };
    expect(
      (await both()).map(families => figure(families, 'fieldbridge_events_accepted_total', accepted)),
    ).toEqual([2, 0]);
  });
});

describe('doctor, of a database', () => {
  it('reports the differences between the processes, and why nothing can be written', async () => {
    const store = await server.newDatabase();
    const directory = await folderOn(store);
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, address = ''] = await bridge.printed(/"url":"([^"]+)"/);
    const client = new pg.Client(store);
    await client.connect();
    await client.query(`INSERT INTO fieldbridge.process (id, name, started_at, seen, version, mappings, config, destinations)
      SELECT 'other', 'other:1', started_at, clock_timestamp() + interval '1 hour', version, 'others', config, destinations
      FROM fieldbridge.process`);
    const looked = await fieldbridge(['doctor'], { directory });
    expect(looked.out.replaceAll(/\s+/g, ' ')).toMatch(
      /2 processes of the bridge are there.*distance.*processes they have different mapping files/,
    );
    const listed = async () => (await fieldbridge(['processes', '--url', address], { directory })).out;
    await expect.poll(listed).toMatch(/^other:1 .* others +\w{7} +- +-$/m);
    expect(await listed()).toMatch(
      /^process +started +seen +version +mappings +config +works +delivers to\n/,
    );
    await bridge.stop();
    await client.query(`DELETE FROM fieldbridge.process;
      ALTER DATABASE ${pg.escapeIdentifier(new URL(store).pathname.slice(1))} SET default_transaction_read_only = on`);
    await client.end();
    const refused = await fieldbridge(['doctor'], { directory });
    expect([refused.status, refused.out.replaceAll(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringMatching(/it is read-only: default_transaction_read_only is on.*switch it off/),
    ]);
  });
});

describe('a database that becomes unavailable while the bridge runs', () => {
  it('is reported to API clients and in the log, with the reason', async () => {
    const database = await server.newDatabase();
    const pooler = await startPooler(database);
    const directory = await folderOn(pooler.through(database));
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, address = ''] = await bridge.printed(/"url":"([^"]+)"/);
    await pooler.close();
    const asked = await fieldbridge(['events', 'list', '--url', address], { directory });
    expect(asked).toMatchObject({
      status: 3,
      err: expect.stringMatching(/the store cannot be used right now\n +GET \/readyz says why\. Try again/),
    });
    await bridge.printed(/"reason":"PostgreSQL cannot be reached[^"]*","msg":"store not writable"/);
    expect(bridge.out() + bridge.err()).not.toContain(new URL(database).password);
    await bridge.stop();
  });
});

describe('migrate', () => {
  /** Creates a folder whose config names the database, with a store in a file beside it. */
  async function folderToMove(store: string) {
    const directory = await folderOn(store);
    const file = await openSqliteStore(join(directory, 'bridge.db'), { clock: createTestClock() });
    for (let each = 0; each < 3; each += 1) await accept(file);
    await file.close();
    return directory;
  }

  it('counts, moves, reports the result, and allows a second run', async () => {
    const store = await server.newDatabase();
    const directory = await folderToMove(store);
    const place = `postgres://${new URL(store).host}${new URL(store).pathname}`;
    const move = (...more: readonly string[]) =>
      fieldbridge(['migrate', '--from', 'sqlite:bridge.db', ...more], { directory });
    const counted = await move('--dry-run');
    expect(counted).toMatchObject({
      status: 0,
      out: expect.stringMatching(/event +3\n.*\n\d+ rows would be moved to /s),
    });
    expect((await fieldbridge(['diff'], { directory })).err).toMatch(/there is no store in the schema/);
    const moved = await move('--json');
    expect(moved.err).toMatch(/^(copying|comparing) \d+ %: /);
    expect(JSON.parse(moved.out)).toMatchObject({
      to: place,
      kind: 'moved',
      tables: expect.arrayContaining([
        { table: 'event', rows: 3, checksum: expect.stringMatching(/^[0-9a-f]{32}$/) },
      ]),
    });
    expect(await move()).toMatchObject({ status: 0, out: expect.stringMatching(/nothing is left to do/) });
    expect(await move('--dry-run')).toMatchObject({
      status: 1,
      out: expect.stringMatching(/but not now: .*was moved to/),
    });
    expect((await fieldbridge(['diff', '--offline'], { directory })).status).toBeLessThan(2);

    const config = readFileSync(join(directory, 'config.yaml'), 'utf8').replace(
      /^store: .*$/m,
      'store: sqlite:bridge.db',
    );
    writeFiles(directory, { 'old.yaml': config });
    const old = ['--config', 'old.yaml'];
    const words = new RegExp(`was moved to ${place} on .*set \`store\` to that`, 's');
    expect(await fieldbridge(['start', ...old], { directory })).toMatchObject({
      status: 3,
      err: expect.stringMatching(words),
    });
    const looked = await fieldbridge(['doctor', ...old], { directory });
    expect([looked.status, looked.out.replaceAll(/\s+/g, ' ')]).toEqual([1, expect.stringMatching(words)]);
    for (const command of [['diff', '--offline'], ['coverage'], ['backup', 'copy.db']])
      expect((await fieldbridge([...command, ...old], { directory })).err).toMatch(words);
    expect(await fieldbridge(['migrate', '--back', ...old], { directory })).toMatchObject({
      status: 0,
      out: expect.stringMatching(/can be started again.*as a copy/s),
    });
    const bridge = fieldbridgeUntilStopped(['start', ...old], { directory });
    await bridge.printed(/is as it was when it was moved to postgres:/);
    expect([counted, moved].map(each => each.out + each.err).join()).not.toContain(new URL(store).password);
  });

  it('reports missing rights in advance, and the option with the store', async () => {
    const store = new URL(await server.newDatabase());
    const directory = await folderToMove(store.href);
    await rowsOf(
      store.href,
      "DROP ROLE IF EXISTS stranger; CREATE ROLE stranger LOGIN PASSWORD 'pw-of-a-stranger'",
    );
    store.username = 'stranger';
    store.password = 'pw-of-a-stranger';
    const move = ['migrate', '--from', 'sqlite:bridge.db', '--to', store.href];
    expect(await fieldbridge([...move, '--dry-run'], { directory })).toMatchObject({
      status: 1,
      out: expect.stringMatching(
        /but not now: the user in the URL of the store lacks CREATE on the database/,
      ),
    });
    expect(await fieldbridge(move, { directory })).toMatchObject({
      status: 3,
      err: expect.stringMatching(
        /the user in the URL of the store lacks a right in PostgreSQL.* \(permission denied for database \w+\)/s,
      ),
    });
  });

  it('shows its progress in one line on a terminal', async () => {
    const directory = await folderToMove(await server.newDatabase());
    const { status, out, err } = await fieldbridge(['migrate', '--from', 'sqlite:bridge.db'], {
      directory,
      columns: 100,
    });
    expect(status).toBe(0);
    expect(err.replaceAll('\u001b[K', '<')).toMatch(/^\r(?:copying|comparing) [^\n]*<\n$/);
    expect(out).toMatch(/event +3 +[0-9a-f]{32}.*moved sqlite:.*The file is not started any more/s);
  });

  it.each([
    [['--from', 'postgres://a:canary@b/c'], 2, /--from takes sqlite:PATH: .*not back/],
    [['--from', 'sqlite:bridge.db', '--to', 'sqlite:other.db'], 2, /--to takes postgres:/],
    [['--from', 'sqlite:bridge.db', '--to', 'canary'], 2, /--to takes postgres:/],
    [[], 2, /--from must be given, sqlite:PATH: the `store` of the config is postgres:/],
    [
      ['--from', 'sqlite:bridge.db', '--to', 'postgres://a:canary@127.0.0.1:1/c'],
      3,
      /cannot be reached.*a@127\.0\.0\.1:1\/c/,
    ],
  ])('reports the fault in %j', async (words, status, said) => {
    const directory = await folderToMove(url);
    const ran = await fieldbridge(['migrate', ...words], { directory });
    expect([ran.status, ran.err]).toEqual([status, expect.stringMatching(said)]);
    expect(ran.err).not.toContain('canary');
    expect(existsSync(join(directory, 'bridge.db'))).toBe(true);
  });
});
