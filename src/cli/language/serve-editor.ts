import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type CodeAction,
  type Connection,
  createConnection,
  type InitializeParams,
  type InitializeResult,
  type Location,
  type CompletionList as ProtocolCompletions,
  type Hover as ProtocolHover,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { patienceOf } from '../../check/data/patience.ts';
import { systemClock } from '../../inbox/clock.ts';
import type { Diagnosing } from '../../language/diagnose.ts';
import { createLanguageService } from '../../language/service.ts';
import type { Arguments } from '../command.ts';
import type { ExitStatus, Surroundings } from '../surroundings.ts';
import { createFolderKnowledge, type FolderKnowledge } from './folder-knowledge.ts';
import {
  fromPosition,
  fromRange,
  toAction,
  toCompletions,
  toDiagnostic,
  toHover,
  toRange,
} from './protocol-forms.ts';

/** The wait after a key press before a text is checked. */
const quietMs = 60;
/** The time for trying a mapping on events. */
const tryingMs = 500;
/** Longer texts are not checked: the bridge would refuse them too. */
const longestText = 256 * 1024;

/** Serves an editor until it ends the connection. Then this process ends, as the protocol requires. */
export async function serveEditor(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const connection = createConnection(surroundings.input, surroundings.out);
  const texts = openTexts(longestText);
  const service = createLanguageService();
  let folder: FolderKnowledge = createFolderKnowledge(args, surroundings);
  async function publish(uri: string): Promise<void> {
    const text = texts.get(uri);
    if (text === undefined) return;
    const open = { file: folder.nameOf(pathOf(uri)), text };
    const knowledge = await folder.knowledge(open);
    const found = await service.diagnostics(open, knowledge, diagnosing());
    // The text changed in the meantime, so these diagnostics are outdated.
    if (texts.get(uri) !== text) return;
    await connection.sendDiagnostics({ uri, diagnostics: found.map(toDiagnostic) });
  }

  /** Returns the response to a request about a place. */
  async function at<Answer>(
    { textDocument: { uri }, position }: TextDocumentPositionParams,
    answer: (asked: AskedByEditor) => Answer | Promise<Answer>,
  ): Promise<Answer | null> {
    const text = texts.get(uri);
    if (text === undefined) return null;
    const open = { file: folder.nameOf(pathOf(uri)), text };
    const place = fromPosition(position);
    return answer({ open, place, knowledge: await folder.knowledge(open, place) });
  }

  connection.onInitialize(params => {
    folder = createFolderKnowledge(args, surroundings, rootOf(params));
    return capabilities;
  });
  texts.listen(
    connection,
    uri => later(uri, quietMs, () => publish(uri).catch(error => tellFailure(connection, error))),
    uri => {
      service.forget(folder.nameOf(pathOf(uri)));
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
  );
  connection.onCompletion(
    (params): Promise<ProtocolCompletions | null> =>
      at(params, ({ open, place, knowledge }) => toCompletions(service.complete(open, place, knowledge))),
  );
  connection.onHover(
    (params): Promise<ProtocolHover | null> =>
      at(params, async ({ open, place, knowledge }) => toHover(await service.hover(open, place, knowledge))),
  );
  connection.onDefinition(
    (params): Promise<Location | null> =>
      at(params, ({ open, place, knowledge }) => {
        const found = service.definition(open, place, knowledge);
        if (!found) return null;
        const path = found.file === open.file ? undefined : folder.pathOf(found.file, open.file);
        const uri = path === undefined ? params.textDocument.uri : pathToFileURL(path).href;
        return { uri, range: toRange(found.range) };
      }),
  );
  connection.onCodeAction(async ({ textDocument, range }): Promise<CodeAction[]> => {
    const asked = await at({ textDocument, position: range.start }, each =>
      service.actions(each.open, fromRange(range), each.knowledge, diagnosing()),
    );
    return (asked ?? []).map(each => toAction(each, textDocument.uri));
  });
  connection.onDidChangeWatchedFiles(() => folder.forget());
  connection.listen();
  return untilGone(connection);
}

function diagnosing(): Diagnosing {
  return {
    now: systemClock.now(),
    patience: patienceOf(tryingMs, () => systemClock.now()),
    pause: () => new Promise(resolve => setImmediate(resolve)),
  };
}

/** Reports a failure without its message, which may contain personal data. */
function tellFailure({ console }: Connection, error: unknown): void {
  console.error(`a text could not be checked: ${error instanceof Error ? error.name : typeof error}`);
}

type AskedByEditor = {
  readonly open: { readonly file: string; readonly text: string };
  readonly place: ReturnType<typeof fromPosition>;
  readonly knowledge: Awaited<ReturnType<FolderKnowledge['knowledge']>>;
};

const capabilities: InitializeResult = {
  serverInfo: { name: 'fieldbridge' },
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    completionProvider: { triggerCharacters: ['.', '$', '"', "'", '{', '[', ':', ' ', '`'] },
    hoverProvider: true,
    definitionProvider: true,
    codeActionProvider: { codeActionKinds: ['quickfix'] },
  },
};

const waiting = new Map<string, NodeJS.Timeout>();

/** Runs a function after a wait, which begins again with each further call of the same name. */
function later(name: string, afterMs: number, work: () => Promise<void>): void {
  clearTimeout(waiting.get(name));
  const timer = setTimeout(() => {
    waiting.delete(name);
    void work();
  }, afterMs);
  waiting.set(name, timer);
}

/** Returns the folder that the editor has open. */
function rootOf({ workspaceFolders, rootUri }: InitializeParams): string | undefined {
  const uri = workspaceFolders?.[0]?.uri ?? rootUri;
  return uri?.startsWith('file:') ? fileURLToPath(uri) : undefined;
}

/** Returns the path of a document, or its URI if it is not a file. */
function pathOf(uri: string): string {
  return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
}

/** Never resolves: the connection ends the process when the editor says so or closes it. */
function untilGone(_connection: Connection): Promise<ExitStatus> {
  return new Promise(() => {});
}

/** The texts that an editor has open. */
interface OpenTexts {
  /** Returns the text of a document; undefined if it is not open or too long. */
  get(uri: string): string | undefined;
  /** Handles the messages of the editor, then calls `changed` or `closed`. */
  listen(connection: Connection, changed: (uri: string) => void, closed: (uri: string) => void): void;
}

/** Keeps the open texts; texts with more than `longest` characters are not returned. */
function openTexts(longest: number): OpenTexts {
  const documents = new Map<string, TextDocument>();
  return {
    get(uri) {
      const text = documents.get(uri)?.getText();
      return text === undefined || text.length > longest ? undefined : text;
    },
    listen(connection, changed, closed) {
      connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
        documents.set(uri, TextDocument.create(uri, languageId, version, text));
        changed(uri);
      });
      connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
        const document = documents.get(uri);
        if (!document) return;
        documents.set(uri, TextDocument.update(document, contentChanges, version));
        changed(uri);
      });
      connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
        documents.delete(uri);
        closed(uri);
      });
    },
  };
}
