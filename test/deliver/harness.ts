import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createBridge, type RunningBridge } from '../../src/deliver/create-bridge.ts';
import { logStatusNotices } from '../../src/deliver/event-log.ts';
import type { Report } from '../../src/deliver/report.ts';
import { steadyTime } from '../../src/deliver/time/steady-time.ts';
import type { Time } from '../../src/deliver/time/time.ts';
import type { EventView } from '../../src/inbox/event.ts';
import type { Store } from '../../src/inbox/store.ts';
import { logLines } from '../../src/log/log-lines.ts';
import { type MappingFolder, readMappings } from '../../src/mapping/folder.ts';
import { keepLastGood } from '../../src/mapping/keep-last-good.ts';
import { newEventId } from '../../src/receive/events/event-id.ts';
import { receive } from '../../src/receive/receive.ts';
import { presets } from '../../src/receive/senders/senders.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { fastFolder } from '../inbox/fast-folder.ts';
import { openPrepared } from '../inbox/open-prepared.ts';

/** The bridge in one process: a real store, the sandbox over HTTP, and a clock that the test moves. */
export interface Harness {
  readonly sandbox: Sandbox;
  readonly store: Store;
  readonly bridge: RunningBridge;
  /** The reports except those about single events, as text: the line, its subject and the reason. */
  readonly reports: string[];
  /** All reports. */
  readonly log: Report[];
  /** The file of the store. */
  readonly storeFile: string;
  readonly config: Config;
  /** Accepts a webhook as the source `crm` (or another one) would post it, as JSON; returns the event's id. */
  send(payload: unknown, source?: string): Promise<string>;
  /** Does all due work. */
  run(): Promise<void>;
  /** Moves the clock and does the work that is due then. */
  later(ms: number): Promise<void>;
  /** Moves the clock and does nothing. */
  pass(ms: number): void;
  /** Moves only the wall clock of the bridge's machine. */
  jump(ms: number): void;
  /** The time of that wall clock as the bridge uses it. */
  now(): number;
  event(id: string): Promise<EventView>;
  use(mappings: Record<string, string>): Promise<void>;
  /** Ends the process without losing the store, and starts again on it. */
  restart(): Promise<void>;
  /** Cuts the power: the bridge starts again with the data on disk at this moment, amid any work. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

export interface HarnessOptions {
  readonly mappings: Record<string, string>;
  /** Further lines of the destination's entry in the config. */
  readonly destination?: string;
  /** Further destinations of the config, in YAML, indented by two blanks. */
  readonly more?: (sandbox: Sandbox) => string;
  /** Further sources of the config, in YAML, indented by two blanks. */
  readonly sources?: string;
  /** The token as written in the config: the token itself, or `{file: PATH}`. */
  readonly token?: string;
  /** Numbers in [0, 1); default: always 0.5. */
  readonly random?: () => number;
  /** The timeout of a request; default `60s`, longer than any response takes. */
  readonly timeout?: string;
  /** The limit of calls that start in a second; default: no limit. */
  readonly perSecond?: number;
  /** Whether time also passes by itself, as needed if the worker waits for it; default: only with `later`. */
  readonly timePasses?: boolean;
  /** Opens the store, if it is no SQLite file; the caller closes it. */
  readonly openStore?: (options: Parameters<typeof openPrepared>[1]) => Promise<Store>;
  /** Makes the destination's baseUrl from the sandbox's; default: the sandbox itself. */
  readonly baseUrl?: (sandboxUrl: string) => Promise<string>;
}

const configOf = (url: string, more: string, options: HarnessOptions & { token: string }) => `
store: sqlite:unused.db
destinations:
  salon:
    baseUrl: ${url}
    token: ${options.token}
    limits: {concurrency: 8, perSecond: ${options.perSecond ?? 100_000}, timeout: ${options.timeout ?? '60s'}}
    ${options.destination ?? ''}
${more}
sources:
  crm: {verify: {type: none}, occurredAt: happened}
  forms: {verify: {type: none}, people: crm}
${options.sources ?? ''}
`;

export async function startHarness(options: HarnessOptions): Promise<Harness> {
  const machine = movableTime({ passes: options.timePasses ?? false });
  let time = steadyTime(machine);
  const sandbox = await startSandbox({ clock: { now: machine.elsewhere } });
  const folder = mkdtempSync(join(fastFolder(), 'fieldbridge-deliver-'));
  const url = options.baseUrl ? await options.baseUrl(sandbox.url) : sandbox.url;
  const text = configOf(url, options.more?.(sandbox) ?? '', { token: sandbox.tokens.mitte, ...options });
  const { config, diagnostics } = loadConfig('/config.yaml', {
    env: {},
    readFile: path => (path === '/config.yaml' ? text : readFileSync(path, 'utf8')),
    presets,
  });
  if (!config) throw new Error(JSON.stringify(diagnostics));
  const reports: string[] = [];
  const log: Report[] = [];
  let place = join(folder, '1');
  mkdirSync(place);
  const report = (line: Report) => {
    log.push(line);
    if (!isLife(line)) reports.push(wordsOf(line));
  };
  const openStore = () => {
    const { openStore: openOther = each => openPrepared(join(place, 'bridge.db'), each) } = options;
    return openOther({ clock: time, notify: logStatusNotices(config, report) });
  };
  let store = await openStore();
  const crashed: { readonly bridge: RunningBridge; readonly store: Store }[] = [];
  let mappings = folderOf(options.mappings);
  const open = () =>
    createBridge({
      config,
      store,
      mappings,
      time,
      random: options.random ?? (() => 0.5),
      report,
    });
  let bridge = await open();

  const harness: Harness = {
    sandbox,
    get store() {
      return store;
    },
    get bridge() {
      return bridge;
    },
    reports,
    log,
    get storeFile() {
      return join(place, 'bridge.db');
    },
    config,
    async send(payload, source = 'crm') {
      const entry = config.sources.get(source);
      if (!entry) throw new Error(`no source ${source}`);
      const body = Buffer.from(JSON.stringify(payload));
      const headers = [['content-type', 'application/json']] as const;
      const newId = () => newEventId(time.now(), randomBytes);
      const received = await receive(
        entry,
        { method: 'POST', url: entry.path, headers, body },
        { now: time.now(), newId, publicUrl: undefined },
      );
      if (received.kind !== 'accepted') {
        throw new Error(received.kind === 'refused' ? received.refusal.reason : received.kind);
      }
      const [added] = await bridge.accept(received.request);
      return added?.id ?? '';
    },
    async run() {
      for (let rounds = 0; await bridge.worker.runOnce(); rounds += 1) {
        if (rounds > 200) throw new Error('there is always something to do');
      }
    },
    async later(ms) {
      machine.advance(ms);
      await harness.run();
    },
    pass: ms => machine.advance(ms),
    jump: ms => machine.jump(ms),
    now: () => time.now(),
    async event(id) {
      const event = await store.event(id);
      if (!event) throw new Error(`no event ${id}`);
      return event;
    },
    async use(texts) {
      mappings = keepLastGood(mappings, folderOf(texts));
      await bridge.useMappings(mappings);
      await harness.run();
    },
    async restart() {
      await bridge.stop(1000);
      await store.close();
      time = steadyTime(machine);
      store = await openStore();
      bridge = await open();
    },
    async crash() {
      crashed.push({ bridge, store });
      const next = join(folder, String(crashed.length + 1));
      mkdirSync(next);
      for (const file of ['bridge.db', 'bridge.db-wal']) {
        if (existsSync(join(place, file))) cpSync(join(place, file), join(next, file));
      }
      place = next;
      forgetPlace(join(place, 'bridge.db'));
      store = await openStore();
      bridge = await open();
    },
    async close() {
      for (const each of [...crashed, { bridge, store }]) {
        await each.bridge.stop(1000);
        await each.store.close();
      }
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return harness;
}

/** Whether a report is about one event, as most are. */
function isLife({ what }: Report): boolean {
  return logLines[what].level === 'debug' || what === 'event failed' || what === 'event uncertain';
}

function wordsOf({ what, error, details = {} }: Report): string {
  const { mapping, destination, reason } = details as Readonly<Record<string, unknown>>;
  const words = [what, mapping ?? destination, reason, error].filter(each => each !== undefined);
  return words.map(String).join(': ');
}

/** Removes the marker of the store's place: the restart after a power cut must not see a copied store. */
function forgetPlace(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("DELETE FROM meta WHERE name = 'place'");
  database.close();
}

const read = new Map<string, MappingFolder>();

/** A folder of mappings in memory. Most tests of a file have the same mappings, which are read once. */
export function folderOf(texts: Record<string, string>): MappingFolder {
  const key = JSON.stringify(texts);
  const folder = read.get(key) ?? readFolder(texts);
  read.set(key, folder);
  return folder;
}

function readFolder(texts: Record<string, string>): MappingFolder {
  return readMappings('/mappings', {
    lookAt: real => ({ real, names: Object.keys(texts).map(name => `${name}.yaml`), folders: [] }),
    readFile: path => Buffer.from(texts[path.slice('/mappings/'.length, -'.yaml'.length)] ?? ''),
    realPath: path => path,
    isFile: () => true,
  });
}

/**
 * A clock that a test moves, so that a busy machine changes no test. It moves by itself only if `passes`. A test may
 * also set the wall clock. `elsewhere`: the clock of other machines.
 */
function movableTime({
  passes,
}: {
  readonly passes: boolean;
}): Time & { advance(ms: number): void; jump(ms: number): void; elsewhere(): number } {
  const began = Date.now();
  let moved = 0;
  let jumped = 0;
  const start = performance.now();
  const monotonic = () => moved + (passes ? performance.now() - start : 0);
  return {
    now: () => Math.floor(began + monotonic()) + jumped,
    elsewhere: () => Math.floor(began + monotonic()),
    monotonic,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    advance(ms) {
      moved += ms;
    },
    jump(ms) {
      jumped += ms;
    },
  };
}
