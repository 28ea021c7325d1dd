import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../inbox/postgres/server.ts';
import { freePort, startProgram } from '../program/program.ts';
import { startChromium, whyNoBrowser } from './chromium.ts';
import { type ConsoleScene, openConsoleScene, openPage, signInOn } from './console-scene.ts';

const missing = whyNoBrowser();
let browser: Browser;

beforeAll(async () => {
  if (missing === undefined) browser = await startChromium();
});
afterAll(() => browser?.close());

/** Sends an event that is delivered. */
async function deliver(scene: ConsoleScene, note: string): Promise<void> {
  await scene.becomes(await scene.send({ kind: 'note', customer: 1001, note }), 'delivered');
}

/** Starts another process with the config of a scene; returns its URL. */
async function startBeside({ folder, url }: ConsoleScene): Promise<string> {
  const port = await freePort();
  const text = readFileSync(join(folder, 'config.yaml'), 'utf8');
  const config = join(folder, 'other.yaml');
  writeFileSync(config, text.replace(`port: ${new URL(url).port}`, `port: ${port}`));
  const running = await startProgram({ config, port });
  onTestFinished(async () => void (await running.end('SIGKILL')));
  return `http://127.0.0.1:${port}`;
}

describe.skipIf(missing !== undefined)('a session of the console', () => {
  it('survives a restart of the bridge: the page reports that the bridge is down, and continues once it is back', async () => {
    const scene = await openConsoleScene();
    onTestFinished(() => scene.close());
    await deliver(scene, 'before');
    const watched = await openPage(browser, scene.url);
    const { page } = watched;
    watched.expected = /ERR_|status of 50\d/;
    await signInOn(page, `${scene.url}/console/events`);
    await page.locator('[data-row]').first().waitFor();
    const away = page.getByText('The bridge does not respond.');
    expect(await away.count()).toBe(0);
    await scene.running().end('SIGKILL');
    await away.waitFor();
    // The shown events stay.
    expect(await page.locator('[data-row]').count()).toBe(1);
    await scene.restart();
    await away.waitFor({ state: 'detached' });
    await deliver(scene, 'after');
    await page.getByRole('button', { name: 'One new event' }).click();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(2);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  it('is valid at every process on one PostgreSQL, and so are the shown data', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const scene = await openConsoleScene('', await server.newDatabase());
    onTestFinished(() => scene.close());
    await deliver(scene, 'one');
    await deliver(scene, 'two');
    const other = await startBeside(scene);
    const { page } = await openPage(browser, scene.url);
    const watched = await openPage(browser, other);
    const { page: there } = watched;
    await signInOn(page, `${scene.url}/console/events`);
    const [cookie] = await page.context().cookies();
    if (!cookie) throw new Error('there is no cookie');
    await there.context().addCookies([cookie]);
    await there.goto(`${other}/console/events`);
    const rowsOf = async (each: typeof page) => {
      await each.locator('[data-row]').first().waitFor();
      return each.locator('[data-row]').evaluateAll(rows => rows.map(row => row.getAttribute('href')));
    };
    expect(await rowsOf(there)).toEqual(await rowsOf(page));
    expect(await rowsOf(there)).toHaveLength(2);
    // The browser logs every error response.
    watched.expected = /status of 401/;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token').waitFor();
    await there.getByLabel('Admin token').waitFor();
  });
});
