import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium, whyNoBrowser } from './chromium.ts';
import {
  adminToken,
  type ConsoleScene,
  openConsoleScene,
  openPage,
  readToken,
  signInOn,
} from './console-scene.ts';

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

describe.skipIf(missing !== undefined)('the console in a real browser', () => {
  it('asks for the token, and reports an invalid one', async () => {
    const watched = await openPage(browser, scene.url);
    const { page } = watched;
    // The browser logs every error response.
    watched.expected = /status of 401/;
    await page.goto(`${scene.url}/console`);
    await page.getByLabel('Admin token').fill('a wrong token');
    await watched.assertAccessible();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This is not the admin token.').waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('signs in, shows every page without a fault, and signs out', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console`);
    for (const name of ['Now', 'Events', 'Senders', 'Fields', 'Bench']) {
      await page.getByRole('navigation', { name: 'Fieldbridge' }).getByRole('link', { name }).click();
      await expect.poll(() => page.title()).toBe(`${name} · Fieldbridge`);
      await expect.poll(() => page.getByRole('status').count()).toBe(0);
      await assertAccessible();
    }
    await page.reload();
    await page.getByRole('heading', { name: 'Bench' }).waitFor();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({
      name: expect.stringMatching(/^fieldbridge-/),
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
    });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token').waitFor();
    await page.reload();
    await page.getByLabel('Admin token').waitFor();
  });

  it('sends no more requests after a sign-out', async () => {
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events`);
    await page.locator('[data-row], .empty').first().waitFor();
    // The bridge receives a request of the page after the session has ended, so the page learns of the end from
    // its response.
    const ended = Promise.withResolvers<void>();
    const held: Promise<void>[] = [];
    await page.route('**/api/**', route => {
      const going = ended.promise.then(() => route.continue()).catch(() => undefined);
      held.push(going);
      return going;
    });
    await page.route('**/console/session', async route => {
      if (route.request().method() !== 'DELETE') return route.continue();
      const response = await route.fetch();
      ended.resolve();
      await Promise.all(held);
      await page.evaluate('fetch("../healthz")');
      await route.fulfill({ response });
    });
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    await expect.poll(() => held.length).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token').waitFor();
    // Requests of the previous session do not disturb a person who signs in again on the same page.
    await page.getByLabel('Admin token').fill(adminToken);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  it('is shown in German on a phone in dark mode', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url, {
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 360, height: 700 },
    });
    await signInOn(page, `${scene.url}/console`);
    for (const name of ['Ereignisse', 'Absender', 'Felder', 'Werkbank', 'Jetzt']) {
      await page.getByRole('navigation', { name: 'Fieldbridge' }).getByRole('link', { name }).click();
      await expect.poll(() => page.title()).toBe(`${name} · Fieldbridge`);
      await expect.poll(() => page.getByRole('status').count()).toBe(0);
      await assertAccessible();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    }
    await page.getByRole('button', { name: 'English' }).click();
    await expect.poll(() => page.title()).toBe('Now · Fieldbridge');
  });

  it('shows values only on request, records who saw them, and runs no code from a payload', async () => {
    const id = await scene.send({ kind: 'note', customer: 1001, note: hostile, [hostile]: hostile });
    await scene.becomes(id, 'delivered');
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events/${id}`);
    await page.getByText('This event is delivered.').waitFor();
    expect(await page.content()).not.toContain('onerror');
    await page.getByRole('button', { name: 'Show values' }).click();
    await expect.poll(() => page.getByText(hostile).count()).toBeGreaterThan(1);
    expect(await page.title()).toBe('Events · Fieldbridge');
    expect(await page.locator('img, main script').count()).toBe(0);
    const { audit } = (await scene.api('GET', `events/${id}`)) as { audit: readonly { what: string }[] };
    expect(audit.map(each => each.what)).toEqual(['show-values']);
    expect(page.url()).not.toContain('note');
  });

  it('highlights the origin of a sent value, and the use of a payload value', async () => {
    const id = await scene.send({ kind: 'note', customer: 1001, note: 'lit', topics: ['Haarschnitt'] });
    await scene.becomes(id, 'delivered');
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events/${id}`);
    const lit = page.locator('.lit .point');
    const sent = page.locator('.sent').getByRole('button', { name: 'interests' });
    await sent.focus();
    await expect
      .poll(() => lit.allTextContents())
      .toEqual(['topics (sent as additionalFields.interests)', 'interests']);
    await assertAccessible();
    await sent.blur();
    await expect.poll(() => lit.count()).toBe(0);
    await page
      .locator('.leaf')
      .getByRole('button', { name: /^customer/ })
      .hover();
    await expect.poll(() => lit.allTextContents()).toEqual(['customer (sent as id)', 'id']);
    // The mappings that did not apply, each with the reason.
    await page.getByText('Its condition is false for this event: kind = "gone"').waitFor();
    expect(await page.getByText('kind is').count()).toBe(0);
    await page.getByRole('button', { name: 'Show values' }).click();
    await expect
      .poll(() => page.locator('.condition li').allTextContents())
      .toEqual(Array(2).fill('kind is "note"'));
  });

  it('shows a reader everything with masked values, and offers no action', async () => {
    const id = await scene.send({
      kind: 'note',
      customer: 1001,
      note: 'a secret of Ada',
      topics: ['Nothing'],
    });
    await scene.becomes(id, 'failed');
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events/${id}`, readToken);
    await page.getByText('A value that is not among the choices').waitFor();
    await page.getByText('Read only').waitFor();
    for (const name of ['Replay', 'Discard', 'Show values', 'Pause'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await page.content()).not.toContain('secret of Ada');
    await page.getByRole('link', { name: 'All events' }).click();
    const row = page.locator(`[data-row][href*="${id}"]`);
    await row.getByText('A value that is not among the choices').waitFor();
    expect(await row.textContent()).not.toContain('1001');
    const { page: whole } = await openPage(browser, scene.url, { locale: 'de-DE' });
    await signInOn(whole, `${scene.url}/console/events?status=failed`);
    const own = whole.locator(`[data-row][href*="${id}"]`);
    await own.getByText('Kundennummer 1001').waitFor();
    await own.getByText('Ein Wert ist keine der Auswahlmöglichkeiten').waitFor();
    expect(await own.textContent()).not.toContain('is not among the choices');
    await own.click();
    await whole.getByText('[verdeckt]').first().waitFor();
  });

  it('leads from the failed event to the delivered one without a mouse', async () => {
    const id = await scene.send({ kind: 'gone', customer: 1002, note: 'to be corrected' });
    await scene.becomes(id, 'held');
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console`);
    await page.getByText('The mapping gone is held.').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByRole('heading', { name: 'Events' }).waitFor();
    await page.locator('[data-row]').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('This event waits for a correction.').waitFor();
    await page.keyboard.press('d');
    await page.getByLabel('Reason').fill('tried the keys');
    await page.keyboard.press('Enter');
    await page.getByText('This event was discarded.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Events' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  });

  it('replays a failed event after the account accepts its value', async () => {
    const id = await scene.send({ kind: 'note', customer: 1003, note: 'x', topics: ['Maniküre'] });
    await scene.becomes(id, 'failed');
    scene.sandbox.control('fields', {
      action: 'change',
      keyName: 'interests',
      selectItems: ['Haarschnitt', 'Maniküre'],
    });
    await scene.api('POST', 'destinations/salon/pause');
    await scene.api('POST', 'destinations/salon/resume');
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events/${id}`);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Calls that would be sent').waitFor();
    await assertAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await scene.becomes(id, 'delivered');
    await page.getByText('This event is delivered.').waitFor({ timeout: 20_000 });
  });

  it('accepts a decision about a booking whose response was lost', async () => {
    const [slot] = scene.sandbox.reserve(1);
    scene.sandbox.addFaults({ operation: 'persistCustomerData', garbage: 'no HTTP', times: 1 });
    const id = await scene.send({
      kind: 'booking',
      appointment: slot?.appointmentId,
      participant: slot?.appointmentParticipantId,
      first: 'Ada',
      last: 'Lovelace',
      email: 'ada@example.com',
    });
    await scene.becomes(id, 'uncertain');
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events?status=uncertain`);
    await page.locator('[data-row]').first().click();
    await page.getByRole('button', { name: 'Was it booked?' }).click();
    await page.getByLabel('It was booked').check();
    await page.getByLabel('Reason').fill('seen in the calendar');
    await assertAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Save the result' }).click();
    await scene.becomes(id, 'delivered');
  });

  it('keeps a list unchanged while a person reads it, and misses no event between its pages', async () => {
    const source = 'still';
    for (let number = 0; number < 60; number += 1) await scene.send({ kind: source, number });
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events?status=skipped`);
    const rows = page.locator('[data-row]');
    await expect.poll(() => rows.count()).toBe(50);
    const top = await rows.first().getAttribute('href');
    for (let number = 60; number < 115; number += 1) await scene.send({ kind: source, number });
    await page.getByRole('button', { name: /^5\d new events$/ }).waitFor({ timeout: 20_000 });
    expect(await rows.first().getAttribute('href')).toBe(top);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(60);
    await page.getByRole('button', { name: /new events$/ }).click();
    await expect.poll(() => rows.first().getAttribute('href')).not.toBe(top);
  });

  it('shows why an action failed', async () => {
    const id = await scene.send({ kind: 'other', note: 'x' });
    await scene.becomes(id, 'skipped');
    const watched = await openPage(browser, scene.url);
    watched.expected = /status of 503/;
    const { page } = watched;
    await signInOn(page, `${scene.url}/console/events/${id}`);
    await page.route('**/api/events/*/values', route =>
      route.fulfill({ status: 503, json: { error: 'the store cannot be used right now' } }),
    );
    await page.getByRole('button', { name: 'Show values' }).click();
    await page.getByRole('alert').getByText('The bridge cannot use its store right now.').waitFor();
  });

  it('performs no action for another site', async () => {
    const { context, page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console`);
    const [cookie] = await context.cookies();
    const headers = { cookie: `${cookie?.name}=${cookie?.value}`, 'content-type': 'application/json' };
    const pause = (more: Record<string, string>) =>
      fetch(`${scene.url}/api/destinations/salon/pause`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: '{}',
      });
    expect((await pause({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await pause({ origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await pause({})).status).toBe(403);
    const read = await fetch(`${scene.url}/api/destinations`, { headers });
    expect(read.status).toBe(200);
    expect(await read.json()).toMatchObject({ destinations: [{ state: 'open' }] });
  });
});
