import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { NotUtf8 } from '../diagnostics/written-text.ts';
import { maskSecretLines } from './secrets/mask-secrets.ts';

/** Removes the corrected line from a diagnostic, because it would show a masked value. */
export function withoutSecret({ instead, ...found }: Diagnostic, text: string, masked: string): Diagnostic {
  const lineOf = (whole: string) => whole.split('\n')[(found.place?.line ?? 0) - 1] ?? '';
  const [line, shown] = [lineOf(text), lineOf(masked)];
  if (line === shown) return { ...found, ...(instead !== undefined && { instead }) };
  const message = found.message.replace(/"([&*!]?)([^"]+)"/g, (quoted, sign: string, inside: string) =>
    line.includes(inside) && !shown.includes(inside) ? `"${sign}[secret]"` : quoted,
  );
  if (instead === undefined) return { ...found, message };
  const hint = 'correct this line; the corrected line is not shown, because it contains a secret';
  return { ...found, message, hint };
}

/** Returns the diagnostic for a config file that is missing or cannot be read. */
export function unreadableConfig(file: string, error: unknown): Diagnostic {
  const { code } = error as NodeJS.ErrnoException;
  const why = code === undefined ? '' : ` (${code})`;
  return diagnostic('yaml/unreadable-file', `the config file "${file}" cannot be read${why}`, {
    hint:
      code === 'EACCES'
        ? 'let the user that the program runs as read it, and enter its folder'
        : '`fieldbridge init` makes a first one; another one is named with --config',
  });
}

/** The fault of a config file in another encoding, with its probable text. Secrets are asterisks. */
export function configNotUtf8(
  file: string,
  { fault }: NotUtf8,
): { readonly diagnostics: readonly Diagnostic[]; readonly texts: ReadonlyMap<string, string> } {
  const { reason, hint, line, column, meant } = fault;
  const found = diagnostic('yaml/wrong-encoding', `the config file ${reason}`, {
    hint,
    place: { file, line, column },
  });
  return { diagnostics: [found], texts: new Map([[file, maskSecretLines(meant)]]) };
}
