import type { Secret } from '../../config/secret.ts';
import { parseQuery } from '../query.ts';
import type { Evidence, Proof } from './evidence.ts';
import { isOneOf } from './same-secret.ts';

/** The maximum number of values that are compared, because an unverified request must not cause much work. */
const mostCompared = 40;
/** Names that are safe to show. */
const plainName = /^[\w.-]{1,60}$/;

/**
 * Returns the lines of the config that would find the token of a source where a refused request has it: under another
 * name in the query, or in another header, with or without a word such as `Bearer` before it. Undefined if it is in
 * neither. `own` is the header that is left out. The result is advice for the operator and proves nothing.
 */
function tokenElsewhere(
  secrets: readonly Secret[],
  { request }: Evidence,
  own: string | undefined,
): string | undefined {
  const inQuery = Object.entries(parseQuery(request.url)).slice(0, mostCompared);
  for (const [name, value] of inQuery) {
    if (plainName.test(name) && typeof value === 'string' && isOneOf(secrets, value))
      return `type: query-token, name: ${name}`;
  }
  for (const [name, value] of request.headers.slice(0, mostCompared)) {
    const [word = ''] = /^(?:bearer|token|apikey) /i.exec(value) ?? [];
    const token = value.slice(word.length);
    if (name === own || !plainName.test(name) || !isOneOf(secrets, token)) continue;
    return `type: header-token, name: ${name}${word === '' ? '' : `, prefix: "${word}"`}`;
  }
  return undefined;
}

/** Adds the place where the request has the secret to the reason of a refusal. */
export function withPlaceOfToken(
  proof: Proof,
  scheme: { readonly type: string; readonly name?: string; readonly secret: readonly Secret[] },
  evidence: Evidence,
): Proof {
  if (proof.proved) return proof;
  // The reason itself explains the text of the header that the source names.
  const own = scheme.type === 'header-token' ? scheme.name?.toLowerCase() : undefined;
  const lines = tokenElsewhere(scheme.secret, evidence, own);
  if (lines === undefined) return proof;
  const reason = `${proof.reason}. The request has the secret in another place: write \`verify: {${lines}}\``;
  return { ...proof, reason };
}
