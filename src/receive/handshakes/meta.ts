import { parseQuery } from '../query.ts';
import { isOneOf } from '../schemes/same-secret.ts';
import type { AnswerHandshake } from './handshake-answer.ts';

/**
 * Meta asks with GET, before it sends anything, whether the URL knows the token that was entered beside it; the
 * challenge is given back to whoever knows it, as a text that no browser takes for a page.
 */
export const answerMeta: AnswerHandshake = ({ verifyToken }, request) => {
  const query = parseQuery(request.url);
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
  if (mode !== 'subscribe' || typeof token !== 'string') return undefined;
  if (typeof challenge !== 'string' || !/^[\x21-\x7e]{1,1000}$/.test(challenge)) return undefined;
  if (verifyToken.length === 0) {
    const reason = 'the sender checks the URL with a token; add it to the source as "verifyToken"';
    return { kind: 'refused', reason };
  }
  if (!isOneOf(verifyToken, token)) {
    const reason = 'the token of the check of the URL is not "verifyToken"; is it the same at the sender?';
    return { kind: 'refused', reason };
  }
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return { kind: 'answered', reply: { status: 200, headers, body: challenge } };
};
