import type { FileBytes } from '../../lists/list-form.ts';

const pieceSize = 256 * 1024;

/** The bytes of a file that a person chose. */
export function bytesOfBlob(blob: Blob): FileBytes {
  return async function* () {
    for (let from = 0; from < blob.size; from += pieceSize)
      yield new Uint8Array(await blob.slice(from, from + pieceSize).arrayBuffer());
  };
}
