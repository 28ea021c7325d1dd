import { parseMediaType } from '../bodies/media-type.ts';
import { emptyReply } from '../reply.ts';
import { headerValues } from '../schemes/evidence.ts';
import type { AnswerHandshake } from './handshake-answer.ts';

/** WooCommerce posts the number of a webhook, unsigned, when it is saved; it saves it only after exactly 200. */
export const answerWooCommerce: AnswerHandshake = (_source, request) => {
  const { body } = request;
  if (body.length > 40 || !/^webhook_id=\d{1,20}$/.test(Buffer.from(body).toString('latin1')))
    return undefined;
  if (headerValues(request, 'x-wc-webhook-signature').length > 0) return undefined;
  const [type, ...more] = headerValues(request, 'content-type');
  const isForm =
    more.length === 0 && parseMediaType(type ?? '')?.name === 'application/x-www-form-urlencoded';
  return isForm ? { kind: 'answered', reply: emptyReply } : undefined;
};
