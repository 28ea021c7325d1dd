import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../program/program.ts';
import { fieldbridgeUntilStopped, folderWith } from '../command-line.ts';

const token = 'an-admin-token-of-some-length';
const inline = 'a-secret-that-stands-in-the-config';

interface Compared {
  readonly earlier: string;
  readonly current: string;
  readonly version: string;
  readonly faults: readonly string[];
}

async function aBridge() {
  const port = await freePort();
  const directory = folderWith({
    'mappings/.keep': '',
    'config.yaml': `# a comment of a person
server: {port: ${port}}
store: sqlite:bridge.db
admin: {token: ${token}, edit: true}
sources:
  form: {verify: {type: header-token, name: x-token, secret: ${inline}}}
`,
  });
  const running = fieldbridgeUntilStopped(['start'], { directory });
  await running.printed(/ready for webhooks/);
  async function api<T>(path: string, body?: object): Promise<{ status: number; body: T; text: string }> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: JSON.parse(text) as T, text };
  }
  const ids = async () =>
    (await api<{ versions: { id: string }[] }>('setup/versions')).body.versions.map(each => each.id);
  return { directory, file: join(directory, 'config.yaml'), running, api, ids };
}

it('an earlier version of the config is shown masked, restored, and recorded in the audit log', async () => {
  const { file, directory, running, api, ids } = await aBridge();
  const first = readFileSync(file, 'utf8');
  expect(await ids()).toEqual([]);
  for (const name of ['one', 'two']) expect((await api('setup/sources', { name })).status).toBe(200);
  await running.printed(/"added":\[[^\]]*"two"/);
  const [withOne = '', before = ''] = await ids();
  const compared = await api<Compared>('setup/version', { id: before });
  expect(compared.body.earlier).toContain('# a comment of a person');
  expect(compared.body.current).toContain('secrets/two-secret');
  expect(compared.body.faults).toEqual([]);
  for (const secret of [inline, token]) expect(compared.text).not.toContain(secret);

  const { version } = compared.body;
  expect((await api('setup/restore', { id: before, version: 'another' })).body).toMatchObject({
    code: 'conflict',
  });
  expect(
    (await api('setup/restore', { id: before, version, who: 'Ada', reason: 'two senders too many' })).body,
  ).toEqual({ restored: before });
  expect(readFileSync(file, 'utf8')).toBe(first);
  await running.printed(/"removed":\["one","two"\]/);
  const { audit } = (await api<{ audit: object[] }>('audit')).body;
  expect(audit[0]).toMatchObject({
    what: 'edit-file',
    about: 'config.yaml',
    who: 'Ada',
    why: 'two senders too many',
  });
  // The replaced version is kept, too.
  expect(await ids()).toHaveLength(3);

  rmSync(join(directory, 'secrets/one-secret'));
  const gone = await api<Compared>('setup/version', { id: withOne });
  expect(gone.body.faults).toEqual([expect.stringContaining('one-secret')]);
  const refused = await api('setup/restore', { id: withOne, version: gone.body.version });
  expect(refused).toMatchObject({ status: 409, body: { code: 'config-faulty' } });
  expect(readFileSync(file, 'utf8')).toBe(first);
  expect((await api('setup/restore', { id: 'no-id', version })).status).toBe(404);
  // This also repairs a config that a person has made invalid.
  writeFileSync(file, 'sources: {');
  const broken = await api<Compared>('setup/version', { id: before });
  expect((await api('setup/restore', { id: before, version: broken.body.version })).status).toBe(200);
  expect(readFileSync(file, 'utf8')).toBe(first);
});
