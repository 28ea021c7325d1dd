import fastSha256 from 'fast-sha256';

/** The module is a function with others as properties, which its types declare only for some imports. */
const { Hash, hash } = fastSha256 as unknown as Pick<typeof import('fast-sha256'), 'Hash' | 'hash'>;

/** Creates a SHA-256 of bytes that arrive in chunks. */
export function createSha256() {
  return new Hash();
}

/** Returns the SHA-256 of a text in UTF-8. */
export function sha256OfText(text: string): Uint8Array {
  return hash(new TextEncoder().encode(text));
}

/**
 * Creates a function that returns the SHA-256 of a text. The next call overwrites the bytes: a list has very many rows,
 * and new buffers for each would fill the memory.
 */
export function createRowDigest(): (text: string) => Uint8Array {
  const digest = new Hash();
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(4096);
  const out = new Uint8Array(digest.digestLength);
  return text => {
    if (bytes.length < text.length * 3) bytes = new Uint8Array(text.length * 3);
    const { written } = encoder.encodeInto(text, bytes);
    digest.reset();
    digest.update(bytes.subarray(0, written));
    digest.finish(out);
    return out;
  };
}
