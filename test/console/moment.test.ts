import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
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

const hostile = '<img src=x onerror="document.title=\'broken\'"><script>document.title="broken"</script>';

const payload = { kind: 'note', customer: 1001, note: hostile, topics: ['cut'] };

/** Writes the mapping `notes` again, with or without a table of choices. */
function writeMapping(table: string): void {
  const text = `source: crm
destination: salon
when: kind = "note"
operation: updateCustomer
set: {id: customer, note: note, additionalFields: {interests: {from: topics, as: list${table}}}}
`;
  writeFileSync(join(scene.folder, 'mappings/notes.yaml'), text);
}

/** Waits until the mapping on disk is in use, so that the webhook would be planned with it. */
async function wouldBe(status: string): Promise<void> {
  await expect
    .poll(async () => {
      const { calls } = (await scene.api('POST', 'preview', { source: 'crm', payload })) as {
        calls: { status: string }[];
      };
      return calls.map(each => each.status);
    })
    .toEqual([status]);
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return page.evaluate('document.activeElement?.textContent?.trim()');
    })
    .toBe(name);
}

const english = {
  locale: 'en-GB',
  refused: 'Refused webhooks',
  failed: 'This event failed and needs you.',
  replay: 'Replay',
  delivered: 'This event is delivered.',
};
const german = {
  locale: 'de-DE',
  refused: 'Abgelehnte Webhooks',
  failed: 'Dieses Ereignis ist fehlgeschlagen und braucht Sie.',
  replay: 'Noch einmal planen',
  delivered: 'Dieses Ereignis ist zugestellt.',
};

describe.skipIf(missing !== undefined)('the most important path', () => {
  it.each([english, german])(
    'leads from a forged webhook and a failed event to a delivered one, by keyboard ($locale)',
    async words => {
      const forged = await fetch(`${scene.url}/hooks/website`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-token': 'forged' },
        body: JSON.stringify({ note: hostile }),
      });
      expect(forged.status).toBe(401);
      writeMapping('');
      await wouldBe('failed');
      const id = await scene.send(payload);
      await scene.becomes(id, 'failed');
      const { page } = await openPage(browser, scene.url, { locale: words.locale });
      await signInOn(page, `${scene.url}/console`);
      await page.keyboard.press('g');
      await page.keyboard.press('s');
      await page.getByRole('heading', { name: words.refused }).waitFor();
      await page.getByText('HTTP 401').first().waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('e');
      await page.locator('[data-row]').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByText(words.failed).waitFor();
      writeMapping(', values: {cut: Haarschnitt}');
      await wouldBe('queued');
      await page.keyboard.press('r');
      await page.getByRole('dialog').waitFor();
      await tabTo(page, words.replay);
      await page.keyboard.press('Enter');
      await page.getByText(words.delivered).waitFor({ timeout: 20_000 });
      await scene.becomes(id, 'delivered');
      expect(await page.locator('img, main script').count()).toBe(0);
    },
  );
});

describe.skipIf(missing !== undefined)('the console in unusual states', () => {
  const pages = ['', 'events', 'senders', 'fields', 'people', 'log'];

  it('reports on each page that the store is unavailable, and continues automatically', async () => {
    const watched = await openPage(browser, scene.url);
    watched.expected = /status of 503/;
    const { page, assertAccessible } = watched;
    await signInOn(page, `${scene.url}/console`);
    const away = {
      status: 503,
      json: { error: 'the store cannot be used right now', hint: 'Look at /readyz.' },
    };
    await page.route(/\/api\//, route => route.fulfill(away));
    for (const each of pages) {
      await page.goto(`${scene.url}/console/${each}`);
      await page.getByRole('alert').getByText('The bridge cannot use its store right now.').first().waitFor();
      await assertAccessible();
    }
    await page.unroute(/\/api\//);
    await page.goto(`${scene.url}/console/events`);
    await page.locator('[data-row]').first().waitFor();
  });

  it('shows a reader each page without a fault', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console`, readToken);
    for (const each of pages) {
      await page.goto(`${scene.url}/console/${each}`);
      await page.getByRole('navigation', { name: 'Fieldbridge' }).waitFor();
      await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
      expect(await page.getByRole('alert').count()).toBe(0);
      await assertAccessible();
      expect(await page.content()).not.toContain('Invalid Date');
    }
  });
});
