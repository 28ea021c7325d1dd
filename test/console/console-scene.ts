import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { writeFiles } from '../cli/command-line.ts';
import { freePort, type Running, startProgram } from '../program/program.ts';

export const adminToken = 'the-admin-token-of-these-tests';
export const readToken = 'the-read-token-of-these-tests';
export const senderToken = 'the-token-of-the-sender-here';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The built program with a sandbox. */
export interface ConsoleScene {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly folder: string;
  running(): Running;
  /** Posts a webhook; returns the id of its event. */
  send(payload: object): Promise<string>;
  /** Waits until an event has a status. */
  becomes(id: string, status: string): Promise<void>;
  api(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const mappings = {
  'mappings/notes.yaml': `source: crm
destination: salon
when: kind = "note"
operation: updateCustomer
set: {id: customer, note: note, additionalFields: {interests: {from: topics, as: list}}}
`,
  'mappings/gone.yaml': `source: crm
destination: salon
when: kind = "gone"
operation: updateCustomer
set: {id: customer, additionalFields: {nosuch: note}}
`,
  'mappings/booking.yaml': `source: crm
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  firstName: first
  name: last
  email: email
  privacy: {value: true, because: test}
  terms: {value: true, because: test}
  minAge: {value: true, because: test}
`,
};

/**
 * Starts the scene. `server`, `admin`: further keys of these sections in the config; `store`: the location of its
 * store.
 */
export async function openConsoleScene(
  server = '',
  store = 'sqlite:data/bridge.db',
  admin = '',
): Promise<ConsoleScene> {
  const sandbox = await startSandbox();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-console-'));
  writeFiles(folder, {
    'config.yaml': `server: {port: ${port}${server}}
store: ${store}
destinations:
  salon: {baseUrl: "${sandbox.url}", token: ${sandbox.tokens.mitte}, limits: {perSecond: 1000, timeout: 2s}}
sources:
  crm: {verify: {type: none}}
  website: {verify: {type: header-token, name: x-token, secret: ${senderToken}}}
admin: {token: ${adminToken}, readToken: ${readToken}${admin}}
`,
    ...mappings,
  });
  const start = () => startProgram({ config: join(folder, 'config.yaml'), port });
  let running = await start();
  const url = `http://127.0.0.1:${port}`;

  async function api(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const reply = await fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as Record<string, unknown>;
  }

  return {
    url,
    sandbox,
    folder,
    api,
    running: () => running,
    async send(payload) {
      const reply = await fetch(`${url}/hooks/crm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      });
      return ((await reply.json()) as { id: string }).id;
    },
    async becomes(id, status) {
      await expect.poll(async () => (await api('GET', `events/${id}`)).status).toBe(status);
    },
    async restart() {
      await running.end('SIGTERM');
      running = await start();
    },
    async close() {
      await running.end('SIGKILL');
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A page of a browser. At its end, anything wrong with it fails the test. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Fails if axe finds a fault on the current page, or in the elements that a selector finds. */
  assertAccessible(selector?: string): Promise<void>;
  /** The console errors that the test expects on this page. */
  expected: RegExp | undefined;
}

/**
 * Opens a page in its own context. A violation of the policy, an error in the browser's console or a request to
 * another host fails the test.
 */
export async function openPage(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  const wrong: string[] = [];
  const watched: WatchedPage = {
    page,
    context,
    expected: undefined,
    async assertAccessible(selector = ':root') {
      const session = await context.newCDPSession(page);
      // The policy of the page does not apply to code that the debugger runs.
      await session.send('Runtime.evaluate', { expression: axe });
      const { result } = await session.send('Runtime.evaluate', {
        expression: `axe.run(${JSON.stringify(selector)}, { resultTypes: ['violations'] }).then(({ violations }) =>
          JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(each => each.html)])))`,
        awaitPromise: true,
        returnByValue: true,
      });
      expect(JSON.parse(String(result.value))).toEqual([]);
    },
  };
  const note = (what: string) => {
    if (!watched.expected?.test(what)) wrong.push(what);
  };
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') note(message.text());
  });
  page.on('pageerror', error => note(error.message));
  page.on('request', request => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:'))
      note(`a request to ${request.url()}`);
  });
  onTestFinished(async () => {
    await context.close();
    expect(wrong).toEqual([]);
  });
  return watched;
}

/** Signs in with a token, from any page of the console. */
export async function signInOn(page: Page, url: string, token = adminToken): Promise<void> {
  await page.goto(url);
  await page.getByLabel(/^Admin[ -][Tt]oken$/).fill(token);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Fieldbridge' }).waitFor();
}
