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
  'too-large',
  'paused',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** The places of a request where a proof may be. */
export const proofPlaces = ['header', 'query', 'body'] as const;

/** Why a webhook was refused, in parts of which a sentence of any language can be made. No value of the request. */
export interface RefusalWhy {
  readonly code: RefusalCode;
  /** Where the proof is expected, and the name that it has there. */
  readonly in?: (typeof proofPlaces)[number];
  readonly name?: string;
  /** With a timestamp too far from now: the sender's clock minus ours, in milliseconds. */
  readonly skewMs?: number;
}

/** The codes of refusals that the HTTP status of the answer tells alone. */
const codesByStatus: Readonly<Record<number, RefusalCode>> = {
  400: 'unreadable',
  403: 'foreign-address',
  405: 'other-method',
  413: 'too-large',
  415: 'unreadable',
  503: 'paused',
};

/** Why a webhook was refused that was answered with a status. */
export function whyOfStatus(status: number): RefusalWhy {
  return { code: codesByStatus[status] ?? 'wrong' };
}

/** A webhook that was refused at the door, to be kept. */
export interface NewRefusal {
  readonly at: number;
  readonly source: string;
  /** The HTTP status it was answered with. */
  readonly status: number;
  /** The reason, in words without a value of the request. */
  readonly reason: string;
  /** The same for programs; left out where an earlier version refused it. */
  readonly why?: RefusalWhy;
  readonly verified: boolean;
  /** The IP address that it came from, as far as that is certain. */
  readonly address?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Only where it was verified. */
  readonly body?: Uint8Array;
  readonly reading?: Reading;
  readonly bytes: number;
}

/** A kept refusal as people see it. */
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
  /** True if it can be taken in after all: its body is kept. */
  acceptable: boolean;
  /** The reason why the source would refuse it again with its present settings, if that was tried. */
  refusedAgain?: string;
  /** The kept body as a text, at most its first 64 KiB. */
  body?: string;
  acceptedAs?: readonly string[];
}
