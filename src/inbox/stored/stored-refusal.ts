import { type NewRefusal, proofPlaces, type RefusalView, type RefusalWhy, refusalCodes } from '../refusal.ts';
import { as, isOptional, isRecord, isText, type Shape, shape } from './shape.ts';
import { storedHeaders, storedNames, storedQuery, storedReading } from './stored-request.ts';

/** Why a webhook was refused. */
export const storedWhy: Shape<RefusalWhy> = shape('why a webhook was refused', [as(isWhy)]);

/**
 * The number of refusals that are kept of each kind, so that many unverified ones do not remove a verified one's
 * body, and many at one source do not remove the refusals of another.
 */
export const keptRefusals = 1_000;

/** The number of bytes of each body that a list of refusals shows. */
export const shownRefusalBytes = 64 * 1024;

/** A refusal with its body, and the events that it became. */
export type KeptRefusal = NewRefusal & { readonly id: string; readonly acceptedAs: readonly string[] | null };

interface Row {
  readonly id: string;
  readonly at: number;
  readonly source: string;
  readonly status: number;
  readonly reason: string;
  readonly why: string | null;
  /** SQLite has 1 for true. */
  readonly verified: boolean | number;
  readonly bytes: number;
  readonly accepted_as: string | null;
  readonly address: string | null;
}

/** The row of a refusal in a list. `shown`: the beginning of its body. */
export interface ShownRefusalRow extends Row {
  readonly shown: Uint8Array | null;
}

/** The whole row of a refusal. */
export interface RefusalRow extends Row {
  readonly headers: string;
  readonly query: string;
  readonly reading: string | null;
  readonly body: Uint8Array | null;
}

const decoder = new TextDecoder();

/** Makes the id of a new refusal. */
export function newRefusalId(random: (size: number) => Uint8Array): string {
  return `ref_${Buffer.from(random(12)).toString('base64url')}`;
}

/** Returns a refusal for a list. */
export function refusalView(row: ShownRefusalRow): RefusalView {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    source: row.source,
    status: row.status,
    reason: row.reason,
    ...(row.why !== null && { why: storedWhy.read(row.why) }),
    verified: Boolean(row.verified),
    bytes: row.bytes,
    acceptable: row.shown !== null,
    ...(row.address !== null && { address: row.address }),
    ...(row.shown !== null && { body: decoder.decode(row.shown) }),
    ...(row.accepted_as !== null && { acceptedAs: storedNames.read(row.accepted_as) }),
  };
}

/** Returns a refusal with its body. */
export function keptRefusal(row: RefusalRow): KeptRefusal {
  return {
    id: row.id,
    at: row.at,
    source: row.source,
    status: row.status,
    reason: row.reason,
    ...(row.why !== null && { why: storedWhy.read(row.why) }),
    verified: Boolean(row.verified),
    bytes: row.bytes,
    headers: storedHeaders.read(row.headers),
    query: storedQuery.read(row.query),
    ...(row.address !== null && { address: row.address }),
    ...(row.body !== null && { body: new Uint8Array(row.body) }),
    ...(row.reading !== null && { reading: storedReading.read(row.reading) }),
    acceptedAs: row.accepted_as === null ? null : storedNames.read(row.accepted_as),
  };
}

function isWhy(json: unknown): json is RefusalWhy {
  return (
    isRecord(json) &&
    refusalCodes.some(each => each === json.code) &&
    (json.in === undefined || proofPlaces.some(each => each === json.in)) &&
    isOptional(json.name, isText) &&
    isOptional(json.skewMs, skew => typeof skew === 'number')
  );
}
