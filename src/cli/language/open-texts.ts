import type { Connection } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** The texts that an editor has open. */
export interface OpenTexts {
  /** The text of a document; undefined where it is not open, or is too long to be looked at. */
  get(uri: string): string | undefined;
  /** Follows the messages of the editor; `changed` and `closed` are called afterwards. */
  listen(connection: Connection, changed: (uri: string) => void, closed: (uri: string) => void): void;
}

/** Keeps the texts; a text with more characters than that is not returned. */
export function openTexts(longest: number): OpenTexts {
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
