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
