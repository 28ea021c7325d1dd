import type { Reading } from './event.ts';

/** A webhook that was refused at the door, to be kept. */
export interface NewRefusal {
  readonly at: number;
  readonly source: string;
  /** The HTTP status it was answered with. */
  readonly status: number;
  /** The reason, in words without a value of the request. */
  readonly reason: string;
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
