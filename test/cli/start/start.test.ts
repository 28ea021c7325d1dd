import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  folderWith,
  formToken,
  openSandbox,
  plainConfig,
  plainFolder,
  plainMapping,
  post,
  writeFiles,
} from '../command-line.ts';

/** Parses the lines of a log as JSON. */
function logOf(out: string): Record<string, unknown>[] {
  return out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
}

async function started(directory: string) {
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  return { bridge, url };
}

describe('start', () => {
  it('reports that it is ready, delivers, and ends with status 0 when it is stopped', async () => {
    const sandbox = await openSandbox();
    const { bridge, url } = await started(plainFolder(sandbox));
    const { code, event } = await post(url, { customer: 1001, note: 'Window seat' });
    expect({ code, status: event.status }).toEqual({ code: 200, status: 'delivered' });
    expect(sandbox.customer(1001)?.note).toBe('Window seat');
    expect(await bridge.stop()).toBe(0);
    expect(bridge.err()).toBe('');
    const log = logOf(bridge.out());
    expect(log.at(0)).toMatchObject({
      level: 30,
      sources: 1,
      destinations: 1,
      mappings: 1,
      msg: 'ready for webhooks',
    });
    expect(log.at(-1)).toMatchObject({ drained: true, msg: 'stopped' });
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it.each(['utf8', 'latin1'] as const)('reads a header of a webhook in its encoding, %s', async encoding => {
    const sandbox = await openSandbox();
    const noted = plainMapping.replace('note: note', 'note: $headers."x-note"');
    const { url } = await started(plainFolder(sandbox, { 'mappings/notes.yaml': noted }));
    const { name, secret } = formToken;
    const headers = { [name]: secret, 'x-note': Buffer.from('Grüße', encoding).toString('latin1') };
    await fetch(`${url}/hooks/form`, { method: 'POST', headers, body: '{"customer": 1001}' });
    expect(sandbox.customer(1001)?.note).toBe('Grüße');
  });

  it('shows its warnings, and starts anyway', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': plainConfig(sandbox, '  open: {verify: {type: none}}\n'),
      'mappings/broken.yaml': 'source: form\nset: 3\n',
    });
    const { bridge, url } = await started(directory);
    const found = logOf(bridge.out()).filter(({ msg }) => msg === 'diagnostic');
    expect(found.length).toBeGreaterThan(1);
    expect([found[0], found.at(-1)]).toEqual([
      expect.objectContaining({
        level: 40,
        severity: 'warning',
        code: 'config/unverified-source',
        file: 'config.yaml',
        line: expect.any(Number),
        column: expect.any(Number),
        message: expect.any(String),
        hint: expect.any(String),
      }),
      expect.objectContaining({ level: 50, severity: 'error', file: 'mappings/broken.yaml', line: 2 }),
    ]);
    expect(bridge.err()).toBe('');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('ends with status 3 if its port is in use, and suggests a change', async () => {
    const sandbox = await openSandbox();
    const { port } = new URL(sandbox.url);
    const directory = plainFolder(sandbox, {
      'config.yaml': plainConfig(sandbox).replace('port: 0', `port: ${port}`),
    });
    const ran = await fieldbridge(['start'], { directory });
    expect(ran).toMatchObject({
      status: 3,
      err: `fieldbridge start: 127.0.0.1:${port} is taken by another program; choose another server.port (or host)\n`,
    });
    expect(logOf(ran.out)).toMatchObject([
      {
        level: 60,
        reason: expect.stringMatching(`^127.0.0.1:${port} is taken by another program`),
        exitStatus: 3,
        msg: 'start failed',
      },
    ]);
  });

  it.each([
    ['192.0.2.1', /^fieldbridge start: 192\.0\.2\.1 is no address of this machine; set server\.host to /],
    ['fe80::1', /^fieldbridge start: this machine cannot listen at an address like fe80::1 \(EINVAL\); /],
    ['ff02::9', /^fieldbridge start: .*; set server\.host to 127\.0\.0\.1 /],
  ])('ends with status 2 if it cannot listen at %s, and suggests a change', async (host, words) => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': plainConfig(sandbox).replace('port: 0', `port: 0, host: "${host}"`),
    });
    const { status, err } = await fieldbridge(['start'], { directory });
    expect(err).toMatch(words);
    expect(status).toBe(2);
  });

  it('is not a fault of the program if no machine has the configured name', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': plainConfig(sandbox).replace('port: 0', 'port: 0, host: nosuch.invalid'),
    });
    const { status, err } = await fieldbridge(['start'], { directory });
    // Without a name server the lookup fails temporarily, with another message and exit status.
    const toldBy = err.startsWith('fieldbridge start: there is no host nosuch.invalid; ') ? 2 : 3;
    expect(status).toBe(toldBy);
    expect(err).toMatch(/nosuch\.invalid.*set server\.host to 127\.0\.0\.1 /);
  });

  it('ends with status 3 if another process uses the same store', async () => {
    const directory = plainFolder(await openSandbox());
    await started(directory);
    const second = await fieldbridge(['start'], { directory });
    expect(second.status).toBe(3);
    expect(second.err).toMatch(
      /^fieldbridge start: the store cannot be opened: .*bridge\.db is in use by another process/,
    );
  });

  it.each([
    [
      'is something else',
      { 'bridge.db': 'this is no database, but long enough to be read as one' },
      'sqlite:bridge.db',
    ],
    ['lies in something that is no folder', { data: 'a file' }, 'sqlite:data/bridge.db'],
  ])('ends with status 3 if its store %s', async (_, files, store) => {
    const sandbox = await openSandbox();
    const config = plainConfig(sandbox).replace('sqlite:bridge.db', store);
    const ran = await fieldbridge(['start'], {
      directory: plainFolder(sandbox, { 'config.yaml': config, ...files }),
    });
    expect(ran.status).toBe(3);
    expect(ran.err).toMatch(/^fieldbridge start: the store cannot be opened: /);
    expect(ran.err).not.toMatch(/^ +at /m);
  });

  it('ends with status 2 if the config cannot be used, and shows every fault at its place', async () => {
    const sandbox = await openSandbox();
    const config = plainConfig(sandbox)
      .replace(sandbox.tokens.mitte, '$' + '{SALON_TOKEN}')
      .replace('server', 'servre');
    const ran = await fieldbridge(['start'], { directory: plainFolder(sandbox, { 'config.yaml': config }) });
    expect(ran.status).toBe(2);
    expect(logOf(ran.out)).toMatchObject([
      { level: 50, code: 'yaml/unknown-key', file: 'config.yaml', line: 1, column: 1, msg: 'diagnostic' },
      { level: 50, code: 'config/unset-variable', line: 6, column: 12, msg: 'diagnostic' },
      { level: 60, reason: 'the config cannot be used', exitStatus: 2, msg: 'start failed' },
    ]);
    expect(ran.err).toMatch(/^fieldbridge start: the config cannot be used\n/);
    expect(ran.err).toContain('config.yaml:1:1: error: there is no key "servre"');
    expect(ran.err).toContain('config.yaml:6:12: error: the environment variable SALON_TOKEN is not set');
  });
});

describe('start, after a change of the mappings', () => {
  const other = plainMapping.replace('note: note', 'note: {template: "changed: {note}"}');
  const event = { customer: 1001, note: 'Aisle' };

  it('uses a changed file', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox);
    const { bridge, url } = await started(directory);
    writeFiles(directory, { 'mappings/notes.yaml': other });
    await bridge.printed(/"mappings":1,"msg":"mappings reloaded"/);
    expect((await post(url, event)).event.status).toBe('delivered');
    expect(sandbox.customer(1001)?.note).toBe('changed: Aisle');
  });

  it('notices a folder that is replaced through a symbolic link, as orchestrators mount it', async () => {
    const sandbox = await openSandbox();
    const directory = folderWith({
      'config.yaml': plainConfig(sandbox),
      'mappings/..first/notes.yaml': plainMapping,
    });
    const mappings = join(directory, 'mappings');
    symlinkSync('..first', join(mappings, '..data'));
    symlinkSync('..data/notes.yaml', join(mappings, 'notes.yaml'));
    const { bridge, url } = await started(directory);
    expect((await post(url, event)).event.status).toBe('delivered');
    expect(sandbox.customer(1001)?.note).toBe('Aisle');

    mkdirSync(join(mappings, '..second'));
    writeFileSync(join(mappings, '..second/notes.yaml'), other);
    symlinkSync('..second', join(mappings, '..next'));
    renameSync(join(mappings, '..next'), join(mappings, '..data'));
    await bridge.printed(/"msg":"mappings reloaded"/);
    expect((await post(url, event)).event.status).toBe('delivered');
    expect(sandbox.customer(1001)?.note).toBe('changed: Aisle');
  });

  it('keeps the last good version of a faulty file, and uses the corrected one', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox);
    const { bridge, url } = await started(directory);
    writeFiles(directory, { 'mappings/notes.yaml': 'source: [' });
    await bridge.printed(/"faulty":\["notes"\].*mappings reloaded with errors/);
    expect((await post(url, event)).event.status).toBe('delivered');
    expect(sandbox.customer(1001)?.note).toBe('Aisle');
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      faulty: [
        expect.stringMatching(
          /^the mapping file notes.yaml cannot be used \(notes.yaml:1: .*\); its last good version is used$/,
        ),
      ],
    });
    writeFiles(directory, { 'mappings/notes.yaml': other });
    await bridge.printed(/"mappings":1,"msg":"mappings reloaded"/);
    await post(url, event);
    expect(sandbox.customer(1001)?.note).toBe('changed: Aisle');
  });

  it('releases calls that a mapping held, after its file was corrected', async () => {
    const sandbox = await openSandbox();
    const wrong = plainMapping.replace('allergies: allergies', 'alergies: {value: Nuts}');
    const directory = plainFolder(sandbox, { 'mappings/notes.yaml': wrong });
    const { bridge, url } = await started(directory);
    await bridge.printed(
      /"mapping":"notes","destination":"salon","code":"check\/unknown-field",.*"found":\["notes.yaml:8:5 check\/unknown-field"\].*"msg":"mapping held"/,
    );
    expect((await post(url, event)).event.status).toBe('held');
    writeFiles(directory, { 'mappings/notes.yaml': 'source: [' });
    await bridge.printed(/"faulty":\["notes"\]/);
    expect((await post(url, { ...event, customer: 1002 })).event.status).toBe('held');
    writeFiles(directory, { 'mappings/notes.yaml': plainMapping });
    await bridge.printed(/"mapping":"notes".*"msg":"mapping released"/);
    for (const id of [1001, 1002]) await expect.poll(() => sandbox.customer(id)?.note).toBe('Aisle');
  });

  it('reports once a change of the account that does not fit a mapping', async () => {
    const sandbox = await openSandbox();
    const config = plainConfig(sandbox).replace('    statuses:', '    catalog: {refresh: 1s}\n    statuses:');
    const directory = plainFolder(sandbox, { 'config.yaml': config });
    const { bridge, url } = await started(directory);
    await post(url, event);
    sandbox.control('fields', { action: 'rename', keyName: 'allergies', to: 'intolerances' });
    await bridge.printed(/"mapping":"notes".*"msg":"mapping has errors"/);
    const ready = (await (await fetch(`${url}/readyz`)).json()) as { faulty: string[] };
    expect(ready.faulty).toEqual([
      expect.stringMatching(
        /^the mapping notes does not fit: notes.yaml:8: the field "allergies" of salon was renamed to "intolerances" \(Allergien\); .* was renamed to "intolerances" \(Allergien\), seen 20/,
      ),
    ]);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('fieldbridge_mapping_diagnostics{mapping="notes",severity="error"} 1\n');
    await post(url, event);
    await new Promise(resolve => setTimeout(resolve, 3_000));
    expect(bridge.out().match(/mapping has errors/g)).toHaveLength(1);
    expect(bridge.out().match(/account changed/g)).toHaveLength(1);
  });
});
