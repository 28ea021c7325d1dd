import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cursorBehind, editorText } from './bench-editor.ts';
import { startChromium, whyNoBrowser } from './chromium.ts';
import {
  type ConsoleScene,
  openConsoleScene,
  openPage,
  readToken,
  signInOn,
  type WatchedPage,
} from './console-scene.ts';

const missing = whyNoBrowser();
let browser: Browser;
let scene: ConsoleScene;
/** The ids of earlier events. */
const ids: string[] = [];

const notes = 'mappings/notes.yaml';
const mapping = `source: crm
destination: salon
when: kind = "note"
operation: updateCustomer
set:
  id: customer
  note: note # what they said
  additionalFields:
    interests: {from: topics, as: list}
tests:
  - name: a note
    payload: {kind: note, customer: 1001, note: Likes tea, topics: [Haarschnitt]}
    expect:
      - {id: "1001", note: Likes tea, additionalFields: {interests: Haarschnitt}}
`;

beforeAll(async () => {
  if (missing !== undefined) return;
  browser = await startChromium();
  scene = await openConsoleScene('', 'sqlite:data/bridge.db', ', edit: true');
  writeFileSync(join(scene.folder, notes), mapping);
  for (const [customer, note] of [
    [1001, 'Likes coffee'],
    [1002, 'Window seat'],
  ]) {
    const payload = { kind: 'note', customer, note, topics: ['Haarschnitt'], 'birth day': '1990-05-03' };
    ids.push(
      await scene.send({ ...payload, contact: { 'first name': 'Mara', email: 'mara@salon.example' } }),
    );
  }
});

afterAll(async () => {
  await browser?.close();
  await scene?.close();
});

/** Opens a page as wide as a desktop screen. */
async function openWide(expected?: RegExp): Promise<WatchedPage> {
  const watched = await openPage(browser, scene.url, { viewport: { width: 1440, height: 900 } });
  watched.expected = expected;
  return watched;
}

/** Returns the text of the mapping `notes` on disk. */
function saved(): string {
  return readFileSync(join(scene.folder, notes), 'utf8');
}

/**
 * Chooses the first completion. Right after a list opens, CodeMirror inserts a new line on Enter
 * (`interactionDelay`, 75 ms).
 */
async function takeOffered(page: Page, text: string, name: string): Promise<void> {
  await page.locator('.cm-tooltip-autocomplete').getByText(text, { exact: true }).first().waitFor();
  await page.waitForTimeout(100);
  await shot(page, name);
  await page.keyboard.press('Enter');
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `bench-${name}.png`), fullPage: true });
}

describe.skipIf(missing !== undefined)('the bench', () => {
  it('opens with the last real event, and shows faults while a person types', async () => {
    const { page, assertAccessible } = await openWide();
    for (const id of ids) await scene.becomes(id, 'delivered');
    await signInOn(page, `${scene.url}/console/bench?mapping=notes`);
    await page.getByRole('textbox', { name: 'Mapping' }).waitFor();
    await page.getByText('Checks are green').waitFor();
    await page.getByText('1 test passes').waitFor();
    await page.getByText('Of the last 2 events none would change').waitFor();
    await shot(page, 'masked');
    expect(await page.content()).not.toContain('Window seat');
    await page.getByRole('button', { name: 'Show values' }).click();
    await page.getByRole('heading', { name: 'Sent values' }).waitFor();
    await page.locator('.part', { hasText: 'note' }).getByText('Window seat').first().waitFor();
    await page.locator('.inlay', { hasText: 'Window seat' }).waitFor();
    await shot(page, 'open');
    await assertAccessible();
    await cursorBehind(page, 'id: customer');
    await page.keyboard.press('Enter');
    await page.keyboard.type('nosuch: note');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page.getByText(/^✗ \d+ errors?$/).waitFor();
    await shot(page, 'fault');
    await assertAccessible();
  });

  it('writes a rule by pointing at a value and at a field, saves it, and restores the previous version', async () => {
    const { page, assertAccessible } = await openWide();
    await signInOn(page, `${scene.url}/console/bench?mapping=notes`);
    await page.getByRole('button', { name: 'Show values' }).click();
    await page.getByRole('button', { name: 'birth day' }).click();
    await page.getByText('birth day: now choose the field that it fills.').waitFor();
    await shot(page, 'picked');
    await page.getByRole('button', { name: 'birthdate' }).click();
    await page.getByText(/^Written: birthdate: /).waitFor();
    await page.locator('.part', { hasText: 'birthdate' }).getByText('03.05.1990').first().waitFor();
    const written = await editorText(page);
    expect(written).toContain('    birthdate: ');
    // A click does the same for a person who is not in the editor.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => editorText(page)).toBe(mapping);
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await cursorBehind(page, 'id: customer');
    await page.keyboard.press('Control+y');
    await expect.poll(() => editorText(page)).toBe(written);
    expect(written).toContain('note: note # what they said');
    // One undo removes the whole rule.
    await cursorBehind(page, 'id: customer');
    await page.keyboard.press('Control+z');
    await expect.poll(() => editorText(page)).toBe(mapping);
    await page.keyboard.press('Control+y');
    await expect.poll(() => editorText(page)).toBe(written);
    await page.getByText('Of the last 2 events 2 would change').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').waitFor();
    await shot(page, 'confirm');
    await assertAccessible('dialog[open]');
    expect(saved()).toBe(mapping);
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    for (const each of await page.getByRole('dialog').getByRole('checkbox').all()) await each.check();
    await save.click();
    await page.getByText('Saved. The bridge uses it within seconds.').waitFor();
    expect(saved()).toBe(written);
    await page.getByText('Earlier versions').click();
    await page.getByRole('button', { name: 'Compare with the text' }).first().click();
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    await shot(page, 'versions');
    await assertAccessible('dialog[open]');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => editorText(page)).toBe(mapping);
    await page.getByText('Not saved yet').waitFor();
  });

  it('says before an open choice is saved that events would be held, and marks only the entry that a rule reads', async () => {
    const rule = '    hair.type: {from: hair, values: {short: WHICH CHOICE?}}\n';
    const lead = `    lead.source: 'tags[label="origin"].text'\n`;
    writeFileSync(join(scene.folder, notes), mapping.replace('tests:', `${lead}tests:`));
    const tags = [
      { label: 'colour', text: 'red' },
      { label: 'origin', text: 'fair' },
    ];
    const id = await scene.send({ kind: 'note', customer: 1001, note: 'Likes tea', hair: 'short', tags });
    await scene.becomes(id, 'delivered');
    const { page, assertAccessible } = await openWide();
    await signInOn(page, `${scene.url}/console/bench?mapping=notes&event=${id}`);
    await page.getByRole('button', { name: 'Show values' }).click();
    await page.locator('.pane.payload .went', { hasText: 'lead.source' }).first().waitFor();
    const marked = page.locator('.pane.payload .leaf', { hasText: 'lead.source' });
    // The tags are also in the masked payload, before the values are shown.
    await expect.poll(() => marked.allTextContents()).toEqual([expect.stringContaining('fair')]);
    await cursorBehind(page, 'interests');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Home');
    await page.keyboard.insertText(rule.trimEnd());
    await page.getByText('choice still missing').first().waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(
        /^Haartyp: the choice for “short” is still missing\..*all events of this mapping are held\.$/,
      )
      .waitFor();
    await dialog.getByText(/ would be held$/).waitFor();
    await shot(page, 'open-choice');
    await assertAccessible('dialog[open]');
    await page.keyboard.press('Escape');
    writeFileSync(join(scene.folder, notes), mapping);
  });

  it('shows a file that somebody else changed beside the edited text, and overwrites nothing', async () => {
    writeFileSync(join(scene.folder, notes), mapping);
    const watched = await openWide(/status of 409/);
    const { page, assertAccessible } = watched;
    await signInOn(page, `${scene.url}/console/bench?mapping=notes`);
    await page.getByText('1 test passes').waitFor();
    const theirs = `# theirs\n${mapping}`;
    writeFileSync(join(scene.folder, notes), theirs);
    await cursorBehind(page, 'source: crm');
    await page.keyboard.type(' # mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Somebody changed the file').waitFor();
    await shot(page, 'conflict');
    await assertAccessible('dialog[open]');
    expect(saved()).toBe(theirs);
    await page.getByRole('button', { name: 'Keep my text' }).click();
    expect(await editorText(page)).toContain('source: crm # mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. The bridge uses it within seconds.').waitFor();
    expect(saved()).toBe(mapping.replace('crm', 'crm # mine'));
  });

  it('makes a mapping from nothing, only by pointing, which then delivers', async () => {
    const { page, assertAccessible } = await openWide();
    const id = await scene.send({ kind: 'fresh', customer: 1003, remark: 'Ground floor', allergy: 'Nuts' });
    await scene.becomes(id, 'skipped');
    await signInOn(page, `${scene.url}/console/bench?mapping=notes&event=${id}`);
    await page.getByText('The mapping does not apply to this event').waitFor();
    await page.getByRole('button', { name: 'New mapping …' }).click();
    await page.getByLabel('Name of the new mapping').fill('booking');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('There is a mapping “booking” already, so it was opened.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Mapping', exact: true }).inputValue()).toBe('booking');
    await page.getByRole('button', { name: 'New mapping …' }).click();
    await page.getByLabel('Name of the new mapping').fill('fresh');
    await page.getByRole('button', { name: 'Begin' }).click();
    expect(await page.getByText('already, so it was opened').count()).toBe(0);
    await page.getByRole('button', { name: 'Show values' }).click();
    for (const [value, field] of [
      ['customer', 'id'],
      ['remark', 'note'],
      ['allergy', 'allergies'],
    ] as const) {
      await page.locator('button.leaf', { hasText: `${value} ` }).click();
      await page.locator(`button[data-part$="${field}"]`).click();
      await shot(page, `pointed-${field}`);
      await page.getByText(`Written: ${field}: ${value}`).waitFor({ timeout: 5_000 });
    }
    await page.locator('.part', { hasText: 'allergies' }).getByText('Nuts').first().waitFor();
    // A condition before it, written only with completions.
    await cursorBehind(page, 'destination: salon');
    await page.keyboard.press('Enter');
    await page.keyboard.type('whe');
    await takeOffered(page, 'when', 'complete-key');
    await expect.poll(() => editorText(page)).toMatch(/^when: ?$/m);
    await page.keyboard.press('End');
    await page.keyboard.type(' ki'.slice((await editorText(page)).includes('when: ') ? 1 : 0));
    await takeOffered(page, 'kind', 'complete-path');
    await expect.poll(() => editorText(page)).toMatch(/^when: kind$/m);
    await page.keyboard.insertText(' = "fresh"');
    await page.keyboard.press('Escape');
    await expect.poll(() => editorText(page)).toMatch(/^when: kind = "fresh"$/m);
    await shot(page, 'fresh');
    await assertAccessible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    for (const each of await page.getByRole('dialog').getByRole('checkbox').all()) await each.check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The bridge uses it within seconds.').waitFor();
    expect(readFileSync(join(scene.folder, 'mappings/fresh.yaml'), 'utf8')).toBe(
      'source: crm\ndestination: salon\nwhen: kind = "fresh"\noperation: updateCustomer\nset:\n  id: customer\n  note: remark\n' +
        '  additionalFields:\n    allergies: allergy\n',
    );
    await expect
      .poll(
        async () => {
          const { calls } = (await scene.api('POST', 'preview', { eventId: id })) as { calls: unknown[] };
          return calls.length;
        },
        { timeout: 10_000 },
      )
      .toBe(1);
    rmSync(join(scene.folder, 'mappings/fresh.yaml'));
  });

  it('opens from a field and from an event, with everything filled in', async () => {
    const { page } = await openWide();
    await signInOn(page, `${scene.url}/console/events/${ids[1]}`);
    await page.getByRole('link', { name: 'Open in the Bench' }).click();
    await page.waitForURL(url => url.searchParams.get('event') === ids[1]);
    await page.getByRole('textbox', { name: 'Mapping' }).waitFor();
    await page.goto(`${scene.url}/console/fields?field=allergies`);
    await page.getByRole('link', { name: 'Fill this field' }).first().click();
    await page.getByText('Allergien: now choose the value that fills it.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText('now choose the value').count()).toBe(0);
  });

  it('is not offered for a field that the API cannot set', async () => {
    const { page } = await openWide();
    await signInOn(page, `${scene.url}/console/fields`);
    const offers = async (name: string) => {
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name, exact: true }) });
      await card.waitFor();
      return [
        await card.getByRole('link', { name: 'Fill this field' }).count(),
        await card.getByText('The API cannot set pictures and documents.').count(),
        await card.getByText('Belongs to the appointment').count(),
      ];
    };
    expect(await offers('Allergien')).toEqual([1, 0, 0]);
    expect(await offers('Foto')).toEqual([0, 1, 0]);
    expect(await offers('Wunsch zum Termin')).toEqual([0, 0, 1]);
  });

  it('is shown in German, on a phone in dark mode, and to a reader', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url, {
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 360, height: 700 },
    });
    await signInOn(page, `${scene.url}/console/bench?mapping=notes`);
    await page.getByText('1 Test besteht').waitFor();
    for (const tab of ['Payload', 'Mapping', 'Aufruf']) {
      await page.getByRole('button', { name: tab, exact: true }).click();
      await shot(page, `phone-${tab}`);
      await assertAccessible();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    }
    writeFileSync(join(scene.folder, notes), mapping.replace('note: note #', 'note: $uppercase(note) #'));
    await page.reload();
    await page.getByText(/^✗ 1 von 1 Tests schlagen fehl$/).click();
    await page.getByRole('button', { name: 'Erwartung der Tests erneuern' }).click();
    await page.getByRole('button', { name: 'Übernehmen' }).waitFor();
    const changed = page.getByRole('dialog').getByRole('listitem');
    expect(await changed.allTextContents()).toEqual([
      'Notiz: LIKES TEA aus note: "Likes tea" (der Test erwartet: Likes tea)',
    ]);
    await shot(page, 'phone-renew');
    await assertAccessible('dialog[open]');
    await page.getByRole('button', { name: 'Übernehmen' }).click();
    await page.getByText('1 Test besteht').waitFor();
    expect(await editorText(page)).toContain('- {id: "1001", note: LIKES TEA,');
    await page.getByRole('button', { name: 'Meine Änderungen verwerfen' }).click();
    await page.getByText('Wie gespeichert').waitFor();
    const tabled = mapping.replace(
      'interests:',
      'hair.type: {from: cut, values: {ringlets: lockig}}\n    interests:',
    );
    writeFileSync(join(scene.folder, notes), tabled);
    await page.reload();
    await page.getByText(/^! 1 Zeile einer Tabelle vergleichen$/).click();
    await page.getByRole('listitem').filter({ hasText: 'Haartyp: ringlets → lockig (aus cut)' }).waitFor();
    await shot(page, 'phone-lines');
    await assertAccessible();
    await page.getByRole('button', { name: 'Sie stimmen: als Test hinzufügen' }).click();
    await page.getByText(/Zeile einer Tabelle vergleichen/).waitFor({ state: 'detached' });
    expect(await editorText(page)).toContain('ringlets: lockig');
    await page.getByRole('button', { name: 'Meine Änderungen verwerfen' }).click();
    await page.getByText('Wie gespeichert').waitFor();
    writeFileSync(join(scene.folder, notes), mapping.replace('interests:', 'interest:'));
    await page.reload();
    await page.getByText(/^✗ 1 Fehler$/).click();
    await page.getByText('Meinten Sie „interests“?').first().waitFor();
    await shot(page, 'phone-meant');
    writeFileSync(join(scene.folder, notes), mapping);
    const reader = await openWide();
    await signInOn(reader.page, `${scene.url}/console/bench?mapping=notes`, readToken);
    await reader.page.getByText('You can look at mappings.').waitFor();
    await reader.page.getByText('[masked]').first().waitFor();
    expect(await reader.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await reader.page.getByText('Ctrl+S: save').count()).toBe(0);
    expect(await editorText(reader.page)).not.toContain('Likes tea');
    await shot(reader.page, 'reader');
    await reader.assertAccessible();
  });
});
