import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CompletionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { parseDocument } from 'yaml';
import type { FieldConfiguration } from '../src/booking/catalog/field.ts';
import { writeLock } from '../src/booking/lock/write-lock.ts';
import { type Extent, keyName, writeMappings } from './many-mappings.ts';
import { heading, median, row, verdict } from './report.ts';

const extent: Extent = { mappings: 200, rules: 60, fields: 300 };
const rounds = 30;
const program = resolve(import.meta.dirname, '../dist/fieldbridge.js');

/** Measures an editor's response times while a mapping of 60 rules is typed, beside 200 others and 300 fields. */
export async function language(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-language-'));
  const { url, token } = { url: 'https://calendar.example.com', token: 'a-token-of-the-account' };
  writeMappings(folder, { url, token }, extent);
  const locked = {
    fields: fieldsOf(extent.fields),
    fetchedAt: Date.now(),
    statuses: [],
    statusesListedAt: null,
  };
  writeFileSync(join(folder, 'catalog.lock.yaml'), writeLock(new Map([['salon', locked]])));
  const child = spawn(process.execPath, [program, 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {},
    workspaceFolders: null,
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const measured = await typed(connection, folder);
  child.kill();
  rmSync(folder, { recursive: true, force: true });
  heading(
    `An editor, a mapping of ${extent.rules} rules, ${extent.mappings} mappings, ${extent.fields} fields`,
  );
  row('yaml alone reads that text', ms(measured.limit));
  verdict('completing a keyName', measured.fields, value => value < 50, 'under 50 ms', ms);
  verdict('the slowest of them', measured.slowest, value => value < 150, 'under 150 ms', ms);
  verdict('completing a path', measured.paths, value => value < 50, 'under 50 ms', ms);
  verdict('from a key pressed to the faults', measured.faults, value => value < 150, 'under 150 ms', ms);
  row('completing a keyName, of yaml alone', `${(measured.fields / measured.limit).toFixed(1)} x`);
  row('to the faults, of yaml alone', `${(measured.faults / measured.limit).toFixed(1)} x`);
}

/** Types a keyName and a path letter by letter, many times. */
async function typed(connection: ProtocolConnection, folder: string) {
  const uri = pathToFileURL(join(folder, 'mappings/form-0.yaml')).href;
  const text = readFileSync(join(folder, 'mappings/form-0.yaml'), 'utf8');
  const line = text.split('\n').findIndex(each => each.includes('additionalFields:')) + 1;
  const figures = {
    fields: [] as number[],
    paths: [] as number[],
    faults: [] as number[],
    limit: [] as number[],
  };
  let version = 1;
  let published = () => {};
  connection.onNotification(PublishDiagnosticsNotification.type, () => published());
  const first = new Promise<void>(done => {
    published = done;
  });
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'yaml', version, text },
  });
  await first;
  for (let round = 0; round < rounds; round += 1) {
    const word = round % 2 === 0 ? `    ${'field'.slice(0, 1 + (round % 5))}` : '    field.299: answ';
    const lines = text.split('\n');
    const whole = [...lines.slice(0, line), word, ...lines.slice(line)].join('\n');
    const parsing = performance.now();
    parseDocument(whole);
    figures.limit.push(performance.now() - parsing);
    version += 1;
    const started = performance.now();
    const found = new Promise<void>(done => {
      published = done;
    });
    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ text: whole }],
    });
    const position = { line, character: word.length };
    const answer = await connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position });
    if (!answer || !('items' in answer) || answer.items.length === 0)
      throw new Error('nothing was completed');
    figures[round % 2 === 0 ? 'fields' : 'paths'].push(performance.now() - started);
    await found;
    figures.faults.push(performance.now() - started);
  }
  return {
    fields: median(figures.fields),
    slowest: Math.max(...figures.fields, ...figures.paths),
    paths: median(figures.paths),
    faults: median(figures.faults),
    limit: median(figures.limit),
  };
}

function fieldsOf(count: number): readonly FieldConfiguration[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    keyName: keyName(index),
    name: `Feld ${index}`,
    type: index % 3 === 0 ? 'selection' : 'text',
    description: null,
    selectItems: index % 3 === 0 ? ['one', 'two', 'three'] : null,
    valueRequired: false,
    validatorRegexp: null,
    errorMessage: null,
    appointmentSpecific: false,
    specificForLocationId: null,
    hidden: false,
    privacyConfidential: false,
    listOrder: index,
    tab: null,
  }));
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
