import { closeSync, openSync, writeSync } from 'node:fs';
import type { RecordedCall } from './recorded-call.ts';
import type { SyscallName } from './syscall-table.ts';

/** Writes down the calls of a traced program. */
export interface Recorder {
  /** Whether calls of this name are written down. */
  wants(name: SyscallName): boolean;
  /** Whether calls on this file or connection are. */
  heeds(path: string): boolean;
  /** Whether it is a file whose changes are recorded so that they can be made again. */
  keepsWhole(path: string): boolean;
  /** What of the bytes that a call writes is worth keeping. */
  look(data: Buffer): Pick<RecordedCall, 'text' | 'found'>;
  /** Keeps all that a call writes. */
  keep(data: Buffer): Pick<RecordedCall, 'bytes'>;
  add(call: RecordedCall): void;
  /** Brings to disk what was added. */
  flush(): void;
  close(): void;
}

/** What is recorded, and where. */
export interface RecordOptions {
  readonly file: string;
  readonly calls: readonly SyscallName[];
  /** So many bytes are kept of what a call writes (0). */
  readonly keepBytes?: number;
  /** Patterns that are looked for in what is written, by name; the first group counts where there is one. */
  readonly find?: Readonly<Record<string, string>>;
  /**
   * Files whose changes are recorded so that they can be made again: this folder and all below. What is written to them
   * is kept whole in the file `bytes`, and calls on other files are not recorded.
   */
  readonly changes?: { readonly folder: string; readonly bytes: string };
}

const flushAt = 500;

/** Makes the recorder, with an empty file. Without options it wants nothing. */
export function createRecorder(options: RecordOptions | undefined): Recorder {
  if (!options) return nothing;
  const { changes } = options;
  const descriptor = openSync(options.file, 'w');
  const bytesDescriptor = changes && openSync(changes.bytes, 'w');
  let bytesKept = 0;
  const names = new Set(options.calls);
  const patterns = Object.entries(options.find ?? {}).map(
    ([name, pattern]) => [name, new RegExp(pattern, 'gs')] as const,
  );
  const isBelow = (path: string) => changes !== undefined && `${path}/`.startsWith(`${changes.folder}/`);
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) writeSync(descriptor, `${lines.join('\n')}\n`);
    lines = [];
  };
  return {
    wants: name => names.has(name),
    heeds: path => !changes || isBelow(path) || path.startsWith('tcp '),
    keepsWhole: isBelow,
    look(data) {
      if (data.length === 0) return {};
      const text = data.toString('latin1');
      const found = patterns.flatMap(([name, pattern]) => {
        const matches = new Set([...text.matchAll(pattern)].map(match => match[1] ?? match[0]));
        return matches.size > 0 ? [[name, [...matches]] as const] : [];
      });
      return {
        ...(options.keepBytes && { text: text.slice(0, options.keepBytes) }),
        ...(found.length > 0 && { found: Object.fromEntries(found) }),
      };
    },
    keep(data) {
      if (data.length === 0 || bytesDescriptor === undefined) return {};
      const bytes = { at: bytesKept, length: data.length };
      bytesKept += writeSync(bytesDescriptor, data);
      return { bytes };
    },
    add(call) {
      lines.push(JSON.stringify(call));
      if (lines.length >= flushAt) flush();
    },
    flush,
    close() {
      flush();
      closeSync(descriptor);
      if (bytesDescriptor !== undefined) closeSync(bytesDescriptor);
    },
  };
}

const nothing: Recorder = {
  wants: () => false,
  heeds: () => false,
  keepsWhole: () => false,
  look: () => ({}),
  keep: () => ({}),
  add() {},
  flush() {},
  close() {},
};
