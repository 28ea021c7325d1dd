import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { startDestination, type Truth } from '../program/destination.ts';
import { freePort, isListenedAt, program } from '../program/program.ts';
import { startTraced, type Traced, type TraceOptions } from './tracer/start-traced.ts';

/** The built program, a destination that counts calls, and a folder of their own. */
export interface Scene {
  readonly folder: string;
  /** The folder that represents the disk, in which the program makes the folder of its store. */
  readonly disk: string;
  /** The file of the store. */
  readonly database: string;
  readonly port: number;
  readonly truth: Truth;
  /** The config file. */
  readonly config: string;
  /** Starts the program under the tracer and waits until it responds. */
  start(options?: LaunchOptions): Promise<Started>;
  /** Posts an event, signed, once. */
  post(event: Record<string, unknown>): Promise<Reply>;
  /** The response at `path` to an administrator; a POST if there is a body. */
  ask(path: string, body?: object): Promise<Reply>;
  close(): Promise<void>;
}

/** The options of a trace, and Node arguments that replace the built program. */
export interface LaunchOptions extends TraceOptions {
  readonly program?: readonly string[];
}

/** The running program. */
export interface Started extends Traced {
  /** The output so far. */
  output(): string;
}

/** A response; status 0 if there was none. */
export interface Reply {
  readonly status: number;
  readonly retryAfter?: string;
  readonly body: Record<string, unknown>;
}

const admin = 'the-admin-token-of-the-traced-program';

const signingSecret = 'the-secret-that-the-senders-sign-with';

const config = (port: number, url: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:disk/store/bridge.db
destinations:
  salon:
    baseUrl: ${url}
    token: some-token-of-the-test
    limits: {concurrency: 16, perSecond: 100000}
    retry: {first: 50ms}
sources:
  crm: {verify: {type: hmac, secret: ${signingSecret}, signature: {name: X-Signature}}, eventId: id}
admin: {token: ${admin}}
log: {level: warn}
`;

const updating = `
source: crm
destination: salon
when: kind = "update"
operation: updateCustomer
set: {id: customer, note: id}
`;

const booking = `
source: crm
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: id
  appointmentParticipantId: id
  privacy: {value: true, because: test}
  terms: {value: true, because: test}
  minAge: {value: true, because: test}
`;

/**
 * Prepares a scene. Only the destination runs, and responds after `delayMs`. An event with `kind: booking` is booked,
 * one with `kind: update` sets the note of a customer, any other is only stored.
 */
export async function setScene(delayMs = () => 1): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-scene-'));
  const truth = await startDestination({ delayMs });
  const port = await freePort();
  for (const name of ['mappings', 'disk']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'mappings/booking.yaml'), booking);
  writeFileSync(join(folder, 'mappings/updating.yaml'), updating);
  writeFileSync(join(folder, 'config.yaml'), config(port, truth.url));
  const agent = new Agent({ connections: 16 });
  let running: Started | undefined;

  async function ask(path: string, options: Parameters<typeof request>[1] = {}): Promise<Reply> {
    try {
      const reply = await request(`http://127.0.0.1:${port}${path}`, { ...options, dispatcher: agent });
      const body = (await reply.body.json()) as Record<string, unknown>;
      const retryAfter = reply.headers['retry-after'];
      return { status: reply.statusCode, body, ...(typeof retryAfter === 'string' && { retryAfter }) };
    } catch {
      return { status: 0, body: {} };
    }
  }

  return {
    folder,
    disk: join(folder, 'disk'),
    database: join(folder, 'disk/store/bridge.db'),
    config: join(folder, 'config.yaml'),
    port,
    truth,
    async start(options) {
      running = await launch(join(folder, 'config.yaml'), options);
      while (!(await isListenedAt(port)) || (await ask('/healthz')).status !== 200) {
        if (running.child.exitCode !== null) throw new Error(`the program ended:\n${running.output()}`);
        await new Promise(done => setTimeout(done, 25));
      }
      return running;
    },
    post(event) {
      const body = JSON.stringify(event);
      const signature = createHmac('sha256', signingSecret).update(body).digest('hex');
      return ask('/hooks/crm', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signature': signature },
        body,
      });
    },
    ask: (path, body) =>
      ask(path, {
        headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    async close() {
      await running?.end('SIGKILL');
      await agent.destroy();
      await truth.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the program with a config, without waiting for it. */
export async function launch(config: string, options: LaunchOptions = {}): Promise<Started> {
  const words = [...(options.program ?? [program]), 'start', '--config', config];
  const traced = await startTraced(process.execPath, words, options);
  let printed = '';
  for (const stream of [traced.child.stdout, traced.child.stderr]) {
    stream?.on('data', chunk => {
      printed += chunk;
    });
  }
  return { ...traced, output: () => printed };
}
