import type { Place } from '../diagnostics/diagnostic.ts';
import type { Expression } from '../expressions/expression.ts';
import type { Address } from './address.ts';
import type { Defaults } from './defaults.ts';
import type { reportedOutcomes } from './schema/receiver-schema.ts';
import type { LookupTables, TablePlaces } from './schema/tables-schema.ts';
import type { Secret } from './secret.ts';
import type { SecretFile } from './secrets/secret-schema.ts';
import type { AnswerPlaces, AnswersShape } from './sources/answers-schema.ts';
import type { Verify } from './sources/verify.ts';
import type { TelemetryConfig } from './telemetry-config.ts';

/** The whole configuration, read, checked and with every default filled in. Durations are milliseconds, sizes bytes. */
export interface Config {
  /** Absolute path of the file it was read from. */
  readonly file: string;
  readonly server: {
    readonly host: string;
    readonly port: number;
    readonly publicUrl: string | undefined;
    readonly bodyLimit: number;
    /** Addresses and networks of proxies whose forwarding headers are trusted; for `networksOf`. */
    readonly trustProxy: readonly string[];
    /** A path prefix that a proxy does not remove, or an empty text. `publicUrl` ends with it. */
    readonly basePath: string;
    /** PEM; the files are read again at each use. */
    readonly tls: { readonly cert: Secret; readonly key: Secret } | undefined;
  };
  readonly store:
    | { readonly kind: 'sqlite'; readonly path: string }
    /** `url` has a user, perhaps a password, a host and a database; `schema` is one of PostgreSQL. */
    | { readonly kind: 'postgres'; readonly url: Secret; readonly schema: string };
  /** Absolute path of the folder of mapping files. */
  readonly mappings: string;
  /** With `checked` a changed mapping goes live only when its check and its tests succeed; by default `always`. */
  readonly reload?: 'always' | 'checked';
  readonly destinations: ReadonlyMap<string, DestinationConfig>;
  readonly sources: ReadonlyMap<string, SourceConfig>;
  /** Look-up tables by name, for the rules of all mappings. */
  readonly tables?: LookupTables | undefined;
  readonly tablePlaces?: TablePlaces;
  readonly admin:
    | {
        readonly token: Secret;
        /** A token for reading; personal data are masked. */
        readonly readToken?: Secret | undefined;
        /** The separate address of /api, /metrics and /readyz; undefined without one. */
        readonly listen: Address | undefined;
        /** True if the program may write the config, mappings and secret files. */
        readonly edit?: true | undefined;
      }
    | undefined;
  /** The receiver of alerts for the operator. */
  readonly alerts?: ReceiverConfig | undefined;
  readonly retention: { readonly deliveredMs: number; readonly failedMs: number };
  readonly log: { readonly level: LogLevel; readonly format: LogFormat };
  /** The destination of traces; undefined if nothing is recorded. */
  readonly telemetry?: TelemetryConfig | undefined;
  /** The files from which secrets were read, without repetition; absent if there are none. */
  readonly secretFiles?: readonly SecretFile[];
}

export type LogFormat = 'auto' | 'json' | 'text';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** A receiver of webhooks that are signed according to Standard Webhooks. */
export interface ReceiverConfig {
  /** Its place in the config: `alerts`, `sources.crm.notify`. */
  readonly name: string;
  readonly url: string;
  /** Each secret gives a signature. Never empty. */
  readonly secrets: readonly Secret[];
  readonly timeoutMs: number;
  /** The URL of a proxy with CONNECT, from the receiver's entry or the environment. */
  readonly proxy: Secret | undefined;
  /** Additional certificate authorities: PEM; the file is read again at each use. */
  readonly ca: Secret | undefined;
}

/** The receiver of the outcomes of a source's events, and the reported outcomes. */
export interface NotifyConfig extends ReceiverConfig {
  readonly on: readonly ReportedOutcome[];
}

/** An outcome that can be reported. */
export type ReportedOutcome = (typeof reportedOutcomes)[number];

export interface DestinationConfig {
  readonly name: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly token: Secret;
  /** The URL of a proxy with CONNECT, perhaps with a user and a password, from the destination or the environment. */
  readonly proxy: Secret | undefined;
  /** Additional certificate authorities: PEM; the file is read again at each use. */
  readonly ca: Secret | undefined;
  readonly locale: string | undefined;
  /** For keys that are missing in a rule, its mapping and its source. */
  readonly defaults?: Defaults | undefined;
  /** Names of customer statuses declared to exist. */
  readonly statuses: readonly string[];
  readonly catalog: { readonly refreshMs: number };
  readonly limits: { readonly concurrency: number; readonly perSecond: number; readonly timeoutMs: number };
  readonly retry: { readonly firstMs: number; readonly maxMs: number; readonly giveUpAfterMs: number };
  readonly validators: 'fail' | 'warn';
  /** True if an update of an unknown customer is retried for a quarter of an hour. */
  readonly retryNotFound: boolean;
  /** Statuses of 5xx that prove that a booking was not made, as confirmed by the operator of the destination. */
  readonly assumeNotApplied: readonly number[];
}

export interface SourceConfig {
  readonly name: string;
  readonly preset: string | undefined;
  /** The path of its URL, with a leading slash. */
  readonly path: string;
  /** One of them must succeed. Never empty. */
  readonly verify: readonly Verify[];
  readonly body: BodyKind;
  /** The expression for a list, each element of which is an event. */
  readonly split: Expression | undefined;
  /** Evaluated on one event; all values together are its id. */
  readonly eventId: readonly Expression[] | undefined;
  /** The place of `eventId` in the config, if it is written there. */
  readonly eventIdPlace?: Place | undefined;
  readonly eventType: Expression | undefined;
  /** The time of the event, as its sender states it; evaluated on one event. */
  readonly occurredAt: Expression | undefined;
  /** The place of `occurredAt` in the config, if it is written there. */
  readonly occurredAtPlace?: Place | undefined;
  /** The way to find `$answers`: the name of a known sender with its own shape, or the place of the answers. */
  readonly answers: string | AnswersShape | undefined;
  /** The places of its paths that are written in the config. */
  readonly answerPlaces?: AnswerPlaces | undefined;
  /** The texts with which the sender means "no value", in composed Unicode form, trimmed. */
  readonly empty?: ReadonlySet<string> | undefined;
  /** For keys that are missing in a rule and its mapping. */
  readonly defaults?: Defaults | undefined;
  /** The charset of bodies that are not UTF-8, if the sender names none. */
  readonly charset?: string | undefined;
  /** A form field that holds JSON. */
  readonly jsonField: JsonField | undefined;
  /** The envelope of the sender's events, if it uses more than the body. */
  readonly envelope: 'cloudevents' | undefined;
  /** Requests with which the sender checks the URL before or between events. */
  readonly handshakes: readonly Handshake[];
  /** A further handshake of the sender, with names from the config. */
  readonly handshake?: NamedHandshake | undefined;
  /** The required tokens of a subscription check (`hub.verify_token`). */
  readonly verifyToken: readonly Secret[];
  readonly acknowledgement: Acknowledgement;
  /** True if its webhooks are refused with 503 for now, and stored with their bodies. */
  readonly paused?: true | undefined;
  readonly people: string;
  readonly respond: 'accepted' | 'outcome';
  readonly respondWithinMs: number;
  readonly limits: {
    /** The maximum number of accepted webhooks per second; undefined without a limit. */
    readonly perSecond: number | undefined;
    /** The addresses and networks that may send, for `networksOf`; undefined if any may. */
    readonly from: readonly string[] | undefined;
  };
  /** The receiver of the outcomes of its events. */
  readonly notify?: NotifyConfig | undefined;
}

/** A form field whose text is JSON, which is parsed. `whole`: the result becomes the whole payload. */
export interface JsonField {
  readonly name: string;
  readonly whole: boolean;
}

/**
 * A request that is no event, by its sender's way of asking:
 * - `meta`: GET with `hub.challenge`, which is echoed where `hub.verify_token` fits
 * - `slack`: a signed POST of the type `url_verification`, whose `challenge` is echoed
 * - `challenge`: a POST of nothing but `{"challenge": ...}`, which is echoed
 * - `get`, `head`: that method, answered with 200
 * - `woocommerce`: an unsigned form with nothing but `webhook_id`
 * - `notion`: an unsigned POST of nothing but `{"verification_token": ...}`, which the operator needs
 * - `cloudevents`: OPTIONS with `WebHook-Request-Origin`
 * - `ping`: a verified event of the type `ping`
 */
export type Handshake =
  | 'meta'
  | 'slack'
  | 'challenge'
  | 'get'
  | 'head'
  | 'woocommerce'
  | 'notion'
  | 'cloudevents'
  | 'ping';

/** A request that is no event, with names from the config of a source. */
export interface NamedHandshake {
  /** The text that the response body repeats: its place, and its key in the query or the body. */
  readonly challenge?: { readonly in: 'query' | 'body'; readonly name: string } | undefined;
  /** The header that the response repeats, in lower case. */
  readonly echo?: string | undefined;
}

/**
 * The response to a stored webhook: `json` is 200 with its ids, `empty` is 200 without a body, `salesforce`
 * is its SOAP acknowledgement, `cloudevents` is 202.
 */
export type Acknowledgement = 'json' | 'empty' | 'salesforce' | 'cloudevents';

export type BodyKind = 'auto' | 'json' | 'form' | 'multipart' | 'xml' | 'text';
