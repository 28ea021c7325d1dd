import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import {
  fieldbridge,
  folderWith,
  openSandbox,
  plainConfig,
  plainFolder,
  plainMapping,
  writeFiles,
} from '../command-line.ts';
import { recording } from '../recording.ts';

const mapping = plainMapping
  .replace('    allergies: allergies', '    hair.type: hair   # wavy or so\n    member.code: code')
  .replace('"1001", note: Window seat}', '"1001", note: Window seat, additionalFields: {hair.type: glatt}}');

const config = (sandbox: Pick<Sandbox, 'url' | 'tokens'>) =>
  plainConfig(sandbox).replace('statuses:', 'locale: de\n    statuses:');

function folderOf(sandbox: Pick<Sandbox, 'url' | 'tokens'>): string {
  return folderWith({ 'config.yaml': config(sandbox), 'mappings/notes.yaml': mapping });
}

function lockIn(directory: string): string {
  return readFileSync(join(directory, 'catalog.lock.yaml'), 'utf8');
}

/** Removes times, which differ in each run. */
function timeless(text: string): string {
  return text.replace(/20\d\d-\d\d-\d\d(T[\d:.]+Z| [\d:]+ (UTC|[-+][\d:]+))/g, 'TIME');
}

/** Makes changes in an account, as its users might. */
function change(sandbox: Sandbox): void {
  sandbox.control('fields', { action: 'rename', keyName: 'hair.type', to: 'hair.kind' });
  sandbox.control('fields', { action: 'change', keyName: 'member.code', validatorRegexp: '^X' });
  sandbox.control('fields', { action: 'archive', keyName: 'website' });
  sandbox.control('fields', { action: 'add', keyName: 'shoe.size', name: 'Schuhgröße' });
}

describe('fields --save', () => {
  it('writes the lock, and does not change it without a difference', async () => {
    const sandbox = await openSandbox();
    const directory = folderOf(sandbox);
    expect(await fieldbridge(['fields', '--save'], { directory })).toEqual({
      status: 0,
      out: 'salon: 21 fields\nsaved in catalog.lock.yaml\n',
      err: '',
    });
    const lock = lockIn(directory);
    await expect(timeless(lock)).toMatchFileSnapshot('golden/salon.lock.yaml');
    expect(lock).not.toContain(sandbox.tokens.mitte);
    const again = await fieldbridge(['fields', '--save'], { directory });
    expect(timeless(again.out)).toBe(
      'salon: 21 fields, nothing has changed since TIME\ncatalog.lock.yaml stays as it is\n',
    );
    expect(lockIn(directory)).toBe(lock);
  });

  it('reports the changes, for people and for programs', async () => {
    const sandbox = await openSandbox();
    const directory = folderOf(sandbox);
    await fieldbridge(['fields', '--save'], { directory });
    const before = lockIn(directory);
    change(sandbox);
    const ran = await fieldbridge(['fields', 'salon', '--save'], { directory });
    expect(timeless(ran.out)).toBe(`salon: 4 fields have changed since TIME
~ "hair.type" was renamed to "hair.kind" (Haartyp)
+ "shoe.size" (Schuhgröße) is new, of the type text
~ "member.code" (Mitgliedsnummer): its validator was ^[A-Z]{2}-\\d{4}$, now ^X
- "website" (Webseite) is gone (archived or deleted)
saved in catalog.lock.yaml
`);
    const listed = await fieldbridge(['fields'], { directory });
    expect(listed.out).toMatch(/^hair\.kind +selection +Haartyp +one of: glatt, .*; was hair\.type$/m);
    expect(lockIn(directory)).toContain('formerKeys:\n          - hair.type\n');
    writeFiles(directory, { 'catalog.lock.yaml': before });
    const json = JSON.parse((await fieldbridge(['fields', '--save', '--json'], { directory })).out);
    expect(json).toMatchObject({ file: 'catalog.lock.yaml', written: true });
    expect(json.destinations[0].changes[0]).toEqual({
      kind: 'renamed',
      keyName: 'hair.kind',
      formerKeyName: 'hair.type',
      words: '"hair.type" was renamed to "hair.kind" (Haartyp)',
    });
  });

  it('saves nothing if the account is unreachable, or if the lock is damaged', async () => {
    const sandbox = await openSandbox();
    const directory = folderOf(sandbox);
    writeFiles(directory, { 'catalog.lock.yaml': 'version: 1\ndestinations: [\n' });
    const broken = await fieldbridge(['fields', '--save'], { directory });
    expect(broken.status).toBe(3);
    expect(broken.err).toContain('cannot be used, so nothing is saved');
    expect(lockIn(directory)).toBe('version: 1\ndestinations: [\n');
    await sandbox.close();
    const away = await fieldbridge(['fields', '--save'], { directory });
    expect(away.status).toBe(3);
    expect(away.err).toMatch(/nothing is saved, since the fields of salon cannot be read: .*ECONNREFUSED/);
  });

  it('keeps the other destinations in the lock', async () => {
    const sandbox = await openSandbox();
    const directory = folderOf(sandbox);
    await fieldbridge(['fields', '--save'], { directory });
    writeFiles(directory, { 'config.yaml': config(sandbox).replace('salon:', 'nord:') });
    await fieldbridge(['fields', '--save'], { directory });
    expect(lockIn(directory)).toMatch(/\n {2}nord:\n[\s\S]*\n {2}salon:\n/);
  });
});

describe('check with a lock', () => {
  it('has the same result offline and online, without a token, an address or another secret', async () => {
    const sandbox = await openSandbox();
    const directory = folderOf(sandbox);
    await fieldbridge(['fields', '--save'], { directory });
    const faulty = mapping.replace('member.code', 'Mitgliedsnumer').replace('hair.type:', 'Type de cheveux:');
    writeFiles(directory, { 'mappings/notes.yaml': faulty });
    const live = await fieldbridge(['check'], { directory });
    await sandbox.close();
    writeFiles(directory, {
      'config.yaml': config(sandbox)
        .replace(sandbox.url, `\${CALENDAR_URL}`)
        .replace(sandbox.tokens.mitte, `\${SALON_TOKEN}`)
        .replace('a-token-for-the-form', '{file: /nowhere/form-token}'),
    });
    const offline = await fieldbridge(['check', '--offline'], { directory });
    const found = (out: string) => out.slice(0, out.indexOf('1 mapping and'));
    expect(found(live.out)).toContain('did you mean "member.code" (Mitgliedsnummer)?');
    expect(found(live.out)).toContain('did you mean "hair.type" (Haartyp)?');
    expect(found(offline.out)).toBe(found(live.out));
    expect(timeless(offline.out)).toMatch(
      /also against catalog\.lock\.yaml \(salon of TIME\): 2 errors, 2 warnings\nnot set, and not needed with --offline: CALENDAR_URL, SALON_TOKEN\n$/,
    );
    const online = await fieldbridge(['check'], { directory });
    expect(online.out).toContain('the environment variable SALON_TOKEN is not set');
  });

  it('reports the changes, as a warning if they affect a mapping', async () => {
    const sandbox = await openSandbox();
    const directory = folderOf(sandbox);
    await fieldbridge(['fields', '--save'], { directory });
    change(sandbox);
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.status).toBe(1);
    await expect(ran.out).toMatchFileSnapshot('golden/drift.out');
    const json = JSON.parse((await fieldbridge(['check', '--json'], { directory })).out);
    const renamed = json.diagnostics.find((each: { code: string }) => each.code === 'check/renamed-field');
    expect(renamed.fix).toEqual([
      { place: { file: 'mappings/notes.yaml', line: 8, column: 5, length: 9 }, text: 'hair.kind' },
      expect.objectContaining({ text: 'hair.kind' }),
    ]);
    await fieldbridge(['fields', '--save'], { directory });
    const after = await fieldbridge(['check', '--offline'], { directory });
    expect(after.out).toContain('[check/renamed-field]');
    expect(after.out).not.toContain('[check/drifted-field]');
  });

  it('reports a damaged lock, and checks without it', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'catalog.lock.yaml': 'version: 1\ndestinations: {}\nmore: 1\n',
    });
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).toContain('catalog.lock.yaml:3:1: error:');
    expect(ran.out).toContain('also against salon: 1 error');
  });
});

describe('statuses --probe', () => {
  it('cannot learn from unknown numbers if the API looks for the customer first, and suggests a known number', async () => {
    const sandbox = await openSandbox();
    const directory = folderOf(sandbox);
    const ran = await fieldbridge(['statuses', '--probe'], { directory });
    expect(ran.status).toBe(1);
    expect(
      ran.out,
    ).toBe(`Asked salon to give a customer a status that cannot exist, and nothing else, so that nothing is
saved:
  customer 0   HTTP 404: no such customer at this location (or deleted, or of another location)
  customer -1  HTTP 404: no such customer at this location (or deleted, or of another location)

Nothing was learned: the API looks for the customer first, and these numbers belong to none. Try
\`fieldbridge statuses salon --probe --customer NUMBER\` with the number of any real customer of this
location; nothing of that customer is changed.

status      how it is known
Stammkunde  declared in the config

1 status of salon; there may be more: the API lists them only on refusing one
`);
    expect(() => lockIn(directory)).toThrow('ENOENT');
  });

  it('learns from a real customer without changing it, and check uses the result', async () => {
    const sandbox = await openSandbox();
    const directory = folderOf(sandbox);
    const { calls: _, ...before } = sandbox.customer(1001) ?? {};
    const ran = await fieldbridge(['statuses', '--probe', '--customer', '1001'], { directory });
    expect(ran.status).toBe(0);
    expect(ran.out).toContain('Learned, and kept in catalog.lock.yaml');
    expect(timeless(ran.out)).toContain('6 statuses of salon; the API listed them all on TIME');
    expect(sandbox.customer(1001)).toMatchObject(before);
    expect(before).toMatchObject({ customerStatus: 'Stammkunde', updates: [], history: [] });

    await sandbox.close();
    const known = plainMapping.replace('note: note', 'customerStatus: {value: VIPP}');
    writeFiles(directory, { 'mappings/notes.yaml': known.replace(/tests:.*/s, '') });
    const checked = await fieldbridge(['check', '--offline'], { directory });
    expect(checked.out).toContain('salon has no customer status "VIPP"; it has Gesperrt, Inaktiv,');
    expect(checked.out).toContain('did you mean "VIP"?');
  });

  it('learns from unknown numbers if the API checks the status first', async () => {
    const sandbox = await openSandbox();
    const directory = folderOf(sandbox);
    const body = JSON.stringify({ error: 'customer status not found', availableStatuses: ['A', 'B'] });
    sandbox.addFaults({ operation: 'updateCustomer', status: 400, body });
    const json = await fieldbridge(['statuses', '--probe', '--customer', '1001', '--json'], { directory });
    expect(JSON.parse(json.out)).toMatchObject({
      probe: { learned: true, tried: [{ id: '0', answer: 'refused' }] },
      statuses: [
        { name: 'A', origin: 'listed' },
        { name: 'B', origin: 'listed' },
        { name: 'Stammkunde', origin: 'declared' },
      ],
    });
  });

  it('sends only the impossible status, the same each time', async () => {
    const sandbox = await openSandbox();
    const directory = folderOf(sandbox);
    const seen: { url: string; body: string }[] = [];
    const server = await recording(sandbox.url, seen);
    writeFiles(directory, { 'config.yaml': config({ ...sandbox, url: server }) });
    await fieldbridge(['statuses', '--probe', '--customer', '1001'], { directory });
    const updates = seen.filter(({ url }) => url.includes('updateCustomer'));
    expect(updates.map(({ url }) => new URL(url, server).searchParams.get('id'))).toEqual([
      '0',
      '-1',
      '1001',
    ]);
    expect(new Set(updates.map(({ body }) => body)).size).toBe(1);
    expect(JSON.parse(updates[0]?.body ?? '')).toEqual({
      customerStatus: expect.stringMatching(/^fieldbridge-probe-[0-9a-f-]{36}$/),
    });
  });

  it.each<[string, object, RegExp]>([
    [
      'refused without a list',
      { status: 400, body: '{"error":"customer status not found"}' },
      /without listing the existing ones/,
    ],
    [
      'taken, which cannot be',
      { status: 200, body: '{"id":0,"changes":[]}' },
      /look up customer 0 in the calendar/,
    ],
    ['an outage', { status: 503 }, /the answer lists no statuses/],
  ])('reports a response that is %s', async (_, fault, words) => {
    const sandbox = await openSandbox();
    sandbox.addFaults({ operation: 'updateCustomer', ...fault });
    const ran = await fieldbridge(['statuses', '--probe'], { directory: folderOf(sandbox) });
    expect(ran.status).toBe(1);
    expect(ran.out.replace(/\s+/g, ' ')).toMatch(words);
  });

  it('sends nothing if the token is refused, and refuses an invalid number', async () => {
    const sandbox = await openSandbox();
    const wrong = { ...sandbox, tokens: { ...sandbox.tokens, mitte: 'a-wrong-token-of-it' } };
    const ran = await fieldbridge(['statuses', '--probe'], { directory: folderOf(wrong) });
    expect(ran.status).toBe(3);
    expect(ran.err).toMatch(/nothing was tried, since salon cannot be asked: the token is refused/);
    expect(sandbox.calls().filter(call => call.operation === 'updateCustomer')).toEqual([]);
    const directory = folderOf(sandbox);
    expect((await fieldbridge(['statuses', '--probe', '--customer', '1x'], { directory })).status).toBe(2);
    expect((await fieldbridge(['statuses', '--customer', '1001'], { directory })).status).toBe(2);
  });
});
