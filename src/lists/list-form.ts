import type { Encoding } from './encoding.ts';

/** Returns the bytes of a file from its beginning, piece by piece, as often as it is called. */
export type FileBytes = () => AsyncIterable<Uint8Array>;

/** The format of a list. */
export interface ListForm {
  readonly bytes: FileBytes;
  readonly kind: 'csv' | 'ndjson';
  readonly encoding: Encoding;
  /** CSV: the character between the cells. */
  readonly separator: string;
}

/** The name of the column, and of the key, that says why a row failed. It is no part of the row. */
export const reasonName = 'fieldbridge_reason';

/** The name of the column, and of the key, with the id of the event that failed. It is no part of the row. */
export const eventName = 'fieldbridge_event';

/** The kind of a list by the name of its file. */
export function listKindOf(name: string): ListForm['kind'] | 'spreadsheet' | undefined {
  if (/\.(?:csv|tsv|txt)$/i.test(name)) return 'csv';
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return 'ndjson';
  return /\.(?:xlsx?|ods|numbers)$/i.test(name) ? 'spreadsheet' : undefined;
}

/** The name of the file of rows that failed: `a.failed.csv`, and of rows that failed again `a.failed-2.csv`. */
export function failedName(name: string, { kind, isMended }: Pick<ListForm, 'kind'> & { isMended: boolean }) {
  const stem = name.replace(/\.[^.]+$/, '');
  return isMended ? nextFailedName(name, kind) : `${stem}.failed.${kind}`;
}

/** `contacts.failed.csv`, `contacts.failed-2.csv`, and so on. */
export function nextFailedName(name: string, kind: ListForm['kind']): string {
  const stem = name.replace(/\.[^.]+$/, '');
  const [, base = stem, number = '1'] = /^(.*\.failed)(?:-(\d{1,6}))?$/s.exec(stem) ?? [];
  return base.endsWith('.failed') ? `${base}-${Number(number) + 1}.${kind}` : `${base}.failed.${kind}`;
}
