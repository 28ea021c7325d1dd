import type { Arguments } from '../command.ts';
import type { ExitStatus, Surroundings } from '../surroundings.ts';

/**
 * `fieldbridge lsp`: the language server of config and mappings, on standard input and output. It ends when its editor
 * says so, or goes away.
 */
export async function lsp(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  // Loaded here alone: no other command speaks the protocol.
  const { serveEditor } = await import('./serve-editor.ts');
  return serveEditor(args, surroundings);
}
