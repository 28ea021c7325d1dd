import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cursorBehind, editorText } from './bench-editor.ts';
import { startChromium, whyNoBrowser } from './chromium.ts';
import { type ConsoleScene, openConsoleScene, openPage, signInOn } from './console-scene.ts';

const missing = whyNoBrowser();
let browser: Browser;
let scene: ConsoleScene;
/** The id of the last event. */
let last: string;

const mapping = `source: crm
destination: salon
when: kind = "advice"
operation: updateCustomer
set:
  id: customer
  note: details.note
  customerStatus:
    from: level
    values: {gold: VIP}
tests:
  - name: a good customer
    payload: {kind: advice, customer: 1001, level: gold}
    includes:
      - {id: "1001", customerStatus: VIP}
`;

beforeAll(async () => {
  if (missing !== undefined) return;
  browser = await startChromium();
  scene = await openConsoleScene('', 'sqlite:data/bridge.db', ', edit: true');
  writeFileSync(join(scene.folder, 'mappings/advice.yaml'), mapping);
  await vi.waitFor(async () => expect(await mappingNames()).toContain('advice'), { timeout: 60_000 });
  const payload = { kind: 'advice', customer: 1001, details: { note: 'Window seat' } };
  // Only an earlier event has the birthday.
  await scene.send({ ...payload, geburtstag: '1990-05-03' });
  last = await scene.send({ ...payload, allergien: 'Nuts' });
});

afterAll(async () => {
  await browser?.close();
  await scene?.close();
});

/** Returns the names of the mappings in use. */
async function mappingNames(): Promise<readonly string[]> {
  const { mappings } = (await scene.api('GET', 'mappings')) as { mappings: readonly { name: string }[] };
  return mappings.map(({ name }) => name);
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `bench-${name}.png`), fullPage: true });
}

const focusedPlace = (page: Page) =>
  page.evaluate<string | null>('document.activeElement?.dataset.place ?? null');

describe.skipIf(missing !== undefined)('the help of the bench', () => {
  it('leads from a rule to its value, by a key and by a click, and to the payload of a test', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url, {
      viewport: { width: 1440, height: 900 },
    });
    await signInOn(page, `${scene.url}/console/bench?mapping=advice&event=${last}`);
    await page.getByRole('button', { name: 'Show values' }).click();
    await page.locator('.inlay', { hasText: 'Window seat' }).waitFor();
    await page.locator('summary', { hasText: 'details' }).click();
    await cursorBehind(page, 'note: details.note');
    await page.keyboard.press('F12');
    await expect.poll(() => focusedPlace(page)).toBe('["details","note"]');
    await page.locator('.cm-line.lit', { hasText: 'details.note' }).waitFor();
    await shot(page, 'to-the-value');
    await assertAccessible();
    await page.locator('.cm-line', { hasText: 'id: customer' }).click({ modifiers: ['Control'] });
    await expect.poll(() => focusedPlace(page)).toBe('["customer"]');
    // Only the test has this value, no event.
    await cursorBehind(page, 'from: level');
    await page.keyboard.press('F12');
    await page.locator('.cm-activeLine', { hasText: 'payload:' }).waitFor();
  });

  it('leads to the value on a phone too, which shows the payload in another tab', async () => {
    const { page } = await openPage(browser, scene.url, {
      locale: 'de-DE',
      viewport: { width: 360, height: 740 },
    });
    await signInOn(page, `${scene.url}/console/bench?mapping=advice&event=${last}`);
    await page.locator('.inlay').first().waitFor();
    await cursorBehind(page, 'id: customer');
    await page.keyboard.press('F12');
    await page.locator('.pane.payload .leaf.lit', { hasText: 'customer' }).waitFor();
  });

  it('opens from a field, and suggests likely values, also from earlier events', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url, {
      viewport: { width: 1440, height: 900 },
    });
    await scene.becomes(last, 'delivered');
    await signInOn(page, `${scene.url}/console/fields?field=birthdate`);
    await page.getByRole('link', { name: 'Fill this field' }).click();
    await page.waitForURL(to => to.searchParams.get('destination') === 'salon');
    await page.getByText('Geburtstag: now choose the value that fills it.').waitFor();
    expect(await page.locator('.bench-head select').inputValue()).toBe('advice');
    expect(await page.getByText('1990-05-03').count()).toBe(0);
    await page.getByRole('button', { name: 'Show values' }).click();
    const suggested = page.getByRole('list', { name: 'Likely values' });
    await suggested.getByText('1990-05-03').waitFor();
    await shot(page, 'suggested');
    await assertAccessible();
    await suggested.getByRole('button').first().click();
    await page.getByText('Written: birthdate: {from: geburtstag').waitFor();
    expect(await editorText(page)).toContain(
      '    birthdate: {from: geburtstag, as: date, format: dd.MM.yyyy}',
    );
  });
});
