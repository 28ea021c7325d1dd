import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { freePort, program, type Running, startProgram } from './program.ts';

const contacts = 500;
const mapping = `source: crm
destination: salon
operation: updateCustomer
set:
  id: {from: Nummer, required: true}
  note: Notiz
  additionalFields:
    lead.source: {from: Telefon, as: phone, country: DE}
    hair.type: Haartyp
`;

/**
 * Returns 500 contacts of a spreadsheet: one has a wrong phone number, one an unknown choice, one no number.
 */
function spreadsheet(ids: readonly number[]): string {
  const rows = ids.map((id, index) => {
    const phone = index === 100 ? '0151' : `0151 2345${String(index).padStart(4, '0')}`;
    const hair = index === 200 ? 'lockg' : 'lockig';
    return `${index === 300 ? '' : id};"Kontakt ${index}; neu";${phone};${hair}`;
  });
  return ['\ufeffNummer;Notiz;Telefon;Haartyp', ...rows, ''].join('\r\n');
}

interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  /** Without the progress, which a slow machine shows on the error output. */
  readonly stdout: string;
}

function start(folder: string, ...args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let stdout = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      out += String(chunk);
      if (stream === child.stdout) stdout += String(chunk);
    });
  return {
    child,
    ended: new Promise(done =>
      child.once('close', (status, signal) => done({ status, signal, out, stdout })),
    ),
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(done => setTimeout(done, 5));
}

it('imports 500 contacts with three faults once each, although command and bridge are killed', {
  timeout: 180_000,
}, async () => {
  const sandbox = await startSandbox({});
  onTestFinished(() => sandbox.close());
  const state = async (path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${sandbox.url}/sandbox/${path}`, { ...init, headers })).json();
  };
  const ids: number[] = [];
  for (let made = 0; made < contacts; made += 1) {
    const { customer } = (await state('customers', { firstName: 'Nora', lastName: `${made}` })) as {
      customer: { id: number };
    };
    ids.push(customer.id);
  }
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'mappings'));
  const port = await freePort();
  const config = join(folder, 'config.yaml');
  writeFileSync(
    config,
    `server: {port: ${port}}
store: sqlite:bridge.db
destinations:
  salon: {baseUrl: "${sandbox.url}", token: ${sandbox.tokens.mitte}, limits: {perSecond: 200}}
sources:
  crm: {verify: {type: none}}
admin: {token: an-admin-token-of-some-length}
`,
  );
  writeFileSync(join(folder, 'mappings', 'contacts.yaml'), mapping);
  writeFileSync(join(folder, 'kontakte.csv'), spreadsheet(ids));
  let bridge: Running = await startProgram({ config, port });
  onTestFinished(async () => void (await bridge.end('SIGKILL')));

  const tried = await start(folder, 'import', 'crm', 'kontakte.csv', '--dry-run').ended;
  expect(tried.out).toContain('497 would be sent');
  expect(tried.status).toBe(1);

  const eventsCount = async () => {
    const headers = { authorization: 'Bearer an-admin-token-of-some-length' };
    const answer = await fetch(`http://127.0.0.1:${port}/api/events?limit=5`, { headers });
    return ((await answer.json()) as { events: readonly unknown[] }).events.length;
  };
  const updates = async () => {
    const { calls } = (await state('calls?after=0')) as { calls: readonly { operation: string }[] };
    return calls.filter(({ operation }) => operation === 'updateCustomer').length;
  };
  expect(await eventsCount()).toBe(0);
  expect(await updates()).toBe(0);

  const first = start(folder, 'import', 'crm', 'kontakte.csv');
  await until(async () => (await eventsCount()) > 0);
  first.child.kill('SIGKILL');
  await first.ended;
  const interrupted = start(folder, 'import', 'crm', 'kontakte.csv');
  await until(async () => bridge.output().includes('import resumed'));
  interrupted.child.kill('SIGINT');
  const said = await interrupted.ended;
  expect([said.signal, said.status]).toEqual(['SIGINT', null]);
  // The signal may come before the bridge's first response.
  expect(said.out).toMatch(
    /Interrupted\. (?:(?:All|\d+ of) 500 rows are stored, and the bridge delivers them|This command has not stored a row yet)/,
  );
  expect(bridge.output().match(/import started/g)).toHaveLength(1);
  expect(said.out).toMatch(/run the same command again.*\n {2}.*import crm kontakte\.csv/);
  const second = start(folder, 'import', 'crm', 'kontakte.csv');
  await until(async () => (await updates()) > 20);
  await bridge.end('SIGKILL');
  bridge = await startProgram({ config, port });
  await second.ended;
  const last = await start(folder, 'import', 'crm', 'kontakte.csv', '--json').ended;
  expect(JSON.parse(last.stdout)).toMatchObject({
    rows: contacts,
    taken: 0,
    events: { delivered: 497, failed: 3 },
    failedFile: 'kontakte.failed.csv',
  });

  const failed = readFileSync(join(folder, 'kontakte.failed.csv'), 'utf8');
  expect(failed.split('\r\n')).toHaveLength(5);
  const mended = failed
    .replace(/;0151;/, ';0151 2345 6789;')
    .replace('lockg;', 'lockig;')
    .replace(/\n;/, `\n${ids[300]};`);
  writeFileSync(join(folder, 'kontakte.failed.csv'), mended);
  const end = await start(folder, 'import', 'crm', 'kontakte.failed.csv', '--json').ended;
  expect(JSON.parse(end.stdout)).toMatchObject({ rows: 3, taken: 3, events: { delivered: 3 } });

  const notes = new Map<number, string>();
  for (const [index, id] of ids.entries()) {
    const customer = (await state(`customers/${id}`)) as { note: string; calls: { applied: number } };
    notes.set(id, customer.note);
    expect(customer.note).toBe(`Kontakt ${index}; neu`);
    // A kill during a call may repeat it, which changes nothing.
    expect(customer.calls.applied).toBeLessThanOrEqual(2);
  }
  expect(notes.size).toBe(contacts);
});

it.skipIf(process.platform !== 'linux')('limits the memory of V8 for a long list', async () => {
  const silent = createServer();
  await new Promise<void>(done => silent.listen(0, '127.0.0.1', done));
  onTestFinished(() => void silent.close());
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'config.yaml'),
    `server: {port: ${(silent.address() as AddressInfo).port}}
destinations: {salon: {baseUrl: "http://127.0.0.1:9", token: t}}
sources: {crm: {verify: {type: none}}}
admin: {token: the-admin-token-of-this-test}
`,
  );
  writeFileSync(join(folder, 'list.csv'), 'a,b\n1,2\n');
  // The command waits for its first response while the test checks it.
  const asked = new Promise(done => silent.once('connection', done));
  const { child, ended } = start(folder, 'import', 'crm', 'list.csv');
  await asked;
  const words = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0');
  expect(words).toContain('--max-semi-space-size=4');
  child.kill('SIGKILL');
  await ended;
});
