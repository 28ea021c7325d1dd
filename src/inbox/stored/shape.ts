/**
 * Writes and reads a stored value as JSON text. Stored text is parsed and not trusted: another version of this
 * program, or a person, may have written it.
 */
export interface Shape<Value> {
  /** The version that is written. */
  readonly version: number;
  write(value: Value): string;
  /** @throws UnreadableRow if the text is of a later version, or does not have the shape of its version */
  read(text: string): Value;
}

/** Converts the JSON of a version to a value; undefined if it does not have that shape. */
export type Reader<Value> = (json: unknown) => Value | undefined;

/**
 * Creates a shape from its versions: the reader of each, the first for version 1. All readers are kept, because old
 * rows stay readable forever. A text of version 1 has no mark; a later one is in an envelope, `{"v":2,"value":...}`.
 * (SQL that reads a column itself knows only version 1: when you add a version, search for `json_each` and `->>`.)
 */
export function shape<Value>(what: string, readers: readonly Reader<Value>[]): Shape<Value> {
  const version = readers.length;
  return {
    version,
    write: value => JSON.stringify(version === 1 ? value : { v: version, value }),
    read(text) {
      const { v, value } = versioned(JSON.parse(text));
      const read = readers[v - 1]?.(value);
      if (read === undefined) {
        const why = v > version ? 'a newer version of this program wrote it' : 'it is not as it was written';
        throw new UnreadableRow(`what is stored as ${what} (version ${v}) cannot be read: ${why}`);
      }
      return read;
    },
  };
}

/** A stored text that this program cannot read. The message does not quote it. */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow';
}

/** A query string may have a `v` too, but never as a number. */
function versioned(json: unknown): { readonly v: number; readonly value: unknown } {
  return isRecord(json) && typeof json.v === 'number'
    ? { v: json.v, value: json.value }
    : { v: 1, value: json };
}

/** True if JSON is an object. */
export function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** True if JSON is a text. */
export function isText(json: unknown): json is string {
  return typeof json === 'string';
}

/** True if JSON is a list of texts. */
export function isTexts(json: unknown): json is readonly string[] {
  return Array.isArray(json) && json.every(isText);
}

/** True if a JSON value is missing or satisfies the guard. */
export function isOptional(json: unknown, guard: (json: unknown) => boolean): boolean {
  return json === undefined || guard(json);
}

/** Returns a reader of values that are stored unchanged. */
export function as<Value>(guard: (json: unknown) => json is Value): Reader<Value> {
  return json => (guard(json) ? json : undefined);
}
