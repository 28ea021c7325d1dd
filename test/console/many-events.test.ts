import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium, whyNoBrowser } from './chromium.ts';
import { type ConsoleScene, openConsoleScene, openPage, readToken, signInOn } from './console-scene.ts';

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

/** Sends events that the account refuses; answers their ids. */
async function failing(text: string, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const id = await scene.send({ kind: 'note', customer: 1001, note: text, topics: ['Maniküre'], number });
    await scene.becomes(id, 'failed');
    ids.push(id);
  }
  return ids;
}

describe.skipIf(missing !== undefined)('many events at once in the console', () => {
  it('says what a replay of all that match would do, and does it', async () => {
    const ids = await failing('older', 3);
    await scene.becomes(await scene.send({ kind: 'note', customer: 1001, note: 'newer' }), 'delivered');
    scene.sandbox.control('fields', { action: 'change', keyName: 'interests', selectItems: ['Maniküre'] });
    await scene.api('POST', 'destinations/salon/pause');
    await scene.api('POST', 'destinations/salon/resume');
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events`);
    await page.locator('[data-row]').first().waitFor();
    // Without a filter nobody replays everything.
    expect(await page.getByRole('button', { name: 'Replay all' }).count()).toBe(0);
    await page.getByLabel('Status').selectOption('failed');
    await page.getByRole('button', { name: 'Replay all' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 events match.').waitFor();
    await dialog.getByText('3 have something left to send.').waitFor();
    await dialog.getByText('3 have values that newer events of the same people have set since.').waitFor();
    await assertAccessible();
    await dialog.getByLabel('Reason').fill('the account has the choice now');
    await dialog.getByRole('button', { name: 'Replay all' }).click();
    for (const id of ids) await scene.becomes(id, 'delivered');
    expect((await scene.api('GET', 'audit?limit=1')).audit).toMatchObject([
      { who: 'console', what: 'replay', detail: '3 events', why: 'the account has the choice now' },
    ]);
    const { calls } = (await scene.api('GET', `events/${ids[0]}`)) as { calls: { request: object }[] };
    expect(calls[0]?.request).not.toHaveProperty('note');
  });

  it('discards all that match with a reason, and counts first', async () => {
    const ids: string[] = [];
    for (const number of [1, 2]) ids.push(await scene.send({ kind: 'gone', customer: 1002, number }));
    for (const id of ids) await scene.becomes(id, 'held');
    const { page, assertAccessible } = await openPage(browser, scene.url, { locale: 'de-DE' });
    await signInOn(page, `${scene.url}/console/events?mapping=gone`);
    await page.getByRole('button', { name: 'Alle verwerfen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 würden verworfen.').waitFor();
    await assertAccessible();
    await dialog.getByLabel('Grund').fill('nur zur Probe');
    await dialog.getByRole('button', { name: 'Alle verwerfen' }).click();
    await page.getByText('2 Ereignisse sind verworfen.').waitFor();
    for (const id of ids) await scene.becomes(id, 'discarded');
  });

  it('offers a reader nothing of that', async () => {
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events?source=crm`, readToken);
    await page.locator('[data-row]').first().waitFor();
    expect(await page.getByRole('button', { name: / all$/ }).count()).toBe(0);
  });
});
