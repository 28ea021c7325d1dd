import * as z from 'zod';
import { builtOnce } from '../schema/built-once.ts';
import { duration } from '../schema/duration.ts';
import { text } from '../schema/plain-values.ts';
import { secrets } from '../secrets/secret-schema.ts';
import { headerName } from './header-name.ts';
import { signatureTemplate } from './signature-template.ts';
import { digestTemplate, hmacTemplate } from './signed-template.ts';

/** The schemas of the entries of `verify`, by type. */
export const verifySchemas = builtOnce(() => {
  const secret = secrets()
    .optional()
    .describe('The secret. Give a list while you replace one by another. Default: the secret of the source');
  return {
    none: z.strictObject({ type: z.literal('none').describe('Anyone may post to this source') }),
    ...signatureSchemas(secret),
    ...tokenSchemas(secret),
  };
});

type SecretKey = z.ZodOptional<ReturnType<typeof secrets>>;

/** The schemas of signatures over parts of the request. */
function signatureSchemas(secret: SecretKey) {
  return {
    hmac: z.strictObject({
      type: z.literal('hmac').describe('A signature made with a secret'),
      secret,
      secretEncoding: secretEncoding.prefault('utf8'),
      algorithm: z.enum(hashes).prefault('sha256').describe('The hash function'),
      signed: hmacTemplate.prefault('{body}').describe(signedWords),
      ...signedKeys,
      url: urlKey,
    }),
    digest: z.strictObject({
      type: z.literal('digest').describe('A plain hash of a text that contains the secret'),
      secret,
      secretEncoding: secretEncoding.prefault('utf8'),
      algorithm: z
        .enum(['md5', ...hashes])
        .prefault('sha256')
        .describe('The hash function'),
      signed: digestTemplate
        .prefault('{secret}{body}')
        .describe(
          'The hashed text, written with {secret} {body} {timestamp} {id} {method} {url} {path} {header:NAME}',
        ),
      ...signedKeys,
      url: urlKey,
    }),
    'public-key': z.strictObject({
      type: z.literal('public-key').describe('A signature that is checked with a public key of the sender'),
      algorithm: z.enum(['ed25519', 'ecdsa-p256', 'rsa-sha256']).describe('How the sender signs'),
      key: secrets()
        .describe(
          'The public key of the sender, in PEM or base64. Give a list while you replace one by another',
        )
        .meta({ needed: true, written: [{ file: 'sender-public-key.pem' }] }),
      signed: hmacTemplate.prefault('{body}').describe(signedWords),
      ...signedKeys,
    }),
    'standard-webhooks': z.strictObject({
      type: z.literal('standard-webhooks').describe('Signed by the rules of Standard Webhooks'),
      secret,
      secretEncoding: secretEncoding.prefault('whsec'),
      headerPrefix: headerName
        .prefault('webhook-')
        .describe(
          'The beginning of the names of the three headers: webhook-id, webhook-timestamp, webhook-signature',
        ),
    }),
  };
}

/** The schemas of secrets that a request contains. */
function tokenSchemas(secret: SecretKey) {
  return {
    basic: z.strictObject({
      type: z.literal('basic').describe('A user name and a password (HTTP Basic)'),
      username: text().describe('The user name'),
      password: secrets().optional().describe('The password. Default: the secret of the source'),
    }),
    'header-token': z.strictObject({
      type: z.literal('header-token').describe('A token in a header'),
      name: headerName.describe('The name of the header'),
      prefix: z.string('a text').prefault('').describe('The text before the token, such as "Bearer "'),
      secret,
    }),
    'query-token': z.strictObject({
      type: z.literal('query-token').describe('A token in the query of the URL'),
      name: text().describe('The name of the query key'),
      secret,
    }),
    'body-token': z.strictObject({
      type: z.literal('body-token').describe('A token in the body'),
      path: text().describe('The path of the token in the body, such as meta.token'),
      secret,
    }),
    jwt: z.strictObject({
      type: z.literal('jwt').describe('A JSON Web Token, signed with the secret'),
      ...jwtKeys,
      secret,
    }),
  };
}

const secretEncoding = z
  .enum(['utf8', 'hex', 'base64', 'whsec'])
  .describe('The encoding of the secret. whsec is base64, with or without a leading whsec_');

const inWords = 'Its place';

const signedWords =
  'The signed text, written with {body} {timestamp} {id} {method} {url} {path} {header:NAME}';

const encodings = ['hex', 'base64', 'base64url'] as const;

const hashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const;

const jwtAlgorithm = z.enum(['HS256', 'HS384', 'HS512']);

/** The keys of `jwt` besides its secret. */
const jwtKeys = {
  in: z.enum(['header', 'query']).prefault('header').describe(inWords),
  name: text().optional().describe('The name of the header, default Authorization, or of the query key'),
  algorithms: z
    .union([jwtAlgorithm.transform(one => [one]), z.array(jwtAlgorithm).min(1, 'a list that is not empty')])
    .prefault(['HS256'])
    .describe('The accepted algorithms, one or several'),
  audience: text().optional().describe('The expected aud. Default: not checked'),
  body: z
    .strictObject({
      claim: text().describe('The claim with the SHA-256 of the body'),
      encoding: z.enum(encodings).prefault('hex').describe('The encoding of the claim'),
    })
    .optional()
    .describe('The claim of the token that covers the body. Default: the token does not cover the body')
    .meta({ written: [{ claim: 'sha256', encoding: 'hex' }] }),
};

const signatureSchema = z.strictObject({
  in: z.enum(['header', 'query', 'body']).prefault('header').describe(inWords),
  name: text().describe('The name of the header or query key, or the path in the body'),
  format: z
    .enum(['plain', 'kv', 'list', 'template'])
    .prefault('plain')
    .describe(
      'plain: the signature alone; kv: pairs, as in t=1,v1=a; list: versions, as in v1,a v1,b; template: as `template` says',
    ),
  template: signatureTemplate
    .optional()
    .describe('With template: the form of the text, with {signature} and optionally {timestamp}')
    .meta({ written: ['{timestamp}.{signature}'] }),
  decode: z
    .enum(['base64'])
    .optional()
    .describe('The encoding of the whole text. It is decoded before its format is applied. Default: none'),
  key: text().optional().describe('With kv: the key of the signature'),
  pairSeparator: text().optional().describe('With kv: the separator between pairs; default: a comma'),
  version: text().optional().describe('With list: the version to check'),
  prefix: z.string('a text').prefault('').describe('The text before the signature, such as "sha256="'),
  encoding: z.enum(encodings).prefault('hex').describe('The encoding of the signature'),
});

const timestampSchema = z.strictObject({
  in: z.enum(['header', 'signature', 'body']).prefault('header').describe(inWords),
  name: headerName.optional().describe('With in: header, its name'),
  key: text()
    .optional()
    .describe('With in: signature of the format kv, the key of the timestamp, as t in t=1,v1=a'),
  path: text().optional().describe('With in: body, the path of the timestamp'),
  unit: z
    .enum(['s', 'ms', 'iso8601', 'any'])
    .prefault('s')
    .describe(
      'The format of the time: seconds or milliseconds since 1970, or a date. any: the format is detected',
    ),
  tolerance: duration('0s', '1d')
    .prefault('5m')
    .describe('The allowed difference from the current time. 0s: not checked'),
});

/** The keys of every signature over the parts of a request. */
const signedKeys = {
  signature: signatureSchema.describe('The place and format of the signature'),
  id: z
    .strictObject({
      in: z.literal('header').prefault('header').describe(inWords),
      name: headerName.describe('The name of the header'),
    })
    .optional()
    .describe('The place of the {id} of `signed`'),
  timestamp: timestampSchema.optional().describe('The place of the {timestamp} of `signed`'),
};

const urlKey = z
  .strictObject({
    decode: z
      .enum(['none', 'hubspot-v3'])
      .prefault('none')
      .describe('Which escapes of the URL the sender decodes before it signs'),
  })
  .prefault({})
  .describe('The form of the {url} in `signed`');

/** A parsed entry of `verify`, perhaps without its secret, which may be the source's. */
export type VerifyEntry = z.output<ReturnType<typeof verifySchemas>[keyof ReturnType<typeof verifySchemas>]>;

/** A parsed `hmac` or `digest` entry. */
export type KeyedHashEntry = Extract<VerifyEntry, { type: 'hmac' | 'digest' }>;

/** A parsed entry whose signature covers parts of a request. */
export type SignedEntry = KeyedHashEntry | PublicKeyEntry;

/** A parsed `public-key` entry. */
export type PublicKeyEntry = Extract<VerifyEntry, { type: 'public-key' }>;

/** A parsed `jwt` entry. */
export type JwtEntry = Extract<VerifyEntry, { type: 'jwt' }>;
