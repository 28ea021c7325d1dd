import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

async function fitsItsWidth(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
}

interface Place {
  readonly name: string;
  readonly language: 'de' | 'en';
  readonly screen: { readonly locale: string; readonly viewport: { width: number; height: number } };
}

const places: readonly Place[] = [
  {
    name: 'in German on a phone',
    language: 'de',
    screen: { locale: 'de-DE', viewport: { width: 360, height: 740 } },
  },
  {
    name: 'in English at a desk',
    language: 'en',
    screen: { locale: 'en-GB', viewport: { width: 1280, height: 900 } },
  },
];

/** Returns the texts of a page in the language of a place, and a function that checks the page there. */
function inPlace({ language }: Place, sender: string) {
  return {
    say: (german: string, english: string) => (language === 'de' ? german : english),
    async isFine({ page, assertAccessible }: WatchedPage, name: string): Promise<void> {
      await shot(page, `${sender}-${language}-${name}`);
      await assertAccessible();
      await fitsItsWidth(page);
    },
  };
}

/** Fails if the browser keeps a text in its address or its storage. */
async function isKeptNowhere(page: Page, secret: string): Promise<void> {
  const kept = await page.evaluate<string>(
    'location.href + document.title + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)',
  );
  expect(secret.length).toBeGreaterThan(20);
  expect(kept).not.toContain(secret);
}

/**
 * Restores the version of the config before the last change. A version that names a removed secret cannot be
 * restored.
 */
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

/** Adds another unknown sender: its first webhook is a text without names, the next one a list of several people. */
async function takesAList(page: Page, url: string, assertAccessible: WatchedPage['assertAccessible']) {
  await page.goto(`${url}/console/setup?add=sender&sender=*`);
  await page.getByLabel('Name of this sender').fill('list', soon);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('This is shown once.').waitFor(soon);
  const hook = (await page.locator('.copied code').first().textContent()) ?? '';
  await page.getByText('Waiting for the first webhook.').waitFor(soon);
  await postTo(hook, 'hello', { 'content-type': 'text/plain' });
  await page.getByRole('button', { name: 'Look at it and propose a mapping' }).click(soon);
  await page.getByText('The body is plain text without names.').waitFor(soon);
  await page.getByText('Nothing needs to be changed.').waitFor();
  const people = [
    { 'customer-number': '1003', allergies: 'Nuts' },
    { 'customer-number': '1004', allergies: 'none' },
  ];
  expect((await postTo(hook, JSON.stringify(people))).status).toBe(200);
  await page.getByRole('button', { name: 'Make the mapping from the newer one' }).click(soon);
  await page.getByText('The body is a list of 2 objects').waitFor(soon);
  await page.getByRole('button', { name: 'Use this' }).click();
  await page.getByText('The customer number is in customer-number').waitFor(soon);
  await page.getByText('Call 2 of 2').waitFor();
  const choices = page.getByLabel('The customer number is in').getByRole('option');
  expect(await choices.allTextContents()).toEqual(['as proposed', 'customer-number: 1003']);
  await page.reload();
  await page.getByText('Nothing needs to be changed.').waitFor(soon);
  await page.getByRole('button', { name: 'Save this mapping' }).click(soon);
  await page.getByText('a list that was received before the split was set up').waitFor(soon);
  await shot(page, 'unsplit');
  await assertAccessible();
  expect((await postTo(hook, JSON.stringify(people))).status).toBe(200);
  await page.getByRole('heading', { name: 'Delivered' }).waitFor(soon);
}

/** This function runs in the page. */
const isFocused = (element: { readonly ownerDocument: { readonly activeElement: unknown } }) =>
  element.ownerDocument.activeElement === element;

const soon = { timeout: 60_000 };

describe.skipIf(missing !== undefined)('the first minute in the console', () => {
  it('leads from an empty folder to the first delivery for an unknown sender', async () => {
    const bridge = await beginInEmptyFolder();
    const { page, assertAccessible } = await openFirst(browser, bridge, {
      viewport: { width: 1280, height: 900 },
    });
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    await page.getByText('This bridge is not set up yet.').waitFor();
    await page.getByText('This bridge has no account yet').waitFor();
    await page.getByRole('link', { name: 'Continue the setup' }).click();

    await page.getByLabel('Address of the calendar').fill(bridge.url);
    await page.getByLabel('API token').fill('no-token-of-any-calendar');
    await page.keyboard.press('Enter');
    await page.getByText('Something responds at this address, but not the API of the calendar.').waitFor();
    await page.getByText('Enter only the address of the calendar').waitFor();
    await shot(page, 'wrong-address');
    await assertAccessible();
    await page.getByRole('button', { name: 'Use the sandbox' }).click();
    await page.getByText('The account responds. It has 21 fields').waitFor(soon);
    await page.getByRole('button', { name: 'Use this account' }).click();
    await page.getByText('The new account takes effect after a restart').waitFor(soon);
    await page.getByRole('button', { name: 'Restart now' }).click();
    await page.getByRole('heading', { name: 'Who sends the webhooks?' }).waitFor(soon);
    await shot(page, 'senders');
    await assertAccessible();

    await page.getByLabel('Search for a sender').fill('a form of my own');
    await page.getByText('No sender is known by this name.').waitFor();
    await page.getByRole('link', { name: 'Another sender' }).click();
    await page.getByLabel('Name of this sender').fill('Formulär 1');
    expect(await page.getByLabel('Name of this sender').inputValue()).toBe('formulaer-1');
    await page.getByLabel('Name of this sender').fill('Form!');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('This is shown once.').waitFor(soon);
    const hook = (await page.locator('.copied code').first().textContent()) ?? '';
    const secret = new URL(hook).searchParams.get('token') ?? '';
    expect(new URL(hook).pathname).toBe('/hooks/form');
    await page.getByText('This address works on this machine only.').waitFor();
    await isKeptNowhere(page, secret);
    await page.getByText('Waiting for the first webhook.').waitFor(soon);
    await shot(page, 'waiting');
    await assertAccessible();

    expect((await fetch(hook)).status).toBe(405);
    await page.getByText('A request came with another method than POST.').waitFor(soon);
    await page.locator('.trouble code, [role=alert] code').getByText('GET', { exact: true }).waitFor();
    await postTo(`${bridge.url}/hooks/form?token=wrong`, '{}');
    await page.getByText('A webhook came with a wrong secret in its address.').waitFor(soon);
    await page.getByText('Copy the whole address again').waitFor();
    await shot(page, 'wrong-secret');
    await assertAccessible();
    const nameless = { event_id: 'e1', allergies: 'Nüsse <img src=x>' };
    expect((await postTo(hook, JSON.stringify(nameless))).status).toBe(200);
    await page.getByText('The newest webhook has come:').waitFor(soon);
    await page.getByRole('button', { name: 'Look at it and propose a mapping' }).click();
    await page.getByText('looks like the id of the event').waitFor(soon);
    // The mapping is offered only after the question how to read the webhooks is answered.
    expect(await page.getByRole('heading', { name: 'The first mapping' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Use this' }).click();
    await page.getByText('It applies to webhooks that come from now on.').waitFor(soon);
    await page.getByText('This webhook names no customer number.').waitFor(soon);
    await page.getByText('Until then this mapping sends nothing.').waitFor();
    expect(await page.getByRole('button', { name: 'Save this mapping' }).count()).toBe(0);
    await shot(page, 'no-number');
    await assertAccessible();
    const event = { ...nameless, event_id: 'e2', kundennummer: '1001' };
    expect((await postTo(hook, JSON.stringify(event))).status).toBe(200);
    await page.getByRole('button', { name: 'Make the mapping from the newer one' }).click(soon);
    await page.getByRole('button', { name: 'Save this mapping' }).waitFor(soon);
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
    // Every chosen field was asked for its values again.
    await page
      .getByText(/looked at the values/)
      .first()
      .waitFor(soon);
    expect(await page.getByText(/looked at the values/).count()).toBe(1);
    await page.goBack();
    await page.getByRole('link', { name: 'Open in the Bench' }).click();
    await page.waitForURL(to => to.searchParams.get('mapping') === 'form');
    await page.getByRole('textbox', { name: 'Mapping' }).waitFor(soon);
    await takesAList(page, bridge.url, assertAccessible);
  });

  it.each(places)('leads to the first delivery of Typeform, $name', async place => {
    const { say, isFine } = inPlace(place, 'typeform');
    const bridge = await beginInEmptyFolder();
    const opened = await openFirst(browser, bridge, { ...place.screen, colorScheme: 'dark' });
    const { page } = opened;
    await page
      .getByLabel(say('Adresse des Kalenders', 'Address of the calendar'))
      .fill('https://no-such-host.invalid');
    await page.getByLabel(say('API-Token', 'API token')).fill('x');
    await page.getByRole('button', { name: say('Konto ausprobieren', 'Try this account') }).click();
    await page
      .getByText(say('Kein Rechner hat diese Adresse.', 'No computer has this address.'))
      .waitFor(soon);
    await isFine(opened, 'account');
    await page.getByRole('button', { name: say('Sandbox verwenden', 'Use the sandbox') }).click();
    await page.getByRole('button', { name: say('Dieses Konto verwenden', 'Use this account') }).click(soon);
    await page.getByRole('button', { name: say('Jetzt neu starten', 'Restart now') }).click(soon);
    const search = page.getByLabel(say('Absender suchen', 'Search for a sender'));
    await search.fill(say('google formular', 'forms google'), soon);
    await page.getByRole('link', { name: /^Google Form/ }).waitFor();
    await search.fill('type form');
    await page.getByRole('link', { name: 'Typeform' }).waitFor();
    await isFine(opened, 'senders');
    await search.press('Enter');
    await page.getByRole('button', { name: say('Hinzufügen', 'Add'), exact: true }).click();
    await page.getByText(say('Dies wird einmal gezeigt.', 'This is shown once.')).waitFor(soon);
    const once = page.locator('.notice .copied code').first();
    const lost = (await once.textContent()) ?? '';
    await isKeptNowhere(page, lost);
    await page.getByRole('link', { name: say('typeform entfernen', 'Remove typeform') }).waitFor(soon);
    // The page was left before the secret was entered at the sender.
    await page.reload();
    await page
      .getByText(say('Das Geheimnis wurde einmal gezeigt.', 'The secret was shown once.'))
      .waitFor(soon);
    await isFine(opened, 'secret-gone');
    await page.getByRole('button', { name: say('Neues Geheimnis machen', 'Make a new secret') }).dblclick();
    await once.waitFor(soon);
    const secret = (await once.textContent()) ?? '';
    expect(secret).not.toBe(lost);
    // A double click creates one more file, not two.
    const files = readdirSync(join(bridge.folder, 'secrets')).filter(each => each.startsWith('typeform'));
    expect(files).toHaveLength(2);
    await isKeptNowhere(page, secret);
    await page
      .getByText(say('Wartet auf den ersten Webhook.', 'Waiting for the first webhook.'))
      .waitFor(soon);
    await isFine(opened, 'waiting');

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
    await page
      .getByText(
        say('Ein Webhook kam mit einer falschen Signatur.', 'A webhook came with a wrong signature.'),
      )
      .waitFor(soon);
    await page
      .getByText(
        say(
          'Geben Sie beim Absender und hier dasselbe Geheimnis ein.',
          'Enter the same secret at the sender and here.',
        ),
      )
      .waitFor();
    await isFine(opened, 'wrong-secret');
    await page
      .getByRole('link', { name: say('Absender', 'Senders'), exact: true })
      .first()
      .click();
    await page
      .getByText(say('Die Signatur passt nicht.', 'the signature does not match'), { exact: false })
      .first()
      .waitFor(soon);
    await isFine(opened, 'refused');
    await page.goBack();
    expect((await send(secret)).status).toBe(200);
    await page
      .getByRole('button', {
        name: say('Ansehen und ein Mapping vorschlagen', 'Look at it and propose a mapping'),
      })
      .click(soon);
    await page.getByText(say('Die Kundennummer steht in', 'The customer number is in')).first().waitFor(soon);
    await page.getByText(say('Diese Nummer kam im Link', 'This number came in the link')).waitFor();
    await isFine(opened, 'mapping');
    await page.getByRole('button', { name: say('Dieses Mapping speichern', 'Save this mapping') }).click();
    await page.getByRole('heading', { name: say('Zugestellt', 'Delivered') }).waitFor(soon);
    await isFine(opened, 'delivered');
  });

  it.each(places)(
    'leads from a WordPress form without a customer number into a grown account, $name',
    async place => {
      const { say, isFine } = inPlace(place, 'wordpress');
      const bridge = await beginInEmptyFolder();
      const account = await startSandbox();
      onTestFinished(() => account.close());
      makeReal(account);
      const opened = await openFirst(browser, bridge, place.screen);
      const { page, assertAccessible } = opened;
      const calendar = page.getByLabel(say('Adresse des Kalenders', 'Address of the calendar'));
      await calendar.fill(account.url.replace('http:', 'https:'));
      await page.getByLabel(say('API-Token', 'API token')).fill('a-token-of-another-account');
      await page.keyboard.press('Enter');
      await page
        .getByText(
          say(
            'Diese Adresse antwortet mit http, nicht mit https.',
            'This address responds with http, not with https.',
          ),
        )
        .waitFor(soon);
      await calendar.fill(account.url);
      await page.keyboard.press('Enter');
      await page
        .getByText(say('Das Konto lehnt dieses Token ab.', 'The account refuses this token.'))
        .waitFor(soon);
      // The description from the bridge is in English, so the German page shows it collapsed.
      const own = page.getByText('the calendar refuses the token');
      expect(await own.isVisible()).toBe(place.language === 'en');
      await isFine(opened, 'wrong-token');
      await page.getByLabel(say('API-Token', 'API token')).fill(account.tokens.mitte);
      await page.keyboard.press('Enter');
      await page
        .getByText(say('Das Konto antwortet. Es hat 49 Felder', 'The account responds. It has 49 fields'))
        .waitFor(soon);
      // The keyboard focus is at the result.
      await page.keyboard.press('Tab');
      await expect
        .poll(() =>
          page.getByLabel(say('Name dieses Standorts', 'Name of this location')).evaluate(isFocused),
        )
        .toBe(true);
      await page.keyboard.type('praxis');
      await isFine(opened, 'account');
      await page.getByRole('button', { name: say('Dieses Konto verwenden', 'Use this account') }).click();
      await page.getByRole('button', { name: say('Jetzt neu starten', 'Restart now') }).click(soon);
      await page.getByLabel(say('Absender suchen', 'Search for a sender')).fill('contact form', soon);
      await page.getByRole('link', { name: /^Contact Form 7/ }).click();
      await expect
        .poll(() => page.getByRole('group', { name: say('Absender', 'Sender') }).evaluate(isFocused))
        .toBe(true);
      await page.getByRole('button', { name: say('Hinzufügen', 'Add'), exact: true }).click();
      await page.getByText(say('Dies wird einmal gezeigt.', 'This is shown once.')).waitFor(soon);
      const secret = (await page.locator('.notice .copied code').first().textContent()) ?? '';
      await page.getByText(`Authorization: Bearer ${secret}`).waitFor();
      await page
        .getByText(say('Wartet auf den ersten Webhook.', 'Waiting for the first webhook.'))
        .waitFor(soon);

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
      await page
        .getByText(
          say('Ein Webhook ging an eine andere Adresse.', 'A webhook was posted to another address.'),
        )
        .waitFor(soon);
      await page
        .getByText(say('Korrigieren Sie die Adresse beim Absender', 'Correct the address at the sender'))
        .waitFor();
      await isFine(opened, 'another-address');
      expect((await postTo(`${bridge.url}/hooks/contact-form-7`, form, headers)).status).toBe(200);
      await page
        .getByRole('button', {
          name: say('Ansehen und ein Mapping vorschlagen', 'Look at it and propose a mapping'),
        })
        .click(soon);
      await page
        .getByText(say('Dieses Formular hat keine Kundennummer', 'This form has no customer number'))
        .waitFor(soon);
      const key = page.getByLabel(say('Über einen anderen Wert zuordnen', 'Match by another value'));
      const offered = await key.getByRole('option').allTextContents();
      expect(new Set(offered).size).toBe(offered.length);
      await key.selectOption('your-name');
      await page
        .getByText(say('Der Webhook wird zugeordnet über your-name', 'The webhook is matched by your-name'))
        .waitFor(soon);
      await key.selectOption('');
      await page.waitForURL(to => !to.searchParams.get('link'));
      await expect
        .poll(() =>
          page.getByText(say('Der Webhook wird zugeordnet über', 'The webhook is matched by')).textContent(),
        )
        .toContain('your-email');
      await isFine(opened, 'mapping');
      await page.getByRole('button', { name: say('Dieses Mapping speichern', 'Save this mapping') }).click();
      await page
        .getByRole('heading', { name: say('Welcher Kunde ist das?', 'Which customer is this?') })
        .waitFor(soon);
      await isFine(opened, 'whose');
      const number = page.getByLabel(say('Kundennummer', 'Customer number'));
      const deliver = page.getByRole('button', { name: say('Merken und zustellen', 'Remember and deliver') });
      // A number of digits only would belong to another customer.
      await number.fill('K-1001');
      await deliver.click();
      await page.locator('input:invalid').waitFor(soon);
      expect(account.customer(1001)?.updates).toEqual([]);
      await number.fill(' 4711 ');
      await deliver.click();
      await page
        .getByText(say('Der Kalender hat keinen Kunden 4711.', 'The calendar has no customer 4711.'))
        .waitFor(soon);
      await isFine(opened, 'no-such-customer');
      await number.fill('1001');
      await deliver.click();
      await page.getByRole('heading', { name: say('Zugestellt', 'Delivered') }).waitFor(soon);
      await isFine(opened, 'delivered');
      await page
        .getByText(say('Frühere Fassungen der Konfiguration', 'Earlier versions of the config'))
        .click();
      await page
        .getByRole('button', { name: say('Ansehen', 'Look at it') })
        .first()
        .click();
      await page
        .getByText(say('Geheimnisse sind auf beiden Seiten verdeckt.', 'Secrets are masked on both sides.'))
        .waitFor(soon);
      await page.getByText(say('unveränderte Zeilen', 'unchanged lines')).first().waitFor();
      await shot(page, 'wordpress-version');
      await assertAccessible('dialog[open]');
      await fitsItsWidth(page);
      await page.keyboard.press('Escape');
      expect(account.customer(1001)?.updates.at(-1)).toMatchObject({
        additionalFields: {
          plz: '10115',
          vorerkrankungen: 'Heuschnupfen',
          behandlung_wunsch: 'Manuelle Therapie',
        },
      });

      const other = form.replace('ada@example.com', 'bob@example.com');
      expect((await postTo(`${bridge.url}/hooks/contact-form-7`, other, headers)).status).toBe(200);
      await page.getByRole('link', { name: say('Jetzt', 'Now'), exact: true }).click();
      const waits = say('Ein Aufruf wartet auf eine Kundennummer.', 'One call waits for a customer number.');
      await page.locator('.causes').getByText(waits).waitFor(soon);
      await page.locator('.lead').getByText(waits).waitFor();
      await isFine(opened, 'waits-for-number');
      await page.locator('.causes a[href*="not-linked"]').click();
      await page.locator('[data-row]').waitFor(soon);
      expect(await page.locator('[data-row]').count()).toBe(1);
    },
  );

  it('pauses, resumes and removes a sender, and changes its secret', async () => {
    const bridge = await beginInEmptyFolder();
    const { page, assertAccessible } = await openFirst(browser, bridge);
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
    await page.getByText('Two secrets are valid').waitFor(soon);
    await shot(page, 'new-secret');
    await assertAccessible();
    await confirm('End the old secret');
    await page.getByText('Two secrets are valid').waitFor({ state: 'detached', ...soon });
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

    // A known sender whose settings only have a URL.
    await page.goto(`${bridge.url}/console/setup?add=sender&sender=jotform`);
    await page.getByRole('button', { name: 'Add', exact: true }).click(soon);
    await page.getByText('URL for webhooks, with its secret').waitFor(soon);
    const hook = (await page.locator('.notice .copied code').first().textContent()) ?? '';
    expect(hook).toMatch(/\/hooks\/jotform\?token=[\w-]{40,}$/);
    const steps = await page.locator('ol.numbered').innerText();
    expect(steps).toContain(`Enter ${hook}, and choose "Complete Integration".`);
    expect(steps).not.toMatch(/secret:`|YOUR-SECRET|random text/);
    await page.reload();
    await page.getByText('this address ends with its secret').waitFor(soon);
    await assertAccessible();

    // A manual change with an error.
    const file = join(bridge.folder, 'config.yaml');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.replace('preset: jotform', 'preset: jotfrm'));
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    const cause = page.locator('.causes li').filter({ hasText: 'The config on disk has errors' });
    await cause.getByText('A preset that does not exist.').waitFor(soon);
    expect(await cause.locator('code').first().textContent()).toMatch(/^config\.yaml:\d+:\d+$/);
    await shot(page, 'faulty-config');
    await assertAccessible();
    await cause.getByRole('link', { name: 'Show' }).click();
    await page.getByRole('alert').getByText('A preset that does not exist.').waitFor(soon);
    await assertAccessible();
    writeFileSync(file, good);
    await page.getByRole('alert').waitFor({ state: 'detached', ...soon });
  });

  it('says why nothing can be added if the config or the role does not allow it', async () => {
    const scene = await openConsoleScene();
    onTestFinished(() => scene.close());
    const admin = await openPage(browser, scene.url);
    await signInOn(admin.page, `${scene.url}/console/senders`);
    await admin.page.getByText('The config does not allow this page to write files.').waitFor();
    expect(await admin.page.getByRole('link', { name: 'Add a sender' }).count()).toBe(0);
    await admin.assertAccessible();
    const reader = await openPage(browser, scene.url);
    await signInOn(reader.page, `${scene.url}/console/setup`, readToken);
    await reader.page.getByText('To add or change a sender, sign in with the admin token.').waitFor();
    expect(await reader.page.getByRole('button', { name: 'Use the sandbox' }).count()).toBe(0);
    await reader.assertAccessible();
  });
});
