import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startChromium, whyNoBrowser } from './chromium.ts';
import { openConsoleScene, openPage, signInOn } from './console-scene.ts';

const missing = whyNoBrowser();
let browser: Browser;

beforeAll(async () => {
  if (missing === undefined) browser = await startChromium();
});
afterAll(() => browser?.close());

/** A proxy that serves the bridge under `/bridge`, and removes that prefix or keeps it. The test sets `to` later. */
async function startProxy(prefix: 'taken out' | 'left in') {
  let to = '';
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '';
    if (!url.startsWith('/bridge')) return void outgoing.writeHead(404).end();
    const path = prefix === 'left in' ? url : url.slice('/bridge'.length) || '/';
    const { method, headers } = incoming;
    const passed = ask(`${to}${path}`, { method, headers }, reply => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/bridge`,
    passTo(url: string) {
      to = url;
    },
  };
}

describe.skipIf(missing !== undefined)('the console behind a proxy', () => {
  it.each(['taken out', 'left in'] as const)('works if the proxy has its prefix %s', async prefix => {
    const proxy = await startProxy(prefix);
    const basePath = prefix === 'left in' ? ', basePath: /bridge' : '';
    const scene = await openConsoleScene(`, publicUrl: "${proxy.url}"${basePath}`);
    onTestFinished(() => scene.close());
    proxy.passTo(scene.url);
    const { page, context } = await openPage(browser, proxy.url);
    await signInOn(page, `${proxy.url}/console/senders`);
    await page.getByText(`${proxy.url}/hooks/crm`).waitFor();
    await page.getByRole('link', { name: 'Fields' }).click();
    await page.getByText('Allergien').first().waitFor();
    expect(page.url()).toBe(`${proxy.url}/console/fields`);
    await page.reload();
    await page.getByText('Allergien').first().waitFor();
    expect(await context.cookies()).toMatchObject([
      { name: expect.stringMatching(/^fieldbridge-/), path: '/bridge' },
    ]);
    // Without the proxy it works as well.
    const beside = await openPage(browser, scene.url);
    await signInOn(beside.page, `${scene.url}${prefix === 'left in' ? '/bridge' : ''}/console/fields`);
    await beside.page.getByText('Allergien').first().waitFor();
  });
});
