import fastSha256 from 'fast-sha256';

/** The module is a function with the others as its properties, which its types say to some readers of modules only. */
const { Hash, hash } = fastSha256 as unknown as Pick<typeof import('fast-sha256'), 'Hash' | 'hash'>;

/** A SHA-256 of bytes that come piece by piece. */
export function createSha256() {
  return new Hash();
}

/** The SHA-256 of a text in UTF-8. */
export function sha256OfText(text: string): Uint8Array {
  return hash(new TextEncoder().encode(text));
}

/**
 * Gives the SHA-256 of one text after another, in bytes that the next call overwrites: a list has very many rows, and each
 * would leave a hash and its buffers behind.
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
