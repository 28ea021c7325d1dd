import { createHmac, timingSafeEqual } from 'node:crypto';

/** A received webhook to examine. Names of headers are in lower case. */
export interface SeenWebhook {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly bytes: Uint8Array;
  /** The parsed body. */
  readonly body: unknown;
  /** The kind of the body. */
  readonly kind: string;
}

/** A header that may contain a signature of the body. */
export interface SignatureHeader {
  readonly name: string;
  readonly prefix: string;
  readonly encoding: 'hex' | 'base64';
  /** Determined by the length of the signature. */
  readonly algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  /** Another header that may contain a time that is signed with the body. */
  readonly timestamp?: string;
  /** True if all three headers of Standard Webhooks are present. */
  readonly standard?: true;
}

const lengths = { hex: { 40: 'sha1', 64: 'sha256', 96: 'sha384', 128: 'sha512' } } as const;
const base64Lengths = { 28: 'sha1', 44: 'sha256', 64: 'sha384', 88: 'sha512' } as const;

/** Returns the headers that may contain a signature of the body. */
export function signatureHeaders(headers: SeenWebhook['headers']): readonly SignatureHeader[] {
  const timestamp = Object.keys(headers).find(each => /timestamp|request-time|(?:^|-)time$/.test(each));
  const isStandard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].every(each => each in headers);
  return Object.entries(headers).flatMap(([name, value]) => {
    const found = typeof value === 'string' ? signatureIn(name, value) : undefined;
    if (!found) return [];
    const standard = isStandard && name === 'webhook-signature' && ({ standard: true } as const);
    return [{ name, ...found, ...(timestamp !== undefined && { timestamp }), ...standard }];
  });
}

function signatureIn(
  name: string,
  value: string,
): Pick<SignatureHeader, 'prefix' | 'encoding' | 'algorithm'> | undefined {
  if (!/sign|hmac|digest|hash|sha\d/.test(name)) return undefined;
  const [, prefix = '', text = ''] =
    /^((?:sha\d+=|v\d,|v\d=|[a-z]+=)?)([A-Za-z0-9+/=_-]+)$/.exec(value) ?? [];
  const hex = /^[0-9a-f]+$/i.test(text) ? lengths.hex[text.length as 64] : undefined;
  if (hex !== undefined) return { prefix, encoding: 'hex', algorithm: hex };
  const base64 = base64Lengths[text.length as 44];
  return base64 === undefined ? undefined : { prefix, encoding: 'base64', algorithm: base64 };
}

/** An entry of `verify` without its secret, as in the config. */
export type ProposedVerify = Readonly<Record<string, unknown>>;

/** Finds how a webhook was signed with this secret; undefined if none of the usual ways matches. */
export function findSignedWay(
  { headers, bytes }: SeenWebhook,
  candidates: readonly SignatureHeader[],
  secret: string,
): ProposedVerify | undefined {
  for (const each of candidates) {
    if (each.standard) return { type: 'standard-webhooks' };
    const value = headers[each.name];
    if (typeof value !== 'string') continue;
    const time = each.timestamp === undefined ? undefined : headers[each.timestamp];
    for (const signed of ['{body}', '{timestamp}.{body}', '{timestamp}{body}', '{timestamp}:{body}']) {
      if (signed !== '{body}' && typeof time !== 'string') continue;
      const [before = '', behind = ''] = signed.replace('{timestamp}', String(time)).split('{body}');
      const hash = createHmac(each.algorithm, secret).update(before).update(bytes).update(behind);
      if (!isSame(hash.digest(each.encoding), value.slice(each.prefix.length))) continue;
      return verifyOf(each, signed);
    }
  }
  return undefined;
}

function verifyOf(
  { name, prefix, encoding, algorithm, timestamp }: SignatureHeader,
  signed: string,
): ProposedVerify {
  return {
    type: 'hmac',
    ...(algorithm !== 'sha256' && { algorithm }),
    ...(signed !== '{body}' && { signed }),
    signature: { name, ...(prefix !== '' && { prefix }), encoding },
    ...(signed !== '{body}' && { timestamp: { name: timestamp, unit: 'any' } }),
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one.toLowerCase()), Buffer.from(other.toLowerCase())];
  return a.length === b.length && timingSafeEqual(a, b);
}
