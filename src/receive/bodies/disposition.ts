/** The properties of a form part. Each byte beyond ASCII is a character. */
export interface Disposition {
  readonly name: string;
  /** The name of the file; empty if only `filename*` has it and is unreadable. */
  readonly filename: string | undefined;
  /** The decoded name from `filename*`. */
  readonly fullFilename?: string | undefined;
}

const parameter =
  /;[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=(?:[ \t]*(?:"((?:[^"\\]|\\.)*)"|"([^"]*)"|([^;" \t]+)))?[ \t]*(?=;|$)/y;

/** The usual form for a field: only its name, without escapes. */
const plainName = /^form-data; name="([^"\\%]*)"$/;

/**
 * Reads the Content-Disposition of a part; undefined if it is not a form's part. Line breaks and quotes come
 * as `%0D`, `%0A` and `%22`, as browsers write them, or a quote after a backslash. Any other backslash is
 * literal, also before the closing quote.
 */
export function parseDisposition(text: string): Disposition | undefined {
  const usual = plainName.exec(text)?.[1];
  if (usual !== undefined) return { name: usual, filename: undefined };
  const start = /^[ \t]*form-data[ \t]*(?=;)/i.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const parameters = new Map<string, string>();
  parameter.lastIndex = start;
  let end = start;
  for (let match = parameter.exec(text); match; match = parameter.exec(text)) {
    end = parameter.lastIndex;
    const key = (match[1] ?? '').toLowerCase();
    if (parameters.has(key)) return undefined;
    const [, , escaped, plain, bare = ''] = match;
    parameters.set(key, escaped === undefined ? unescaped(plain ?? bare) : unescaped(escaped));
  }
  const name = parameters.get('name');
  // Some senders end it with a semicolon.
  if (name === undefined || !/^;?[ \t]*$/.test(text.slice(end))) return undefined;
  const extended = parameters.get('filename*');
  const filename = parameters.get('filename') ?? (extended && '');
  return { name, filename, fullFilename: extended && decodeExtended(extended) };
}

function unescaped(quoted: string): string {
  if (!/[\\%]/.test(quoted)) return quoted;
  return quoted
    .replaceAll('\\"', '"')
    .replace(/%(0D|0A|22)/gi, written => String.fromCharCode(Number.parseInt(written.slice(1), 16)));
}

/** Returns `naïve.txt` for `UTF-8''na%C3%AFve.txt`; undefined for another charset or a broken text. */
function decodeExtended(text: string): string | undefined {
  const encoded = /^utf-8'[^']*'(.+)$/i.exec(text)?.[1];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
