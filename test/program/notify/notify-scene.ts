import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDestination, type Truth } from '../destination.ts';
import { bookingMapping, updateMapping } from '../mappings.ts';
import { freePort, type Running, startProgram } from '../program.ts';

/** The built program with a destination, for tests of its messages. */
export interface NotifyScene {
  readonly folder: string;
  readonly port: number;
  readonly truth: Truth;
  running(): Running;
  /** Writes the config; `top` is added to it, `source` to its source. */
  configure(more: { readonly source?: string; readonly top?: string }): void;
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
  /** Posts an event to the source; returns its id, or undefined if it was refused. */
  post(event: Record<string, unknown>): Promise<string | undefined>;
  api<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  get(path: string): Promise<string>;
  close(): Promise<void>;
}

const token = 'the-admin-token-of-the-tests-of-messages';

/** Creates the scene without starting the program. */
export async function notifyScene(): Promise<NotifyScene> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-notify-'));
  const truth = await startDestination({ delayMs: () => Math.random() * 10 });
  const port = await freePort();
  let running: Running | undefined;
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(
    join(folder, 'mappings/update.yaml'),
    updateMapping.replace('note: note', 'note: {from: note, required: true}'),
  );
  writeFileSync(join(folder, 'mappings/booking.yaml'), bookingMapping);
  const url = `http://127.0.0.1:${port}`;
  const ask = (path: string, method = 'GET', body?: unknown) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    folder,
    port,
    truth,
    running() {
      if (!running) throw new Error('it does not run');
      return running;
    },
    configure({ source = '', top = '' }) {
      writeFileSync(
        join(folder, 'config.yaml'),
        `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:data/bridge.db
destinations:
  salon: {baseUrl: ${truth.url}, token: some-token, limits: {concurrency: 8, perSecond: 1000}, retry: {first: 50ms}}
sources:
  crm: {verify: {type: none}, eventId: id${source}}
admin: {token: ${token}}
log: {level: info}
${top}
`,
      );
    },
    async start() {
      running = await startProgram({ config: join(folder, 'config.yaml'), port });
    },
    async end(signal) {
      await running?.end(signal);
      running = undefined;
    },
    async post(event) {
      try {
        const reply = await ask('/hooks/crm', 'POST', event);
        if (reply.status !== 200) return undefined;
        return ((await reply.json()) as { id: string }).id;
      } catch {
        return undefined;
      }
    },
    async api<Body>(method: string, path: string, body?: unknown) {
      return (await (await ask(`/api${path}`, method, body)).json()) as Body;
    },
    get: async path => (await ask(path)).text(),
    async close() {
      await running?.end('SIGKILL');
      await truth.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a condition is true, also in parallel tests. @throws if it is not true in time */
export async function until(holds: () => boolean, timeout = 90_000): Promise<void> {
  const late = performance.now() + timeout;
  while (!holds()) {
    if (performance.now() > late) throw new Error(`it does not hold after ${timeout / 1000} s: ${holds}`);
    await new Promise<void>(resolve => setTimeout(resolve, 20));
  }
}
