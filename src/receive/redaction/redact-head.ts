import type { Verify } from '../../config/sources/verify.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { parseQuery, type Query } from '../query.ts';
import { redactorOf } from './source-redactor.ts';

/** The head of a request in the form that may be stored and shown. */
export interface Head {
  /** Names in lower case; a repeated header is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Query;
}

const credentialHeaders = ['authorization', 'proxy-authorization', 'cookie', 'x-api-key', 'x-auth-token'];

/**
 * Returns the headers and the query of a request without proofs: the usual credentials, the signature or
 * token of the source, and any value that contains a secret of the source, such as a proxy's copy of the URL.
 */
export function redactHead(verify: readonly Verify[], request: IncomingRequest): Head {
  const { reveals } = redactorOf(verify);
  const hidden = hiddenNames(verify);
  const headers = new Map<string, string>();
  for (const [name, value] of request.headers) {
    if (hidden.headers.has(name) || reveals(name) || reveals(value)) continue;
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  if (!request.url.includes('?')) return { headers: Object.fromEntries(headers), query: {} };

  const query = Object.entries(parseQuery(request.url)).filter(
    ([name, value]) => !hidden.keys.has(name) && ![name, value].flat().some(reveals),
  );
  return { headers: Object.fromEntries(headers), query: Object.fromEntries(query) };
}

/** Removes the proofs of these schemes from a head that was stored earlier. */
export function withoutProofNames<Text, Value>(
  verify: readonly Verify[],
  {
    headers,
    query,
  }: { readonly headers: Readonly<Record<string, Text>>; readonly query: Readonly<Record<string, Value>> },
) {
  const hidden = hiddenNames(verify);
  return { headers: without(headers, hidden.headers), query: without(query, hidden.keys) };
}

function without<Value>(
  values: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}

interface HiddenNames {
  readonly headers: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

const hiddenBySource = new WeakMap<readonly Verify[], HiddenNames>();

/** Returns the names of the headers and query keys to leave out, computed once for each source. */
export function hiddenNames(verify: readonly Verify[]): HiddenNames {
  const known = hiddenBySource.get(verify);
  if (known) return known;
  const names = {
    headers: new Set([...credentialHeaders, ...proofNames(verify, 'header')]),
    keys: new Set(['access_token', 'hub.verify_token', ...proofNames(verify, 'query')]),
  };
  hiddenBySource.set(verify, names);
  return names;
}

function proofNames(verify: readonly Verify[], where: 'header' | 'query'): readonly string[] {
  const names = verify.flatMap(scheme => {
    const place = proofPlace(scheme);
    return place?.in === where ? [place.name] : [];
  });
  return where === 'header' ? names.map(name => name.toLowerCase()) : names;
}

/** Returns the place of a scheme's signature or token, in addition to the usual headers. */
export function proofPlace(
  scheme: Verify,
): { readonly in: 'header' | 'query' | 'body'; readonly name: string } | undefined {
  switch (scheme.type) {
    case 'hmac':
    case 'digest':
    case 'public-key':
      return scheme.signature;
    case 'standard-webhooks':
      return { in: 'header', name: `${scheme.headerPrefix}signature` };
    case 'header-token':
      return { in: 'header', name: scheme.name };
    case 'query-token':
      return { in: 'query', name: scheme.name };
    case 'jwt':
      return scheme;
    case 'body-token':
      return { in: 'body', name: scheme.path };
    case 'basic':
    case 'none':
      return undefined;
  }
}

/** A shorter text is not treated as a proof, since it may be anything. */
const shortestProof = 16;

/**
 * Returns the proofs in the head of a request, such as a signed token. Some senders copy the head or the URL
 * into the body; the signature of a body cannot be inside that body.
 */
export function proofsInHead(verify: readonly Verify[], request: IncomingRequest): readonly string[] {
  const loose = verify.filter(scheme => !signsBody(scheme));
  const headers = new Set(['authorization', ...proofNames(loose, 'header')]);
  const keys = new Set(proofNames(loose, 'query'));
  const sent = request.headers.flatMap(([name, value]) => (headers.has(name) ? [value] : []));
  const query = keys.size === 0 ? [] : Object.entries(parseQuery(request.url));
  const asked = query.flatMap(([name, value]) => (keys.has(name) ? [value].flat() : []));
  return [...sent.map(value => value.replace(/^(?:basic|bearer) +/i, '')), ...asked].filter(
    text => text.length >= shortestProof,
  );
}

function signsBody(scheme: Verify): boolean {
  if (scheme.type === 'standard-webhooks') return true;
  if (scheme.type === 'jwt') return scheme.body !== undefined;
  return 'signed' in scheme && scheme.signed.includes('{body}');
}
