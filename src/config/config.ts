import type { Expression } from '../expressions/expression.ts';
import type { Secret } from './secret.ts';

/** The whole configuration, read, checked and with every default filled in. Durations are milliseconds, sizes bytes. */
export interface Config {
  /** Absolute path of the file it was read from. */
  readonly file: string;
  readonly server: {
    readonly host: string;
    readonly port: number;
    readonly publicUrl: string | undefined;
    readonly bodyLimit: number;
  };
  readonly store:
    | { readonly kind: 'sqlite'; readonly path: string }
    | { readonly kind: 'postgres'; readonly url: Secret };
  /** Absolute path of the folder of mapping files. */
  readonly mappings: string;
  readonly destinations: ReadonlyMap<string, DestinationConfig>;
  readonly sources: ReadonlyMap<string, SourceConfig>;
  readonly admin: { readonly token: Secret } | undefined;
  readonly retention: { readonly deliveredMs: number; readonly failedMs: number };
  readonly log: { readonly level: LogLevel };
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface DestinationConfig {
  readonly name: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly token: Secret;
  readonly locale: string | undefined;
  /** Names of customer statuses declared to exist. */
  readonly statuses: readonly string[];
  readonly catalog: { readonly refreshMs: number };
  readonly limits: { readonly concurrency: number; readonly perSecond: number; readonly timeoutMs: number };
  readonly retry: { readonly firstMs: number; readonly maxMs: number; readonly giveUpAfterMs: number };
  readonly validators: 'fail' | 'warn';
}

export interface SourceConfig {
  readonly name: string;
  readonly preset: string | undefined;
  /** The path of its URL, with a leading slash. */
  readonly path: string;
  /** Any of them may pass. Never empty. */
  readonly verify: readonly Verify[];
  readonly body: BodyKind;
  /** Each element of the list that it gives is an event of its own. */
  readonly split: Expression | undefined;
  /** Evaluated on one event; all parts together are its id. */
  readonly eventId: readonly Expression[] | undefined;
  readonly eventType: Expression | undefined;
  /** Which shape of form answers `$answers` reads. */
  readonly answers: string | undefined;
  readonly people: string;
  readonly respond: 'accepted' | 'outcome';
  readonly respondWithinMs: number;
}

export type BodyKind = 'auto' | 'json' | 'form' | 'multipart' | 'xml' | 'text';

/** Where a signature, an id or a timestamp stands in a request. `name` is a header (lower case), a query key or a path. */
export interface SignaturePlace {
  readonly in: 'header' | 'query' | 'body';
  readonly name: string;
  readonly format: 'plain' | 'kv' | 'list';
  /** kv: the key of the signature. */
  readonly key: string | undefined;
  /** kv: between pairs. */
  readonly pairSeparator: string;
  /** list: which version counts. */
  readonly version: string | undefined;
  readonly prefix: string;
  readonly encoding: 'hex' | 'base64' | 'base64url';
}

export interface TimestampPlace {
  readonly in: 'header' | 'signature' | 'body';
  readonly name: string | undefined;
  /** signature: the key of the kv pair. */
  readonly key: string | undefined;
  /** body: the path. */
  readonly path: string | undefined;
  readonly unit: 's' | 'ms' | 'iso8601' | 'any';
  /** 0: not checked. */
  readonly toleranceMs: number;
}

/** How a source's webhooks prove whose they are. */
export type Verify =
  | { readonly type: 'none' }
  | {
      readonly type: 'hmac';
      readonly secret: readonly Secret[];
      readonly secretEncoding: 'utf8' | 'hex' | 'base64' | 'whsec';
      readonly algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
      readonly signed: string;
      readonly signature: SignaturePlace;
      readonly id: { readonly name: string } | undefined;
      readonly timestamp: TimestampPlace | undefined;
      readonly url: { readonly decode: 'none' | 'hubspot-v3' };
    }
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
  | { readonly type: 'query-token'; readonly name: string; readonly secret: readonly Secret[] };

/**
 * Everything that a known sender needs, in the words of a source entry. `verify` is written as in the config, with
 * `secret` filled in from the source. Presets live in `receive/presets`; they reach the config as an argument.
 */
export interface Preset {
  readonly name: string;
  /** The sender, as people know it. */
  readonly title: string;
  /**
   * Entries of `verify` in the words of the config, without their secrets. Empty where the sender cannot sign:
   * the source then says `verify` itself.
   */
  readonly verify: readonly Readonly<Record<string, unknown>>[];
  readonly body?: BodyKind;
  readonly split?: string;
  readonly eventId?: readonly string[];
  readonly eventType?: string;
  readonly answers?: string;
}
