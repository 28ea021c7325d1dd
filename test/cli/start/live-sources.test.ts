import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { startReceiver } from '../../program/notify/receiver.ts';
import {
  fieldbridgeUntilStopped,
  formToken,
  openSandbox,
  plainConfig,
  plainFolder,
  plainMapping,
  post,
} from '../command-line.ts';

const adminToken = 'an-admin-token-of-some-length';
const inForce = 'sources reloaded';

/** Starts a bridge with a sandbox, whose config can be rewritten. */
async function aBridge(more = '', files: Readonly<Record<string, string>> = {}) {
  const sandbox = await openSandbox();
  const directory = plainFolder(sandbox, { 'config.yaml': plainConfig(sandbox, more), ...files });
  const running = fieldbridgeUntilStopped(['start'], { directory });
  const [, url = ''] = await running.printed(/"url":"([^"]+)"/);
  const lines = () =>
    running
      .out()
      .split('\n')
      .filter(line => line.includes(inForce));
  /** Replaces the config and waits until its sources are in use. */
  async function use(config: (sandbox: Sandbox) => string): Promise<void> {
    const before = lines().length;
    write(config(sandbox));
    await expect.poll(() => lines().length).toBe(before + 1);
  }
  function write(text: string): void {
    writeFileSync(join(directory, 'config.yaml.new'), text);
    renameSync(join(directory, 'config.yaml.new'), join(directory, 'config.yaml'));
  }
  const readyz = async () => (await (await fetch(`${url}/readyz`)).json()) as Record<string, unknown>;
  const send = async (path: string, secret: string, body: unknown = { customer: 1001, note: 'Aisle' }) => {
    const headers = { [formToken.name]: secret };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.status;
  };
  return { sandbox, directory, running, url, use, write, readyz, send };
}

const shop = (secret: string, more = '') =>
  `  shop: {verify: {type: header-token, name: ${formToken.name}, secret: ${secret}}${more}}\n`;

describe('sources that change while the bridge runs', () => {
  it('a new one is accepted without a restart, with its own mapping', async () => {
    const { sandbox, running, use, send, readyz, url } = await aBridge('', {
      'mappings/shop.yaml': plainMapping.replace('source: form', 'source: shop').split('tests:')[0] ?? '',
    });
    expect(await send('/hooks/shop', 'a-token-of-the-shop')).toBe(404);
    await use(each => plainConfig(each, shop('a-token-of-the-shop')));
    expect(running.out()).toContain('"added":["shop"],"changed":[],"removed":[]');
    expect(await send('/hooks/shop', 'a-token-of-the-shop', { customer: 1001, note: 'From the shop' })).toBe(
      200,
    );
    await expect.poll(() => sandbox.customer(1001)?.note).toBe('From the shop');
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('fieldbridge_events_accepted_total{source="shop"} 1');
    expect(metrics).toContain('fieldbridge_event_outcomes_total{source="shop",status="failed"} 0');
    expect(await readyz()).not.toHaveProperty('config');
  });

  it('a new secret is valid beside the old one, then alone', async () => {
    const { use, send } = await aBridge(shop('a-first-token-of-it'));
    await use(each => plainConfig(each, shop('[a-second-token-of-it, a-first-token-of-it]')));
    expect(await send('/hooks/shop', 'a-first-token-of-it')).toBe(200);
    expect(await send('/hooks/shop', 'a-second-token-of-it')).toBe(200);
    await use(each => plainConfig(each, shop('a-second-token-of-it')));
    expect(await send('/hooks/shop', 'a-first-token-of-it')).toBe(401);
    expect(await send('/hooks/shop', 'a-second-token-of-it')).toBe(200);
  });

  it('the new path, limits and body are used', async () => {
    const { use, send } = await aBridge(shop('a-token-of-the-shop'));
    const other = ', path: /in/shop, limits: {perSecond: 1}, body: text';
    await use(each => plainConfig(each, shop('a-token-of-the-shop', other)));
    expect(await send('/hooks/shop', 'a-token-of-the-shop')).toBe(404);
    expect(await send('/in/shop', 'a-token-of-the-shop')).toBe(200);
    expect(await send('/in/shop/', 'a-token-of-the-shop')).toBe(429);
  });

  it('mappings are read with the new defaults', async () => {
    const mapping = plainMapping
      .replace('    allergies: allergies', '    birthdate: {from: born, as: date, format: dd.MM.yyyy}')
      .split('tests:');
    const withDefaults = (each: Sandbox, parse: string) =>
      plainConfig(each).replace(
        '    people: contacts',
        `    people: contacts\n    defaults: {parse: [${parse}]}`,
      );
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': withDefaults(sandbox, 'yyyy-MM-dd'),
      'mappings/notes.yaml': mapping[0] ?? '',
    });
    const running = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await running.printed(/"url":"([^"]+)"/);
    const born = { customer: 1001, note: 'x', born: '03.04.1990' };
    expect((await post(url, born)).event.status).toBe('failed');
    writeFileSync(join(directory, 'config.yaml'), withDefaults(sandbox, 'dd.MM.yyyy'));
    await running.printed(/"msg":"mappings reloaded"/);
    expect((await post(url, born)).event.status).toBe('delivered');
  });

  it('mappings are read with a changed table of the config', async () => {
    const mapping = plainMapping
      .replace('    allergies: allergies', '    allergies: {from: allergies, values: words, otherwise: null}')
      .split('tests:');
    const withTable = (each: Sandbox, nuts: string) =>
      `${plainConfig(each)}tables: {words: {nuts: ${nuts}}}\n`;
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': withTable(sandbox, 'Nüsse'),
      'mappings/notes.yaml': mapping[0] ?? '',
    });
    const running = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await running.printed(/"url":"([^"]+)"/);
    const sent = { customer: 1001, note: 'x', allergies: 'nuts' };
    await post(url, sent);
    expect(sandbox.customer(1001)?.additionalFields?.allergies).toBe('Nüsse');
    writeFileSync(join(directory, 'config.yaml'), withTable(sandbox, 'Erdnüsse'));
    await running.printed(/"msg":"mappings reloaded"/);
    await post(url, { ...sent, note: 'y' });
    expect(sandbox.customer(1001)?.additionalFields?.allergies).toBe('Erdnüsse');
    expect(running.out()).not.toContain('restart needed');
  });

  it('a removed one gets 404, and the path is listed', async () => {
    const { use, send, running } = await aBridge(shop('a-token-of-the-shop'));
    expect(await send('/hooks/shop', 'a-token-of-the-shop')).toBe(200);
    await use(each => plainConfig(each));
    expect(running.out()).toContain('"added":[],"changed":[],"removed":["shop"]');
    expect(await send('/hooks/shop', 'a-token-of-the-shop')).toBe(404);
    expect(running.out()).toContain('unknown webhook path');
  });

  it('a webhook in progress is completed with the old source', async () => {
    const { sandbox, use, url } = await aBridge();
    const release = Promise.withResolvers<void>();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('{"customer": 1001, '));
        await release.promise;
        controller.enqueue(new TextEncoder().encode('"note": "Late"}'));
        controller.close();
      },
    });
    const headers = { [formToken.name]: formToken.secret };
    const request: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    const answered = fetch(`${url}/hooks/form`, request);
    await use(each => plainConfig(each).replace(formToken.secret, 'another-token-for-the-form'));
    release.resolve();
    expect((await answered).status).toBe(200);
    expect(sandbox.customer(1001)?.note).toBe('Late');
  });

  it('a receiver of outcomes may be added, changed and removed', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const receivers = [
      await startReceiver(new Webhook(secret)),
      await startReceiver(new Webhook(secret)),
    ] as const;
    onTestFinished(async () => {
      for (const each of receivers) await each.close();
    });
    const notify = (each: { readonly url: string }) =>
      `    notify: {url: "${each.url}", secret: ${secret}}\n`;
    const { use, url } = await aBridge();
    await post(url, { customer: 1001, note: 'untold' });
    for (const receiver of receivers) {
      await use(each => plainConfig(each, notify(receiver)));
      await post(url, { customer: 1001, note: 'told' });
      await expect.poll(() => receiver.received.length).toBe(1);
    }
    await use(each => plainConfig(each));
    await post(url, { customer: 1001, note: 'untold' });
    expect(receivers.map(each => each.received.length)).toEqual([1, 1]);
  });

  it('a secret file of the new config is watched', async () => {
    const { use, readyz, directory, send } = await aBridge('', { 'secrets/shop': 'a-token-of-the-shop' });
    await use(each => plainConfig(each, shop('{file: secrets/shop}')));
    expect(await send('/hooks/shop', 'a-token-of-the-shop')).toBe(200);
    renameSync(join(directory, 'secrets/shop'), join(directory, 'secrets/away'));
    await expect
      .poll(async () => (await readyz()).secrets)
      .toMatchObject([expect.stringContaining('secrets/shop')]);
    await use(each => plainConfig(each));
    expect(await readyz()).not.toHaveProperty('secrets');
  });
});

describe('a config that cannot be used completely', () => {
  it('for lack of a variable asks for a restart with it', async () => {
    const { sandbox, write, readyz } = await aBridge();
    write(plainConfig(sandbox, shop(['"$', '{SHOP_SECRET}"'].join(''))));
    await expect
      .poll(async () => (await readyz()).config)
      .toMatch(
        /^the config on disk names environment variables that this process does not have, since \S+Z: config\.yaml:\d+:\d+ config\/unset-variable; the bridge continues with the last good one\. Restart it with these variables set/,
      );
  });

  it('with errors changes nothing, and the log and /readyz show the places', async () => {
    const admin = `admin: {token: ${adminToken}}\n`;
    const { sandbox, running, write, readyz, send, url } = await aBridge(admin);
    write(plainConfig(sandbox, shop('a-token-of-the-shop', ', lmits: {}') + admin));
    await running.printed(
      /"found":\["config.yaml:\d+:\d+ yaml\/unknown-key"\],"msg":"config changed with errors/,
    );
    expect(await send('/hooks/shop', 'a-token-of-the-shop')).toBe(404);
    expect((await post(url, { customer: 1001, note: 'Aisle' })).event.status).toBe('delivered');
    expect(await readyz()).toMatchObject({
      status: 'ready',
      config: expect.stringMatching(
        /^the config on disk has errors, since \S+Z: config\.yaml:\d+:\d+ yaml\/unknown-key; the bridge continues with the last good one, and a restart would fail\. `fieldbridge check` shows them$/,
      ),
    });
    const overview = await fetch(`${url}/api/overview`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    expect(await overview.json()).toMatchObject({
      config: {
        state: 'faulty',
        found: [expect.stringMatching(/^config\.yaml:\d+:\d+ yaml\/unknown-key$/)],
        errors: [{ code: 'yaml/unknown-key' }],
      },
    });
    write(plainConfig(sandbox, admin));
    await running.printed(/"msg":"config change undone"/);
    expect(await readyz()).not.toHaveProperty('config');
  });

  it('reports the keys that need a restart, while its sources are in use', async () => {
    const { use, readyz, send, running } = await aBridge();
    await use(each =>
      plainConfig(each, `${shop('a-token-of-the-shop')}retention: {failed: 90d}\n`).replace(
        '[Stammkunde]',
        '[VIP]',
      ),
    );
    expect(await send('/hooks/shop', 'a-token-of-the-shop')).toBe(200);
    await running.printed(/"sections":\["destinations","retention"\],"msg":"config changed, restart needed"/);
    expect((await readyz()).config).toMatch(
      /^the config changed, and destinations, retention wait for a restart, since \S+Z$/,
    );
  });
});
