import { createReadStream } from 'node:fs';
import type { FileBytes } from '../../lists/list-form.ts';

/** The bytes of a file on disk. */
export function bytesOfFile(path: string): FileBytes {
  return async function* () {
    for await (const piece of createReadStream(path)) yield piece as Uint8Array;
  };
}
