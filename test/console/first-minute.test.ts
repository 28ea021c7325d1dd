import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { startChromium, whyNoBrowser } from './chromium.ts';
import { openConsoleScene, openPage, readToken, signInOn, type WatchedPage } from './console-scene.ts';
import { beginInEmptyFolder, openFirst, postTo } from './first-bridge.ts';
import { makeReal } from './real-account.ts';

const missing = whyNoBrowser();
let browser: Browser;

beforeAll(async () => {
  if (missing === undefined) browser = await startChromium();
});
afterAll(() => browser?.close());

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `first-minute-${name}.png`), fullPage: true });
}

/** Fails where the browser keeps a text in its address or its storage. */
async function isKeptNowhere(page: Page, secret: string): Promise<void> {
  const kept = await page.evaluate<string>(
    'location.href + document.title + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)',
  );
  expect(secret.length).toBeGreaterThan(20);
  expect(kept).not.toContain(secret);
}

/** Brings back the version of the config before the last change; one that names a secret which is gone cannot be. */
async function restoresTheOneBefore(page: Page, assertAccessible: WatchedPage['assertAccessible']) {
  const text = 'Earlier versions of the config';
  await page.goto(page.url().replace('/senders', '/setup?source=form'));
  await page.getByText(text).click();
  await page.getByRole('button', { name: 'Look at it' }).nth(1).click(soon);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('cannot be restored').waitFor(soon);
  expect(await dialog.getByRole('button', { name: 'Restore this version' }).count()).toBe(0);
  await shot(page, 'version-not-valid');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Look at it' }).first().click();
  await dialog.getByText('Secrets are masked on both sides.').waitFor(soon);
  await shot(page, 'version');
  await assertAccessible('dialog');
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByText('The earlier version is restored.').waitFor(soon);
  await shot(page, 'restored');
  await assertAccessible();
  await page.goBack();
}

/** Run in the page. */
const isFocused = (element: { readonly ownerDocument: { readonly activeElement: unknown } }) =>
  element.ownerDocument.activeElement === element;

const soon = { timeout: 60_000 };

describe.skipIf(missing !== undefined)('the first minute in the console', () => {
  it('leads from an empty folder to the first delivery for a sender that nobody knows', async () => {
    const bridge = await beginInEmptyFolder();
    const { page, assertAccessible } = await openFirst(browser, bridge, {
      viewport: { width: 1280, height: 900 },
    });
    await page.getByText('This bridge has no account yet').waitFor();
    await page.getByRole('link', { name: 'Go on with the setup' }).click();

    await page.getByLabel('Address of the calendar').fill(bridge.url);
    await page.getByLabel('API token').fill('no-token-of-any-calendar');
    await page.keyboard.press('Enter');
    await page.getByText('Something responds at this address, but not the API of the calendar.').waitFor();
    await page.getByText('Enter the address of the calendar itself').waitFor();
    await shot(page, 'wrong-address');
    await assertAccessible();
    await page.getByRole('button', { name: 'Use the sandbox' }).click();
    await page.getByText('The account responds. It has 21 fields').waitFor(soon);
    await page.getByRole('button', { name: 'Use this account' }).click();
    await page.getByRole('button', { name: 'Restart now' }).click();
    await page.getByRole('heading', { name: 'Who sends the webhooks?' }).waitFor(soon);
    await shot(page, 'senders');
    await assertAccessible();

    await page.getByLabel('Search for a sender').fill('a form of my own');
    await page.getByText('No sender is known by this name.').waitFor();
    await page.getByRole('link', { name: 'Another sender' }).click();
    await page.getByLabel('Name of this sender').fill('Formulär 1');
    expect(await page.getByLabel('Name of this sender').inputValue()).toBe('formulaer-1');
    await page.getByLabel('Name of this sender').fill('form');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('This is shown once.').waitFor(soon);
    const hook = (await page.locator('.copied code').first().textContent()) ?? '';
    const secret = new URL(hook).searchParams.get('token') ?? '';
    await isKeptNowhere(page, secret);
    await page.getByText('Waiting for the first webhook.').waitFor(soon);
    await shot(page, 'waiting');
    await assertAccessible();

    await postTo(`${bridge.url}/hooks/form?token=wrong`, '{}');
    await page.getByText('A webhook came with a wrong secret in its address.').waitFor(soon);
    await page.getByText('Copy the whole address again').waitFor();
    await shot(page, 'wrong-secret');
    await assertAccessible();
    const event = { event_id: 'e1', kundennummer: '1001', allergies: 'Nüsse <img src=x>' };
    expect((await postTo(hook, JSON.stringify(event))).status).toBe(200);
    await page.getByText('The newest webhook has come:').waitFor(soon);
    await page.getByRole('button', { name: 'Look at it and propose a mapping' }).click();
    await page.getByText('looks like the id of the event').waitFor(soon);
    await page.getByRole('button', { name: 'Take this over' }).click();
    await page.getByText('It counts for the webhooks that come from now on.').waitFor(soon);
    await page.getByRole('heading', { name: 'The call that it makes' }).waitFor(soon);
    await page.getByText('Nüsse <img src=x>').filter({ visible: true }).first().waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    const allergies = page.getByRole('checkbox', { name: /Allerg/ });
    for (const isFilled of [false, true]) {
      await allergies.click();
      await page.waitForURL(to => to.searchParams.has('leave') !== isFilled);
      await expect.poll(() => allergies.isChecked()).toBe(isFilled);
    }
    await shot(page, 'mapping');
    await assertAccessible();

    await page.getByRole('button', { name: 'Save this mapping' }).click();
    await page.getByRole('heading', { name: 'Delivered' }).waitFor(soon);
    await shot(page, 'delivered');
    await assertAccessible();
    await page.getByRole('link', { name: 'Open the event' }).click();
    await page.getByText('This event is delivered.').waitFor(soon);
    await page.goBack();
    await page.getByRole('link', { name: 'Open in the Bench' }).click();
    await page.waitForURL(to => to.searchParams.get('mapping') === 'form');
    await page.getByRole('textbox', { name: 'Mapping' }).waitFor(soon);
  });

  it('leads to the first delivery of Typeform, in German on a phone', async () => {
    const bridge = await beginInEmptyFolder();
    const { page, assertAccessible } = await openFirst(browser, bridge, {
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 360, height: 740 },
    });
    const isFine = async (name: string) => {
      await shot(page, `phone-${name}`);
      await assertAccessible();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    };
    await page.getByRole('link', { name: 'Weiter einrichten' }).click();
    await page.getByLabel('Adresse des Kalenders').fill('https://no-such-host.invalid');
    await page.getByLabel('API-Token').fill('x');
    await page.getByRole('button', { name: 'Konto ausprobieren' }).click();
    await page.getByText('Kein Rechner hat diese Adresse.').waitFor(soon);
    await isFine('account');
    await page.getByRole('button', { name: 'Sandbox verwenden' }).click();
    await page.getByRole('button', { name: 'Dieses Konto verwenden' }).click(soon);
    await page.getByRole('button', { name: 'Jetzt neu starten' }).click(soon);
    await page.getByLabel('Absender suchen').fill('typef', soon);
    await isFine('senders');
    await page.getByRole('link', { name: 'Typeform' }).click();
    await page.getByRole('button', { name: 'Hinzufügen' }).click();
    await page.getByText('Dies wird einmal gezeigt.').waitFor(soon);
    const secret = (await page.locator('.notice .copied code').first().textContent()) ?? '';
    await isKeptNowhere(page, secret);
    await page.getByText('Wartet auf den ersten Webhook.').waitFor(soon);
    await isFine('waiting');

    const body = JSON.stringify({
      event_id: 't1',
      event_type: 'form_response',
      form_response: {
        submitted_at: '2026-11-26T09:20:00Z',
        hidden: { kundennummer: '1001' },
        definition: { fields: [{ id: 'f1', ref: 'allergies', type: 'short_text', title: 'Allergien' }] },
        answers: [{ type: 'text', text: 'Nüsse', field: { id: 'f1', ref: 'allergies', type: 'short_text' } }],
      },
    });
    const send = (key: string) => {
      const signature = createHmac('sha256', key).update(body).digest('base64');
      return postTo(`${bridge.url}/hooks/typeform`, body, { 'typeform-signature': `sha256=${signature}` });
    };
    expect((await send('another secret')).status).toBe(401);
    await page.getByText('Ein Webhook kam mit einer falschen Unterschrift.').waitFor(soon);
    await page.getByText('Geben Sie beim Absender und hier dasselbe Geheimnis ein.').waitFor();
    await isFine('wrong-secret');
    expect((await send(secret)).status).toBe(200);
    await page.getByRole('button', { name: 'Ansehen und ein Mapping vorschlagen' }).click(soon);
    await page.getByText('Die Kundennummer steht in').first().waitFor(soon);
    await isFine('mapping');
    await page.getByRole('button', { name: 'Dieses Mapping speichern' }).click();
    await page.getByRole('heading', { name: 'Zugestellt' }).waitFor(soon);
    await isFine('delivered');
  });

  it('leads from a WordPress form without a customer number into a grown account, in German on a phone', async () => {
    const bridge = await beginInEmptyFolder();
    const account = await startSandbox();
    onTestFinished(() => account.close());
    makeReal(account);
    const phone = { locale: 'de-DE', viewport: { width: 360, height: 740 } };
    const { page, assertAccessible } = await openFirst(browser, bridge, phone);
    const isFine = async (name: string) => {
      await shot(page, `wordpress-${name}`);
      await assertAccessible();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    };
    await page.getByRole('link', { name: 'Weiter einrichten' }).click();
    await page.getByLabel('Adresse des Kalenders').fill(account.url);
    await page.getByLabel('API-Token').fill('a-token-of-another-account');
    await page.keyboard.press('Enter');
    await page.getByText('Das Konto lehnt dieses Token ab.').waitFor(soon);
    await isFine('wrong-token');
    await page.getByLabel('API-Token').fill(account.tokens.mitte);
    await page.keyboard.press('Enter');
    await page.getByText('Das Konto antwortet. Es hat 49 Felder').waitFor(soon);
    // Keys go on where the result is.
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByLabel('Name dieses Standorts').evaluate(isFocused)).toBe(true);
    await page.keyboard.type('praxis');
    await isFine('account');
    await page.getByRole('button', { name: 'Dieses Konto verwenden' }).click();
    await page.getByRole('button', { name: 'Jetzt neu starten' }).click(soon);
    await page.getByLabel('Absender suchen').fill('contact form', soon);
    await page.getByRole('link', { name: /^Contact Form 7/ }).click();
    await expect.poll(() => page.getByRole('group', { name: 'Absender' }).evaluate(isFocused)).toBe(true);
    await page.getByRole('button', { name: 'Hinzufügen' }).click();
    await page.getByText('Dies wird einmal gezeigt.').waitFor(soon);
    const secret = (await page.locator('.notice .copied code').first().textContent()) ?? '';
    await page.getByText(`Authorization: Bearer ${secret}`).waitFor();
    await page.getByText('Wartet auf den ersten Webhook.').waitFor(soon);

    const form = JSON.stringify({
      'your-name': 'Ada Lovelace',
      'your-email': 'ada@example.com',
      geburtsdatum: '03.05.1990',
      'behandlung-wunsch': 'Manuelle Therapie',
      plz: '10115',
      vorerkrankungen: 'Heuschnupfen',
    });
    const headers = { authorization: `Bearer ${secret}` };
    expect((await postTo(`${bridge.url}/hooks/contact-form7`, form, headers)).status).toBe(404);
    await page.getByText('Ein Webhook ging an eine andere Adresse.').waitFor(soon);
    await page.getByText('Berichtigen Sie die Adresse beim Absender').waitFor();
    await isFine('another-address');
    expect((await postTo(`${bridge.url}/hooks/contact-form-7`, form, headers)).status).toBe(200);
    await page.getByRole('button', { name: 'Ansehen und ein Mapping vorschlagen' }).click(soon);
    await page.getByText('Dieses Formular hat keine Kundennummer').waitFor(soon);
    const key = page.getByLabel('Über einen anderen Wert zuordnen');
    await key.selectOption('your-name');
    await page.getByText('Der Webhook wird zugeordnet über your-name').waitFor(soon);
    await key.selectOption('');
    await page.waitForURL(to => !to.searchParams.get('link'));
    await expect
      .poll(() => page.getByText('Der Webhook wird zugeordnet über').textContent())
      .toContain('your-email');
    await isFine('mapping');
    await page.getByRole('button', { name: 'Dieses Mapping speichern' }).click();
    await page.getByRole('heading', { name: 'Welcher Kunde ist das?' }).waitFor(soon);
    await isFine('whose');
    await page.getByLabel('Kundennummer').fill('Nr. 1001');
    await page.getByRole('button', { name: 'Merken und zustellen' }).click();
    await page.getByRole('heading', { name: 'Zugestellt' }).waitFor(soon);
    await isFine('delivered');
    await page.getByText('Frühere Fassungen der Konfiguration').click();
    await page.getByRole('button', { name: 'Ansehen' }).first().click();
    await page.getByText('Geheimnisse sind auf beiden Seiten verdeckt.').waitFor(soon);
    await page.getByText('unveränderte Zeilen').first().waitFor();
    await shot(page, 'wordpress-version');
    await assertAccessible('dialog[open]');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.keyboard.press('Escape');
    expect(account.customer(1001)?.updates.at(-1)).toMatchObject({
      additionalFields: {
        plz: '10115',
        vorerkrankungen: 'Heuschnupfen',
        behandlung_wunsch: 'Manuelle Therapie',
      },
    });
  });

  it('pauses, resumes and removes a sender, and changes its secret', async () => {
    const bridge = await beginInEmptyFolder();
    const { page, assertAccessible } = await openFirst(browser, bridge);
    await page.getByRole('link', { name: 'Go on with the setup' }).click();
    await page.getByRole('button', { name: 'Use the sandbox' }).click();
    await page.getByRole('button', { name: 'Use this account' }).click(soon);
    await page.getByRole('button', { name: 'Restart now' }).click(soon);
    await page.getByRole('link', { name: 'Another sender' }).click(soon);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Waiting for the first webhook.').waitFor(soon);
    await page.getByRole('link', { name: 'Senders', exact: true }).first().click();

    const confirm = async (deed: string) => {
      await page.getByRole('button', { name: deed, exact: true }).click(soon);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button').first().click();
      await dialog.waitFor({ state: 'detached' });
    };
    await confirm('New secret: form');
    await page.getByText('Two secrets count').waitFor(soon);
    await shot(page, 'new-secret');
    await assertAccessible();
    await confirm('End the old secret');
    await page.getByText('Two secrets count').waitFor({ state: 'detached', ...soon });
    await confirm('Pause: form');
    await restoresTheOneBefore(page, assertAccessible);
    await confirm('Pause: form');
    await confirm('Resume: form');
    await page.getByRole('button', { name: 'Pause: form', exact: true }).waitFor(soon);
    await page.getByRole('button', { name: 'Remove: form', exact: true }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Type form to confirm').fill('form');
    await assertAccessible();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The config names no sender yet.').waitFor(soon);
    expect(readFileSync(join(bridge.folder, 'config.yaml'), 'utf8')).not.toContain('form');
  });

  it('says why nothing can be added where the config or the role does not allow it', async () => {
    const scene = await openConsoleScene();
    onTestFinished(() => scene.close());
    const admin = await openPage(browser, scene.url);
    await signInOn(admin.page, `${scene.url}/console/senders`);
    await admin.page.getByText('The config does not allow this page to write files.').waitFor();
    expect(await admin.page.getByRole('link', { name: 'Add a sender' }).count()).toBe(0);
    await admin.assertAccessible();
    const reader = await openPage(browser, scene.url);
    await signInOn(reader.page, `${scene.url}/console/setup`, readToken);
    await reader.page.getByText('Adding or changing a sender takes the admin token.').waitFor();
    expect(await reader.page.getByRole('button', { name: 'Use the sandbox' }).count()).toBe(0);
    await reader.assertAccessible();
  });
});
