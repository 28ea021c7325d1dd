import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { freePort, type Running, startProgram } from '../program.ts';

/** A text that must not be in the log; every secret of the scene begins with it. */
export const canary = 'Kanarie-7f3aQx9';
const admin = `${canary}-of-the-admin`;
export const sourceSecret = `${canary}-of-the-source`;

/** The built program with its log at some level, and its sandbox. */
export interface LogScene {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly url: string;
  /** Posts JSON to a source; returns the id of the (first) event. */
  post(source: string, payload: unknown, headers?: Record<string, string>): Promise<string>;
  /** Sends a request to the API; returns the body of the response. */
  api(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Waits until an event has this status. */
  becomes(id: string, status: string): Promise<void>;
  /** Returns the lines so far, each parsed as JSON. */
  lines(): Record<string, unknown>[];
  text(): string;
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same store. */
  restart(): Promise<void>;
}

const mapping = (name: string, rest: string) => `
source: crm
destination: salon
when: kind = "${name}"
operation: updateCustomer
${rest}`;

/** The mappings of the scene; an event selects its mapping with `kind`. */
const mappings: Readonly<Record<string, string>> = {
  plain: mapping('plain', 'set: {id: customer, note: note, additionalFields: {allergies: allergies}}'),
  choice: mapping('choice', 'set: {id: customer, additionalFields: {interests: {from: topics, as: list}}}'),
  gone: mapping('gone', 'set: {id: customer, additionalFields: {lead.source: allergies}}'),
  broken: mapping('broken', 'set: {id: customer, note: $number(note)}'),
  place: mapping('place', 'set: {id: customer, note: note}').replace('salon', '{from: place}'),
  linked: mapping('linked', 'link: contact\nset: {id: $linked, note: note}'),
  booking: `
source: crm
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  firstName: note
  name: note
  email: email
  privacy: {value: true, because: test}
  terms: {value: true, because: test}
  minAge: {value: true, because: test}
`,
};

const configOf = (port: number, sandbox: Sandbox, level: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:data/bridge.db
destinations:
  salon:
    baseUrl: ${sandbox.url}
    token: ${sandbox.tokens.mitte}
    limits: {concurrency: 16, perSecond: 100000, timeout: 2s}
    retry: {first: 50ms}
sources:
  crm: {verify: {type: none}, eventId: id}
  keyed: {verify: {type: header-token, name: x-key, secret: ${sourceSecret}}}
  many: {verify: {type: none}, split: items}
  odd: {verify: {type: none}, split: $toMillis(when)}
admin: {token: ${admin}}
log: {level: ${level}}
`;

/** Starts the scene; everything is removed when the test ends. */
export async function openLogScene(
  level: string,
  more: Readonly<Record<string, string>> = {},
  /** Changes the config. */
  configure: (text: string) => string = text => text,
): Promise<LogScene> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-log-'));
  const sandbox = await startSandbox({});
  const port = await freePort();
  const config = join(folder, 'config.yaml');
  mkdirSync(join(folder, 'mappings'));
  for (const [name, text] of Object.entries({ ...mappings, ...more })) {
    writeFileSync(join(folder, 'mappings', `${name}.yaml`), text);
  }
  writeFileSync(config, configure(configOf(port, sandbox, level)));
  let printed = '';
  let running: Running = await startProgram({ config, port });
  onTestFinished(async () => {
    if (running.child.exitCode === null) await running.end('SIGKILL');
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const base = `http://127.0.0.1:${port}`;
  const text = () => printed + running.output();
  const scene: LogScene = {
    sandbox,
    folder,
    url: base,
    async post(source, payload, headers = {}) {
      const reply = await fetch(`${base}/hooks/${source}?q=${canary}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-tag': canary, ...headers },
        body: typeof payload === 'string' ? payload : JSON.stringify(payload),
      });
      const { id, ids } = (await reply.json()) as { id?: string; ids?: string[] };
      return id ?? ids?.[0] ?? '';
    },
    async api(method, path, body) {
      const reply = await fetch(`${base}/api/${path}`, {
        method,
        headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await reply.json()) as Record<string, unknown>;
    },
    async becomes(id, status) {
      const until = Date.now() + 15_000;
      for (;;) {
        const event = await scene.api('GET', `events/${id}`);
        if (event.status === status) return;
        if (Date.now() > until) throw new Error(`${id} is ${event.status} (${event.reason}), not ${status}`);
        await new Promise(done => setTimeout(done, 20));
      }
    },
    lines: () =>
      text()
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line)),
    text,
    end: signal => running.end(signal),
    async restart() {
      printed = text();
      running = await startProgram({ config, port });
    },
  };
  return scene;
}
