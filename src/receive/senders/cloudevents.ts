import type { Preset } from '../../config/config.ts';

/** CloudEvents over HTTP, in any of the three ways: attributes in headers, in the body, or many events in one body. */
export const cloudevents: Preset = {
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
};
