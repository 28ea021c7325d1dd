import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createBridge, type RunningBridge } from '../deliver/create-bridge.ts';
import { systemTime } from '../deliver/time.ts';
import { openSqliteStore } from '../inbox/sqlite/store.ts';
import type { Store } from '../inbox/store.ts';
import type { MappingFolder } from '../mapping/folder.ts';
import { newEventId } from '../receive/event-id.ts';
import { receive } from '../receive/receive.ts';
import { createServer } from '../server/server.ts';
import { openArchive } from './open-archive.ts';
import { CommandFailed } from './surroundings.ts';
import { watchMappings } from './watch-mappings.ts';

/** A running bridge with its server and its store. */
export interface Serving {
  readonly url: string;
  readonly bridge: RunningBridge;
  readonly store: Store;
  readonly server: FastifyInstance;
  /** Resolves with the reason when the store is broken for good and the process should end. */
  readonly broken: Promise<string>;
  /** Stops taking in and sending, waits for what is in flight, closes everything. `false`: something was cut off. */
  close(): Promise<boolean>;
}

const drainMs = 20_000;
const pruneEveryMs = 60 * 60_000;
const lookAtStoreEveryMs = 10_000;

/**
 * Puts the whole bridge together and starts it.
 * @throws CommandFailed where the store or the port cannot be had
 */
export async function serve(config: Config, mappings: MappingFolder, logger: Logger): Promise<Serving> {
  const { store, brokeDown } = await openStore(config);
  try {
    const bridge = await createBridge({
      config,
      store,
      mappings,
      time: systemTime,
      random: Math.random,
      report: ({ what, error, details, good }) =>
        logger[good ? 'info' : 'warn'](
          { ...(error !== undefined && { problem: errorName(error) }), ...details },
          what,
        ),
    });
    let draining = false;
    const random = pooledRandomBytes();
    const newId = () => newEventId(Date.now(), random);
    const server = await createServer({
      config,
      bridge,
      store,
      openArchive: () => openArchive(config),
      receive,
      newId,
      logger,
      clock: systemTime,
      isDraining: () => draining,
    });
    await listen(server, config);
    bridge.worker.start();
    const stopWatching = watchMappings(config, mappings, bridge, logger);
    const watched = watchStore(store, brokeDown);
    const pruning = setInterval(() => void prune(store, config, logger), pruneEveryMs);
    return {
      url: addressOf(server, config),
      bridge,
      store,
      server,
      broken: watched.broken,
      async close() {
        draining = true;
        stopWatching();
        watched.end();
        clearInterval(pruning);
        await server.close();
        const drained = await bridge.stop(drainMs);
        await store.close();
        return drained;
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** `brokeDown` resolves with the reason when nothing can be written any more. */
async function openStore(config: Config): Promise<{ store: Store; brokeDown: Promise<string> }> {
  if (config.store.kind !== 'sqlite')
    throw new CommandFailed('this version stores in SQLite only: store: sqlite:PATH');
  const { promise, resolve } = Promise.withResolvers<string>();
  try {
    const store = await openSqliteStore(config.store.path, { clock: systemTime, brokeDown: resolve });
    return { store, brokeDown: promise };
  } catch (error) {
    throw new CommandFailed(`the store cannot be opened: ${(error as Error).message}`);
  }
}

/**
 * After a failed fsync nothing that the disk says can be trusted; only a new process finds out what is there. What
 * nobody writes to shows at the regular look.
 */
function watchStore(store: Store, brokeDown: Promise<string>): { broken: Promise<string>; end: () => void } {
  let end = () => {};
  const broken = new Promise<string>(resolve => {
    void brokeDown.then(resolve);
    const timer = setInterval(() => {
      void store.health().then(health => {
        if (!health.writable && health.lasting) resolve(health.reason);
      });
    }, lookAtStoreEveryMs);
    timer.unref();
    end = () => clearInterval(timer);
  });
  return { broken, end };
}

/** Random bytes from a pool, since asking the system for a few at a time is what makes them dear. */
function pooledRandomBytes(): (size: number) => Uint8Array {
  let pool = randomBytes(4096);
  let used = 0;
  return size => {
    if (used + size > pool.length) {
      pool = randomBytes(4096);
      used = 0;
    }
    used += size;
    return pool.subarray(used - size, used);
  };
}

async function listen(server: FastifyInstance, config: Config): Promise<void> {
  const { host, port } = config.server;
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw error;
    const why = code === 'EADDRINUSE' ? 'is taken by another program' : 'cannot be used';
    throw new CommandFailed(`${host}:${port} ${why}; choose another server.port (or host) in the config`);
  }
}

function addressOf(server: FastifyInstance, config: Config): string {
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : config.server.port;
  const host = config.server.host.includes(':') ? `[${config.server.host}]` : config.server.host;
  return `http://${host}:${port}`;
}

async function prune(store: Store, config: Config, logger: Logger): Promise<void> {
  try {
    const deleted = await store.prune(config.retention, Date.now());
    if (deleted > 0) logger.info({ events: deleted }, 'old events were deleted');
  } catch (error) {
    logger.warn({ problem: errorName(error) }, 'old events could not be deleted');
  }
}

/** What may be logged of an error: never its message, which may hold a value. */
function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const place =
    error.stack
      ?.split('\n')
      .slice(1, 4)
      .map(line => line.trim())
      .join(' < ') ?? '';
  return `${error.name} ${place}`;
}
