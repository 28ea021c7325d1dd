import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { onTestFinished } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import type { Bridge, DestinationView, MappingView } from '../../src/deliver/bridge.ts';
import { createMappingSet } from '../../src/deliver/mappings/mapping-set.ts';
import type { PlanningContext } from '../../src/deliver/planning/plan-event.ts';
import { createFileEditor } from '../../src/edit/file-editor.ts';
import { type Clock, systemClock } from '../../src/inbox/clock.ts';
import type { EventArchive } from '../../src/inbox/event-archive.ts';
import type { Store } from '../../src/inbox/store.ts';
import { limitedLog } from '../../src/log/limited-log.ts';
import { silentLog } from '../../src/log/log.ts';
import { parseMappingInSteps } from '../../src/mapping/parse/parse-mapping.ts';
import { newEventId } from '../../src/receive/events/event-id.ts';
import { receive } from '../../src/receive/receive.ts';
import { createServers, type ServerOptions } from '../../src/server/server.ts';
import { fastFolder } from '../inbox/fast-folder.ts';
import { openPrepared } from '../inbox/open-prepared.ts';
import { adminToken } from './a-config.ts';

/** A JSON response with the keys that the tests use; a test that reads a missing key fails. */
export interface AnswerBody {
  readonly id: string;
  readonly ids: readonly string[];
  readonly status: string;
  readonly error: string;
  readonly hint: string;
  readonly code: string;
  readonly reason: string;
  readonly next: string;
  readonly events: readonly { readonly id: string }[];
  readonly destinations: readonly unknown[];
  readonly links: readonly unknown[];
  readonly refusals: readonly { readonly id: string }[];
  readonly held: readonly string[];
}

export async function jsonOf(response: Response): Promise<AnswerBody> {
  return (await response.json()) as AnswerBody;
}

/** A listening server, and its parts. */
export interface RunningServer {
  readonly url: string;
  /** The address of the API, readiness and metrics: the same as for webhooks, unless it is configured. */
  readonly adminUrl: string;
  readonly app: FastifyInstance;
  readonly store: Store;
  /** The functions of the bridge that were called, except for accepting. */
  readonly called: string[];
  post(path: string, body?: string | Uint8Array, headers?: Record<string, string>): Promise<Response>;
  /** Sends a request to the API; a body is sent as JSON. */
  api(method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; body: AnswerBody }>;
}

export const noCalls: MappingView['calls'] = {
  uncertain: 0,
  failed: 0,
  held: 0,
  queued: 0,
  discarded: 0,
  delivered: 0,
  skipped: 0,
};

/** The differences from the usual server. `after` lets the log report the lines that it left out. */
type Differences = Partial<Omit<ServerOptions, 'log' | 'store' | 'version'>> & {
  store?: Store;
  bridge?: Bridge;
  clock?: Clock;
  logger?: Logger;
  after?: (ms: number, run: () => void) => () => void;
};

/** Starts a server on its own port, with a store on disk; everything is closed when the test ends. */
export async function startServer(
  config: Config,
  { logger, after, ...differences }: Differences = {},
  bridgeDifferences: Partial<Bridge> = {},
): Promise<RunningServer> {
  const clock = differences.clock ?? systemClock;
  const store = differences.store ?? (await openStore(clock));
  const called: string[] = [];
  const bridge = differences.bridge ?? { ...aBridge(store, config, called), ...bridgeDifferences };
  const { webhooks: app, admin } = await createServers({
    config,
    bridge,
    store,
    openArchive: async () => noArchive,
    fileName: name => `${name}.yaml`,
    editor: createFileEditor({
      place: { allowed: false, config: '/nowhere/config.yaml', mappings: '/nowhere/mappings' },
      record: store.record,
      now: clock.now,
    }),
    readText: (name, text) =>
      parseMappingInSteps(`${name}.yaml`, text, { name, readFile: () => new Uint8Array() }),
    receive,
    newId: () => newEventId(clock.now(), randomBytes),
    clock,
    version: 'a version',
    // The load of this machine must not affect a test.
    loopDelayMs: () => 0,
    ...differences,
    log: logger ? limitedLog(logger, after ?? (() => () => {})) : silentLog,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const adminUrl = (await admin?.listen({ host: '127.0.0.1', port: 0 })) ?? url;
  onTestFinished(async () => {
    await app.close();
    await admin?.close();
    await store.close();
  });
  return {
    url,
    adminUrl,
    app,
    store,
    called,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body) }),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    async api(method, path, body) {
      const response = await fetch(`${adminUrl}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${adminToken}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await jsonOf(response) };
    },
  };
}

/** An empty archive; tests with events start a whole bridge. */
const noArchive: EventArchive = {
  async *newest() {},
  event: async () => undefined,
  findLink: async () => undefined,
  sharedLink: async () => undefined,
  nearLink: async () => undefined,
  linkIds: async () => new Map(),
  lastEvents: async () => new Map(),
  catalogs: async () => new Map(),
  close: async () => {},
};

/** A bridge that stores accepted events and does nothing with them. */
function aBridge(store: Store, config: Config, called: string[]): Bridge {
  const views = new Map<string, DestinationView>(
    [...config.destinations.values()].map(({ name, baseUrl }) => [
      name,
      { name, baseUrl, state: 'open', waiting: 0, catalog: null },
    ]),
  );
  const setState = (name: string, state: DestinationView['state']): boolean => {
    const view = views.get(name);
    if (view) view.state = state;
    return view !== undefined;
  };
  return {
    accept: request => store.add(request),
    outcomeOf: id => store.event(id),
    async preview(wish) {
      called.push(`preview ${JSON.stringify(wish)}`);
      return { calls: [], diagnostics: [] };
    },
    planning: () => aPlanning(store, config),
    destinations: async () => [...views.values()],
    catalog: () => null,
    probeStatuses: async () => undefined,
    pause: async name => setState(name, 'paused'),
    resume: async name => setState(name, 'open'),
    mappings: async () => [],
    async useMappings() {},
    clockSkew: () => undefined,
    unwritten: () => 0,
    processes: () => undefined,
    giveWayToWebhooks: async () => void called.push('give way'),
    readCatalogs: () => undefined,
    wake: () => called.push('wake'),
  };
}

/** Returns a planning context without mappings. */
function aPlanning({ findLink }: Store, { sources, destinations }: Config): PlanningContext {
  const none = { mappings: [], faulty: [], diagnostics: [], texts: new Map(), parsed: new Map() };
  return {
    mappings: createMappingSet(none, []),
    source: name => sources.get(name),
    destination: name => {
      const destination = destinations.get(name);
      return destination && { config: destination, catalog: null };
    },
    findLink,
    now: systemClock.now(),
  };
}

async function openStore(clock: Clock): Promise<Store> {
  const folder = await mkdtemp(join(fastFolder(), 'fieldbridge-server-'));
  const store = await openPrepared(join(folder, 'store.db'), { clock });
  onTestFinished(() => rm(folder, { recursive: true }));
  return store;
}
