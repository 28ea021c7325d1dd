import type { Verify } from '../../config/sources/verify.ts';
import { type Evidence, findInBody, type Proof, wrongToken } from './evidence.ts';
import { isOneOf } from './same-secret.ts';

type BodyToken = Extract<Verify, { type: 'body-token' }>;

/** A token in a body of any kind. The body is read within its limits before its origin is proved. */
export function proveBodyToken(scheme: BodyToken, evidence: Evidence): Proof {
  const found = findInBody(evidence, scheme.path);
  if (!found.proved) return found;
  return isOneOf(scheme.secret, found.text)
    ? { proved: true }
    : wrongToken(
        `the token "${scheme.path}" in the body is wrong; is it the same at the sender?`,
        'body',
        scheme.path,
      );
}
