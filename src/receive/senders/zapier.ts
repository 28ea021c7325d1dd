import type { KnownSender } from './known-sender.ts';

/**
 * Zapier, by "Webhooks by Zapier": the data of the Zap, one event or a list of them. It sends no id; the
 * header `Idempotency-Key` can contain one.
 */
export const zapier: KnownSender = {
  preset: {
    name: 'zapier',
    title: 'Zapier (Webhooks by Zapier)',
    alsoCalled: { 'webhooks-by-zapier': null },
    verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    split: '$',
    eventId: ['$headers."idempotency-key"'],
    setup: [
      'In your Zap add the action "Webhooks by Zapier" with the event "POST".',
      'Enter {url} as "URL", and choose "Json" as "Payload Type".',
      'Under "Data" add a line for each value: a name that you choose, such as email, and the value of an earlier step. Mappings find it by that name.',
      'Under "Headers" add Authorization with [["Bearer " and a long random text as its value (with a space between them); put the same text into `secret:` of this source|the value "Bearer YOUR-SECRET"]].',
      'Add the header Idempotency-Key with the id that the trigger gives to the event, if there is one: a replayed Zap then has no second effect.',
      'Give that header a new value for each event, never the id of a person: a webhook with a known value is left out as a duplicate. A name with two underscores (address__city) becomes nested while "Unflatten" is on.',
    ],
  },
};
