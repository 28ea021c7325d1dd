import type { SourceConfig } from '../../config/config.ts';
import type { HandshakeAnswer } from '../handshakes/handshake.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { emptyReply } from '../reply.ts';
import { headerValues } from '../schemes/evidence.ts';
import type { KnownSender } from './known-sender.ts';

/** CloudEvents over HTTP, in any mode: attributes in headers, in the body, or several events in one body. */
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
      '[[Create a long random text and write it as `secret:` of this source.]]',
      'At the sender enter {url} as the endpoint of the webhook, and the text as its bearer token (the header "Authorization: Bearer ...").',
      'If the sender cannot set headers, enter {url}?access_token=YOUR-SECRET instead. It appears in the logs of every proxy on the way, so use the header if you can.',
      'Start Fieldbridge before you save: Azure Event Grid and others ask the URL for its consent (OPTIONS) and wait for the response.',
      'All modes are supported: binary, structured and batch. In Azure Event Grid choose the schema "Cloud Event Schema v1.0".',
      'A mapping sees every event as an object: its attributes (`type`, `source`, `subject`, `time`) and its contents under `data`.',
    ],
  },
  handshake: { name: 'cloudevents', method: 'OPTIONS', answerUnsigned: answerOptions },
};

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostName = new RegExp(`^(?=.{1,253}$)${label}(\\.${label})*$`, 'i');

/**
 * Handles OPTIONS, with which a sender of CloudEvents asks whether and how fast it may send. The response
 * allows it: each event is still verified, and too many events at once get 429.
 */
function answerOptions(_source: SourceConfig, request: IncomingRequest): HandshakeAnswer | undefined {
  const [origin, ...more] = headerValues(request, 'webhook-request-origin');
  if (origin === undefined || more.length > 0 || !hostName.test(origin)) return undefined;
  const headers = { 'webhook-allowed-origin': origin, 'webhook-allowed-rate': '*', allow: 'POST' };
  return { kind: 'answered', reply: { ...emptyReply, headers } };
}
