import { decoded, type Encoding, findEncoding } from './encoding.ts';
import { FaultyList, type LineFault } from './list-fault.ts';
import type { FileBytes, ListForm } from './list-form.ts';
import { readColumns, readRows } from './read-rows.ts';
import { findSeparator } from './separator.ts';
import { createSha256, sha256OfText } from './sha256.ts';

/** A list that can be imported, as found by the scan of the whole file. */
export interface ScannedList extends ListForm {
  readonly rows: number;
  /** CSV: the names of its columns. */
  readonly columns: readonly string[];
  /** SHA-256 of the file and of the way in which it is read, hexadecimal. */
  readonly digest: string;
  /** True if its rows failed before, and contain the reason. */
  readonly isMended: boolean;
}

/** The number of faulty lines that are listed; the others are only counted. */
const mostNamed = 10;

/**
 * Reads a whole list once, so that no row of a faulty one is imported. `said`: the details that a person entered about
 * the file.
 * @throws FaultyList with all faults, by line
 */
export async function scanList(
  bytes: FileBytes,
  kind: ListForm['kind'],
  said: { readonly encoding?: Encoding | undefined; readonly separator?: string | undefined } = {},
): Promise<ScannedList> {
  const encoding = await findEncoding(bytes, said.encoding);
  const [header, next] = kind === 'csv' ? await firstLines(bytes, encoding) : ['', ''];
  const separator = kind === 'csv' ? findSeparator(header, next, said.separator) : ',';
  const form: ListForm = { bytes, kind, encoding, separator };
  const { rows, faults, count, isMended } = await look(form);
  if (count > 0) throw new FaultyList({ fault: 'faulty lines', lines: faults, count });
  if (rows === 0) throw new FaultyList({ fault: 'no rows' });
  const columns = kind === 'csv' ? (await readColumns(form)).names : [];
  return { ...form, rows, columns, digest: await digestOf(form), isMended };
}

/** A longer first line is not a header. */
const longestHeader = 1024 * 1024;

/** Returns the first two non-empty lines. */
async function firstLines(
  bytes: FileBytes,
  encoding: Encoding,
): Promise<readonly [header: string, next: string]> {
  let text = '';
  for await (const piece of decoded(bytes, encoding)) {
    text += piece;
    const [first = '', second = '', third] = contentLines(text);
    if (third !== undefined) return [first, second];
    if (text.length <= longestHeader) continue;
    if (second === '') throw new FaultyList({ fault: 'long header' });
    return [first, second];
  }
  const [first = '', second = ''] = contentLines(text);
  return [first, second];
}

/** Returns the lines that contain more than separators and spaces. The last one may be incomplete. */
function contentLines(text: string): readonly string[] {
  return text.split(/[\r\n]+/, 20).filter(line => /[^\s,;]/.test(line));
}

async function look(form: ListForm) {
  const faults: LineFault[] = [];
  let rows = 0;
  let count = 0;
  let isMended = false;
  for await (const row of readRows(form)) {
    if ('fault' in row) {
      count += 1;
      if (faults.length < mostNamed) faults.push(row);
    } else {
      rows += 1;
      isMended ||= row.isMended;
    }
  }
  return { rows, faults, count, isMended };
}

async function digestOf({ bytes, encoding, separator }: ListForm): Promise<string> {
  const whole = createSha256();
  for await (const piece of bytes()) whole.update(piece);
  return hex(sha256OfText(`${hex(whole.digest())} ${encoding} ${separator}`));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
