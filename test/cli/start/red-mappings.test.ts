import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../program/program.ts';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  openSandbox,
  plainConfig,
  plainFolder,
  plainMapping,
  post,
  writeFiles,
} from '../command-line.ts';

const red = plainMapping.replace('note: note', 'note: {value: other}');

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Starts a bridge with `reload: checked` on a port of its own, so that `doctor` finds it. */
async function checkedBridge(mapping: string) {
  const sandbox = await openSandbox();
  const port = await freePort();
  const plain = plainConfig(sandbox, 'reload: checked\nadmin: {token: an-admin-token-of-some-length}\n');
  const config = plain.replace(/port: 0/, `port: ${port}`);
  const directory = plainFolder(sandbox, { 'config.yaml': config, 'mappings/notes.yaml': mapping });
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  const readyz = async () => (await (await fetch(`${url}/readyz`)).json()) as { faulty?: string[] };
  const ask = (...argv: string[]) => fieldbridge(argv, { directory });
  return { sandbox, directory, bridge, url, readyz, ask };
}

it('reports a mapping that is in use after a start although its test fails', async () => {
  const { bridge, readyz, ask, directory, url } = await checkedBridge(red);
  const says = 'the mapping notes is in use, although its test "a note" gives another value for note';
  await bridge.printed(/"msg":"mapping in use although a test fails"/);
  await expect
    .poll(async () => (await readyz()).faulty)
    .toEqual([
      `${says}; run \`fieldbridge test notes\`, then correct the mapping, or the test or its sample if the mapping is right`,
    ]);
  expect(oneLine((await ask('doctor')).out)).toContain(says);
  expect((await post(url, { customer: 1001, note: 'Aisle' })).event.status).toBe('delivered');
  writeFiles(directory, { 'mappings/notes.yaml': plainMapping });
  await expect.poll(async () => (await readyz()).faulty).toBeUndefined();
  expect((await ask('doctor')).out).not.toContain('mapping in use');
});

it('reports before a replay and an import that the file on disk is not the version in use', async () => {
  const { readyz, ask, directory, url } = await checkedBridge(plainMapping);
  const { event } = await post(url, { customer: 1001, note: 'Aisle' });
  const isFine = await ask('events', 'replay', event.id, '--again');
  expect(isFine).toMatchObject({ status: 0, err: '' });
  writeFiles(directory, { 'mappings/notes.yaml': red, 'rows.csv': 'customer,note\nnobody,x\n' });
  await expect.poll(async () => (await readyz()).faulty).toHaveLength(1);
  const older =
    /^warning: notes\.yaml was changed and cannot be used \(line \d+: the changed mapping is not used: its test "a note" gives another value for note\), so events of form are mapped by its last good version; correct the file until `fieldbridge check` and `fieldbridge test notes` pass, then run this command again$/m;
  expect((await ask('events', 'replay', event.id, '--again')).err).toMatch(older);
  expect((await ask('events', 'replay', '--source', 'form', '--again', '--yes')).err).toMatch(older);
  const tried = await ask('import', 'form', join(directory, 'rows.csv'), '--dry-run');
  expect(tried.err).toMatch(older);
  expect(tried.out).toContain('1 is refused');
  expect((await ask('import', 'form', join(directory, 'rows.csv'))).err).toMatch(older);
  expect(oneLine((await ask('doctor')).out)).toContain('notes.yaml was changed and cannot be used');
  expect(readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8')).toBe(red);
});
