import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { freePort, type Running, startProgram } from '../program.ts';

/** Texts that must never be in a trace: secrets, URLs, and everything in a webhook or a response. */
export const canaries = {
  token: 'canary-token+/=&1',
  admin: 'canary-admin+/=&2',
  reader: 'canary-reader+/=&13',
  proof: 'canary-proof+/=&3',
  collector: 'canary-collector+/=&4',
  note: 'canary-note "5" \\ of a customer',
  destination: 'canary-destination-6',
  kind: 'canary-kind-7',
  query: 'canary-query-8',
  type: 'canary-type-9',
  path: 'canary-path-10',
  header: 'canary-header-11',
  agent: 'canary-agent-12',
  customer: '13000777',
};

const config = (port: number, url: string, telemetry: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:data/bridge.db
destinations:
  salon: {baseUrl: "${url}", token: "${canaries.token}", retry: {first: 20ms}, limits: {concurrency: 20, perSecond: 1000}}
sources:
  open: {verify: {type: none}, eventId: id}
  list: {verify: {type: none}, split: events, eventId: id}
  proved: {verify: {type: header-token, name: x-proof, secret: "${canaries.proof}"}, eventId: id, path: /hooks/${canaries.path}}
admin: {token: "${canaries.admin}", readToken: "${canaries.reader}"}
log: {level: debug}
${telemetry}
`;

const mapping = (source: string) => `source: ${source}
destination: salon
when: $not($exists(place)) and $not($exists(type))
operation: updateCustomer
set: {id: customer, note: note}
`;

const mappings = {
  'update.yaml': mapping('open'),
  'each.yaml': mapping('list'),
  'signed.yaml': mapping('proved'),
  'anywhere.yaml': `source: open
destination: {from: place}
when: $exists(place)
operation: updateCustomer
set: {id: customer, note: note}
`,
};

/** The running program and a simulated calendar. */
export interface TraceScene {
  readonly sandbox: Sandbox;
  /** The path of the config. */
  readonly config: string;
  readonly program: () => Running;
  post(body: object | string, path?: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Returns the log lines with this `msg`. */
  lines(name: string): readonly Readonly<Record<string, unknown>>[];
  /** Returns the value of a metric; undefined if it is missing. */
  metric(series: string): Promise<number | undefined>;
  /** Starts it again. */
  start(env?: Record<string, string>): Promise<void>;
}

/** Starts the scene with additions to the config; everything is removed when the test ends. */
export async function traceScene(telemetry: string, env: Record<string, string> = {}): Promise<TraceScene> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-traces-'));
  const sandbox = await startSandbox();
  sandbox.control('tokens', { action: 'renew', name: 'mitte', value: canaries.token });
  const port = await freePort();
  mkdirSync(join(folder, 'mappings'));
  for (const [name, text] of Object.entries(mappings)) writeFileSync(join(folder, 'mappings', name), text);
  writeFileSync(join(folder, 'config.yaml'), config(port, sandbox.url, telemetry));
  const start = (more: Record<string, string>) =>
    startProgram({ config: join(folder, 'config.yaml'), port, env: more });
  let program = await start(env);
  onTestFinished(async () => {
    await program.end('SIGKILL');
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    sandbox,
    config: join(folder, 'config.yaml'),
    program: () => program,
    post: (body, path = '/hooks/open', headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    lines: name =>
      program
        .output()
        .split('\n')
        // Most lines of a long log are others, which need not be parsed.
        .filter(line => line.startsWith('{') && line.includes(`"msg":${JSON.stringify(name)}`))
        .map(line => JSON.parse(line))
        .filter(({ msg }) => msg === name),
    async metric(series) {
      const text = await (await fetch(`${url}/metrics`)).text();
      const line = text.split('\n').find(each => each.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    },
    async start(more = {}) {
      program = await start(more);
    },
  };
}

/** Waits until a condition is true. */
export async function eventually(look: () => unknown, timeout = 60_000): Promise<void> {
  await expect.poll(look, { timeout, interval: 200 }).toBe(true);
}
