import { type Diagnostic, diagnostic } from '../diagnostic.ts';
import { inQuotes } from './braces.ts';
import type { YamlPath, YamlSource } from './source.ts';

/** A text before a # that YAML reads as the start of a comment. */
export interface SwallowedText {
  readonly path: YamlPath;
  readonly line: number;
  /** The line with the whole text in quotes. */
  readonly after: string;
  /** The text with the part after the #. */
  readonly meant: string;
  readonly found: Diagnostic;
}

/** The maximum number of examined texts. */
const most = 20;

/**
 * Returns the unquoted texts before a # and a letter: `value: Instagram #salon`. A comment has a space after its #.
 * Only the reader of the file knows whether the whole text is allowed at that place.
 */
export function swallowedTexts(source: YamlSource): readonly SwallowedText[] {
  const found: SwallowedText[] = [];
  if (!behindText.test(source.text)) return found;
  const visit = (value: unknown, path: YamlPath): void => {
    if (found.length >= most) return;
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value))
        visit(item, [...path, Array.isArray(value) ? Number(key) : key]);
    } else {
      const swallowed = swallowedAt(source, path, value === null);
      if (swallowed) found.push(swallowed);
    }
  };
  visit(source.value, []);
  return found;
}

const behindText = /[ \t]#[\p{L}\p{N}_]/u;

function swallowedAt(source: YamlSource, path: YamlPath, isNothing: boolean): SwallowedText | undefined {
  const [begin, end] = source.extentOf(path) ?? [];
  const start = isNothing ? valueStart(source, path) : begin;
  if (start === undefined) return undefined;
  const { text } = source;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', start);
  const line = text.slice(from, newline < 0 ? undefined : newline).replace(/\r$/, '');
  const rest = line.slice(start - from);
  const at = rest.search(isNothing ? /^#[\p{L}\p{N}_]/u : /(?<=[ \t])#[\p{L}\p{N}_]/u);
  const written = rest.slice(0, Math.max(at, 0)).trimEnd();
  const comment = rest.slice(Math.max(at, 0)).trimEnd();
  // The value ends before the #, and has no quotes.
  const isPlain = isNothing
    ? written === ''
    : written === text.slice(start, end) && /^[^"'|>&*!]/.test(written);
  if (at < 0 || !isPlain) return undefined;
  const meant = rest.trimEnd();
  const column = start - from + at + 1;
  const place = {
    file: source.file,
    line: text.slice(0, from).split('\n').length,
    column,
    length: comment.length,
  };
  const after = line.slice(0, start - from) + inQuotes(meant);
  return {
    path,
    line: place.line,
    after,
    meant,
    found: diagnostic(
      'yaml/swallowed-text',
      `${JSON.stringify(comment)} is a comment, and no part of the value`,
      {
        hint: 'for a comment, put a space after the #',
        place,
        instead: after,
      },
    ),
  };
}

/** Returns the start of a key's value on its line, if YAML reads it as empty. */
function valueStart(source: YamlSource, path: YamlPath): number | undefined {
  const [, end] = source.keyExtentOf(path) ?? [];
  if (end === undefined) return undefined;
  const [blanks] = /^[ \t]*:[ \t]+(?=#)/.exec(source.text.slice(end, end + 200)) ?? [];
  return blanks === undefined ? undefined : end + blanks.length;
}
