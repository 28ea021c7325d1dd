import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeControlGroup } from '../control-group.ts';
import { startDestination } from '../destination.ts';
import { freePort, startProgram } from '../program.ts';

const admin = 'the-admin-token-of-the-test';
const preload = resolve(import.meta.dirname, 'measure-turns.js');
/** In units of `measure-turns.js`: some 250 ms on a usual machine. */
const longestTurn = 25;

/** Rules without expressions, so no limit bounds them, with values that make them expensive. */
const kinds: Readonly<Record<string, { readonly set: string; readonly value: unknown }>> = {
  'a template that repeats a long text': {
    set: 'note: {template: "{value} {value} {value} {value} {value} {value} {value} {value}"}',
    value: 'x'.repeat(1_000_000),
  },
  'many long values': {
    set: 'note: value\n  additionalFields: {allergies: value, website: value}',
    value: 'x'.repeat(1_000_000),
  },
  'a long list of dates': {
    set: 'additionalFields: {birthdate: {from: value, as: date, parse: [yyyy-MM-dd, MM/dd/yyyy, d. MMMM yyyy], format: dd.MM.yyyy}}',
    value: Array(9_000).fill('2024-01-01'),
  },
};

it('values that are too long fail their events, and delay no others', async () => {
  const destination = await startDestination({ delayMs: () => 0 });
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-long-values-'));
  const port = await freePort();
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(
    join(folder, 'config.yaml'),
    `server: {port: ${port}}
store: sqlite:bridge.db
destinations: {salon: {baseUrl: "${destination.url}", token: some-token-of-the-test}}
sources: {crm: {verify: {type: none}}}
admin: {token: ${admin}}
log: {level: warn}
`,
  );
  for (const [index, [kind, { set }]] of Object.entries(kinds).entries()) {
    const head = `source: crm\ndestination: salon\nwhen: kind = ${JSON.stringify(kind)}\noperation: updateCustomer\n`;
    writeFileSync(join(folder, `mappings/kind-${index}.yaml`), `${head}set:\n  id: customer\n  ${set}\n`);
  }
  const group = makeControlGroup(256 * 2 ** 20);
  const running = await startProgram({
    config: join(folder, 'config.yaml'),
    port,
    env: { NODE_OPTIONS: `--import ${preload}`, TURNS_FILE: join(folder, 'turns') },
    ...(group && { through: group.through }),
  });
  onTestFinished(async () => {
    await running.end('SIGKILL');
    await destination.close();
    group?.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  running.child.kill('SIGUSR2');

  for (const [kind, { value }] of Object.entries(kinds)) {
    const body = JSON.stringify({ kind, customer: 1001, value });
    const post = () =>
      fetch(`http://127.0.0.1:${port}/hooks/crm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    const ids: string[] = [];
    for (const reply of await Promise.all([post(), post(), post()])) {
      ids.push(((await reply.json()) as { id: string }).id);
    }
    for (const id of new Set(ids))
      await expect.poll(() => failureOf(port, id), { interval: 50 }).not.toBe('queued');
    expect([kind, ...(await Promise.all(ids.map(id => failureOf(port, id))))]).toEqual([
      kind,
      expect.stringMatching(/too long|characters/),
      expect.any(String),
      expect.any(String),
    ]);
  }
  expect(running.child.exitCode ?? running.child.signalCode).toBeNull();
  expect(Number(readFileSync(join(folder, 'turns'), 'utf8'))).toBeLessThan(longestTurn);
});

/** Returns the fault of an event; `queued` while it is unknown. */
async function failureOf(port: number, id: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/events/${id}`, {
    headers: { authorization: `Bearer ${admin}` },
  });
  const event = (await reply.json()) as {
    status: string;
    diagnostics?: { message: string }[];
    calls?: { status: string; diagnostics?: { message: string }[] }[];
  };
  if (event.status === 'queued') return 'queued';
  const found = [
    ...(event.diagnostics ?? []),
    ...(event.calls ?? []).flatMap(call => call.diagnostics ?? []),
  ];
  return found.map(({ message }) => message).join('; ') || event.status;
}
