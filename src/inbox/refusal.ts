import type { Reading } from './event.ts';

/** Why a webhook was refused, as codes for programs. */
export const refusalCodes = [
  'missing',
  'repeated',
  'unwritten-signature',
  'wrong-signature',
  'wrong-token',
  'wrong-password',
  'wrong',
  'time',
  'no-secret',
  'no-public-url',
  'foreign-address',
  'other-method',
  'unreadable',
  'not-json',
  'empty',
  'not-utf8',
  'other-type',
  'too-large',
  'paused',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** The places in a request where a signature or secret may be. */
export const proofPlaces = ['header', 'query', 'body'] as const;

/** Why a webhook was refused, as data for a sentence in any language. It contains no value of the request. */
export interface RefusalWhy {
  readonly code: RefusalCode;
  /** Where the signature or secret is expected, and its name there. */
  readonly in?: (typeof proofPlaces)[number];
  readonly name?: string;
  /** For a wrong timestamp: the sender's clock minus ours, in milliseconds. */
  readonly skewMs?: number;
}

/** The codes of refusals that follow from the HTTP status of the response alone. */
const codesByStatus: Readonly<Record<number, RefusalCode>> = {
  400: 'unreadable',
  403: 'foreign-address',
  405: 'other-method',
  413: 'too-large',
  415: 'other-type',
  503: 'paused',
};

/** Returns why a webhook with this response status was refused. */
export function whyOfStatus(status: number): RefusalWhy {
  return { code: codesByStatus[status] ?? 'wrong' };
}

/** A refused webhook, to be stored. */
export interface NewRefusal {
  readonly at: number;
  readonly source: string;
  /** The HTTP status of the response. */
  readonly status: number;
  /** The reason as text, without a value of the request. */
  readonly reason: string;
  /** The same reason for programs; missing if an earlier version refused it. */
  readonly why?: RefusalWhy;
  readonly verified: boolean;
  /** The IP address of the sender, if it is certain. */
  readonly address?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Only present if the webhook was verified. */
  readonly body?: Uint8Array;
  readonly reading?: Reading;
  readonly bytes: number;
}

/** A stored refusal for display. */
export interface RefusalView {
  id: string;
  at: string;
  source: string;
  status: number;
  reason: string;
  why?: RefusalWhy;
  verified: boolean;
  address?: string;
  bytes: number;
  /** True if it can be accepted after all, because its body is stored. */
  acceptable: boolean;
  /** The reason why the source would refuse it again with its current settings, if that was tried. */
  refusedAgain?: string;
  /** The kept body as a text, at most its first 64 KiB. */
  body?: string;
  acceptedAs?: readonly string[];
}
