import type { Arguments } from '../command.ts';
import type { ExitStatus, Surroundings } from '../surroundings.ts';

/**
 * `fieldbridge lsp`: the language server for config and mappings, on standard input and output. It ends on the
 * editor's request, or when the editor closes the connection.
 */
export async function lsp(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  // Loaded only here, because no other command needs the protocol.
  const { serveEditor } = await import('./serve-editor.ts');
  return serveEditor(args, surroundings);
}
