import { emptyReply } from '../reply.ts';
import { headerValues } from '../schemes/evidence.ts';
import type { AnswerHandshake } from './handshake-answer.ts';

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostName = new RegExp(`^(?=.{1,253}$)${label}(\\.${label})*$`, 'i');

/**
 * A sender of CloudEvents asks with OPTIONS whether it may send here, and how much. It may: whose its events are is
 * still proved one by one, and what is too much at a time is answered with 429.
 */
export const answerCloudEvents: AnswerHandshake = (_source, request) => {
  const [origin, ...more] = headerValues(request, 'webhook-request-origin');
  if (origin === undefined || more.length > 0 || !hostName.test(origin)) return undefined;
  const headers = { 'webhook-allowed-origin': origin, 'webhook-allowed-rate': '*', allow: 'POST' };
  return { kind: 'answered', reply: { ...emptyReply, headers } };
};
