import type { Secret } from '../secret.ts';
import type { KeyedHash, SignedParts, TimestampPlace, Verify } from './verify.ts';
import type { JwtEntry, KeyedHashEntry, SignedEntry, VerifyEntry } from './verify-schema.ts';

/** Adds the secret to an entry of `verify`, and every default that depends on its other keys. */
export function fillInVerify(entry: VerifyEntry, secret: readonly Secret[]): Verify {
  switch (entry.type) {
    case 'none':
      return entry;
    case 'hmac':
      return { ...keyedHash(entry, secret), type: entry.type, algorithm: entry.algorithm };
    case 'digest':
      return { ...keyedHash(entry, secret), type: entry.type, algorithm: entry.algorithm };
    case 'public-key': {
      const { type, algorithm, key } = entry;
      return { type, algorithm, key, ...signedParts(entry), url: { decode: 'none' } };
    }
    case 'basic':
      return { type: 'basic', username: entry.username, password: secret };
    case 'jwt':
      return jwt(entry, secret);
    default:
      return { ...entry, secret };
  }
}

function jwt(entry: JwtEntry, secret: readonly Secret[]): Verify {
  const { in: where, name = 'Authorization', algorithms, audience, body } = entry;
  const place = where === 'header' ? name.toLowerCase() : name;
  return { type: 'jwt', in: where, name: place, algorithms, audience, body, secret };
}

function keyedHash(entry: KeyedHashEntry, secret: readonly Secret[]): KeyedHash {
  return { secret, secretEncoding: entry.secretEncoding, ...signedParts(entry), url: entry.url };
}

function signedParts({ signed, signature, id, timestamp }: SignedEntry): Omit<SignedParts, 'url'> {
  return {
    signed,
    signature: {
      in: signature.in,
      name: signature.in === 'header' ? signature.name.toLowerCase() : signature.name,
      format: signature.format,
      template: signature.template,
      decode: signature.decode,
      key: signature.key,
      pairSeparator: signature.pairSeparator ?? ',',
      version: signature.version,
      prefix: signature.prefix,
      encoding: signature.encoding,
    },
    id: id && { name: id.name },
    timestamp: timestamp && timestampPlace(timestamp),
  };
}

function timestampPlace(timestamp: NonNullable<SignedEntry['timestamp']>): TimestampPlace {
  const { in: where, name, key, path, unit, tolerance } = timestamp;
  return { in: where, name, key, path, unit, toleranceMs: tolerance };
}
