import { StoreUnavailable } from '../../store.ts';

/**
 * The errors of SQLite that are the fault of the disk and not of a statement: the primary result codes, described for
 * operators.
 */
const faults: ReadonlyMap<number, { readonly words: string; readonly lasting: boolean }> = new Map([
  [3, { words: 'the file may not be accessed', lasting: false }],
  [5, { words: 'another process keeps the file locked', lasting: false }],
  [6, { words: 'another process keeps the file locked', lasting: false }],
  [7, { words: 'there is not enough memory', lasting: false }],
  [8, { words: 'the file or its disk is read-only', lasting: false }],
  [10, { words: 'the disk reported an error', lasting: true }],
  [11, { words: 'the file is damaged, or the disk cannot read it', lasting: true }],
  [13, { words: 'the disk is full', lasting: false }],
  [14, { words: 'the file cannot be opened', lasting: false }],
  [26, { words: 'the file is damaged or no store', lasting: true }],
]);

/**
 * The storage could not be read or written. `lasting`: the process should end and be restarted, because after a
 * failed write to disk the state of earlier writes is unknown.
 */
export class StorageFault extends StoreUnavailable {
  /** The fault, in words. */
  readonly detail: string;
  readonly lasting: boolean;
  /** True if the only problem is a full disk. */
  readonly full: boolean;
  /** SQLite's extended result code, if the fault came from SQLite. */
  readonly code: number | undefined;

  constructor(detail: string, kind: { lasting: boolean; full?: boolean }, cause?: unknown) {
    super(`the store cannot be used: ${detail}`, { cause });
    this.detail = detail;
    this.lasting = kind.lasting;
    this.full = kind.full ?? false;
    this.code = resultCode(cause);
  }

  /** True if SQLite found the file itself to be damaged. */
  get damage(): boolean {
    return damageCodes.has((this.code ?? 0) & 0xff);
  }
}

const diskFull = 13;
const damageCodes: ReadonlySet<number> = new Set([11, 26]);

/** Returns the storage fault of an SQLite error; undefined for any other error, which is a bug. */
export function storageFault(error: unknown): StorageFault | undefined {
  if (error instanceof StorageFault) return error;
  const code = resultCode(error);
  const fault = code === undefined ? undefined : faults.get(code & 0xff);
  if (code === undefined || !fault) return undefined;
  const kind = { lasting: fault.lasting, full: (code & 0xff) === diskFull };
  return new StorageFault(`${fault.words} (${code})`, kind, error);
}

function resultCode(error: unknown): number | undefined {
  const isSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return isSqlite ? (error.errcode as number) : undefined;
}
