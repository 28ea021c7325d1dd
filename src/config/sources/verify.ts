import type { Secret } from '../secret.ts';

/**
 * The place of a signature, an id or a timestamp in a request. `name` is a header (lower case), a query key or a path.
 */
export interface SignaturePlace {
  readonly in: 'header' | 'query' | 'body';
  readonly name: string;
  readonly format: 'plain' | 'kv' | 'list' | 'template';
  /** template: the text, with {signature} and perhaps {timestamp}. */
  readonly template?: string | undefined;
  /** The encoding of the whole text, which is decoded before it is parsed; undefined without one. */
  readonly decode?: 'base64' | undefined;
  /** kv: the key of the signature. */
  readonly key: string | undefined;
  /** kv: the separator of pairs. */
  readonly pairSeparator: string;
  /** list: the version to use. */
  readonly version: string | undefined;
  readonly prefix: string;
  readonly encoding: 'hex' | 'base64' | 'base64url';
}

export interface TimestampPlace {
  readonly in: 'header' | 'signature' | 'body';
  readonly name: string | undefined;
  /** signature: the key of the kv pair; a template has none. */
  readonly key: string | undefined;
  /** body: the path. */
  readonly path: string | undefined;
  readonly unit: 's' | 'ms' | 'iso8601' | 'any';
  /** 0: the time is not checked. */
  readonly toleranceMs: number;
}

/** The parts of a request that a signature covers, and their places. */
export interface SignedParts {
  /** A template of the signed text. */
  readonly signed: string;
  readonly signature: SignaturePlace;
  readonly id: { readonly name: string } | undefined;
  readonly timestamp: TimestampPlace | undefined;
  readonly url: { readonly decode: 'none' | 'hubspot-v3' };
}

/** A signature that is a hash made with a secret. */
export interface KeyedHash extends SignedParts {
  readonly secret: readonly Secret[];
  readonly secretEncoding: 'utf8' | 'hex' | 'base64' | 'whsec';
}

/**
 * The verification of a source's webhooks. A `secret` is an empty list only if the sender announces it later; then
 * nothing is verified with it.
 */
export type Verify =
  | { readonly type: 'none' }
  | ({
      readonly type: 'hmac';
      readonly algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
    } & KeyedHash)
  /** A plain hash; the secret is a part of the signed text. */
  | ({
      readonly type: 'digest';
      readonly algorithm: 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512';
    } & KeyedHash)
  /** A signature that is verified with the sender's public key. */
  | ({
      readonly type: 'public-key';
      readonly algorithm: 'ed25519' | 'ecdsa-p256' | 'rsa-sha256';
      /** One of these keys must match. Never empty. They are `Secret`s only because a file with a key may change. */
      readonly key: readonly Secret[];
    } & SignedParts)
  | {
      readonly type: 'standard-webhooks';
      readonly secret: readonly Secret[];
      readonly secretEncoding: 'utf8' | 'hex' | 'base64' | 'whsec';
      readonly headerPrefix: string;
    }
  | { readonly type: 'basic'; readonly username: string; readonly password: readonly Secret[] }
  | {
      readonly type: 'header-token';
      readonly name: string;
      readonly prefix: string;
      readonly secret: readonly Secret[];
    }
  | { readonly type: 'query-token'; readonly name: string; readonly secret: readonly Secret[] }
  /** `path` has dots between its steps. */
  | { readonly type: 'body-token'; readonly path: string; readonly secret: readonly Secret[] }
  | {
      readonly type: 'jwt';
      readonly in: 'header' | 'query';
      readonly name: string;
      /** Never empty. A token with another algorithm is refused. */
      readonly algorithms: readonly ('HS256' | 'HS384' | 'HS512')[];
      /** The required audience of the token; undefined if it is not checked. */
      readonly audience: string | undefined;
      /** The claim with the SHA-256 of the body, and its encoding; undefined if none covers the body. */
      readonly body?: { readonly claim: string; readonly encoding: SignaturePlace['encoding'] } | undefined;
      readonly secret: readonly Secret[];
    };
