import type { Verify } from '../../config/sources/verify.ts';
import { type Evidence, findInQuery, type Proof, wrongToken } from './evidence.ts';
import { isOneOf } from './same-secret.ts';

type QueryToken = Extract<Verify, { type: 'query-token' }>;

/** A token in the query of the URL. */
export function proveQueryToken(scheme: QueryToken, evidence: Evidence): Proof {
  const found = findInQuery(evidence, scheme.name);
  if (!found.proved) return found;
  // A query turns "+" into a space. A base64 token that was pasted into a URL unescaped contains a plus, and never a
  // space.
  const asPasted = isOneOf(scheme.secret, found.text.replaceAll(' ', '+'));
  return isOneOf(scheme.secret, found.text) || asPasted
    ? { proved: true }
    : wrongToken(
        `the token "${scheme.name}" in the query of the URL is wrong; is it the same at the sender?`,
        'query',
        scheme.name,
      );
}
