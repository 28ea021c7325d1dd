import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cursorBehind, editorText } from './bench-editor.ts';
import { startChromium, whyNoBrowser } from './chromium.ts';
import {
  type ConsoleScene,
  openConsoleScene,
  openPage,
  signInOn,
  type WatchedPage,
} from './console-scene.ts';

const missing = whyNoBrowser();
let browser: Browser;
let scene: ConsoleScene;
/** The id of an earlier event. */
let id: string;

const notes = 'mappings/notes.yaml';
const mapping = `source: crm
destination: salon
when: kind = "note"
operation: updateCustomer
set:
  id: customer
  note: note
  additionalFields:
    interests: {from: topics, as: list}
`;

beforeAll(async () => {
  if (missing !== undefined) return;
  browser = await startChromium();
  // The config does not allow the page to write files.
  scene = await openConsoleScene();
  writeFileSync(join(scene.folder, notes), mapping);
  const payload = { kind: 'note', customer: 1001, note: 'Window seat of Mara', topics: ['Haarschnitt'] };
  id = await scene.send(payload);
});

afterAll(async () => {
  await browser?.close();
  await scene?.close();
});

async function openBench(options?: Parameters<typeof openPage>[2]): Promise<WatchedPage> {
  await scene.becomes(id, 'delivered');
  const watched = await openPage(browser, scene.url, options);
  await signInOn(watched.page, `${scene.url}/console/bench?mapping=notes`);
  return watched;
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `bench-${name}.png`), fullPage: true });
}

const wide = { viewport: { width: 1440, height: 900 } };

describe.skipIf(missing !== undefined)('the bench of a bridge that may not write files', () => {
  it('says why, and offers the text for copying and for download', async () => {
    const { page, context, assertAccessible } = await openBench(wide);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Saving is off: set admin: {edit: true} in the config.').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    await cursorBehind(page, 'note: note');
    await page.keyboard.type(' # mine');
    const own = mapping.replace('note: note\n', 'note: note # mine\n');
    await expect.poll(() => editorText(page)).toBe(own);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(own);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('notes.yaml');
    expect(await text(await download.createReadStream())).toBe(own);
    // The key for saving writes nothing here.
    await page.keyboard.press('Control+s');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(readFileSync(join(scene.folder, notes), 'utf8')).toBe(mapping);
    await shot(page, 'without-saving');
    await assertAccessible();
  });

  it('makes a test of the event with one click, with invented values', async () => {
    const { page, assertAccessible } = await openBench(wide);
    await page.getByRole('button', { name: 'Show values' }).click();
    await page.locator('.part', { hasText: 'note' }).getByText('Window seat of Mara').first().waitFor();
    await page.getByRole('button', { name: 'Make a test of this event' }).click();
    await page.getByText(/^Added the test ".+"; \d+ values are invented\./).waitFor();
    await page.getByText('1 test passes').waitFor();
    await page.getByText('The last event would not change').waitFor();
    const made = await editorText(page);
    expect(made).toMatch(/^tests:\n {2}- name: /m);
    expect(made).toContain('Haarschnitt');
    expect(made).not.toContain('Mara');
    await shot(page, 'made-test');
    await assertAccessible();
  });

  it('shows the meaning of a key, a field and the result of a path under the pointer', async () => {
    const { page } = await openBench(wide);
    await page.getByRole('button', { name: 'Show values' }).click();
    await page.locator('.inlay', { hasText: 'Window seat of Mara' }).waitFor();
    const hint = page.locator('.cm-tooltip-hover');
    const pointAt = async (line: string, says: string) => {
      await page.mouse.move(5, 5);
      await expect.poll(() => hint.count()).toBe(0);
      const word = page.locator('.cm-line', { hasText: line }).locator('span', { hasText: line }).first();
      await word.hover();
      await expect.poll(async () => (await hint.allTextContents()).join()).toContain(says);
    };
    await pointAt('operation', 'The operation of the API.');
    await pointAt('interests', 'Interessen');
    await shot(page, 'hover');
  });
});
