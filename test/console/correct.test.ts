import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leavesOf, patchOf, placeText, questionsOfLeaves } from '../../src/console/parts/correction.ts';
import { mergePatch } from '../../src/receive/bodies/merge-patch.ts';
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

describe.skipIf(missing !== undefined)('correcting an event in the console', () => {
  it('shows at once what would be sent, sends it, and keeps the original', async () => {
    const payload = { kind: 'note', customer: 4711, note: hostile, topics: [] };
    const id = await scene.send(payload);
    await scene.becomes(id, 'failed');
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events/${id}`);
    await page.getByText('This event failed and needs you.').waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog');
    // Editing begins at the refused value, whatever other values there are.
    await expect
      .poll(() => page.evaluate("document.activeElement.closest('label')?.textContent"))
      .toMatch(/^customer /);
    await dialog.getByText('This value was refused.').waitFor();
    await dialog.getByLabel('customer').fill('not a number');
    await dialog.getByText('With this correction, the event still cannot be sent.').waitFor();
    await dialog.getByLabel('customer').fill('1001');
    await dialog
      .getByText('With this correction, the event still cannot be sent.')
      .waitFor({ state: 'detached' });
    await dialog.getByText('before: 4711').waitFor();
    await assertAccessible();
    await dialog.getByLabel('Reason').fill('the number was misread');
    await dialog.getByRole('button', { name: 'Correct and send' }).click();
    await scene.becomes(id, 'delivered');
    await page.getByText('This event is delivered.').waitFor();
    await page.getByText('Corrected by console').waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    await assertAccessible();
    expect(await scene.api('GET', `events/${id}`)).toMatchObject({
      payload: { customer: 4711 },
      corrected: { customer: 1001, note: hostile },
      amendments: [{ patch: { customer: 1001 }, why: 'the number was misread' }],
    });
  });

  it('says before and after that a correction changes nothing, and why', async () => {
    const [slot] = scene.sandbox.reserve(1);
    const { appointmentId: appointment, appointmentParticipantId: participant } = slot ?? {};
    const person = { first: 'Ada', last: 'Lovelace', email: 'ada@example.com', extra: 'x' };
    const id = await scene.send({ kind: 'booking', appointment, participant, ...person });
    await scene.becomes(id, 'delivered');
    const { page, assertAccessible } = await openPage(browser, scene.url, { locale: 'de-DE' });
    await signInOn(page, `${scene.url}/console/events/${id}`);
    await page.getByRole('button', { name: 'Korrigieren und senden' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('email').fill('ada@example.org');
    await dialog.getByText('Es würde nichts gesendet.').waitFor();
    await dialog.getByText('Die Buchung dieses Ereignisses ist ausgeführt').waitFor();
    await dialog.getByLabel('extra').fill('y');
    await dialog.getByText('Ändert keinen Aufruf: extra.').waitFor();
    await assertAccessible();
    await dialog.getByLabel('Grund').fill('verlesen');
    await dialog.getByRole('button', { name: 'Korrigieren und senden' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'Die Korrektur ist gespeichert.' });
    await notice.getByText('eine Buchung wird nie wiederholt').waitFor();
    await notice.getByText('Ändert keinen Aufruf: extra.').waitFor();
    await page.getByRole('button', { name: 'Noch einmal planen' }).click();
    await dialog.getByText('Es würde nichts gesendet.').waitFor();
    await dialog.getByText('Die Buchung dieses Ereignisses ist ausgeführt').waitFor();
    expect(await dialog.getByText('wartet').count()).toBe(0);
  });

  it('names the events of two crossed customer numbers to each other, and the next step', async () => {
    const of1004 = await scene.send({ kind: 'note', customer: 1005, note: 'of 1004', topics: [] });
    await scene.becomes(of1004, 'delivered');
    const of1005 = await scene.send({ kind: 'note', customer: 1004, note: 'of 1005', topics: [] });
    await scene.becomes(of1005, 'delivered');
    const { page, assertAccessible } = await openPage(browser, scene.url, { locale: 'de-DE' });
    const dialog = page.getByRole('dialog');
    const notice = page.getByRole('status').filter({ hasText: 'Die Korrektur ist gespeichert.' });
    const correct = async (id: string, customer: string, expected: string, other: string) => {
      await page.goto(`${scene.url}/console/events/${id}`);
      await page.getByRole('button', { name: 'Korrigieren und senden' }).click();
      await dialog.getByLabel('customer').fill(customer);
      await dialog.getByText(expected).getByRole('link', { name: other }).waitFor();
      await assertAccessible();
      await dialog.getByLabel('Grund').fill('vertauscht');
      await dialog.getByRole('button', { name: 'Korrigieren und senden' }).click();
      await notice.getByText(expected).getByRole('link', { name: other }).waitFor();
    };
    await signInOn(page, `${scene.url}/console/events/${of1004}`);
    await correct(
      of1004,
      '1004',
      'War eines dieser neueren Ereignisse für eine andere Person bestimmt',
      of1005,
    );
    await page.getByText('Ältere Werte wurden ausgelassen').first().waitFor();
    await correct(of1005, '1005', 'Ein früheres Ereignis hat Werte für Kunde 1004', of1004);
    await notice.getByRole('link', { name: of1004 }).click();
    await page.getByRole('button', { name: 'Noch einmal planen' }).click();
    await dialog.getByText('Auch zugestellte Aktualisierungen noch einmal senden').click();
    await dialog.getByText('Wird nicht gesendet').waitFor({ state: 'detached' });
    expect(await dialog.getByText('Sie werden ausgelassen').count()).toBe(0);
    expect(await dialog.getByText('Diese Werte bleiben dort').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Noch einmal planen' }).click();
    const notes = () => [1004, 1005].map(customer => scene.sandbox.customer(customer)?.note);
    await expect.poll(notes).toEqual(['of 1004', 'of 1005']);
  });

  it('corrects a refused webhook while a person accepts it', async () => {
    const config = join(scene.folder, 'config.yaml');
    const body = JSON.stringify({ kind: 'note', customer: 4720, note: hostile });
    const refused = await fetch(`${scene.url}/hooks/crm`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    });
    expect(refused.status).toBe(415);
    const words = readFileSync(config, 'utf8');
    writeFileSync(
      config,
      words.replace('crm: {verify: {type: none}}', 'crm: {verify: {type: none}, body: json}'),
    );
    await scene.restart();
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/senders`);
    await page.getByRole('button', { name: 'Accept after all' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('note').first().waitFor();
    await dialog.getByLabel('customer').fill('1002');
    await dialog.getByText('before: 4720').waitFor();
    await assertAccessible();
    await dialog.getByLabel('Reason').fill('the number was misread');
    await dialog.getByRole('button', { name: 'Accept after all' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { refusals } = (await scene.api('GET', 'refusals')) as { refusals: { acceptedAs?: string[] }[] };
    const id = refusals[0]?.acceptedAs?.[0] ?? '';
    await scene.becomes(id, 'delivered');
    expect(await scene.api('GET', `events/${id}`)).toMatchObject({
      payload: { customer: 4720 },
      corrected: { customer: 1002, note: hostile },
    });
  });

  it('writes the payload of a refused webhook whose body cannot be read', async () => {
    const refused = await fetch(`${scene.url}/hooks/crm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"kind": "note", "customer": 1002, "note": "a comma",}',
    });
    expect(refused.status).toBe(400);
    await fetch(`${scene.url}/hooks/crmm`, { method: 'POST', body: '{}' });
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console`);
    await page.getByText('One webhook of crm was refused, and its event is missing.').waitFor();
    await page.getByText('Probably /hooks/crm was meant.').waitFor();
    await page.goto(`${scene.url}/console/senders`);
    await page.getByText('Probably /hooks/crm was meant.').waitFor();
    await page.getByRole('button', { name: 'Write its payload' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This is not a JSON object yet.').waitFor();
    await expect
      .poll(() => dialog.getByLabel('Payload (JSON)').inputValue())
      .toBe('{"kind": "note", "customer": 1002, "note": "a comma",}');
    await assertAccessible();
    await dialog.getByLabel('Payload (JSON)').fill('{"kind": "note", "customer": 1002, "note": "no comma"}');
    await dialog.getByText('Calls that would be sent').waitFor();
    await dialog.getByText('no comma').last().waitFor();
    await dialog.getByLabel('Reason').fill('a comma too many');
    await dialog.getByRole('button', { name: 'Accept after all' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { refusals } = (await scene.api('GET', 'refusals')) as { refusals: { acceptedAs?: string[] }[] };
    const id = refusals[0]?.acceptedAs?.[0] ?? '';
    await scene.becomes(id, 'delivered');
    expect(await scene.api('GET', `events/${id}`)).toMatchObject({
      payload: '{"kind": "note", "customer": 1002, "note": "a comma",}',
      corrected: { customer: 1002, note: 'no comma' },
    });
  });

  it('groups failed events by their cause on the first page', async () => {
    const id = await scene.send({ kind: 'note', customer: 'x-1', note: 'x' });
    await scene.becomes(id, 'failed');
    for (const [locale, cause] of [
      ['en-GB', /events? failed: A customer number that/],
      ['de-DE', /fehlgeschlagen: Die Kundennummer ist keine Zahl/],
    ] as const) {
      const { page, assertAccessible } = await openPage(browser, scene.url, { locale });
      await signInOn(page, `${scene.url}/console`);
      const row = page.locator('.causes li', { hasText: cause });
      await row.waitFor();
      await assertAccessible();
      await row.getByRole('link').click();
      await expect.poll(() => page.url()).toContain('code=check%2Fbad-number');
      await page.locator('[data-row]').first().waitFor();
    }
  });

  it('is shown in German', async () => {
    const id = await scene.send({ kind: 'note', customer: 4712, note: 'x' });
    await scene.becomes(id, 'failed');
    const watched = await openPage(browser, scene.url, { locale: 'de-DE' });
    const { page } = watched;
    await signInOn(page, `${scene.url}/console/events/${id}`);
    await page.getByRole('button', { name: 'Korrigieren und senden' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('customer').fill('1002');
    await dialog.getByLabel('Grund').fill('verlesen');
    const other = { patch: { note: 'y' }, who: 'Ben', reason: 'at the same time', seen: 0 };
    await scene.api('POST', `events/${id}/amend`, other);
    await scene.becomes(id, 'failed');
    watched.expected = /status of 409/;
    await dialog.getByRole('button', { name: 'Korrigieren und senden' }).click();
    await dialog.getByText('Jemand anderes hat dieses Ereignis korrigiert').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Korrigiert von Ben').waitFor();
    await page.getByRole('button', { name: 'Korrigieren und senden' }).click();
    await dialog.getByLabel('customer').fill('1002');
    await dialog.getByLabel('Grund').fill('verlesen');
    await dialog.getByRole('button', { name: 'Korrigieren und senden' }).click();
    await scene.becomes(id, 'delivered');
  });

  it('offers nothing of this to a reader', async () => {
    const id = await scene.send({ kind: 'note', customer: 4713, note: 'x' });
    await scene.becomes(id, 'failed');
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/events/${id}`, readToken);
    await page.getByText('This event failed and needs you.').waitFor();
    expect(await page.getByRole('button', { name: 'Correct and send' }).count()).toBe(0);
  });
});

describe('the patch of a correction', () => {
  const payload = {
    contact: { phone: '1', age: 30 },
    answers: [{ id: 'q1', tags: ['a', 'b'] }, { id: 'q2' }],
    __proto: 1,
  };

  it('contains every value once', () => {
    expect(leavesOf(payload).map(({ place }) => placeText(place))).toEqual([
      'contact.phone',
      'contact.age',
      'answers[0].id',
      'answers[0].tags[0]',
      'answers[0].tags[1]',
      'answers[1].id',
      '__proto',
    ]);
  });

  it.each([
    [['contact', 'phone'], { contact: { phone: 'new' } }],
    [['answers', 1, 'id'], { answers: [payload.answers[0], { id: 'new' }] }],
    [['answers', 0, 'tags', 1], { answers: [{ id: 'q1', tags: ['a', 'new'] }, { id: 'q2' }] }],
    [['__proto__'], JSON.parse('{"__proto__":"new"}')],
  ])('for %j changes only that value', (place, expected) => {
    const patch = patchOf(payload, [{ place, value: 'new' }]);
    expect(JSON.stringify(patch)).toBe(JSON.stringify(expected));
  });

  it('names the question of an answer, unless its value occurs twice', () => {
    const form = { answers: [{ text: 'Nuts' }, { labels: ['wavy'] }, { text: 'x' }], other: 'x' };
    const answers = [
      { question: 'Allergies', value: 'Nuts' },
      { question: 'Hair', value: ['wavy'] },
      { question: 'Name', value: 'x' },
    ];
    expect([...questionsOfLeaves(leavesOf(form), answers)]).toEqual([
      ['answers[0].text', 'Allergies'],
      ['answers[1].labels[0]', 'Hair'],
    ]);
  });

  it('creates the payload that a person wrote, from several changes', () => {
    const changes = [
      { place: ['answers', 0, 'id'], value: 'x' },
      { place: ['answers', 1, 'id'], value: 'y' },
      { place: ['contact', 'age'], value: 31 },
    ];
    expect(mergePatch(payload, patchOf(payload, changes))).toEqual({
      ...payload,
      contact: { phone: '1', age: 31 },
      answers: [{ id: 'x', tags: ['a', 'b'] }, { id: 'y' }],
    });
  });
});
