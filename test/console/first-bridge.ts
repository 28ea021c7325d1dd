import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { freePort, program } from '../program/program.ts';
import { openPage, type WatchedPage } from './console-scene.ts';

/** A bridge that starts in an empty folder. */
export interface FirstBridge {
  readonly url: string;
  /** A link that signs in once. */
  readonly link: string;
  readonly folder: string;
}

/** Runs `init --console` in an empty folder, until the test ends. */
export async function beginInEmptyFolder(): Promise<FirstBridge> {
  const folder = mkdtempSync(join(tmpdir(), 'first-minute-'));
  const port = await freePort();
  const args = ['init', '--console', '--folder', folder, '--port', String(port)];
  const child: ChildProcess = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', text => (output += text));
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const linkIn = () => /http:\S+#code=[\w-]+/.exec(output)?.[0];
  await expect.poll(linkIn).toBeDefined();
  return { url: `http://127.0.0.1:${port}`, link: linkIn() ?? '', folder };
}

/** Opens a page that may log connection errors while the bridge restarts. */
export async function openFirst(
  browser: Browser,
  { url, link }: FirstBridge,
  options?: Parameters<typeof openPage>[2],
): Promise<WatchedPage> {
  const watched = await openPage(browser, url, options);
  watched.expected = /Failed to load resource/;
  await watched.page.goto(link);
  return watched;
}

/** Posts a body like a sender. */
export function postTo(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}
