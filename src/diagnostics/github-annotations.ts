import type { Diagnostic } from './diagnostic.ts';
import type { Severity } from './severity.ts';

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Formats diagnostics as workflow commands of GitHub Actions, which shows them beside the lines of a pull
 * request: one line each, in the given order. Characters with a meaning in such a line are escaped.
 */
export function githubAnnotations(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(each => `${annotation(each)}\n`).join('');
}

/** Formats remarks on the whole check, such as that it is not complete, as warnings without a place. */
export function githubNotices(texts: readonly string[]): string {
  return texts.map(text => `::warning title=check not complete::${data(text)}\n`).join('');
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

/** Escapes the text after the second `::` as GitHub's toolkit does. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property, which a colon or a comma would end. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
