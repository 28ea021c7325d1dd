import type { Handshake, SourceConfig } from '../../config/config.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { emptyReply } from '../reply.ts';
import { answerChallenge } from './challenge.ts';
import { answerCloudEvents } from './cloudevents.ts';
import type { AnswerHandshake, HandshakeAnswer } from './handshake-answer.ts';
import { answerMeta } from './meta.ts';
import { answerNotion } from './notion.ts';
import { answerWooCommerce } from './woocommerce.ts';

/** The methods that a source answers beside POST. Their requests have no body that counts. */
export function handshakeMethods({ handshakes }: SourceConfig): ReadonlySet<string> {
  const methods = handshakes.flatMap(each => unverified.get(each)?.method ?? []);
  return new Set(methods.filter(method => method !== 'POST'));
}

/**
 * The answer to a request that its sender cannot sign, because it asks before there is a secret or with a method that
 * has no body. Only the exact shapes that the senders of this source use are let through; nothing for anything else.
 */
export function answerUnverified(
  source: SourceConfig,
  request: IncomingRequest,
): HandshakeAnswer | undefined {
  for (const handshake of source.handshakes) {
    const question = unverified.get(handshake);
    if (question?.method !== request.method) continue;
    const answer = question.answer(source, request);
    if (answer) return answer;
  }
  return undefined;
}

const fine: AnswerHandshake = () => ({ kind: 'answered', reply: emptyReply });

/** `slack` and `ping` are not here: they are signed. */
const unverified: ReadonlyMap<Handshake, { readonly method: string; readonly answer: AnswerHandshake }> =
  new Map([
    ['meta', { method: 'GET', answer: answerMeta }],
    ['get', { method: 'GET', answer: fine }],
    ['head', { method: 'HEAD', answer: fine }],
    ['cloudevents', { method: 'OPTIONS', answer: answerCloudEvents }],
    ['challenge', { method: 'POST', answer: answerChallenge }],
    ['woocommerce', { method: 'POST', answer: answerWooCommerce }],
    ['notion', { method: 'POST', answer: answerNotion }],
  ]);
