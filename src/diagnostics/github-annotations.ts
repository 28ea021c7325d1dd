import type { Diagnostic } from './diagnostic.ts';
import type { Severity } from './severity.ts';

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Diagnostics as workflow commands of GitHub Actions, which shows them beside the lines of a pull request. One line
 * each, in the order given; what has a meaning in such a line is escaped.
 */
export function githubAnnotations(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(each => `${annotation(each)}\n`).join('');
}

function annotation({ code, severity, message, hint, place, path }: Diagnostic): string {
  const properties = [
    ...(place
      ? [
          `file=${property(place.file)}`,
          `line=${place.line}`,
          `col=${place.column}`,
          `endColumn=${place.column + Math.max(place.length ?? 1, 1) - 1}`,
        ]
      : []),
    `title=${property(code)}`,
  ];
  const text = [
    message,
    ...(path === undefined ? [] : [`path: ${path}`]),
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ].join('\n');
  return `::${commands[severity]} ${properties.join(',')}::${data(text)}`;
}

/** Escapes the text after the second pair of colons as GitHub's own toolkit does. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** In a property a colon and a comma would end it. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
