import * as z from 'zod';
import { duration } from '../duration.ts';
import { madeOnce } from '../made-once.ts';
import { text } from '../plain-values.ts';
import { type SecretFiles, secrets } from '../secret-schema.ts';
import { headerName } from './header-name.ts';
import { digestTemplate, hmacTemplate } from './signed-template.ts';

/** The schemes that an entry of `verify` can name, each with its keys. */
export const verifySchemas = madeOnce((files: SecretFiles) => {
  const secret = secrets(files)
    .optional()
    .describe('The secret, or several while one is being rotated; left out: the secret of the source');
  return {
    none: z.strictObject({ type: z.literal('none').describe('Anyone may post to this source') }),
    hmac: z.strictObject({
      type: z.literal('hmac').describe('A signature made with a secret'),
      secret,
      secretEncoding: secretEncoding.prefault('utf8'),
      algorithm: z.enum(hashes).prefault('sha256').describe('The hash function'),
      signed: hmacTemplate
        .prefault('{body}')
        .describe('What is signed: {body} {timestamp} {id} {method} {url} {path} {header:NAME}'),
      ...keyedHashKeys,
    }),
    digest: z.strictObject({
      type: z.literal('digest').describe('A plain hash of a text that the secret stands in'),
      secret,
      secretEncoding: secretEncoding.prefault('utf8'),
      algorithm: z
        .enum(['md5', ...hashes])
        .prefault('sha256')
        .describe('The hash function'),
      signed: digestTemplate
        .prefault('{secret}{body}')
        .describe(
          'What is hashed: {secret}, and {body} {timestamp} {id} {method} {url} {path} {header:NAME}',
        ),
      ...keyedHashKeys,
    }),
    'standard-webhooks': z.strictObject({
      type: z.literal('standard-webhooks').describe('Signed as Standard Webhooks says'),
      secret,
      secretEncoding: secretEncoding.prefault('whsec'),
      headerPrefix: headerName.prefault('webhook-').describe('How the names of the three headers begin'),
    }),
    basic: z.strictObject({
      type: z.literal('basic').describe('A user name and a password (HTTP Basic)'),
      username: text().describe('The user name'),
      password: secrets(files).optional().describe('The password; left out: the secret of the source'),
    }),
    'header-token': z.strictObject({
      type: z.literal('header-token').describe('A token in a header'),
      name: headerName.describe('The name of the header'),
      prefix: z.string('a text').prefault('').describe('What stands before the token, such as "Bearer "'),
      secret,
    }),
    'query-token': z.strictObject({
      type: z.literal('query-token').describe('A token in the query of the URL'),
      name: text().describe('The name of the query key'),
      secret,
    }),
    'body-token': z.strictObject({
      type: z.literal('body-token').describe('A token in the body'),
      path: text().describe('Where it stands in the body, its steps parted by dots, such as meta.token'),
      secret,
    }),
    jwt: z.strictObject({
      type: z.literal('jwt').describe('A JSON Web Token, signed with the secret'),
      in: z.enum(['header', 'query']).prefault('header').describe(inWords),
      name: text().optional().describe('The name of the header, default Authorization, or of the query key'),
      algorithms: z
        .union([
          jwtAlgorithm.transform(one => [one]),
          z.array(jwtAlgorithm).min(1, 'a list that is not empty'),
        ])
        .prefault(['HS256'])
        .describe('What it may be signed with, one or several'),
      audience: text().optional().describe('Whom it must be meant for (its aud); left out: not checked'),
      secret,
    }),
  };
});

const secretEncoding = z
  .enum(['utf8', 'hex', 'base64', 'whsec'])
  .describe('How the secret is written; whsec: base64 after an optional whsec_');

const inWords = 'Where it stands; header where it is left out';

const hashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const;

const jwtAlgorithm = z.enum(['HS256', 'HS384', 'HS512']);

const signatureSchema = z.strictObject({
  in: z.enum(['header', 'query', 'body']).prefault('header').describe(inWords),
  name: text().describe('The name of the header or query key, or the path in the body'),
  format: z
    .enum(['plain', 'kv', 'list'])
    .prefault('plain')
    .describe('plain: the signature alone; kv: as in t=1,v1=a; list: as in v1,a v1,b'),
  key: text().optional().describe('kv: the key of the signature'),
  pairSeparator: text().optional().describe('kv: what stands between pairs; default ","'),
  version: text().optional().describe('list: the version that counts'),
  prefix: z.string('a text').prefault('').describe('What stands before the signature, such as "sha256="'),
  encoding: z.enum(['hex', 'base64', 'base64url']).prefault('hex').describe('How the signature is written'),
});

const timestampSchema = z.strictObject({
  in: z.enum(['header', 'signature', 'body']).prefault('header').describe(inWords),
  name: headerName.optional().describe('header: its name'),
  key: text().optional().describe('signature: the key of the timestamp, as t in t=1,v1=a'),
  path: text().optional().describe('body: the path of the timestamp'),
  unit: z.enum(['s', 'ms', 'iso8601', 'any']).prefault('s').describe('How the time is written'),
  tolerance: duration('0s', '1d')
    .prefault('5m')
    .describe('How far from now it may be, both ways; 0s: not checked'),
});

/** What `hmac` and `digest` have in common. */
const keyedHashKeys = {
  signature: signatureSchema.describe('Where the signature stands and how it is written'),
  id: z
    .strictObject({
      in: z.literal('header').prefault('header').describe(inWords),
      name: headerName.describe('The name of the header'),
    })
    .optional()
    .describe('Where {id} stands'),
  timestamp: timestampSchema.optional().describe('Where {timestamp} stands'),
  url: z
    .strictObject({
      decode: z
        .enum(['none', 'hubspot-v3'])
        .prefault('none')
        .describe('Which escapes the sender decodes before signing'),
    })
    .prefault({})
    .describe('How {url} is written'),
};

/** An entry of `verify`, read, its secret perhaps left to the source. */
export type VerifyEntry = z.output<ReturnType<typeof verifySchemas>[keyof ReturnType<typeof verifySchemas>]>;

/** An `hmac` or `digest` entry, read. */
export type KeyedHashEntry = Extract<VerifyEntry, { type: 'hmac' | 'digest' }>;

/** A `jwt` entry, read. */
export type JwtEntry = Extract<VerifyEntry, { type: 'jwt' }>;
