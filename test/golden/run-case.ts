import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { printDiagnostics } from '../../src/diagnostics/print.ts';
import type { EventView } from '../../src/inbox/event.ts';
import type { ControlName } from '../../src/sandbox/control/control.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { fieldbridge, fieldbridgeUntilStopped, folderWith, openSandbox } from '../cli/command-line.ts';
import { fastFolder } from '../inbox/fast-folder.ts';
import { type GoldenCase, goldenFolder } from './golden-case.ts';
import { keepStatuses } from './keep-statuses.ts';

const websiteToken = 'a-token-for-the-website';
const adminToken = 'a-token-for-whoever-looks-at-events';

/**
 * Returns the output of the program for the files of a golden pair, in their own folder, with the sandbox. The
 * config is the common one unless there is another. Some files are instructions:
 * - `command`: other arguments than `check`
 * - `account.yaml`: a list of changes of the simulated account
 * - `statuses.yaml`: the status names that a bridge has learned before
 * - `known.csv`: links of a running bridge, which the command uses; `check` reads its store
 * - `stored.json`: webhooks, one on each line, that a running bridge received before
 * - `event.json`, `event.txt`, `event.form`: webhooks for a running bridge, one on each line; the output is the
 *   diagnostics of the last one
 * - `NAME (windows-1252)`, `NAME (utf-16le)`: a file NAME in this encoding
 */
export async function runCase({ files }: GoldenCase): Promise<string> {
  const sandbox = await openSandbox();
  for (const change of parse(files.get('account.yaml') ?? '[]') as Record<ControlName, unknown>[]) {
    for (const [name, body] of Object.entries(change)) sandbox.control(name as ControlName, body);
  }
  const common = readFileSync(join(goldenFolder, 'config.yaml'), 'utf8');
  const directory = folderWith(
    { 'mappings/.keep': '', 'config.yaml': common, ...filesOf(files) },
    fastFolder(),
  );
  const statuses = files.get('statuses.yaml');
  if (statuses !== undefined) await keepStatuses(directory, parse(statuses), sandbox);
  const env = {
    CALENDAR_URL: sandbox.url,
    SALON_TOKEN: sandbox.tokens.mitte,
    NORD_TOKEN: sandbox.tokens.nord,
    WEBSITE_TOKEN: websiteToken,
  };
  const stored = files.get('stored.json');
  if (stored !== undefined) await postAll('stored.json', stored, { directory, env });
  const event = [...files].find(([name]) => name.startsWith('event.'));
  const command = files.get('command') ?? 'check';
  const printed = event
    ? await printEvents(event, { directory, env })
    : files.has('known.csv')
      ? await askBridge(command, { directory, env })
      : await printCommand(command, { directory, env });
  return steady(printed, directory, sandbox);
}

const encodedName = /^(.+) \((windows-1252|utf-16le)\)$/;

function filesOf(files: GoldenCase['files']): Record<string, string | Uint8Array> {
  const entries = [...files].map(([path, text]): [string, string | Uint8Array] => {
    const [, name = path, encoding] = encodedName.exec(path) ?? [];
    if (encoding === undefined) return [name, text];
    return [name, Buffer.from(text, encoding === 'utf-16le' ? 'utf16le' : 'latin1')];
  });
  return Object.fromEntries(entries);
}

interface Where {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

async function printCommand(command: string, where: Where): Promise<string> {
  const ran = await fieldbridge(command.trim().split(' '), where);
  return `${ran.out}${ran.err}`;
}

/** Prints the output of a command that uses a bridge with some links. */
async function askBridge(command: string, where: Where): Promise<string> {
  const bridge = fieldbridgeUntilStopped(['start'], where);
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  await printCommand(`links import known.csv --url ${url}`, where);
  const asked = command.trim() === 'check' ? command : `${command.trim()} --url ${url}`;
  const printed = await printCommand(asked, where);
  await bridge.stop();
  return printed;
}

/** Prints the last event of a file. */
async function printEvents([name, text]: readonly [string, string], where: Where): Promise<string> {
  const event = await postAll(name, text, where);
  const diagnostics = (event?.diagnostics ?? []).map(each => ({
    ...each,
    ...(each.place && { place: { ...each.place, file: each.place.file.replace(`${where.directory}/`, '') } }),
  }));
  const textOf = (file: string) => readFileSync(join(where.directory, file), 'utf8');
  return `${printDiagnostics(diagnostics, textOf, { color: false })}\nthe event is ${event?.status}\n`;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.form': 'application/x-www-form-urlencoded',
};

/** Posts each line of a file to a bridge; returns the last event, as the API shows it. */
async function postAll(name: string, text: string, where: Where): Promise<EventView | undefined> {
  appendFileSync(join(where.directory, 'config.yaml'), `\nadmin: {token: ${adminToken}}\n`);
  const bridge = fieldbridgeUntilStopped(['start'], where);
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  let id: string | undefined;
  for (const body of text.trim().split('\n')) {
    const type = contentTypes[name.slice(name.lastIndexOf('.'))] ?? 'text/plain';
    const headers = { 'content-type': type, 'x-token': websiteToken };
    const reply = await fetch(`${url}/hooks/website`, { method: 'POST', headers, body });
    const answer = (await reply.json()) as { readonly id?: string; readonly ids?: readonly string[] };
    id = answer.ids?.at(-1) ?? answer.id;
  }
  const shown = await fetch(`${url}/api/events/${id}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  const event = (await shown.json()) as EventView;
  await bridge.stop();
  return event;
}

/** Replaces addresses, folders and times, which differ in each run. */
function steady(text: string, directory: string, sandbox: Sandbox): string {
  return text
    .replaceAll(`${directory}/`, '')
    .replaceAll(sandbox.url, 'https://calendar.example.com')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, '2026-11-20 09:30 UTC')
    .replaceAll(/sent at [-0-9T:.]+Z, lost after \d+ s/g, 'sent at 2026-11-20T09:30:00.000Z, lost after 2 s')
    .replaceAll(/tried \d+ times/g, 'tried 6 times')
    .replaceAll(/\bevt_[0-9a-z]{26}/g, 'evt_01kfq3v5h8x2m4n6p7r9s1t3v5');
}
