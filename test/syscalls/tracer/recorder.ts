import { closeSync, openSync, writeSync } from 'node:fs';
import type { RecordedCall } from './recorded-call.ts';
import type { SyscallName } from './syscall-table.ts';

/** Records the calls of a traced program. */
export interface Recorder {
  /** Whether calls of this name are recorded. */
  wants(name: SyscallName): boolean;
  /** Whether calls on this file or connection are recorded. */
  heeds(path: string): boolean;
  /** Whether all bytes written to this file are recorded, so that its changes can be repeated. */
  keepsWhole(path: string): boolean;
  /** The recorded part of the bytes that a call writes. */
  look(data: Buffer): Pick<RecordedCall, 'text' | 'found'>;
  /** Stores all bytes that a call writes. */
  keep(data: Buffer): Pick<RecordedCall, 'bytes'>;
  add(call: RecordedCall): void;
  /** Writes the recorded calls to disk. */
  flush(): void;
  close(): void;
}

/** The options of a record. */
export interface RecordOptions {
  readonly file: string;
  readonly calls: readonly SyscallName[];
  /** The number of written bytes to keep of each call; default 0. */
  readonly keepBytes?: number;
  /** Patterns to search in the written bytes, by name. The first group is kept, if there is one. */
  readonly find?: Readonly<Record<string, string>>;
  /**
   * A folder whose changes are recorded so that they can be repeated. All bytes written to files below it are stored in
   * the file `bytes`, and calls on other files are not recorded.
   */
  readonly changes?: { readonly folder: string; readonly bytes: string };
}

const flushAt = 500;

/** Makes the recorder, with an empty file. Without options it records nothing. */
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
