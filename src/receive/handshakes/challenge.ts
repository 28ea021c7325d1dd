import type { SenderReply } from '../reply.ts';
import type { UnsignedHandshake } from './handshake.ts';
import { onlyText } from './only-text.ts';

/** A challenge is not longer than this. */
export const maxChallengeLength = 1000;

/** A body of nothing but a challenge, `{"challenge": "..."}`, gets it back. */
export const challengeHandshake: UnsignedHandshake = {
  method: 'POST',
  answerUnsigned(_source, { body }) {
    const challenge = onlyText(body, 'challenge', maxChallengeLength);
    return challenge === undefined ? undefined : { kind: 'answered', reply: challengeReply(challenge) };
  },
};

/** The challenge as it came. */
export function challengeReply(challenge: string): SenderReply {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return { status: 200, headers, body: JSON.stringify({ challenge }) };
}
