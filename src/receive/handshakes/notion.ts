import { Secret } from '../../config/secret.ts';
import { emptyReply } from '../reply.ts';
import { isOneOf } from '../schemes/same-secret.ts';
import { secretsOf } from '../schemes/secrets-of.ts';
import type { AnswerHandshake } from './handshake-answer.ts';
import { onlyText } from './only-text.ts';

/**
 * Notion tells the secret that it will sign with in its first, unsigned request. While the source has no secret, it
 * is handed on for the operator to look at; afterwards nobody can put another one in its place.
 */
export const answerNotion: AnswerHandshake = ({ verify }, { body }) => {
  const token = onlyText(body, 'verification_token', 200);
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token)) return undefined;
  const secrets = verify.flatMap(secretsOf);
  if (secrets.length === 0) {
    return { kind: 'answered', reply: { ...emptyReply, secret: new Secret(token) } };
  }
  if (isOneOf(secrets, token)) return { kind: 'answered', reply: emptyReply };
  const reason =
    'a verification token was told that is not the secret of the source; if you made the webhook anew, take ' +
    '"secret" out of the source, restart, and have the sender send the token again';
  return { kind: 'refused', reason };
};
