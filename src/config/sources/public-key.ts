import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

/** The algorithms for signatures with a private key. */
export type PublicKeyAlgorithm = 'ed25519' | 'ecdsa-p256' | 'rsa-sha256';

/** A public key that fits the algorithm, or the fault of its text. The fault does not quote the text. */
export type PublicKeyRead = { readonly key: KeyObject } | { readonly fault: string; readonly hint: string };

/**
 * Reads a public key: PEM (a public key or a certificate, with any line breaks), or base64 or hex of the same bytes;
 * for Ed25519 and P-256 also the raw key.
 */
export function readPublicKey(text: string, algorithm: PublicKeyAlgorithm): PublicKeyRead {
  const key = openPublicKey(text.trim(), algorithm);
  if (key === undefined) return { fault: 'this is not a public key in PEM or base64', hint: howWritten };
  if (key === 'private') {
    return {
      fault: 'this is a private key, which only the sender may have',
      hint: 'write the public key here; anyone who has the private key can sign as the sender, so have a new pair made',
    };
  }
  const found = kindOf(key);
  if (found === kinds[algorithm]) return { key };
  const fits = Object.entries(kinds).find(([, kind]) => kind === found)?.[0];
  return {
    fault: `this is ${found}, and ${algorithm} needs ${kinds[algorithm]}`,
    hint: fits
      ? `if the sender signs with this key, say \`algorithm: ${fits}\``
      : 'ask the sender for the key that it signs with',
  };
}

/** Returns the size of an RSA key in bits; undefined for other keys. */
export function rsaBits(key: KeyObject): number | undefined {
  return key.asymmetricKeyType === 'rsa' ? key.asymmetricKeyDetails?.modulusLength : undefined;
}

const howWritten =
  'PEM is the text from -----BEGIN PUBLIC KEY----- to -----END PUBLIC KEY-----; in YAML it follows `key: |`, further right';

const kinds: Readonly<Record<PublicKeyAlgorithm, string>> = {
  ed25519: 'an Ed25519 key',
  'ecdsa-p256': 'a key of the curve P-256',
  'rsa-sha256': 'an RSA key',
};

function kindOf({ asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject): string {
  if (type === 'ed25519') return kinds.ed25519;
  if (type === 'rsa') return kinds['rsa-sha256'];
  const curve = asymmetricKeyDetails?.namedCurve;
  if (type !== 'ec') return `a key of the kind ${type}`;
  return curve === 'prime256v1' ? kinds['ecdsa-p256'] : `a key of the curve ${curve}`;
}

/** Undefined if the text is not a readable key. */
function openPublicKey(text: string, algorithm: PublicKeyAlgorithm): KeyObject | 'private' | undefined {
  const [, label, inside = ''] = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END /.exec(text) ?? [];
  if (label?.includes('PRIVATE KEY')) return 'private';
  // Environment variables often contain \n in place of line breaks.
  const written = label === undefined ? text.replace(/^whpk_/, '') : inside.replaceAll('\\n', '');
  const bytes = bytesOf(written.replace(/\s/g, ''), algorithm);
  if (!bytes) return undefined;
  // Checked first: a reader of public keys also accepts a private key, and returns its public key.
  if (isPrivateKey(bytes)) return 'private';
  const readers = label === undefined ? [bareKey, ...readersOfDer] : readersOfDer;
  for (const read of readers) {
    const key = attempt(() => read(bytes, algorithm));
    if (key) return key;
  }
  return undefined;
}

function isPrivateKey(key: Buffer): boolean {
  return (['pkcs8', 'pkcs1', 'sec1'] as const).some(
    type => attempt(() => createPrivateKey({ key, format: 'der', type })) !== undefined,
  );
}

function bytesOf(text: string, algorithm: PublicKeyAlgorithm): Buffer | undefined {
  const hexLength = algorithm === 'ed25519' ? 64 : 130;
  if (text.length === hexLength && /^[0-9a-f]+$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[a-z0-9+/_-]+={0,2}$/i.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}

type Reader = (bytes: Buffer, algorithm: PublicKeyAlgorithm) => KeyObject | undefined;

const readersOfDer: readonly Reader[] = [
  bytes => createPublicKey({ key: bytes, format: 'der', type: 'spki' }),
  bytes => createPublicKey({ key: bytes, format: 'der', type: 'pkcs1' }),
  bytes => new X509Certificate(bytes).publicKey,
];

/** Reads the raw bytes of a key: 32 bytes for Ed25519, an uncompressed point for P-256. */
function bareKey(bytes: Buffer, algorithm: PublicKeyAlgorithm): KeyObject | undefined {
  const part = (from: number, to?: number) => bytes.subarray(from, to).toString('base64url');
  if (algorithm === 'ed25519' && bytes.length === 32) {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: part(0) }, format: 'jwk' });
  }
  if (algorithm !== 'ecdsa-p256' || bytes.length !== 65 || bytes[0] !== 4) return undefined;
  return createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33) },
    format: 'jwk',
  });
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
