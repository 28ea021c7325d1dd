import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { run } from '../../src/cli/run.ts';
import type { Program } from '../../src/cli/started-as.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import type { OutcomeView } from '../../src/server/webhooks/outcome-view.ts';

/** The result of a command. */
export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly directory?: string;
  readonly input?: string | Uint8Array;
  /** Makes the input a terminal on which these keys are pressed. */
  readonly keys?: string;
  /** Makes the output a terminal with this number of columns. */
  readonly columns?: number;
  readonly stop?: AbortSignal;
  /** How the program is called. */
  readonly program?: Program;
}

/** Runs the command line in this process, on streams in memory. */
export async function fieldbridge(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const out = collector(options.columns);
  const err = collector(options.columns);
  const status = await run(argv, surroundingsOf(out, err, options));
  return { status, out: out.text(), err: err.text() };
}

/** A command that runs until it is stopped. */
export interface LongRun {
  /** Returns the output so far. */
  out(): string;
  err(): string;
  /** Resolves with the match of the pattern in the output as soon as there is one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Stops the command and waits for its end; resolves with its exit status. */
  stop(): Promise<number>;
}

/** Runs a long-running command in this process; the end of the test stops it at the latest. */
export function fieldbridgeUntilStopped(argv: readonly string[], options: RunOptions = {}): LongRun {
  const stopping = new AbortController();
  const out = collector(options.columns);
  const err = collector(options.columns);
  const ended = run(argv, surroundingsOf(out, err, { ...options, stop: stopping.signal }));
  const stop = () => {
    stopping.abort();
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  return {
    out: out.text,
    err: err.text,
    async printed(pattern) {
      for (;;) {
        const found = pattern.exec(out.text());
        if (found) return found;
        const status = await Promise.race([out.more(), ended]);
        if (status !== undefined) throw new Error(`it ended with ${status}:\n${out.text()}\n${err.text()}`);
      }
    },
    stop,
  };
}

function surroundingsOf(out: Writable, err: Writable, options: RunOptions) {
  return {
    out,
    err,
    input: inputOf(options),
    env: options.env ?? {},
    directory: options.directory ?? tmpdir(),
    ...(options.program && { program: options.program }),
    ...(options.stop && { stop: options.stop }),
  };
}

function inputOf({ input, keys }: RunOptions) {
  if (keys !== undefined) return Object.assign(Readable.from([keys]), { isTTY: true });
  return Readable.from(input === undefined ? [] : [input]);
}

/** Creates an output that collects the written text; with a width, it is a terminal. */
function collector(columns: number | undefined) {
  let text = '';
  let wake = () => {};
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      wake();
      done();
    },
  });
  const more = () =>
    new Promise<void>(resolve => {
      wake = resolve;
    });
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  return Object.assign(stream, { text: () => text, more }, terminal);
}

/** Creates a temporary folder with these files, by default on a disk; it is removed after the test. */
export function folderWith(
  files: Readonly<Record<string, string | Uint8Array>>,
  parent: string = tmpdir(),
): string {
  const folder = mkdtempSync(join(parent, 'fieldbridge-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Starts a sandbox for one test, which may close it earlier. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= sandbox.close();
    return closed;
  };
  onTestFinished(close);
  return { ...sandbox, close };
}

/** The token that the source `form` of the plain config requires. */
export const formToken = { name: 'x-form-token', secret: 'a-token-for-the-form' };

/** Returns a config with one destination and the source `form`; `more` contains further lines. */
export function plainConfig(sandbox: Pick<Sandbox, 'url' | 'tokens'>, more = ''): string {
  return `server: {port: 0}
store: sqlite:bridge.db
destinations:
  salon:
    baseUrl: ${sandbox.url}
    token: ${sandbox.tokens.mitte}
    statuses: [Stammkunde]
sources:
  form:
    verify: {type: header-token, name: ${formToken.name}, secret: ${formToken.secret}}
    people: contacts
    respond: outcome
${more}`;
}

/** A running bridge with an admin token: its address for `--url`, and the folder of its config. */
export interface Running {
  readonly url: string;
  readonly directory: string;
  /** Runs a command that sends requests to this bridge. */
  readonly ask: (...argv: readonly string[]) => Promise<Ran>;
  /** The same with further options. */
  readonly askWith: (options: RunOptions, ...argv: readonly string[]) => Promise<Ran>;
}

/** Starts a bridge with the plain config and an admin token, for one test. */
export async function startedBridge(
  sandbox: Pick<Sandbox, 'url' | 'tokens'>,
  more = '',
  files: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const config = plainConfig(sandbox, `${more}admin: {token: an-admin-token-of-some-length}\n`);
  const directory = plainFolder(sandbox, { 'config.yaml': config, ...files });
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  const askWith: Running['askWith'] = (options, ...argv) =>
    fieldbridge([...argv, '--url', url], { directory, ...options });
  return { url, directory, ask: (...argv) => askWith({}, ...argv), askWith };
}

/** A mapping for `form` that sets the note and the allergies of a customer. */
export const plainMapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  note: note
  additionalFields:
    allergies: allergies
tests:
  - name: a note
    payload: {customer: 1001, note: Window seat, allergies: ""}
    expect:
      - {id: "1001", note: Window seat}
`;

/** Posts JSON to the source `form`; returns the status of the response and the finished event. */
export async function post(url: string, payload: unknown): Promise<{ code: number; event: OutcomeView }> {
  const reply = await fetch(`${url}/hooks/form`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [formToken.name]: formToken.secret },
    body: JSON.stringify(payload),
  });
  return { code: reply.status, event: (await reply.json()) as OutcomeView };
}

/** Creates a folder with a config and the mapping `notes`. */
export function plainFolder(
  sandbox: Pick<Sandbox, 'url' | 'tokens'>,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): string {
  return folderWith({ 'config.yaml': plainConfig(sandbox), 'mappings/notes.yaml': plainMapping, ...files });
}
