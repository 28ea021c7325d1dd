import type { Handshake, SourceConfig } from '../../config/config.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { emptyReply, type SenderReply } from '../reply.ts';
import { senders } from '../senders/senders.ts';
import { challengeHandshake } from './challenge.ts';
import type { HandshakeAnswer, SignedHandshake, UnsignedHandshake } from './handshake.ts';
import { answerNamed } from './named-handshake.ts';

/** The methods that a source accepts besides POST. Bodies of such requests are ignored. */
export function handshakeMethods({ handshakes, handshake }: SourceConfig): ReadonlySet<string> {
  const methods: string[] = handshakes.flatMap(each => unsigned.get(each)?.method ?? []);
  const named = handshake?.challenge?.in === 'query' ? ['GET'] : [];
  return new Set([...methods, ...named].filter(method => method !== 'POST'));
}

/**
 * Responds to an unsigned handshake, which has no secret yet or a method without a body. Only the exact forms
 * that the senders of this source use are accepted; undefined for anything else.
 */
export function answerUnverified(
  source: SourceConfig,
  request: IncomingRequest,
): HandshakeAnswer | undefined {
  const named = answerNamed(source, request);
  if (named) return { kind: 'answered', reply: named };
  for (const name of source.handshakes) {
    const handshake = unsigned.get(name);
    if (handshake?.method !== request.method) continue;
    const answer = handshake.answerUnsigned(source, request);
    if (answer) return answer;
  }
  return undefined;
}

/** Responds to a verified handshake of this source's sender; undefined for any other body. */
export function answerVerified({ handshakes }: SourceConfig, body: unknown): SenderReply | undefined {
  for (const name of handshakes) {
    const reply = signed.get(name)?.answerSigned(body);
    if (reply) return reply;
  }
  return undefined;
}

const unsigned = new Map<Handshake, UnsignedHandshake>([
  ['get', somebodyIsThere('GET')],
  ['head', somebodyIsThere('HEAD')],
  ['challenge', challengeHandshake],
]);

/** `ping` is not among these: it is an event that is left out (`without-pings.ts`). */
const signed = new Map<Handshake, SignedHandshake>();

for (const { handshake } of senders.values()) {
  if (!handshake) continue;
  if ('answerSigned' in handshake) signed.set(handshake.name, handshake);
  else unsigned.set(handshake.name, handshake);
}

/** For a sender that only checks whether the URL responds. */
function somebodyIsThere(method: 'GET' | 'HEAD'): UnsignedHandshake {
  return { method, answerUnsigned: () => ({ kind: 'answered', reply: emptyReply }) };
}
