import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  CodeActionRequest,
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { writeLock } from '../../src/booking/lock/write-lock.ts';
import { fieldOf, now } from '../check/catalog.ts';
import { startScene, tokens } from '../server/api/api-scene.ts';

const root = resolve(import.meta.dirname, '../..');
const program = join(root, 'dist/fieldbridge.js');

const birthdate = fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' });
const lock = writeLock(
  new Map([['salon', { fields: [birthdate], fetchedAt: now, statuses: [], statusesListedAt: null }]]),
);

/** Creates a folder with the example config, the mappings of the package and their samples. */
function exampleFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lsp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(root, 'config.example.yaml'), join(folder, 'config.yaml'));
  cpSync(join(root, 'mappings'), join(folder, 'mappings'), { recursive: true });
  return folder;
}

interface Editor {
  readonly connection: ProtocolConnection;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  open(file: string, text: string): string;
  /** Returns the next published diagnostics of a document. */
  published(uri: string): Promise<PublishDiagnosticsParams['diagnostics']>;
}

async function startEditor(folder: string, env: Record<string, string> = {}): Promise<Editor> {
  const child = spawn(process.execPath, [program, 'lsp'], {
    cwd: tmpdir(),
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>(done => child.on('exit', code => done(code)));
  onTestFinished(() => void child.kill('SIGKILL'));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const seen = new Map<string, PublishDiagnosticsParams['diagnostics']>();
  const waiting = new Map<string, (found: PublishDiagnosticsParams['diagnostics']) => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    const wait = waiting.get(uri);
    waiting.delete(uri);
    if (wait) wait(diagnostics);
    else seen.set(uri, diagnostics);
  });
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {},
    workspaceFolders: null,
  });
  await connection.sendNotification(InitializedNotification.type, {});
  return {
    connection,
    child,
    ended,
    open(file, text) {
      const uri = pathToFileURL(join(folder, file)).href;
      const textDocument = { uri, languageId: 'yaml', version: 1, text };
      void connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
      return uri;
    },
    published(uri) {
      const known = seen.get(uri);
      seen.delete(uri);
      return known ? Promise.resolve(known) : new Promise(found => waiting.set(uri, found));
    },
  };
}

const mapping = `source: website
destination: salon
operation: updateCustomer
set:
  id: form_response.hidden.contact_id
  notte: x
  additionalFields:
    birth
tests:
  - name: a sample
    payload: samples/intake.json
    skips: true
`;

const labels = (list: unknown) => (list as { items: { label: string }[] }).items.map(({ label }) => label);

describe('fieldbridge lsp', () => {
  it('serves an editor without a bridge, with the lock file and the samples', async () => {
    const folder = exampleFolder();
    writeFileSync(join(folder, 'catalog.lock.yaml'), lock);
    const { connection, open, published, ended } = await startEditor(folder);
    const uri = open('mappings/typed.yaml', mapping);
    expect((await published(uri)).map(({ code }) => code)).toContain('mapping/unknown-parameter');

    const ask = { textDocument: { uri }, position: { line: 7, character: 9 } };
    const list = await connection.sendRequest(CompletionRequest.type, ask);
    expect(list).toMatchObject({ items: [{ label: 'birthdate', detail: 'Geburtstag (birthday)' }] });

    const id = { textDocument: { uri }, position: { line: 4, character: 35 } };
    const said = await connection.sendRequest(HoverRequest.type, id);
    expect(JSON.stringify(said?.contents)).toContain('301');
    expect(await connection.sendRequest(DefinitionRequest.type, id)).toMatchObject({
      uri: pathToFileURL(join(folder, 'mappings/samples/intake.json')).href,
      range: { start: { line: 8 } },
    });

    const range = { start: { line: 5, character: 2 }, end: { line: 5, character: 2 } };
    const fixes = await connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range,
      context: { diagnostics: [] },
    });
    expect(fixes).toContainEqual(
      expect.objectContaining({
        edit: { changes: { [uri]: [expect.objectContaining({ newText: 'note' })] } },
      }),
    );

    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: 2 },
      contentChanges: [
        { range: { start: { line: 5, character: 2 }, end: { line: 5, character: 7 } }, text: 'note' },
      ],
    });
    expect((await published(uri)).map(({ code }) => code)).not.toContain('mapping/unknown-parameter');
    await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    expect(await published(uri)).toEqual([]);
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    expect(await ended).toBe(0);
  });

  it('checks and completes a config', async () => {
    const folder = exampleFolder();
    const { connection, open, published } = await startEditor(folder);
    const uri = open(
      'config.yaml',
      'destinations:\n  salon: {baseUrl: "https://x.example.com", token: x, lokale: de}\nsources:\n  a:\n    preset: type\n',
    );
    expect((await published(uri)).map(({ code }) => code)).toContain('yaml/unknown-key');
    const list = await connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line: 4, character: 16 },
    });
    expect(labels(list)[0]).toBe('typeform');
  });

  it('uses the fields and the events of a running bridge', async () => {
    const { url } = await startScene();
    const folder = exampleFolder();
    const { port } = new URL(url);
    writeFileSync(
      join(folder, 'config.yaml'),
      `server: {port: ${port}}\nadmin: {token: "\${ADMIN_TOKEN}"}\ndestinations:\n  salon: {baseUrl: "https://calendar.example.com", token: "\${SALON_TOKEN}"}\nsources:\n  form: {verify: {type: none}}\n`,
    );
    const { connection, open } = await startEditor(folder, { ADMIN_TOKEN: tokens.admin });
    const text =
      'source: form\ndestination: salon\noperation: updateCustomer\nset:\n  note: \n  additionalFields:\n    aller\n';
    const uri = open('mappings/typed.yaml', text);
    const at = (line: number, character: number) =>
      connection.sendRequest(CompletionRequest.type, {
        textDocument: { uri },
        position: { line, character },
      });
    expect(labels(await at(6, 9))).toContain('allergies');
    expect(JSON.stringify(await at(4, 8))).toContain('canary-note');
  });

  it('ends when its editor is gone, with or without an incomplete message', async () => {
    const whole = await startEditor(exampleFolder());
    whole.child.stdin?.end();
    expect(await whole.ended).toBe(1);
    const broken = await startEditor(exampleFolder());
    broken.child.stdin?.write('Content-Length: 1000\r\n\r\n{"jsonrpc"');
    broken.child.stdout?.destroy();
    broken.child.stdin?.destroy();
    expect(await broken.ended).toBe(1);
  });

  it('ignores a huge document, and serves the others', async () => {
    const { connection, open, published } = await startEditor(exampleFolder());
    const huge = open('mappings/huge.yaml', `set:\n${'  a: b\n'.repeat(500_000)}`);
    const position = { line: 400_000, character: 3 };
    expect(
      await connection.sendRequest(HoverRequest.type, { textDocument: { uri: huge }, position }),
    ).toBeNull();
    const full = open(
      'mappings/full.yaml',
      `source: website\nset:\n${'  note: {from: a.b}\n'.repeat(12_000)}`,
    );
    const uri = open('mappings/small.yaml', 'source: nobody\n');
    expect((await published(uri)).length).toBeGreaterThan(0);
    expect((await published(full)).length).toBeGreaterThan(0);
  });
});
