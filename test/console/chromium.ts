import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { addressOfTheRun } from '../one-of-the-run.ts';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/fieldbridge-chromium');
const packaged = 'chromium';

/** Returns the reason why there is no browser; undefined if there is one. */
export function whyNoBrowser(): string | undefined {
  if (process.env.CHROMIUM_PATH || process.arch === 'x64') return undefined;
  return 'the packaged Chromium is for x64; name another one as CHROMIUM_PATH';
}

/** Returns a real Chromium: the shared one of the run, or its own. Closing it closes only the caller's pages. */
export async function startChromium(): Promise<Browser> {
  const shared = await addressOfTheRun('CHROMIUM_OF_THE_RUN');
  return shared === undefined ? chromium.launch(await howToLaunch()) : chromium.connect(shared);
}

/** Returns how to start Chromium: the program that CHROMIUM_PATH names, or the packaged one. */
export async function howToLaunch(): Promise<LaunchOptions> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await unpacked());
  const env = { ...process.env, FONTCONFIG_FILE: join(cache, 'fonts.conf') };
  return {
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
    env: Object.fromEntries(
      Object.entries(env).filter((each): each is [string, string] => each[1] !== undefined),
    ),
  };
}

/**
 * Unpacks Chromium once into a new folder, then renames the folder, so that two processes can do it at the same
 * time.
 */
async function unpacked(): Promise<string> {
  const executable = join(cache, packaged);
  if (existsSync(executable)) return executable;
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  const fresh = mkdtempSync(`${cache}-`);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = fresh;
  try {
    const { default: files } = await import('@sparticuz/chromium');
    await files.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  writeFileSync(join(fresh, 'fonts.conf'), fonts());
  try {
    renameSync(fresh, cache);
  } catch (error) {
    // Another process was faster.
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(executable)) throw error;
  }
  return executable;
}

function fonts(): string {
  const folder = join(root, 'node_modules/dejavu-fonts-ttf/ttf');
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${join(cache, 'fonts')}</cachedir>
  <selectfont><rejectfont><glob>*DejaVuSerif*</glob><glob>*DejaVuMath*</glob></rejectfont></selectfont>
  <alias><family>system-ui</family><prefer><family>DejaVu Sans</family></prefer></alias>
</fontconfig>
`;
}
