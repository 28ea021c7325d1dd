import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { de } from '../../src/console/words/de.ts';
import { en, type Words } from '../../src/console/words/en.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { writeFiles } from '../cli/command-line.ts';
import { readProjectFile } from '../house/markdown.ts';
import { freePort, type Running, startProgram } from '../program/program.ts';
import { editorText } from './bench-editor.ts';
import { startChromium, whyNoBrowser } from './chromium.ts';
import { adminToken, openPage, signInOn } from './console-scene.ts';

const missing = whyNoBrowser();
let browser: Browser;
let bridge: Bridge;

beforeAll(async () => {
  if (missing !== undefined) return;
  browser = await startChromium();
  bridge = await openBridge();
  // The CRM sends no customer number.
  const link = { people: 'contacts', link: '301', destination: 'salon', customerId: '1001' };
  await bridge.api('POST', 'links', [link]);
});
afterAll(async () => {
  await browser?.close();
  await bridge?.close();
});

interface Bridge {
  readonly url: string;
  readonly folder: string;
  api(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Posts a payload to a source; returns the id of its event. */
  send(source: string, payload: unknown): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts a bridge with the sources, tables and defaults of the example and a sandbox, without mappings. Senders
 * need no secret.
 */
async function openBridge(): Promise<Bridge> {
  const sandbox: Sandbox = await startSandbox();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'bench-everyday-'));
  const { destinations, sources, tables } = parse(readProjectFile('config.example.yaml')) as {
    destinations: { salon: object };
    sources: Readonly<Record<string, object>>;
    tables: object;
  };
  const open = Object.entries(sources).map(([name, source]) => {
    const { secret: _, ...others } = source as { readonly secret?: string };
    return [name, { ...others, verify: { type: 'none' } }];
  });
  const config = {
    server: { port },
    store: 'sqlite:data/bridge.db',
    destinations: { salon: { ...destinations.salon, baseUrl: sandbox.url, token: sandbox.tokens.mitte } },
    tables,
    sources: Object.fromEntries(open),
    admin: { token: adminToken, edit: true },
  };
  writeFiles(folder, { 'config.yaml': JSON.stringify(config), 'mappings/.keep': '' });
  const running: Running = await startProgram({ config: join(folder, 'config.yaml'), port });
  const url = `http://127.0.0.1:${port}`;
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as Record<string, unknown>;
  };
  return {
    url,
    folder,
    api: (method, path, body) => ask(method, `api/${path}`, body),
    async send(source, payload) {
      const { id, ids } = await ask('POST', `hooks/${source}`, payload);
      const [only = id] = Array.isArray(ids) ? ids : [];
      expect(only).toEqual(expect.any(String));
      return String(only);
    },
    async close() {
      await running.end('SIGKILL');
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const screens = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { locale: 'de-DE', viewport: { width: 360, height: 740 } },
};

type Place = readonly (string | number)[];

/** The steps that write an everyday mapping in the Bench. */
interface Written {
  readonly name: string;
  readonly source: string;
  readonly operation?: 'persistCustomerData';
  /**
   * The places where a person clicks: a value in the payload of a test (by default the first one), then the part
   * that it fills.
   */
  readonly pointed: readonly (readonly [part: string, place: Place, test?: number])[];
  /** The meanings of answers: an answer, and the offered choice of the account that it means. */
  readonly chosen?: readonly (readonly [answer: string, choice: string])[];
  /** The completions afterwards: part of a word is typed after a text in the editor, then a suggestion is chosen. */
  readonly completed?: readonly (readonly [behind: string, typed: string, chosen: string])[];
  readonly screen: keyof typeof screens;
}

const field = (keyName: string) => `additionalFields.${keyName}`;
/** The place of a question in the list of answers. */
const answerTo = (question: string): Place => ['$answers', question];
const answer = (index: number, ...more: Place): Place => ['form_response', 'answers', index, ...more];
const value = (page: number, index: number): Place => [
  'seiten',
  page,
  'antworten',
  index,
  'antwort',
  'werte',
];

const everyday: readonly Written[] = [
  {
    name: 'wordpress-umlauts',
    source: 'wordpress',
    screen: 'desk',
    pointed: [
      ['id', ['stammkunde']],
      ['note', answerTo('wünsche-für-den-termin')],
      [field('birthdate'), ['geburtstag-tt.mm.jjjj']],
      [field('interests'), ['gewünscht', 0]],
      [field('hair.type'), ['haartyp-heute', 0]],
      [field('contact.by'), ['erreichbar-über']],
      [field('newsletter'), ['newsletter-abonnieren', 0]],
      [field('allergies'), ['unverträglichkeiten']],
    ],
    completed: [
      ['destination: salon', '\nwhe', 'when'],
      ['when: ', '$answers.sta', 'stammkunde'],
    ],
  },
  {
    name: 'form-with-tick-boxes',
    source: 'website',
    screen: 'desk',
    pointed: [
      ['when', ['form_response', 'form_id']],
      ['id', answerTo('Kundennummer')],
      [field('birthdate'), answerTo('Geburtstag')],
      [field('interests'), answerTo('Was wünschen Sie?')],
      [field('hair.type'), answer(3, 'choice', 'label')],
      [field('newsletter'), answer(4, 'boolean')],
      [field('allergies'), answer(5, 'text')],
    ],
  },
  {
    name: 'nested-answers',
    source: 'questionnaire',
    screen: 'phone',
    pointed: [
      ['id', value(0, 0)],
      ['customerStatus', value(1, 2)],
      [field('birthdate'), value(0, 1)],
      [field('interests'), [...value(0, 2), 0]],
      [field('hair.type'), value(1, 0)],
      [field('newsletter'), value(1, 1)],
    ],
    chosen: [['regelmäßig', 'Stammkunde']],
    completed: [['curly: WHICH CHOICE?', '', 'lockig']],
  },
  {
    name: 'crm-property',
    source: 'crm-contacts',
    screen: 'desk',
    pointed: [
      ['link', ['objectId']],
      [field('birthdate'), ['propertyValue'], 0],
      [field('hair.type'), ['propertyValue'], 1],
      [field('allergies'), ['propertyValue'], 2],
      [field('newsletter'), ['propertyValue'], 3],
    ],
    chosen: [['curly', 'lockig']],
    completed: [
      ['{answer: allergies', ', whenE', 'whenEmpty'],
      ['{answer: allergies, whenEmpty: ', 'cl', 'clear'],
    ],
  },
  {
    name: 'booking-with-consent',
    source: 'booking-boxes',
    screen: 'desk',
    operation: 'persistCustomerData',
    pointed: [
      ['appointmentId', ['termin', 'id']],
      ['appointmentParticipantId', ['termin', 'person']],
      ['firstName', ['kontakt', 'vorname']],
      ['name', ['kontakt', 'nachname']],
      ['email', ['kontakt', 'email']],
      ['mobile', ['kontakt', 'handy']],
      ['privacy', ['kästchen', 0, 'angekreuzt']],
      ['terms', ['kästchen', 1, 'angekreuzt']],
      ['minAge', ['kästchen', 2, 'angekreuzt']],
      ['marketing', ['kästchen', 3, 'angekreuzt']],
      [field('birthdate'), ['kontakt', 'geburtstag']],
    ],
  },
];

/** A test of a mapping, with its payload. */
interface Example {
  readonly payload: unknown;
  readonly linked?: unknown;
  readonly expect?: readonly [object];
}

/** Returns the tests of a mapping that make a call. */
function examplesOf(name: string): readonly Example[] {
  const { tests } = parse(readProjectFile(`mappings/everyday/${name}.yaml`)) as { tests: readonly Example[] };
  return tests
    .filter(each => each.expect)
    .map(({ payload, ...more }) => ({
      ...more,
      payload:
        typeof payload === 'string'
          ? JSON.parse(readProjectFile(payload.replace('../', 'mappings/')))
          : payload,
    }));
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `everyday-${name}.png`), fullPage: true });
}

describe.skipIf(missing !== undefined)('the everyday mappings', () => {
  it.each(everyday.map(each => [each.name, each] as const))(
    '%s is written in the Bench from nothing, only by pointing and completing, and then delivers',
    async (name, written) => {
      const examples = examplesOf(name);
      const ids: string[] = [];
      for (const { payload } of examples) ids.push(await bridge.send(written.source, payload));
      const { page, assertAccessible } = await openPage(browser, bridge.url, screens[written.screen]);
      const words = written.screen === 'phone' ? de : en;
      await signInOn(page, `${bridge.url}/console/events/${ids[0]}`);
      // The sender has no mapping, so the next step is to write one. The suggested name is that of the sender.
      await page.locator('.actions .primary', { hasText: words.events.writeMapping }).click();
      await expect.poll(() => page.getByLabel(words.bench.newName).inputValue()).toBe(written.source);
      await page.getByLabel(words.bench.newName).fill(name.replace('-', ' ').toUpperCase());
      await page.getByRole('button', { name: words.bench.begin }).click();
      const desk = { page, words, isNarrow: written.screen === 'phone' };
      // An empty mapping opens at the payload, where its first rule begins.
      await page.getByRole('button', { name: words.bench.showValues }).click();
      await page.getByRole('heading', { name: words.bench.answers }).waitFor();
      const places = await page
        .locator('.pane.payload [data-place]')
        .evaluateAll(all => all.map(each => each.getAttribute('data-place')));
      expect(new Set(places).size).toBe(places.length);
      if (written.operation) await page.locator('.operation select').selectOption(written.operation);
      const [first = ['']] = written.pointed;
      for (const [part, place, test = 0] of written.pointed) {
        await page.locator('.event-pick select').selectOption(ids[test] ?? '');
        await point(desk, part, place);
        if (part === first[0]) await lookAtFirstRule(desk);
      }
      await lookAtAnswers(desk, written.pointed);
      for (const each of written.chosen ?? []) await choose(desk, ...each);
      await openTab(desk, 'text');
      for (const each of written.completed ?? []) await complete(page, ...each);
      await shot(page, name);
      await lookAtWays(desk);
      await openTab(desk, 'text');
      await assertAccessible();
      if (desk.isNarrow)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      const text = await editorText(page);
      for (const { payload, linked, expect: calls } of examples) {
        const tried = await bridge.api('POST', 'bench/try', { mapping: name, text, payload, linked });
        expect(tried).toMatchObject({ findings: [], calls: [{ request: calls?.[0] }] });
      }
      // Two deliveries of the same event are one event.
      await save(desk, new Set(ids).size);
      for (const id of ids)
        await expect.poll(async () => (await bridge.api('GET', `events/${id}`)).status).toBe('delivered');
    },
  );
});

/** The open Bench. A narrow screen shows one of its parts at a time. */
interface OpenBench {
  readonly page: Page;
  readonly words: Words;
  readonly isNarrow: boolean;
}

async function openTab(
  { page, words, isNarrow }: OpenBench,
  tab: 'payload' | 'text' | 'call',
): Promise<void> {
  if (isNarrow) await page.getByRole('button', { name: words.bench[tab], exact: true }).click();
}

/** Points at a value, and then at what it fills. */
async function point(desk: OpenBench, part: string, place: Place): Promise<void> {
  const { page, words } = desk;
  const name = part.replace('additionalFields.', '');
  await openTab(desk, 'payload');
  const value = page.locator(`button[data-place=${JSON.stringify(JSON.stringify(place.map(String)))}]`);
  // The result of the previous rule may move the value between press and release of the button, so that there is
  // no click.
  const isPicked = async () => {
    const isPressed = (await value.getAttribute('aria-pressed')) === 'true';
    if (!isPressed) await value.click();
    return isPressed;
  };
  const above = await heightAbovePanes(page);
  await expect.poll(isPicked, { interval: 200 }).toBe(true);
  // The result must not move anything under the pointer.
  if (!desk.isNarrow) expect(await heightAbovePanes(page)).toBe(above);
  await page.getByPlaceholder(words.bench.findField).fill(name);
  await page.locator(`button[data-part="${part}"]`).click();
  await page.getByText(words.bench.written(name, '')).waitFor();
}

/** Checks that missing rules make no error of a correct one, and that messages follow the language of the page. */
async function lookAtFirstRule({ page, words, isNarrow }: OpenBench): Promise<void> {
  const { bench: text } = words;
  const next = page.getByRole('region', { name: text.stillMissing });
  await page.locator('.right').getByText(text.unfinished).waitFor();
  if (!isNarrow) await next.waitFor();
  expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
  expect(await page.locator('.right .light.bad').count()).toBe(0);
  expect(await page.getByText(text.unusable).count()).toBe(0);
  const other = words === de ? en : de;
  const begins = (one: Words) => new RegExp(`^${one.bench.written('', '').split(':')[0]}:`);
  await page.getByRole('button', { name: words.common.language }).click();
  await page.locator('.told').getByText(begins(other)).waitFor();
  await page.getByRole('button', { name: other.common.language }).click();
  await page.locator('.told').getByText(begins(words)).waitFor();
}

/** Returns the pixels between the top of the Bench and its panes, whatever the scroll position of the page. */
async function heightAbovePanes(page: Page): Promise<number> {
  const [desk, panes] = await Promise.all(['.desk', '.panes'].map(each => page.locator(each).boundingBox()));
  return Math.round((panes?.y ?? 0) - (desk?.y ?? 0));
}

/** Saves without a question, although events wait for the mapping. */
async function save({ page, words: { bench: text } }: OpenBench, waiting: number): Promise<void> {
  await page.locator('.right').getByText(text.releasedEvents(waiting)).waitFor();
  await page.getByRole('button', { name: text.save, exact: true }).click();
  await page.getByText(text.saved).waitFor();
}

/** Checks that an answer in the list shows the part that it fills. */
async function lookAtAnswers(desk: OpenBench, pointed: Written['pointed']): Promise<void> {
  await openTab(desk, 'payload');
  for (const [part, place] of pointed.filter(([, [first]]) => first === '$answers')) {
    const went = desk.page.locator(`button[data-place=${JSON.stringify(JSON.stringify(place))}] .went`);
    await went.getByText(part.replace('additionalFields.', '')).waitFor();
  }
}

/** Checks that the steps of each value are shown in the language of the page. */
async function lookAtWays(desk: OpenBench): Promise<void> {
  await openTab(desk, 'call');
  const ways = (await desk.page.locator('.pane.call .way').allTextContents()).join('\n');
  if (desk.words === en) return;
  expect(ways).toMatch(/ → Haartyp, eines von: /);
  expect(ways).not.toMatch(/ one of | → choice|, joined by /);
}

/** Chooses the meaning of an answer; a missing meaning is not an error. */
async function choose(desk: OpenBench, answer: string, choice: string): Promise<void> {
  const { page } = desk;
  await openTab(desk, 'call');
  const question = page.locator('.next-steps fieldset', { hasText: answer });
  await question.getByRole('button', { name: choice }).waitFor();
  expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
  await question.getByRole('button', { name: choice }).click();
  await expect.poll(() => editorText(page)).toContain(`${answer}: ${choice}`);
  await question.waitFor({ state: 'detached' });
}

/** Clicks after a text, types, and chooses a suggestion. */
async function complete(page: Page, behind: string, typed: string, chosen: string): Promise<void> {
  await expect.poll(() => editorText(page)).toContain(behind);
  // Values may still appear beside the lines and move the text.
  const isBehind = async () => {
    const { x, y } = await page.evaluate<{ x: number; y: number }>(endOfText(behind));
    await page.mouse.click(x, y);
    return page.evaluate<boolean>(isCaretBehind(behind));
  };
  await expect.poll(isBehind).toBe(true);
  await page.keyboard.type(typed);
  if (typed !== '') await expect.poll(() => editorText(page)).toContain(behind + typed);
  const offered = page
    .locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) li', { hasText: chosen })
    .first();
  // Some suggestions appear only on request.
  const isOffered = async () => {
    const isThere = (await offered.count()) > 0;
    if (!isThere) await page.keyboard.press('Control+Space');
    return isThere;
  };
  await expect.poll(isOffered, { interval: 2_000, timeout: 60_000 }).toBe(true);
  await offered.click();
  const written =
    typed === '' ? behind.replace('WHICH CHOICE?', chosen) : behind + typed.replace(/\w+$/, chosen);
  await expect.poll(() => editorText(page)).toContain(written);
}

/** Returns code that runs in a page: it scrolls to a text of the editor and returns the position of its end. */
function endOfText(text: string): string {
  return `(() => {
    const root = document.querySelector('[data-editor]').shadowRoot;
    const line = [...root.querySelectorAll('.cm-line')].find(each => each.textContent.includes(${JSON.stringify(text)}));
    line.scrollIntoView({ block: 'center' });
    let left = line.textContent.indexOf(${JSON.stringify(text)}) + ${text.length};
    const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let node = nodes.nextNode();
    for (; node.data.length < left; node = nodes.nextNode()) left -= node.data.length;
    const range = document.createRange();
    range.setStart(node, left - 1);
    range.setEnd(node, left);
    const { right, top, bottom } = range.getBoundingClientRect();
    return { x: right, y: (top + bottom) / 2 };
  })()`;
}

/** Returns code that runs in a page: true if the cursor of the editor is after a text. */
function isCaretBehind(text: string): string {
  return `(() => {
    const { anchorNode, anchorOffset } = document.querySelector('[data-editor]').shadowRoot.getSelection();
    const line = anchorNode?.parentElement?.closest('.cm-line');
    if (!line) return false;
    const before = document.createRange();
    before.setStart(line, 0);
    before.setEnd(anchorNode, anchorOffset);
    return before.toString().endsWith(${JSON.stringify(text)});
  })()`;
}
