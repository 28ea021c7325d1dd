import type { Verify } from '../../config/sources/verify.ts';
import { type Evidence, findHeader, type Proof, wrongToken } from './evidence.ts';
import { isOneOf } from './same-secret.ts';

type HeaderToken = Extract<Verify, { type: 'header-token' }>;

/** A token in a header, after a prefix that must match exactly. A scheme of `Authorization` has any case. */
export function proveHeaderToken(scheme: HeaderToken, evidence: Evidence): Proof {
  const header = findHeader(evidence, scheme.name);
  if (!header.proved) return header;
  const prefix = header.text.slice(0, scheme.prefix.length);
  const anyCase = scheme.name.toLowerCase() === 'authorization';
  const fits = anyCase ? prefix.toLowerCase() === scheme.prefix.toLowerCase() : prefix === scheme.prefix;
  if (!fits) return wrongToken(withoutPrefix(scheme, header.text), 'header', scheme.name);
  const token = header.text.slice(prefix.length);
  // Node decodes headers as latin1, but most senders write characters beyond ASCII as UTF-8.
  const asUtf8 = isOneOf(scheme.secret, Buffer.from(token, 'latin1').toString('utf8'));
  return isOneOf(scheme.secret, token) || asUtf8
    ? { proved: true }
    : wrongToken(wrongReason(scheme, token), 'header', scheme.name);
}

function withoutPrefix(scheme: HeaderToken, text: string): string {
  const reason = `the header "${scheme.name}" does not begin with the prefix of the source`;
  return isOneOf(scheme.secret, text) ? `${reason}, and is the token alone; leave out \`prefix\`` : reason;
}

/** Returns why the text after the prefix is not the token, such as a word before it, without the token. */
function wrongReason(scheme: HeaderToken, token: string): string {
  if (scheme.prefix !== '' && /^ /.test(token)) {
    return `the header "${scheme.name}" has a space after the prefix of the source; write \`prefix: "${scheme.prefix} "\`, in quotes`;
  }
  const word = /^(?:bearer|token|apikey|basic) /i.exec(token)?.[0];
  return word !== undefined && scheme.prefix === ''
    ? `the header "${scheme.name}" begins with "${word}"; write \`prefix: "${word}"\`, in quotes`
    : `the token in the header "${scheme.name}" is wrong; is it the same at the sender?`;
}
