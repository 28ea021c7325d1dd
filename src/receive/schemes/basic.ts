import type { Verify } from '../../config/sources/verify.ts';
import { type Evidence, findHeader, type Proof, unproved } from './evidence.ts';
import { isOneOf, sameText } from './same-secret.ts';

type Basic = Extract<Verify, { type: 'basic' }>;

/** HTTP Basic authentication: UTF-8, split at the first colon. The name of the scheme may have any case. */
export function proveBasic(scheme: Basic, evidence: Evidence): Proof {
  const header = findHeader(evidence, 'Authorization');
  if (!header.proved) return header;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header.text)?.[1];
  if (encoded === undefined) return unproved('the header "Authorization" is not HTTP Basic authentication');
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon === -1) return unproved('the header "Authorization" holds no user name and password');
  const sameUser = sameText(scheme.username, pair.slice(0, colon));
  const samePassword = isOneOf(scheme.password, pair.slice(colon + 1));
  return sameUser && samePassword
    ? { proved: true }
    : unproved('the user name or the password is wrong; are both the same at the sender?', 'wrong', {
        code: 'wrong-password',
      });
}
