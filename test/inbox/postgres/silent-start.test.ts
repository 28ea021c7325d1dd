import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/inbox/postgres/store.ts';
import { StoreUnusable } from '../../../src/inbox/store-unusable.ts';
import { type Relay, startRelay } from '../../../torture/shared/relay.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

/** The lock that a process holds while it migrates a schema. */
const migrationLock = 5_206_117_001;

const scene = postgresScene();
let other: pg.Client;
let relay: Relay;

beforeEach(async () => {
  other = new pg.Client({ connectionString: scene.url });
  await other.connect();
  relay = await startRelay(Number(new URL(scene.url).port));
});

afterEach(async () => {
  await relay.end();
  await other.end();
});

const open = (through: string) =>
  openPostgresStore({ url: through, schema: scene.schema }, { clock: scene.clock });

function throughRelay(): string {
  const own = new URL(scene.url);
  own.port = String(relay.port);
  return own.href;
}

/** The connections that wait for the lock. */
function waitingForLock(): Promise<readonly unknown[]> {
  return rowsOf(
    scene.url,
    "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%advisory_xact_lock%' AND pid <> pg_backend_pid()",
  );
}

/** The connections that hold the lock. */
function holdingLock(): Promise<readonly unknown[]> {
  return rowsOf(scene.url, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted");
}

/** Greetings of other programs, which keep the connection open. */
const greetings = {
  MySQL: [
    Buffer.from('4a0000000a382e302e33340008000000', 'hex'),
    /the program that responds there is not PostgreSQL/,
  ],
  'an SSH server': [Buffer.from('SSH-2.0-OpenSSH_9.9\r\n'), /no response in time|is no PostgreSQL/],
} as const;

describe('a starting process', () => {
  it.each(Object.entries(greetings))('reports it if %s responds', async (_name, [bytes, message]) => {
    const sockets = new Set<Socket>();
    const server = createServer(socket => {
      sockets.add(socket.on('error', () => {}));
      socket.write(bytes);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(open(`postgres://u:p@127.0.0.1:${port}/db`)).rejects.toThrow(message);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('ends if PostgreSQL stops responding, so that it can be restarted', async () => {
    await other.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const opening = open(throughRelay()).then(
      () => 'open',
      error => error,
    );
    await expect.poll(waitingForLock).not.toEqual([]);
    relay.leaveHalfOpen();
    expect(await opening).toBeInstanceOf(StoreUnusable);
  });

  it('waits for no lock if the schema is current', async () => {
    await (await open(scene.url)).close();
    await other.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await (await open(scene.url)).close();
  });

  it('blocks other processes only for seconds if its own connection goes silent', async () => {
    await other.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const silent = open(throughRelay()).catch(error => error);
    await expect.poll(waitingForLock).not.toEqual([]);
    await other.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
    // The server does not notice that the client is gone.
    relay.holdAnswers();
    await expect.poll(holdingLock).not.toEqual([]);
    await (await open(scene.url)).close();
    relay.cut();
    expect(await silent).toBeInstanceOf(StoreUnusable);
  });
});
