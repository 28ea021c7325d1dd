import type { Verify } from '../../config/config.ts';

type Hmac = Extract<Verify, { type: 'hmac' }>;
type StandardWebhooks = Extract<Verify, { type: 'standard-webhooks' }>;

/** Standard Webhooks, spelled out as the HMAC scheme that it is: a list of `v1` signatures over `id.timestamp.body`. */
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
