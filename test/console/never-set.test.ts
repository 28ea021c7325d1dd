import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium, whyNoBrowser } from './chromium.ts';
import { type ConsoleScene, openConsoleScene, openPage, signInOn } from './console-scene.ts';

const missing = whyNoBrowser();
let browser: Browser;
let scene: ConsoleScene;

beforeAll(async () => {
  if (missing !== undefined) return;
  browser = await startChromium();
  scene = await openConsoleScene();
});

afterAll(async () => {
  await browser?.close();
  await scene?.close();
});

describe.skipIf(missing !== undefined)('the fields that never had a value, in the console', () => {
  it('are listed after the stored events were examined, and removed once one has a value', async () => {
    await scene.becomes(await scene.send({ kind: 'note', customer: 1001, note: 'x' }), 'delivered');
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/fields`);
    await page.getByRole('button', { name: 'Examine the stored events' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'no value in one event' });
    await row.waitFor();
    expect(await row.textContent()).toContain('interests');
    await assertAccessible();
    const topics = ['Haarschnitt'];
    await scene.becomes(await scene.send({ kind: 'note', customer: 1001, note: 'y', topics }), 'delivered');
    await page.reload();
    await page.getByRole('button', { name: 'Examine the stored events' }).click();
    await page.getByText('Every mapped field had a value').waitFor();
    expect(await row.count()).toBe(0);
  });
});
