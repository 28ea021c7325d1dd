import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Verify } from '../../config/sources/verify.ts';
import type { Reading } from '../../inbox/event.ts';
import { type ReadBody, readAs } from '../bodies/body.ts';
import { putInBody } from '../bodies/put-in-body.ts';
import { repeatedKeys } from '../bodies/repeated-keys.ts';
import { valueAtPath } from '../bodies/value-at-path.ts';
import { type RedactedText, type Redactor, secretPlaceholder } from './redactor.ts';
import { redactedSecrets, redactorOf } from './source-redactor.ts';

/** A body as it is stored: its proofs are replaced by placeholders. */
export interface RedactedBody {
  readonly bytes: Uint8Array;
  /** The reading of `bytes`; the result is `value`. */
  readonly reading: Reading;
  readonly value: unknown;
  /** Redacts values that were read from the body before it was redacted. */
  readonly redactor: Redactor;
  /** The proofs in the body. A copy of a proof is found by the last key of its path. */
  readonly proofs: readonly FoundProof[];
}

/** A token or a signature that was found in a body. */
export interface FoundProof extends RedactedText {
  /** The keys of its path in the body, joined by dots. */
  readonly path: string;
  readonly name: string;
}

/**
 * Removes the tokens and signatures from a body, and the secrets of its source and `others`, wherever they are.
 * Everything else stays unchanged, byte for byte; if that is impossible in the body's spelling, it is stored as equal
 * JSON. Placeholders for different signatures differ, so an id made of a signature stays unique.
 */
export function redactBody(
  verify: readonly Verify[],
  others: readonly string[],
  bytes: Uint8Array,
  { reading, value }: ReadBody,
): RedactedBody {
  const proofs = proofsIn(verify, value);
  const redactor = redactorOf(verify, [...proofs, ...redactedSecrets(others)]);
  const plain = redactor.bytes(bytes);
  if (proofs.length === 0 && plain === bytes && !mayHide(bytes, reading)) {
    return { bytes, reading, value, redactor, proofs };
  }
  const shown = redactor.value(withoutProofs(value, proofs));
  if (shown === value && plain === bytes && !hides(bytes, redactor))
    return { bytes, reading, value, redactor, proofs };
  const kept = { value: shown, redactor, proofs };
  if (reading.kind === 'bytes') return { ...kept, bytes: plain, reading, value: readValue(plain, reading) };
  // The first value of a key that occurs twice is only in the bytes.
  const isRepeated = proofs.length > 0 && repeatedKeys(bytes, reading).size > 0;
  for (const each of isRepeated ? [] : [plain, withPlaceholders(plain, reading, proofs)]) {
    if (each && isDeepStrictEqual(readValue(each, reading), shown) && !hides(each, redactor))
      return { ...kept, bytes: each, reading };
  }
  return {
    ...kept,
    bytes: Buffer.from(JSON.stringify(shown), 'utf8'),
    reading: { kind: 'json', charset: 'utf-8' },
  };
}

/**
 * Redacts an unreadable body. Undefined if it may contain these texts in a spelling that only reading it
 * would show.
 */
export function redactUnreadable(bytes: Uint8Array, redactor: Redactor): Uint8Array | undefined {
  const plain = redactor.bytes(bytes);
  return hides(plain, redactor) ? undefined : plain;
}

/**
 * True if the bytes of a body have a secret in a place that is not read: in a repeated key, in a comment, or
 * before the first part.
 */
function hides(bytes: Uint8Array, redactor: Redactor): boolean {
  return redactor.reveals(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}

/** Returns the tokens and signatures that these schemes have in a body. */
export function proofsIn(verify: readonly Verify[], body: unknown): readonly FoundProof[] {
  return proofPaths(verify).flatMap(({ path, isSignature }): readonly FoundProof[] => {
    const found = valueAtPath(body, path);
    if ((typeof found !== 'string' && typeof found !== 'number') || found === '') return [];
    const text = String(found);
    return [
      {
        path,
        name: path.split('.').at(-1) ?? '',
        text,
        placeholder: isSignature ? signed(text) : secretPlaceholder,
      },
    ];
  });
}

/** Returns a body in which placeholders replace the proofs. */
export function withoutProofs(body: unknown, proofs: readonly FoundProof[]): unknown {
  return proofs.reduce(
    (before, { path, placeholder }) => replacedAt(before, path.split('.'), placeholder),
    body,
  );
}

/** True if a text may occur in a body in another spelling, such as with escapes. */
function mayHide(bytes: Uint8Array, { charset }: Reading): boolean {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    charset !== 'utf-8' ||
    escapes.some(each => whole.includes(each)) ||
    odd.test(whole.toString('latin1')) ||
    /content-transfer-encoding/i.test(whole.toString('latin1'))
  );
}

const escapes = ['\\', '%', '&', '+', '<!'];

/** The first bytes, in UTF-8, of combining marks, full-width letters and mathematical letters. */
const odd = /[\xcc\xcd\xe1-\xf4]/;

/** Returns a placeholder that does not reveal the signature but differs for different signatures. */
function signed(signature: string): string {
  return `[signature ${hash('sha256', signature, 'hex').slice(0, 32)}]`;
}

interface ProofPath {
  readonly path: string;
  readonly isSignature: boolean;
}

function proofPaths(verify: readonly Verify[]): readonly ProofPath[] {
  return verify.flatMap((scheme): readonly ProofPath[] => {
    if (scheme.type === 'body-token') return [{ path: scheme.path, isSignature: false }];
    return 'signature' in scheme && scheme.signature.in === 'body'
      ? [{ path: scheme.signature.name, isSignature: true }]
      : [];
  });
}

/** Returns the value with the text at a path replaced. Other values stay the same objects. */
function replacedAt(value: unknown, [step, ...more]: readonly string[], text: string): unknown {
  if (step === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((each, at) => (String(at) === step ? replacedAt(each, more, text) : each));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === step ? replacedAt(each, more, text) : each]),
  );
}

function readValue(bytes: Uint8Array, reading: Reading): unknown {
  const read = readAs(bytes, reading);
  return read.kind === 'read' ? read.value : undefined;
}

/** Returns the body with the placeholders at their paths; undefined if a path does not exist in it. */
function withPlaceholders(
  body: Uint8Array,
  reading: Reading,
  proofs: readonly FoundProof[],
): Uint8Array | undefined {
  if (reading.charset !== 'utf-8' || readAs(body, reading).kind === 'unreadable') return undefined;
  const open = (bytes: Uint8Array) => readAs(bytes, reading);
  return proofs.reduce<Uint8Array | undefined>(
    (before, { path, placeholder }) =>
      before && putInBody(before, path, placeholder, { kind: reading.kind, open }),
    body,
  );
}
