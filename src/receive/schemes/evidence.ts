import type { RefusalWhy } from '../../inbox/refusal.ts';
import type { BodyRead } from '../bodies/body.ts';
import { repeatedKeys } from '../bodies/repeated-keys.ts';
import { valueAtPath } from '../bodies/value-at-path.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { parseQuery } from '../query.ts';

/** All that a scheme may look at to decide whether a request is the sender's. */
export interface Evidence {
  readonly request: IncomingRequest;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The base of the URL as senders see it. */
  readonly publicUrl: string | undefined;
  /** Reads the body, once. Only for a proof or a timestamp inside it. */
  readonly body: () => BodyRead;
  /** The bytes to read. */
  readonly bytes?: () => Uint8Array;
}

/** The result of a scheme. A reason is for the operator; it contains no value of the request and no secret. */
export type Proof = { readonly proved: true } | Unproved;
export interface Unproved {
  readonly proved: false;
  readonly reason: string;
  readonly fault: ProofFault;
  readonly why: RefusalWhy;
  /** With a timestamp too far from now: the sender's clock minus ours, in milliseconds. */
  readonly skewMs?: number;
}

/**
 * The problem with a proof, as a word for programs: it is not there; it is there and does not fit; its timestamp is
 * too far from now; the source has no secret yet; `server.publicUrl` is needed and not set.
 */
export const proofFaults = ['missing', 'wrong', 'time', 'no-secret', 'no-public-url'] as const;
export type ProofFault = (typeof proofFaults)[number];

/** A text that occurs exactly once in the request. */
export type Found = { readonly proved: true; readonly text: string } | Unproved;

/** A scheme's "no", with its reason. `why` has the parts of the reason, if its fault is not all that there is to say. */
export function unproved(
  reason: string,
  fault: ProofFault = 'wrong',
  why: RefusalWhy = { code: fault },
): Unproved {
  return { proved: false, reason, fault, why };
}

/** A token at its place that is another one. */
export function wrongToken(reason: string, place: NonNullable<RefusalWhy['in']>, name: string): Unproved {
  return unproved(reason, 'wrong', { code: 'wrong-token', in: place, name });
}

/** The values of a header, in the order received. `name` is lower case. */
export function headerValues(request: IncomingRequest, name: string): readonly string[] {
  const values: string[] = [];
  for (const [each, value] of request.headers) if (each === name) values.push(value);
  return values;
}

/** The value of a header that must be there exactly once and not be empty. */
export function findHeader(evidence: Evidence, name: string): Found {
  return onlyOne(
    headerValues(evidence.request, name.toLowerCase()),
    { in: 'header', name },
    `the header "${name}"`,
  );
}

/** The value of a query key that must be there exactly once and not be empty. */
export function findInQuery(evidence: Evidence, name: string): Found {
  const query = parseQuery(evidence.request.url);
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  return onlyOne(
    value === undefined ? [] : [value].flat(),
    { in: 'query', name },
    `"${name}" in the query of the URL`,
  );
}

/** A text or number at a path of the body, `meta.signature`. Names of the path are own properties only. */
export function findInBody(
  evidence: { readonly body: () => BodyRead; readonly bytes?: () => Uint8Array },
  path: string,
): Found {
  const body = evidence.body();
  if (body.kind === 'unreadable') return unproved(`the proof stands in the body, and ${body.reason}`);
  const value = valueAtPath(body.value, path);
  const what = `"${path}" in the body`;
  const place = { in: 'body', name: path } as const;
  const isRepeated = (reason: string) => unproved(reason, 'wrong', { code: 'repeated', ...place });
  const repeated = evidence.bytes && repeatedKeys(evidence.bytes(), body.reading);
  if (path.split('.').some(step => repeated?.has(step))) return isRepeated(`${what} is there more than once`);
  if (value === undefined || value === null) return onlyOne([], place, what);
  // A repeated field of a form or of XML is a list.
  if (Array.isArray(value)) return isRepeated(`${what} is there more than once, as a list`);
  if (typeof value !== 'string' && typeof value !== 'number') return unproved(`${what} is not a text`);
  return onlyOne([String(value)], place, what);
}

function onlyOne(values: readonly string[], place: Omit<RefusalWhy, 'code'>, what: string): Found {
  const [text] = values;
  const missing: RefusalWhy = { code: 'missing', ...place };
  if (text === undefined) return unproved(`${what} is missing`, 'missing', missing);
  if (values.length > 1)
    return unproved(`${what} is there more than once`, 'wrong', { code: 'repeated', ...place });
  if (text === '') return unproved(`${what} is empty`, 'missing', missing);
  return { proved: true, text };
}
