import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type OwnPostgresServer, startOwnPostgres } from '../../test/inbox/postgres/server.ts';

/** A real PostgreSQL with an empty database for the torture. */
export interface TorturedDatabase {
  /** The port at which it listens. */
  readonly port: number;
  /** The store URL of a process that reaches it through a port. */
  storeUrl(port: number): string;
  /** Kills its first process, so that the others have to notice; it can be started again. */
  kill(): Promise<void>;
  /** Stops it in immediate mode; it can be started again. */
  stopAtOnce(): Promise<void>;
  start(): Promise<void>;
  /** Terminates the connections of all processes. */
  endConnections(): Promise<void>;
  /** Makes it read-only, or writable again. */
  setReadOnly(isReadOnly: 'on' | 'off'): Promise<void>;
  /** Takes all connections, including those that become free, until the returned function is called. */
  useUpConnections(): Promise<() => Promise<void>>;
  /** Opens a transaction that has read and written, until the database or the returned function ends it. */
  openTransaction(ended: () => void): Promise<() => Promise<void>>;
  query<Row>(sql: string): Promise<readonly Row[]>;
  end(): Promise<void>;
}

const role = 'fieldbridge';
/** Few enough to be used up quickly. */
const mostConnections = 60;
const noneLeft = '53300';
const takeAgainMs = 50;

/** Starts it, with a user for the processes that has only the necessary rights. */
export async function startTorturedDatabase(): Promise<TorturedDatabase> {
  const server = await startOwnPostgres({ settings: [`max_connections=${mostConnections}`] });
  const url = new URL(await server.newDatabase());
  const password = randomBytes(12).toString('hex');
  const name = url.pathname.slice(1);
  const storeUrl = (port: number) => `postgres://${role}:${password}@127.0.0.1:${port}/${name}`;
  const port = Number(url.port);
  let isDown = false;
  const down = (end: () => Promise<void>) => async () => {
    isDown = true;
    await end();
  };
  const start = async () => {
    if (isDown) await startAgain(server);
    isDown = false;
  };

  async function query<Row>(sql: string): Promise<readonly Row[]> {
    const client = await connected(url.href);
    try {
      await client.query('SET search_path TO fieldbridge, public');
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  await query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  await query(`ALTER DATABASE ${name} OWNER TO ${role}`);
  return {
    port,
    storeUrl,
    kill: down(server.kill),
    stopAtOnce: down(server.crash),
    start,
    async endConnections() {
      await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
    },
    async setReadOnly(isReadOnly) {
      await query(`ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly}`);
      await query('SELECT pg_reload_conf()');
    },
    useUpConnections: () => useUp(storeUrl(port)),
    async openTransaction(ended) {
      const client = await connected(url.href);
      client.once('end', ended);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await client.query('SELECT pg_current_xact_id(), count(*) FROM pg_class');
      return () => client.end().catch(() => undefined);
    },
    query,
    async end() {
      await start();
      await server.stop();
    },
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // The connection may be terminated at any time.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The previous server processes must be gone first. */
async function startAgain(server: OwnPostgresServer): Promise<void> {
  for (let triesLeft = 200; ; triesLeft -= 1) {
    try {
      return await server.goOn();
    } catch (error) {
      if (triesLeft === 1) throw new Error('the database does not start again', { cause: error });
      await sleep(50);
    }
  }
}

async function useUp(url: string): Promise<() => Promise<void>> {
  const taken: pg.Client[] = [];
  let isOver = false;

  async function takeAll(): Promise<void> {
    while (!isOver) {
      try {
        taken.push(await connected(url));
      } catch (error) {
        if ((error as { code?: string }).code !== noneLeft) throw error;
        return;
      }
    }
  }

  async function takeFreed(): Promise<void> {
    while (!isOver) {
      // Another fault may have stopped the database meanwhile.
      await takeAll().catch(() => undefined);
      await sleep(takeAgainMs);
    }
  }

  await takeAll();
  const taking = takeFreed();
  return async () => {
    isOver = true;
    await taking;
    await Promise.all(taken.map(client => client.end().catch(() => undefined)));
  };
}
