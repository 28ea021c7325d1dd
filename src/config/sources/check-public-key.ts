import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { isPlaceholder } from '../placeholder.ts';
import type { Secret } from '../secret.ts';
import { readPublicKey, rsaBits } from './public-key.ts';
import type { PublicKeyEntry } from './verify-schema.ts';

/** The problem with the keys of a `public-key` entry, each with its place in the list. */
export function checkPublicKeys({
  key,
  algorithm,
}: PublicKeyEntry): readonly { at: number; fault: Diagnostic }[] {
  return key.flatMap((each, at) => {
    const fault = faultOf(each, algorithm);
    return fault ? [{ at, fault }] : [];
  });
}

function faultOf(key: Secret, algorithm: PublicKeyEntry['algorithm']): Diagnostic | undefined {
  const text = key.reveal();
  if (isPlaceholder(text)) return undefined;
  const read = readPublicKey(text, algorithm);
  if ('fault' in read) return diagnostic('config/bad-public-key', read.fault, { hint: read.hint });
  const bits = rsaBits(read.key);
  if (bits === undefined || bits >= 2048) return undefined;
  const message = `this RSA key has only ${bits} bits, so that others may find the private key`;
  return diagnostic('config/weak-signature', message, {
    hint: 'ask the sender for a key of 2048 bits or more',
  });
}
