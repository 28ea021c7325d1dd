import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Pooler, startPooler } from '../../inbox/postgres/pooler.ts';
import { type PostgresServer, startPostgres } from '../../inbox/postgres/server.ts';
import { startDestination, type Truth } from '../destination.ts';
import { bookingMapping, updateMapping } from '../mappings.ts';
import { freePort, type Running, startProgram } from '../program.ts';

/** One process of the scene. */
export interface Sharer {
  readonly port: number;
  running(): Running;
  start(): Promise<void>;
  /** Posts an event to a source; returns the status, 0 without a response. */
  post(source: string, event: Record<string, unknown>): Promise<number>;
  ask<Body>(method: string, path: string, body?: unknown): Promise<Body>;
}

/** Processes on one PostgreSQL, with one destination under several names; all end with the test. */
export interface SharedScene {
  readonly postgres: PostgresServer;
  /** The URL of the database without the pooler. */
  readonly database: string;
  /** The pooler between the processes and the database, if there is one. */
  readonly pooler: Pooler | undefined;
  readonly truth: Truth;
  readonly sharers: readonly [Sharer, Sharer, ...Sharer[]];
  close(): Promise<void>;
}

export const destinationNames = ['berlin', 'bonn', 'bremen', 'celle', 'essen', 'mainz'];
const token = 'the-admin-token-of-the-tests-of-sharing';

/** Starts the database; the processes are not started yet. */
export async function sharedScene(
  count: number,
  { delayMs = () => Math.random() * 10, pooled = false } = {},
): Promise<SharedScene> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-shared-'));
  const truth = await startDestination({ delayMs });
  const postgres = await startPostgres();
  const database = await postgres.newDatabase();
  const pooler = pooled ? await startPooler(database) : undefined;
  const url = pooler?.through(database) ?? database;
  mkdirSync(join(folder, 'mappings'));
  const where = 'destination: {from: place}';
  const update = updateMapping.replace(/^destination: .*$/m, where);
  writeFileSync(join(folder, 'mappings/update.yaml'), update);
  writeFileSync(join(folder, 'mappings/asked.yaml'), update.replace('source: crm', 'source: asking'));
  writeFileSync(join(folder, 'mappings/booking.yaml'), bookingMapping.replace(/^destination: .*$/m, where));
  const sharers: Sharer[] = [];
  for (let index = 0; index < count; index += 1) sharers.push(await sharer(folder, index, url, truth));
  const [first, second, ...others] = sharers;
  if (!first || !second) throw new Error('one process shares nothing');
  return {
    postgres,
    database,
    pooler,
    truth,
    sharers: [first, second, ...others],
    async close() {
      for (const each of sharers) await each.running().end('SIGKILL');
      await pooler?.close();
      await postgres.stop();
      await truth.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function sharer(folder: string, index: number, store: string, truth: Truth): Promise<Sharer> {
  const limits = 'limits: {concurrency: 8, perSecond: 1000, timeout: 10s}';
  const entries = destinationNames.map(
    name => `  ${name}: {baseUrl: ${truth.url}, token: some-token, ${limits}, retry: {first: 50ms}}`,
  );
  return createSharer(join(folder, `config-${index}.yaml`), store, entries);
}

/** Writes the config of a process that shares a store; it is not started yet. `destinations`: a line for each. */
export async function createSharer(
  config: string,
  store: string,
  destinations: readonly string[],
): Promise<Sharer> {
  const port = await freePort();
  writeFileSync(
    config,
    `
server: {host: 127.0.0.1, port: ${port}}
store: ${store}
destinations:
${destinations.join('\n')}
sources:
  crm: {verify: {type: none}, eventId: id}
  asking: {verify: {type: none}, eventId: id, respond: outcome}
admin: {token: ${token}}
log: {level: info}
`,
  );
  let running: Running | undefined;
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    port,
    running() {
      if (!running) throw new Error('it does not run');
      return running;
    },
    async start() {
      running = await startProgram({ config, port });
    },
    async post(source, event) {
      try {
        const reply = await ask('POST', `/hooks/${source}`, event);
        await reply.arrayBuffer();
        return reply.status;
      } catch {
        return 0;
      }
    },
    async ask<Body>(method: string, path: string, body?: unknown) {
      return (await (await ask(method, path, body)).json()) as Body;
    },
  };
}
