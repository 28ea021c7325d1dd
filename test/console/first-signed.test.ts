import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readProjectFile } from '../house/markdown.ts';
import { startChromium, whyNoBrowser } from './chromium.ts';
import { beginInEmptyFolder, openFirst, postTo } from './first-bridge.ts';

const missing = whyNoBrowser();
const soon = { timeout: 60_000 };
let browser: Browser;

beforeAll(async () => {
  if (missing === undefined) browser = await startChromium();
});
afterAll(() => browser?.close());

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `first-signed-${name}.png`), fullPage: true });
}

describe.skipIf(missing !== undefined)(
  'the first minute of a sender with signatures and nested answers',
  () => {
    it('finds the signature and the answers, in German on a phone', async () => {
      const bridge = await beginInEmptyFolder();
      const phone = { locale: 'de-DE', viewport: { width: 360, height: 740 } };
      const { page, assertAccessible } = await openFirst(browser, bridge, phone);
      await page.getByRole('button', { name: 'Sandbox verwenden' }).click();
      await page.getByRole('button', { name: 'Dieses Konto verwenden' }).click(soon);
      await page.getByRole('button', { name: 'Jetzt neu starten' }).click(soon);
      await page.getByRole('link', { name: 'Anderer Absender' }).click(soon);
      // The sender does not wait until the bridge knows it.
      expect((await postTo(`${bridge.url}/hooks/form`, '{}')).status).toBe(404);
      await page.getByRole('button', { name: 'Hinzufügen' }).click();
      await page.getByText('Ein Webhook kam, bevor die Bridge diesen Absender kannte.').waitFor(soon);
      await page.getByText('Senden Sie den Test noch einmal').waitFor();
      const hook = (await page.locator('.copied code').first().textContent()) ?? '';
      await page.getByText('Wartet auf den ersten Webhook.').waitFor(soon);
      await shot(page, 'early');

      const body = readProjectFile('mappings/samples/everyday/nested-answers.json');
      const sign = (key: string) => ({
        'x-acme-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
      });
      await expect
        .poll(async () => (await postTo(hook, body, sign('their own secret'))).status, soon)
        .toBe(200);
      await page.getByRole('button', { name: 'Ansehen und ein Mapping vorschlagen' }).click(soon);
      await page.getByText('seiten.antworten').waitFor(soon);
      await page.getByLabel('Geheimnis, das der Absender zeigt').fill('their own secret');
      await page.getByRole('button', { name: 'Dieses Geheimnis ausprobieren' }).click();
      await page.getByText('Die Signatur passt').waitFor(soon);
      await page.getByRole('button', { name: 'So übernehmen' }).click();
      await page.getByRole('checkbox', { name: /Newsletter/ }).waitFor(soon);
      await shot(page, 'mapping');
      await assertAccessible();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      await page.getByRole('button', { name: 'Dieses Mapping speichern' }).click();
      await page.getByRole('heading', { name: 'Zugestellt' }).waitFor(soon);
      const { sources } = parse(readFileSync(join(bridge.folder, 'config.yaml'), 'utf8'));
      expect(sources.form).toMatchObject({
        verify: { type: 'hmac', signature: { name: 'x-acme-signature' } },
        answers: { each: 'seiten.antworten', key: 'frage.id', label: 'frage.text', value: 'antwort.werte' },
      });
      // From now on only signed webhooks are accepted.
      const bare = hook.replace(/\?.*/, '');
      expect((await postTo(bare, body, sign('another secret'))).status).toBe(401);
    });
  },
);
