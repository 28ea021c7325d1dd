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

const hostile = '<img src=x onerror="document.title=\'broken\'">"\u202e<script>';

/** Sends events that the account refuses; returns their ids. */
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
  it('previews a replay of all matching events, and performs it', async () => {
    const ids = await failing('older', 3);
    await scene.becomes(await scene.send({ kind: 'note', customer: 1001, note: 'newer' }), 'delivered');
    scene.sandbox.control('fields', { action: 'change', keyName: 'interests', selectItems: ['Maniküre'] });
    await scene.api('POST', 'destinations/salon/pause');
    await scene.api('POST', 'destinations/salon/resume');
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events/${ids[0]}`);
    await page.getByRole('button', { name: 'Show values' }).click();
    await page.getByText('older').first().waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('dialog').getByText('note is now newer, would be older').waitFor();
    await assertAccessible();
    await page.keyboard.press('Escape');
    await page.goto(`${scene.url}/console/events`);
    await page.locator('[data-row]').first().waitFor();
    // Without a filter there is no button to replay everything.
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

  it('discards all matching events with a reason, after a count', async () => {
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

  it('offers nothing of this to a reader', async () => {
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events?source=crm`, readToken);
    await page.locator('[data-row]').first().waitFor();
    expect(await page.getByRole('button', { name: / all$/ }).count()).toBe(0);
  });
});

describe.skipIf(missing !== undefined)('people in the console', () => {
  it('finds a link, previews its removal, and removes it', async () => {
    await scene.api('POST', 'links', [
      { people: 'crm', link: hostile, destination: 'salon', customerId: '1001' },
      { people: 'crm', link: 'contact-18', destination: 'salon', customerId: '1002' },
    ]);
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/people`);
    await page.getByText(hostile).waitFor();
    expect(await page.locator('img, main script').count()).toBe(0);
    await assertAccessible();
    await page.getByLabel('Search by an id').fill('CONTACT');
    await page.keyboard.press('Enter');
    await page.getByText(hostile).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove: contact-18' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Later events of this id wait').waitFor();
    await assertAccessible();
    await dialog.getByLabel('Reason').fill('it was another person');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No link matches so far.').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('removed a link of crm at salon').waitFor();
    expect(await page.getByText('it was another person').count()).toBe(0);
    await page.getByLabel('Show reasons').check();
    await page.getByText('it was another person').waitFor();
    await assertAccessible();
  });

  it('erases a person only after a preview and a typed confirmation', async () => {
    const id = await scene.send({ kind: 'note', customer: 1004, note: 'to be forgotten' });
    await scene.becomes(id, 'delivered');
    const { page, assertAccessible } = await openPage(browser, scene.url, {
      locale: 'de-DE',
      viewport: { width: 360, height: 700 },
    });
    await signInOn(page, `${scene.url}/console/people`);
    expect(await page.getByRole('button', { name: 'Endgültig löschen' }).count()).toBe(0);
    await page.getByLabel('Kundennummer', { exact: true }).fill('1004');
    await page.keyboard.press('Enter');
    await page.getByText('Würde löschen: ein Ereignis, 0 Verknüpfungen').waitFor();
    await assertAccessible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Endgültig löschen' }).click();
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: 'Endgültig löschen' });
    await dialog.getByLabel('Grund').fill('auf Wunsch');
    await dialog.getByLabel('Zur Bestätigung 1004 eingeben').fill('1003');
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByLabel('Zur Bestätigung 1004 eingeben').fill('1004');
    await assertAccessible();
    await button.click();
    await page.getByText('Gelöscht: ein Ereignis').waitFor();
    await page.getByText('Der Speicher enthält diese Werte nicht mehr.').waitFor();
    expect(await scene.api('GET', `events/${id}`)).toHaveProperty('error');
    expect((await scene.api('GET', 'audit?limit=1')).audit).toMatchObject([
      { who: 'console', what: 'erase' },
    ]);
    expect(page.url()).not.toContain('1004');
  });

  it('shows a reader links without their values, and no erasure', async () => {
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/people`, readToken);
    await page.getByText('To erase a person, sign in with the admin token.').waitFor();
    await page.getByText('[masked]').first().waitFor();
    expect(await page.getByRole('button', { name: /^(Remove|Erase)/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await page.getByText('erased a person').waitFor();
    expect(await page.content()).not.toContain('auf Wunsch');
  });
});

describe.skipIf(missing !== undefined)('the filter of events in the console', () => {
  it('completes keys and values, is in the URL, and keeps searched texts out of every URL', async () => {
    const id = await scene.send({ kind: 'other', customer: 1001, name: 'Jürgen Weiß' });
    await scene.becomes(id, 'skipped');
    const { page, assertAccessible } = await openPage(browser, scene.url);
    const asked: string[] = [];
    await signInOn(page, `${scene.url}/console/events`);
    page.on('request', request => asked.push(decodeURIComponent(request.url())));
    const field = page.getByRole('combobox', { name: 'Search' });
    const options = page.getByRole('option');
    await page.locator('[data-row]').first().waitFor();
    await field.pressSequentially('sta');
    await expect.poll(() => options.allTextContents()).toContain('status: ');
    await page.keyboard.press('ArrowDown');
    await assertAccessible();
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('status:');
    await field.pressSequentially('skip');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?status=skipped');
    await field.fill('Weiß source:crm code:mapping/not');
    await page.getByRole('option', { name: 'code:mapping/' }).first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get('source')).toBe('crm');
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/^mapping\//);
    await page.getByRole('button', { name: 'Clear the filter: code' }).click();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
    // Opening an event and going back keep the filter.
    await page.locator('[data-row]').click();
    await page.getByText('There was nothing to send for this event.').waitFor();
    await page.goBack();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
    expect(await field.inputValue()).toBe('Weiß');
    await field.fill('Weiß person:1001');
    await page.keyboard.press('Enter');
    await page.getByText('No event matches.').waitFor();
    await page.reload();
    await page.getByText('loading the page has cleared them').waitFor();
    expect(await field.inputValue()).toBe('');
    expect(new URL(page.url()).searchParams.get('source')).toBe('crm');
    await page.goto(`${scene.url}/console/events?q=Jürgen&status=skipped`);
    await expect.poll(() => field.inputValue()).toBe('Jürgen');
    expect(new URL(page.url()).search).toBe('?status=skipped');
    const own = (url: string) => !url.includes('/console/events?q=');
    expect(asked.filter(own).filter(url => /Weiß|Jürgen|1001/.test(url))).toEqual([]);
  });
});

describe.skipIf(missing !== undefined)('the page Now in the console', () => {
  it('draws past events and calls, with a table beside each chart', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console`);
    await page.getByRole('img', { name: /^Accepted: \d/ }).waitFor();
    await page.getByText('As a table').click();
    expect(await page.getByRole('row').count()).toBeGreaterThan(20);
    await page.getByRole('link', { name: '1 week' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?hours=168');
    await assertAccessible();
  });

  it('reports the number of delivered calls once a cause is over', async () => {
    await scene.api('POST', 'destinations/salon/pause');
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console`);
    await page.getByText('The destination salon is paused.').waitFor();
    const id = await scene.send({ kind: 'note', customer: 1001, note: 'while it was paused' });
    await page.getByText('One call waits.').first().waitFor({ timeout: 15_000 });
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await scene.becomes(id, 'delivered');
    await page.getByText('The destination salon is open again.').waitFor({ timeout: 15_000 });
    await page.getByText('One call is delivered since.').waitFor({ timeout: 15_000 });
    await assertAccessible();
  });

  it('shows in German why a destination is held, and what to do', async () => {
    // The destination is held until the end of the test, however long the browser takes.
    scene.sandbox.addFaults({ operation: 'updateCustomer', status: 407 });
    const id = await scene.send({ kind: 'note', customer: 1001, note: 'not let through' });
    const { page, assertAccessible } = await openPage(browser, scene.url, { locale: 'de-DE' });
    await signInOn(page, `${scene.url}/console`);
    await page.getByText('Etwas vor der API verlangt Zugangsdaten').first().waitFor({ timeout: 15_000 });
    await page.getByText('Bitten Sie die Betreiber des Proxys').waitFor();
    await page.getByText('Beschreibung der Bridge (auf Englisch)').first().click();
    await page.getByText('something in front of the API asks for credentials').waitFor();
    await assertAccessible();
    scene.sandbox.clearFaults();
    await scene.api('POST', 'destinations/salon/resume');
    await scene.becomes(id, 'delivered');
  });
});
