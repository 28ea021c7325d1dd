import type { Encoding } from './encoding.ts';

/** Returns the bytes of a file in chunks; each call starts from the beginning. */
export type FileBytes = () => AsyncIterable<Uint8Array>;

/** The format of a list. */
export interface ListForm {
  readonly bytes: FileBytes;
  readonly kind: 'csv' | 'ndjson';
  readonly encoding: Encoding;
  /** CSV: the separator of cells. */
  readonly separator: string;
}

/** The name of the added column or key with the reason why a row failed. It is no part of the row. */
export const reasonName = 'fieldbridge_reason';

/** The name of the added column or key with the id of the failed event. It is no part of the row. */
export const eventName = 'fieldbridge_event';

/** Returns the kind of a list by its file name. */
export function listKindOf(name: string): ListForm['kind'] | 'spreadsheet' | undefined {
  if (/\.(?:csv|tsv|txt)$/i.test(name)) return 'csv';
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return 'ndjson';
  return /\.(?:xlsx?|ods|numbers)$/i.test(name) ? 'spreadsheet' : undefined;
}

/** Returns the file name for failed rows: `a.failed.csv`; `a.failed-2.csv` if they failed again. */
export function failedName(name: string, { kind, isMended }: Pick<ListForm, 'kind'> & { isMended: boolean }) {
  const stem = name.replace(/\.[^.]+$/, '');
  return isMended ? nextFailedName(name, kind) : `${stem}.failed.${kind}`;
}

/** Returns `contacts.failed.csv`, then `contacts.failed-2.csv`, and so on. */
export function nextFailedName(name: string, kind: ListForm['kind']): string {
  const stem = name.replace(/\.[^.]+$/, '');
  const [, base = stem, number = '1'] = /^(.*\.failed)(?:-(\d{1,6}))?$/s.exec(stem) ?? [];
  return base.endsWith('.failed') ? `${base}-${Number(number) + 1}.${kind}` : `${base}.failed.${kind}`;
}
