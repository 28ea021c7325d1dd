import { createReadStream } from 'node:fs';
import type { FileBytes } from '../../lists/list-form.ts';

/** All rows of a chunk are parsed together: larger chunks need more memory and are not faster. */
const highWaterMark = 16 * 1024;

/** The bytes of a file on disk. */
export function bytesOfFile(path: string): FileBytes {
  return async function* () {
    for await (const piece of createReadStream(path, { highWaterMark })) yield piece as Uint8Array;
  };
}
