import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, program } from '../../program/program.ts';

let folder: string;
let url: string;
let child: ChildProcess;
let output = '';

const adminToken = () => readFileSync(join(folder, 'secrets/admin-token'), 'utf8').trim();

async function api(path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const reply = await fetch(`${url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${adminToken()}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

interface Progress {
  readonly next: string;
  readonly sources: readonly {
    step: string;
    secrets: number;
    paused: boolean;
    trouble: { code: string } | null;
  }[];
}

const progress = async () => (await api('setup')).body as unknown as Progress;
const becomes = (read: (found: Progress) => unknown, value: unknown) =>
  expect
    .poll(async () => read(await progress().catch(() => ({ next: '', sources: [] }))), { timeout: 60_000 })
    .toEqual(value);
const post = (path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  child = spawn(
    process.execPath,
    [program, 'init', '--console', '--folder', folder, '--port', String(port)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', text => (output += text));
});
afterAll(async () => {
  child.kill('SIGINT');
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
});

describe('init --console', () => {
  it('starts with the smallest config, which allows the console to write files', async () => {
    await expect.poll(() => output, { timeout: 60_000 }).toContain('#code=');
    expect(await progress()).toMatchObject({
      next: 'account',
      edit: { may: true },
      canRestart: true,
      sandbox: true,
    });
    expect(statSync(join(folder, 'secrets/admin-token')).mode & 0o777).toBe(0o600);
  });

  it('distinguishes the responses of an account', async () => {
    const tried = async (baseUrl: string, token = 'x') =>
      (await api('setup/account', { baseUrl, token })).body;
    expect(await tried(url)).toMatchObject({ ok: false, code: 'not-the-api' });
    expect(await tried('https://no-such-host.invalid')).toMatchObject({ ok: false, code: 'no-such-host' });
    expect(await tried('http://127.0.0.1:9')).toMatchObject({ ok: false, code: 'unreachable' });
    expect(await tried('http://calendar.example.com')).toMatchObject({ code: 'unencrypted' });
    expect((await api('setup/account', { sandbox: true })).body).toMatchObject({ ok: true, fields: 21 });
  });

  it('accepts an account after its own restart', async () => {
    expect((await api('setup/destinations', { name: 'salon', sandbox: true })).status).toBe(200);
    await becomes(found => found.next, 'restart');
    await api('setup/restart', {});
    await becomes(found => found.next, 'sender');
  });

  it('leads an unknown sender to its first delivered webhook', async () => {
    const { body } = await api('setup/sources', { name: 'form' });
    const secret = String(body.secret);
    expect(body.url).toBe(`/hooks/form?token=${secret}`);
    expect(statSync(join(folder, 'secrets/form-secret')).mode & 0o777).toBe(0o600);
    await becomes(found => found.sources[0]?.step, 'webhook');
    expect((await api('setup/sources', { name: 'form' })).body).toMatchObject({ code: 'name-taken' });

    await post('/hooks/form', {});
    await becomes(found => found.sources[0]?.trouble?.code, 'missing');
    await post('/hooks/form?token=wrong', {});
    await becomes(found => found.sources[0]?.trouble?.code, 'wrong');
    await post(`/hooks/forn?token=${secret}`, {});
    await becomes(found => found.sources[0]?.trouble?.code, 'elsewhere');

    const event = { event_id: 'e1', kundennummer: '1001', allergies: 'Nüsse' };
    expect((await post(`/hooks/form?token=${secret}`, event)).status).toBe(200);
    await becomes(found => [found.sources[0]?.step, found.sources[0]?.trouble], ['mapping', null]);
    const proposal = await api('setup/sources/form/proposal', { save: true });
    expect(proposal.body).toMatchObject({ body: 'json', eventId: 'event_id', saved: true });
    const made = await api('setup/sources/form/mapping', { save: true });
    expect(made.body).toMatchObject({
      saved: true,
      person: { kind: 'number', value: '1001' },
      calls: [{ id: '1001', additionalFields: { allergies: 'Nüsse' } }],
    });
    expect((await api('setup/sources/form/mapping', { save: true })).body).toMatchObject({
      code: 'name-taken',
      hint: expect.stringContaining('init --add --source NAME --payload FILE'),
    });
    await becomes(found => [found.next, found.sources[0]?.step], ['done', 'done']);
    renameSync(join(folder, 'mappings/form.yaml'), join(folder, 'mappings/other.yaml'));
    const mappings = async () => ((await api('mappings')).body as { mappings: { name: string }[] }).mappings;
    await expect.poll(async () => (await mappings()).map(({ name }) => name)).toEqual(['other']);
    const second = await api('setup/sources/form/mapping', { save: true });
    expect([second.status, second.body]).toMatchObject([
      409,
      { code: 'already-mapped', error: expect.stringContaining('form has a mapping already (other)') },
    ]);
    expect((await api('setup/sources/form/mapping', {})).status).toBe(200);
    const { audit } = (await api('audit')).body as { audit: readonly { what: string; about?: string }[] };
    expect(audit.map(({ what, about }) => `${what} ${about}`)).toContain('edit-file form.yaml');
    expect(output + JSON.stringify(audit)).not.toContain(secret);
  });

  it('replaces a secret, pauses and removes the sender', async () => {
    const old = readFileSync(join(folder, 'secrets/form-secret'), 'utf8').trim();
    const { body } = await api('setup/sources/form/secret', {});
    await becomes(found => found.sources[0]?.secrets, 2);
    for (const secret of [old, String(body.secret)])
      expect((await post(`/hooks/form?token=${secret}`, { note: secret.length })).status).toBe(200);
    await api('setup/sources/form/secret/settle', {});
    await becomes(found => found.sources[0]?.secrets, 1);
    expect(existsSync(join(folder, 'secrets/form-secret'))).toBe(false);
    expect((await post(`/hooks/form?token=${old}`, {})).status).toBe(401);

    await api('setup/sources/form/pause', {});
    await becomes(found => found.sources[0]?.paused, true);
    const paused = await post(`/hooks/form?token=${body.secret}`, { kundennummer: '1001' });
    expect([paused.status, paused.headers.get('retry-after')]).toEqual([503, '30']);
    const { refusals } = (await api('refusals')).body as {
      refusals: readonly { id: string; status: number }[];
    };
    expect(refusals[0]).toMatchObject({ status: 503, acceptable: true });
    expect((await api(`refusals/${refusals[0]?.id}/accept`, {})).body).toMatchObject({ status: 'queued' });

    await api('setup/sources/form/remove', {});
    expect(existsSync(join(folder, 'mappings/form.yaml'))).toBe(false);
    expect(readFileSync(join(folder, 'config.yaml'), 'utf8')).not.toContain('form');
    await expect.poll(async () => (await progress()).sources, { timeout: 60_000 }).toEqual([]);
  });
});

it('adds a sender from the terminal', async () => {
  const added = spawn(process.execPath, [
    program,
    'init',
    '--add',
    '--folder',
    folder,
    '--sender',
    'typeform',
    '--source',
    'survey',
  ]);
  let text = '';
  added.stdout.on('data', part => (text += part));
  expect(await once(added, 'exit')).toEqual([0, null]);
  expect(text).toContain('https://YOUR-SERVER/hooks/survey');
  expect(text).toContain(readFileSync(join(folder, 'secrets/survey-secret'), 'utf8').trim());
  await becomes(found => found.sources.map(({ step }) => step), ['webhook']);
});
