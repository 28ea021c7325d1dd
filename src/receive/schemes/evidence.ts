import type { RefusalWhy } from '../../inbox/refusal.ts';
import type { BodyRead } from '../bodies/body.ts';
import { repeatedKeys } from '../bodies/repeated-keys.ts';
import { valueAtPath } from '../bodies/value-at-path.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { parseQuery } from '../query.ts';

/** The data with which a scheme decides whether a request comes from the sender. */
export interface Evidence {
  readonly request: IncomingRequest;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The base of the URL that senders use. */
  readonly publicUrl: string | undefined;
  /** Reads the body, once. Only for proofs or timestamps inside it. */
  readonly body: () => BodyRead;
  /** The bytes to read. */
  readonly bytes?: () => Uint8Array;
}

/** The result of a scheme. The reason is for the operator, without values of the request and secrets. */
export type Proof = { readonly proved: true } | Unproved;
export interface Unproved {
  readonly proved: false;
  readonly reason: string;
  readonly fault: ProofFault;
  readonly why: RefusalWhy;
  /** Set if the timestamp is too far from now: the sender's clock minus ours, in milliseconds. */
  readonly skewMs?: number;
}

/**
 * The code for the problem with a proof: it is missing; it is wrong; its timestamp is too far from now; the
 * source has no secret yet; `server.publicUrl` is needed but not set.
 */
export const proofFaults = ['missing', 'wrong', 'time', 'no-secret', 'no-public-url'] as const;
export type ProofFault = (typeof proofFaults)[number];

/** A text that occurs exactly once in the request. */
export type Found = { readonly proved: true; readonly text: string } | Unproved;

/** The negative result of a scheme. `why` has the details of the reason, if `fault` is not enough. */
export function unproved(
  reason: string,
  fault: ProofFault = 'wrong',
  why: RefusalWhy = { code: fault },
): Unproved {
  return { proved: false, reason, fault, why };
}

/** The result for a token that is found but wrong. */
export function wrongToken(reason: string, place: NonNullable<RefusalWhy['in']>, name: string): Unproved {
  return unproved(reason, 'wrong', { code: 'wrong-token', in: place, name });
}

/** The values of a header, in the order received. `name` is lower case. */
export function headerValues(request: IncomingRequest, name: string): readonly string[] {
  const values: string[] = [];
  for (const [each, value] of request.headers) if (each === name) values.push(value);
  return values;
}

/** Returns the value of a header that must occur exactly once and not be empty. */
export function findHeader(evidence: Evidence, name: string): Found {
  const found = onlyOne(
    headerValues(evidence.request, name.toLowerCase()),
    { in: 'header', name },
    `the header "${name}"`,
  );
  if (found.proved || found.why.code !== 'missing') return found;
  const other = otherSignature(evidence.request, name.toLowerCase());
  return other === undefined ? found : { ...found, reason: `${found.reason}, and "${other}" is there` };
}

/** The only header besides `name` that is called a signature: `x-attio-signature` for `attio-signature`. */
function otherSignature({ headers }: IncomingRequest, name: string): string | undefined {
  const isOne = (each: string) => each !== name && /^[\w-]{1,60}$/.test(each) && signatures.test(each);
  const names = signatures.test(name)
    ? new Set(headers.map(([each]) => each).filter(isOne))
    : new Set<string>();
  return names.size === 1 ? [...names][0] : undefined;
}

const signatures = /signature|hmac|(?:^|-)sig(?:-|$)/;

/** Returns the value of a query key that must occur exactly once and not be empty. */
export function findInQuery(evidence: Evidence, name: string): Found {
  const query = parseQuery(evidence.request.url);
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  return onlyOne(
    value === undefined ? [] : [value].flat(),
    { in: 'query', name },
    `"${name}" in the query of the URL`,
  );
}

/** Returns a text or number at a path of the body, such as `meta.signature`. Only own properties count. */
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
