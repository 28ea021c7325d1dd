import type { Page } from 'playwright-core';
import { startChromium } from '../test/console/chromium.ts';
import { answerOf, startWorld } from './flow.ts';
import type { LoadFound, LoadWish } from './flow-load.ts';
import { formMapping, formSource } from './form-webhook.ts';
import { makeLargeStore } from './large-store.ts';
import { makePeopleStore, personOf } from './people-store.ts';
import { adminToken, startBridge, stop } from './processes.ts';
import { figure, heading, median, percent, row, verdict } from './report.ts';

/** The number of events in the browser, and of people in the search: EVENTS, PEOPLE for others. */
const shownEvents = Number(process.env.EVENTS ?? 100_000);
const people = Number(process.env.PEOPLE ?? 1_000_000);
const rounds = 5;

/** Measures the console: in a real browser, its search, and its effect on webhooks. */
export async function consolePart(): Promise<void> {
  await inBrowser();
  await findingPeople();
  await besideWebhooks();
}

/** The maximum times until a page, a list or a filter, or an event is shown. */
const shownMs = { page: 1_000, list: 300, event: 200 };

async function inBrowser(): Promise<void> {
  await makeLargeStore('console', 'delivered', shownEvents);
  const { child, port } = await startBridge('console', 'http://127.0.0.1:9');
  const browser = await startChromium();
  heading(`The console in Chromium, with ${figure(shownEvents)} events`);
  const url = `http://127.0.0.1:${port}/console`;
  const first: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    first.push(await timed(() => openSignIn(page, url)));
    await context.close();
  }
  seen('first view: the page that asks for the token', first, 'page');
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await openSignIn(page, url);
  await page.getByLabel('Admin token').fill(adminToken);
  await page.keyboard.press('Enter');
  await page.locator('.lead').waitFor();
  const times: Record<'now' | 'list' | 'filter' | 'event', number[]> = {
    now: [],
    list: [],
    filter: [],
    event: [],
  };
  const rows = page.locator('[data-row]').first();
  for (let round = 0; round < rounds; round += 1) {
    times.now.push(await timed(() => openAndWait(page, url, '.lead')));
    times.list.push(await timed(() => openAndWait(page, `${url}/events`, '[data-row]')));
    times.filter.push(
      await timed(async () => {
        await page.locator('.filter select').nth(1).selectOption('form');
        await page.waitForURL(/source=form/);
        await rows.waitFor();
      }),
    );
    times.event.push(
      await timed(async () => {
        await rows.click();
        await page.waitForURL(/events\/evt_/);
        await page.getByRole('heading', { level: 1 }).waitFor();
      }),
    );
  }
  seen('signed in: the first page', times.now, 'page');
  seen('the list of events', times.list, 'list');
  seen('a filter', times.filter, 'list');
  seen('opening an event', times.event, 'event');
  await typing(page, url);
  await browser.close();
  await stop(child);
}

/** The maximum time until the faults and the call are shown while a person writes a mapping. */
const typedMs = 150;

/** Measures from a key in the editor of the Bench to the call and the faults on the screen. */
async function typing(page: Page, url: string): Promise<void> {
  const opened = await timed(() => openAndWait(page, `${url}/bench`, '.inlay'));
  row('the Bench with its editor, opened', inMs(opened));
  await page.locator('.cm-line', { hasText: 'operation' }).first().click();
  await page.keyboard.press('End');
  const times: number[] = [];
  for (const key of ' # a remark in the text') {
    // Waits, so that the result of the previous key is not taken for that of this one.
    await page.waitForLoadState('networkidle');
    const answered = page.waitForResponse(/bench\/try/);
    times.push(
      await timed(async () => {
        await page.keyboard.type(key);
        await answered;
        await page.evaluate('new Promise(shown => requestAnimationFrame(() => setTimeout(shown)))');
      }),
    );
    await page.waitForTimeout(100);
  }
  verdict(
    'typing in the Bench, until faults and call show',
    median(times),
    ms => ms < typedMs,
    `under ${typedMs} ms`,
    inMs,
  );
}

async function openSignIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Admin token').waitFor();
}

async function openAndWait(page: Page, url: string, selector: string): Promise<void> {
  await page.goto(url);
  await page.locator(selector).first().waitFor();
}

function seen(what: string, times: readonly number[], goal: keyof typeof shownMs): void {
  verdict(what, median(times), ms => ms < shownMs[goal], `under ${shownMs[goal]} ms`, inMs);
}

const inMs = (ms: number) => `${ms.toFixed(0)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function findingPeople(): Promise<void> {
  await makePeopleStore('people', people);
  const { child, port } = await startBridge('people', 'http://127.0.0.1:9');
  heading(`Finding one of ${figure(people)} people, an event each`);
  const wanted = personOf(Math.ceil(people / 3));
  const digits = wanted.phone.replaceAll(/\D/g, '');
  const texts = {
    'by e-mail': wanted.email.toUpperCase(),
    'by a part of the e-mail': wanted.email.slice(2, -6),
    'by phone, as it is written': wanted.phone,
    'by phone, in another spelling': `0${digits.slice(2)}`,
    'a name that many have': 'müller',
    'by e-mail, of nobody': 'nobody.at.all@example.com',
    'by phone, of nobody': '0170 4711474',
  };
  row('the first search after a start', inMs(await timed(() => find(port, wanted.email, 'by e-mail'))));
  for (const [what, q] of Object.entries(texts)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timed(() => find(port, q, what)));
    const goal = `under 300 ms; the slowest of ${rounds} took ${inMs(Math.max(...times))}`;
    verdict(what, median(times), ms => ms < 300, goal, inMs);
  }
  await stop(child);
}

async function find(port: number, q: string, what: string): Promise<void> {
  const { events, searchedTo } = (await read(port, `events?q=${encodeURIComponent(q)}`)) as {
    events: readonly unknown[];
    searchedTo?: string;
  };
  const isNobody = what.includes('nobody');
  const isRight = isNobody
    ? events.length === 0
    : what.includes('many')
      ? events.length === 50
      : events.length === 1;
  if (!isRight || searchedTo !== undefined) throw new Error(`${what}: ${events.length} events were found`);
}

async function read(port: number, path: string): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
    headers: { authorization: `Bearer ${adminToken}`, 'x-fieldbridge-values': 'masked' },
  });
  if (!reply.ok) throw new Error(`${path} was answered ${reply.status}`);
  return reply.json();
}

const rate = Number(process.env.RATE ?? 500);
const seconds = Number(process.env.SECONDS ?? 20);
const consoles = 10;
const loadRounds = 4;
const pollMs = 5_000;

/** Measures accepting and delivering at a steady rate, with ten open consoles and without. */
async function besideWebhooks(): Promise<void> {
  const world = await startWorld();
  const { child, port } = await startBridge('polled', world.url, {
    sources: formSource,
    mapping: formMapping,
  });
  const steady = (request: Partial<LoadWish> = {}) => {
    world.child.send({ do: 'steady', port, rate, seconds, ...request });
    return answerOf<LoadFound>(world.child);
  };
  await steady({ seconds: 25 });
  heading(`${rate} webhooks a second for ${seconds} s: none and ${consoles} consoles open, alternating`);
  const alone = [await steady()];
  const polled: LoadFound[] = [];
  for (let round = 0; round < loadRounds; round += 1) {
    const stopPolling = openConsoles(port);
    polled.push(await steady());
    await stopPolling();
    alone.push(await steady());
  }
  // The store grows constantly, so each load is compared with the mean of the previous and the next one.
  const share = (pick: (each: LoadFound) => number) =>
    median(
      polled.map(
        (each, at) => (2 * pick(each)) / alone.slice(at, at + 2).reduce((sum, one) => sum + pick(one), 0),
      ),
    );
  const noise = (pick: (each: LoadFound) => number) => {
    const shares = polled
      .map((_, at) => alone.slice(at, at + 2).map(pick))
      .map(([one = 0, next = 0]) => next / one);
    return `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`;
  };
  row('webhooks refused with consoles open', String(polled.reduce((sum, each) => sum + each.refused, 0)));
  for (const what of ['answer', 'arrival'] as const) {
    for (const at of ['p50', 'p99'] as const) {
      const pick = (each: LoadFound) => each[what][at];
      row(`${what} ${at}, alone`, `${median(alone.map(pick)).toFixed(1)} ms`);
      row(`${what} ${at}, of that without`, percent(share(pick)));
      row(`${what} ${at}, alone, of the load before without, too`, noise(pick));
    }
  }
  await stop(child);
  await stop(world.child);
}

/** Opens consoles that send the requests of the page; returns the function that closes them. */
function openConsoles(port: number): () => Promise<void> {
  let isOpen = true;
  const open = Array.from({ length: consoles }, async (_, at) => {
    await new Promise(done => setTimeout(done, (at * pollMs) / consoles));
    while (isOpen) {
      const paths = at % 2 === 0 ? ['overview', 'sources', 'activity'] : ['events', 'sources'];
      await Promise.all(paths.map(path => read(port, path)));
      await new Promise(done => setTimeout(done, pollMs));
    }
  });
  return async () => {
    isOpen = false;
    await Promise.all(open);
  };
}
