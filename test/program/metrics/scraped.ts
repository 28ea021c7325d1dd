import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { freePort, startProgram } from '../program.ts';
import { type Family, figure, readExposition } from './exposition.ts';

/** Texts that must never be in a metric: secrets, and everything in a webhook. */
export const canaries = {
  token: 'canary-token+/=&1',
  admin: 'canary-admin+/=&2',
  hmac: 'canary-hmac+/=&3',
  guess: 'canary-guess+/=&4',
  note: 'canary-note "5" \\ of a customer',
  destination: 'canary-destination-6',
  kind: 'canary-kind-7',
  query: 'canary-query-8',
  type: 'canary-type-9',
  sourcePath: 'canary-path-10',
};

/** The names in the config and of the mapping files. */
export const names = {
  source: ['crm', 'open'],
  destination: ['salon'],
  receiver: ['alerts'],
  mapping: ['anywhere', 'booking', 'broken', 'misfit', 'update'],
};

const config = (port: number, url: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:data/bridge.db
destinations:
  salon:
    baseUrl: ${url}
    token: "${canaries.token}"
    catalog: {refresh: 1s}
    retry: {first: 20ms}
sources:
  crm: {verify: {type: hmac, secret: "${canaries.hmac}", signature: {name: X-Sig}}, eventId: id}
  open: {verify: {type: none}, eventId: id}
admin: {token: "${canaries.admin}"}
log: {level: warn}
# Nobody is there: what is counted of that is counted.
telemetry: {otlp: "http://127.0.0.1:9"}
alerts: {url: "http://127.0.0.1:9", secret: a-secret-of-who-is-told}
`;

const update = (source: string, when: string, rest: string) =>
  `source: ${source}\nwhen: kind = "${when}"\noperation: updateCustomer\n${rest}`;

const mappings = {
  'update.yaml': update('open', 'update', 'destination: salon\nset: {id: customer, note: note}\n'),
  'misfit.yaml': update(
    'open',
    'allergy',
    'destination: salon\nset: {id: customer, additionalFields: {allergies: note}}\n',
  ),
  'anywhere.yaml': update(
    'open',
    'anywhere',
    'destination: {from: place}\nset: {id: customer, note: note}\n',
  ),
  'booking.yaml': `source: open
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  customerId: customer
  privacy: {value: true, because: test}
  terms: {value: true, because: test}
  minAge: {value: true, because: test}
`,
  'broken.yaml': 'source: crm\noperation: neither of the two\n',
};

/** The running program and a simulated calendar. */
export interface MetricsScene {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly url: string;
  /** Posts to the source without a proof, or to another path; returns the status. */
  post(body: object | string, path?: string): Promise<number>;
  /** Posts to the source with a signature. */
  postSigned(body: object): Promise<number>;
  api(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
  text(): Promise<string>;
  scrape(): Promise<readonly Family[]>;
}

/** Starts the scene; everything is removed when the test ends. */
export async function metricsScene(): Promise<MetricsScene> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-metrics-'));
  const sandbox = await startSandbox();
  sandbox.control('tokens', { action: 'renew', name: 'mitte', value: canaries.token });
  const port = await freePort();
  mkdirSync(join(folder, 'mappings'));
  for (const [name, text] of Object.entries(mappings)) writeFileSync(join(folder, 'mappings', name), text);
  writeFileSync(join(folder, 'config.yaml'), config(port, sandbox.url));
  const program = await startProgram({ config: join(folder, 'config.yaml'), port });
  onTestFinished(async () => {
    await program.end('SIGKILL');
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const send = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const type = { 'content-type': 'application/json' };
    return (await fetch(url + path, { method: 'POST', body, headers: { ...type, ...headers } })).status;
  };
  const text = async () => (await fetch(`${url}/metrics`)).text();
  return {
    sandbox,
    folder,
    url,
    post: (body, path = '/hooks/open') => send(path, typeof body === 'string' ? body : JSON.stringify(body)),
    async postSigned(body) {
      const bytes = JSON.stringify(body);
      const signature = createHmac('sha256', canaries.hmac).update(bytes).digest('hex');
      return send('/hooks/crm', bytes, { 'x-sig': signature });
    },
    async api(method, path, body) {
      const reply = await fetch(`${url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${canaries.admin}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return reply.json();
    },
    text,
    scrape: async () => readExposition(await text()),
  };
}

/** Waits until a metric has a value; metrics of the store may be half a second old. */
export async function until(
  scene: MetricsScene,
  name: string,
  labels: Readonly<Record<string, string>>,
  holds: (value: number) => boolean,
): Promise<void> {
  for (const since = Date.now(); ; await new Promise(done => setTimeout(done, 50))) {
    const value = figure(await scene.scrape(), name, labels);
    if (value !== undefined && holds(value)) return;
    if (Date.now() - since > 15_000) throw new Error(`${name} ${JSON.stringify(labels)} is ${value}`);
  }
}
