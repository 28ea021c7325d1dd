import type { SenderReply } from '../reply.ts';
import type { UnsignedHandshake } from './handshake.ts';
import { onlyText } from './only-text.ts';

/** The maximum length of a challenge. */
export const maxChallengeLength = 1000;

/** Responds to a body that contains only a challenge, `{"challenge": "..."}`, with the challenge. */
export const challengeHandshake: UnsignedHandshake = {
  method: 'POST',
  answerUnsigned(_source, { body }) {
    const challenge = onlyText(body, 'challenge', maxChallengeLength);
    return challenge === undefined ? undefined : { kind: 'answered', reply: challengeReply(challenge) };
  },
};

/** Returns the response that repeats the challenge. */
export function challengeReply(challenge: string): SenderReply {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return { status: 200, headers, body: JSON.stringify({ challenge }) };
}
