import type { KeyedHash, TimestampPlace, Verify } from '../config.ts';
import type { Secret } from '../secret.ts';
import type { JwtEntry, KeyedHashEntry, VerifyEntry } from './verify-schema.ts';

/** An entry of `verify` with its secret and with every default that depends on its other keys. */
export function fillInVerify(entry: VerifyEntry, secret: readonly Secret[]): Verify {
  switch (entry.type) {
    case 'none':
      return entry;
    case 'hmac':
      return { ...keyedHash(entry, secret), type: entry.type, algorithm: entry.algorithm };
    case 'digest':
      return { ...keyedHash(entry, secret), type: entry.type, algorithm: entry.algorithm };
    case 'basic':
      return { type: 'basic', username: entry.username, password: secret };
    case 'jwt':
      return jwt(entry, secret);
    default:
      return { ...entry, secret };
  }
}

function jwt(entry: JwtEntry, secret: readonly Secret[]): Verify {
  const { in: where, name = 'Authorization', algorithms, audience } = entry;
  const place = where === 'header' ? name.toLowerCase() : name;
  return { type: 'jwt', in: where, name: place, algorithms, audience, secret };
}

function keyedHash(entry: KeyedHashEntry, secret: readonly Secret[]): KeyedHash {
  const { signature, timestamp } = entry;
  return {
    secret,
    secretEncoding: entry.secretEncoding,
    signed: entry.signed,
    signature: {
      in: signature.in,
      name: signature.in === 'header' ? signature.name.toLowerCase() : signature.name,
      format: signature.format,
      key: signature.key,
      pairSeparator: signature.pairSeparator ?? ',',
      version: signature.version,
      prefix: signature.prefix,
      encoding: signature.encoding,
    },
    id: entry.id && { name: entry.id.name },
    timestamp: timestamp && timestampPlace(timestamp),
    url: entry.url,
  };
}

function timestampPlace(timestamp: NonNullable<KeyedHashEntry['timestamp']>): TimestampPlace {
  const { in: where, name, key, path, unit, tolerance } = timestamp;
  return { in: where, name, key, path, unit, toleranceMs: tolerance };
}
