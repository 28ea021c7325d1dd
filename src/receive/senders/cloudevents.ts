import type { SourceConfig } from '../../config/config.ts';
import type { HandshakeAnswer } from '../handshakes/handshake.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { emptyReply } from '../reply.ts';
import { headerValues } from '../schemes/evidence.ts';
import type { KnownSender } from './known-sender.ts';

/** CloudEvents over HTTP, in any of the three ways: attributes in headers, in the body, or many events in one body. */
export const cloudevents: KnownSender = {
  preset: {
    name: 'cloudevents',
    title: 'CloudEvents',
    alsoCalled: { 'azure-event-grid': null, 'event-grid': null, knative: null },
    verify: [
      { type: 'header-token', name: 'Authorization', prefix: 'Bearer ' },
      { type: 'query-token', name: 'access_token' },
    ],
    envelope: 'cloudevents',
    eventId: ['source', 'id'],
    eventType: 'type',
    occurredAt: 'time',
    handshakes: ['cloudevents'],
    acknowledgement: 'cloudevents',
    setup: [
      'Invent a long random text and write it as `secret:` of this source.',
      'At the sender enter {url} as the endpoint of the webhook, and the text as its bearer token (the header "Authorization: Bearer ...").',
      'If the sender cannot set headers, enter {url}?access_token=YOUR-SECRET instead. It stands in the logs of what lies between, so choose the header where you can.',
      'Start Fieldbridge before you save: Azure Event Grid and others ask the URL for its consent (OPTIONS) and wait for the answer.',
      'Any mode is read: binary, structured and batch. In Azure Event Grid choose the schema "Cloud Event Schema v1.0".',
      'A mapping sees every event as an object: its attributes (`type`, `source`, `subject`, `time`) and, under `data`, what it carries.',
    ],
  },
  handshake: { name: 'cloudevents', method: 'OPTIONS', answerUnsigned: answerOptions },
};

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostName = new RegExp(`^(?=.{1,253}$)${label}(\\.${label})*$`, 'i');

/**
 * A sender of CloudEvents asks with OPTIONS whether it may send here, and how much. It may: whose its events are is
 * still proved one by one, and what is too much at a time is answered with 429.
 */
function answerOptions(_source: SourceConfig, request: IncomingRequest): HandshakeAnswer | undefined {
  const [origin, ...more] = headerValues(request, 'webhook-request-origin');
  if (origin === undefined || more.length > 0 || !hostName.test(origin)) return undefined;
  const headers = { 'webhook-allowed-origin': origin, 'webhook-allowed-rate': '*', allow: 'POST' };
  return { kind: 'answered', reply: { ...emptyReply, headers } };
}
