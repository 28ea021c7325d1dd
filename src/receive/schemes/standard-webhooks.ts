import type { Verify } from '../../config/sources/verify.ts';
import { type Evidence, findHeader, headerValues, type Proof } from './evidence.ts';
import { proveKeyedHash } from './keyed-hash.ts';
import { signaturesIn } from './signature.ts';

type Hmac = Extract<Verify, { type: 'hmac' }>;
type StandardWebhooks = Extract<Verify, { type: 'standard-webhooks' }>;

/** Standard Webhooks as an HMAC scheme: a list of `v1` signatures over `id.timestamp.body`. */
export function standardWebhooksHmac(scheme: StandardWebhooks): Hmac {
  return {
    type: 'hmac',
    secret: scheme.secret,
    secretEncoding: scheme.secretEncoding,
    algorithm: 'sha256',
    signed: '{id}.{timestamp}.{body}',
    signature: {
      in: 'header',
      name: `${scheme.headerPrefix}signature`,
      format: 'list',
      key: undefined,
      pairSeparator: ',',
      version: 'v1',
      prefix: '',
      encoding: 'base64',
    },
    id: { name: `${scheme.headerPrefix}id` },
    timestamp: {
      in: 'header',
      name: `${scheme.headerPrefix}timestamp`,
      key: undefined,
      path: undefined,
      unit: 's',
      toleranceMs: 300_000,
    },
    url: { decode: 'none' },
  };
}

/** Proves a signature of Standard Webhooks. A reason names keys of this type only, or a better type. */
export function proveStandardWebhooks(scheme: StandardWebhooks, evidence: Evidence): Proof {
  const hmac = standardWebhooksHmac(scheme);
  const proof = proveKeyedHash(hmac, evidence, 'secret');
  if (proof.proved) return proof;
  const reason = ownReason(scheme, hmac, evidence);
  return reason === undefined
    ? proof
    : { ...proof, reason, fault: 'wrong', why: { code: 'unwritten-signature' } };
}

const byHmac = 'a sender that signs in another way needs `type: hmac`';
const prefixes = ['webhook-', 'svix-'];

function ownReason({ headerPrefix }: StandardWebhooks, hmac: Hmac, evidence: Evidence): string | undefined {
  const { name } = hmac.signature;
  const signature = findHeader(evidence, name);
  if (!signature.proved) {
    const isThere = (prefix: string) => headerValues(evidence.request, `${prefix}signature`).length > 0;
    const other = prefixes.find(each => each !== headerPrefix && isThere(each));
    return other === undefined || isThere(headerPrefix)
      ? undefined
      : `the header "${name}" is missing, and "${other}signature" is there; write \`headerPrefix: ${other}\``;
  }
  const signatures = signaturesIn(signature.text, hmac.signature);
  if (signatures.length === 0) {
    return `the header "${name}" is no list of signatures written as v1,BASE64; ${byHmac}`;
  }
  const timestamp = findHeader(evidence, `${headerPrefix}timestamp`);
  if (timestamp.proved && !/^\d{1,11}$/.test(timestamp.text)) {
    return `the header "${headerPrefix}timestamp" is not in whole seconds, as Standard Webhooks says; ${byHmac}`;
  }
  const isLong = signatures.some(each => Buffer.from(each, 'base64').length === 32);
  return isLong ? undefined : `no signature in the header "${name}" is one of SHA-256 in base64; ${byHmac}`;
}
