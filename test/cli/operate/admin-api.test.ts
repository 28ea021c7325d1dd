import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { destinationsText } from '../../../src/cli/operate/destinations-list.ts';
import type { Surroundings } from '../../../src/cli/surroundings.ts';
import type { DestinationView } from '../../../src/deliver/bridge.ts';
import {
  fieldbridge,
  openSandbox,
  plainConfig,
  plainFolder,
  startedBridge,
  writeFiles,
} from '../command-line.ts';

const commands: readonly (readonly string[])[] = [
  ['events', 'list'],
  ['events', 'show', 'evt_0'],
  ['events', 'replay', 'evt_0'],
  ['events', 'discard', 'evt_0'],
  ['links', 'list'],
  ['links', 'export'],
  ['destinations', 'list'],
  ['processes'],
  ['destinations', 'pause', 'salon'],
  ['refusals', 'list'],
  ['refusals', 'accept', 'ref_0'],
  ['sources', 'status'],
];

describe('a command for the running bridge', () => {
  it('explains how to enable the API if the config has no token', async () => {
    const directory = plainFolder(await openSandbox());
    const ran = await fieldbridge(['events', 'list'], { directory });
    expect(ran).toMatchObject({ status: 2, out: '' });
    expect(
      ran.err,
    ).toBe(`fieldbridge events list: the config has no admin token, so the API of the bridge is off
  add it to the config, and restart the bridge:

  admin:
    token: \${ADMIN_TOKEN}
`);
  });

  it('reports that the bridge has another token', async () => {
    const sandbox = await openSandbox();
    const bridge = await startedBridge(sandbox);
    const config = plainConfig(sandbox, 'admin: {token: another-admin-token-than-that}\n');
    writeFiles(bridge.directory, { 'other.yaml': config });
    for (const argv of commands) {
      const ran = await bridge.ask(...argv, '--config', 'other.yaml');
      expect({ argv, status: ran.status, out: ran.out }).toEqual({ argv, status: 2, out: '' });
      expect(ran.err).toContain(`the bridge at ${bridge.url} refuses the admin token of this config`);
      expect(ran.err).not.toContain('another-admin-token');
    }
  });

  it('reports that nothing responds at the address, or that it is another program', async () => {
    const sandbox = await openSandbox();
    const { directory } = await startedBridge(sandbox);
    for (const argv of commands) {
      const ran = await fieldbridge([...argv, '--url', 'http://127.0.0.1:1'], { directory });
      expect({ argv, status: ran.status, out: ran.out }).toEqual({ argv, status: 3, out: '' });
      expect(ran.err).toContain(
        'no bridge answers at http://127.0.0.1:1 (ECONNREFUSED); start it, or add --url',
      );
    }
    const stranger = createServer((_, reply) => reply.end('<html>')).listen(0, '127.0.0.1');
    onTestFinished(() => void stranger.close());
    await new Promise(resolve => stranger.once('listening', resolve));
    const { port } = stranger.address() as AddressInfo;
    const ran = await fieldbridge(['events', '--url', `http://127.0.0.1:${port}`], { directory });
    expect(ran.status).toBe(3);
    expect(ran.err).toContain(
      `the program that responds at http://127.0.0.1:${port} is not Fieldbridge (HTTP 200)`,
    );
  });

  it('needs the address if the config has a random port', async () => {
    const { directory } = await startedBridge(await openSandbox());
    const ran = await fieldbridge(['events'], { directory });
    expect(ran.status).toBe(2);
    expect(ran.err).toContain('(server.port: 0); say where the bridge is: --url');
    const odd = await fieldbridge(['events', '--url', 'localhost:8080'], { directory });
    expect(odd.err).toContain('--url takes an address such as http://127.0.0.1:8080');
  });

  it('wraps its messages between words on a terminal', async () => {
    const bridge = await startedBridge(await openSandbox());
    const ran = await bridge.askWith(
      { columns: 50 },
      'destinations',
      'pause',
      'nowhere-at-all-in-this-config',
    );
    expect(ran.err.split('\n').filter(line => line.length > 50)).toEqual([]);
  });
});

describe('destinations', () => {
  it('are listed, paused and resumed', async () => {
    const bridge = await startedBridge(await openSandbox());
    await expect
      .poll(async () => (await bridge.ask('destinations')).out)
      .toMatch(/salon +open +0 +21 fields, read/);
    const paused = await bridge.ask('destinations', 'pause', 'salon');
    expect(paused).toMatchObject({ status: 0, err: '' });
    expect(paused.out).toMatch(/salon +paused +0 +paused by a person; since .+ \((now|1 second ago)\)/);
    const listed = await bridge.ask('destinations', 'list', '--json');
    expect(JSON.parse(listed.out)).toMatchObject({ destinations: [{ name: 'salon', state: 'paused' }] });
    expect((await bridge.ask('destinations', 'resume', 'salon')).status).toBe(0);
    await expect.poll(async () => (await bridge.ask('destinations')).out).toContain('open');
    const wrong = await bridge.ask('destinations', 'pause', 'salom');
    expect(wrong).toMatchObject({ status: 2, out: '' });
    expect(wrong.err).toContain('there is no destination "salom"\n  The destinations are: salon.');
  });

  it('show that the last attempts failed, while they are still open', async () => {
    const open: DestinationView = {
      name: 'salon',
      baseUrl: 'https://salon.example',
      state: 'open',
      waiting: 2,
      catalog: null,
      faults: { count: 3, reason: 'the API responds with HTTP 503', since: new Date().toISOString() },
    };
    const surroundings = { out: { columns: 200 } } as unknown as Surroundings;
    expect(destinationsText([open], surroundings)).toMatch(
      /salon +open +2 +the last 3 attempts failed, first now: the API responds with HTTP 503/,
    );
    const once = { ...open, faults: { count: 1, reason: 'no response', since: new Date().toISOString() } };
    expect(destinationsText([once], surroundings)).toContain(
      'the last attempt failed, first now: no response',
    );
  });

  it('end with status 1 if one is held', async () => {
    const sandbox = await openSandbox();
    const bridge = await startedBridge({ ...sandbox, tokens: { ...sandbox.tokens, mitte: 'a-wrong-token' } });
    await expect.poll(async () => (await bridge.ask('destinations')).status).toBe(1);
    expect((await bridge.ask('destinations')).out).toMatch(/salon +held/);
  });
});

describe('refusals and sources', () => {
  it('list refused webhooks, and accept one', async () => {
    const bridge = await startedBridge(await openSandbox());
    expect((await bridge.ask('refusals')).out).toBe('nothing was refused\n');
    const send = (token: string, body: string) =>
      fetch(`${bridge.url}/hooks/form`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-form-token': token },
        body,
      });
    await send('wrong', '{}');
    await send('a-token-for-the-form', '{"customer": ');
    await expect
      .poll(async () => (await bridge.ask('refusals')).out)
      .toMatch(/form: .+\n.*form: [^\n]+\n\nWhat was verified|form: .+\n.*form: .+/);
    const listed = await bridge.ask('refusals', 'list', '--source', 'form', '--json');
    const { refusals } = JSON.parse(listed.out) as { refusals: { id: string; acceptable: boolean }[] };
    expect(refusals.map(each => each.acceptable)).toEqual([true, false]);
    const still = await bridge.ask('refusals', 'accept', refusals[0]?.id ?? '');
    expect(still).toMatchObject({ status: 1, out: '' });
    expect(still.err).toContain('it is still refused');
    const never = await bridge.ask('refusals', 'accept', refusals[1]?.id ?? '');
    expect(never.err).toContain('the body of this webhook was not kept');
    expect(still.err).toContain('refusals accept ID --payload FILE');
    const accept = (...options: string[]) =>
      bridge.ask('refusals', 'accept', refusals[0]?.id ?? '', '--payload', ...options);
    const file = (name: string, text: string) => writeFiles(bridge.directory, { [name]: text });
    file('faulty.json', '{"customer": }');
    const faulty = await accept('faulty.json', '--reason', 'cut off');
    expect(faulty).toMatchObject({ status: 2, err: expect.stringContaining('at line 1, column 14') });
    file('mended.json', '{"customer": 1001, "note": "Window seat"}');
    expect((await accept('mended.json')).err).toContain('--reason is missing');
    expect((await accept('mended.json', '--set', 'a=b', '--reason', 'x')).err).toContain(
      'exclude each other',
    );
    expect((await accept('mended.json', '--reason', 'cut off')).out).toContain('taken in as evt_');
    await expect.poll(async () => (await bridge.ask('events')).out).toMatch(/delivered .*1001/);
    expect((await bridge.ask('refusals', 'accept', 'ref_0')).status).toBe(2);
    expect((await bridge.ask('refusals', '--limit', '201')).err).toContain('from 1 to 200 here');
    await fetch(`${bridge.url}/hooks/forms?token=abc`, { method: 'POST', body: '{}' });
    const misspelt = (await bridge.ask('refusals')).out;
    expect(misspelt).toMatch(/\n\nRequests to paths of no source since the start:\n/);
    expect(misspelt).toMatch(/POST \/hooks\/forms +(now|\S.*) +1 +probably meant: \/hooks\/form\n$/);
    const status = await bridge.ask('sources', 'status');
    expect(status.out).toMatch(
      /^source +preset +last webhook +where, and what is wrong\nform +- +not since the start +\/hooks\/form/,
    );
    const json = await bridge.ask('sources', 'status', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ sources: [{ name: 'form', path: '/hooks/form' }] });
  });
});
