import type { KnownSender } from './known-sender.ts';

/**
 * Make, by its HTTP module: the data of the scenario, one event or a list of them. It sends no id; the header
 * `Idempotency-Key` can contain one.
 */
export const make: KnownSender = {
  preset: {
    name: 'make',
    title: 'Make (HTTP module)',
    alsoCalled: { integromat: null, 'make.com': null },
    verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    split: '$',
    eventId: ['$headers."idempotency-key"'],
    setup: [
      'In your scenario add the module "HTTP", "Make a request".',
      'Enter {url} as "URL", and choose the method POST, the body type "Raw" and the content type "JSON (application/json)".',
      'Under "Headers" add Authorization with [["Bearer " and a long random text as its value (with a space between them); put the same text into `secret:` of this source|the value "Bearer YOUR-SECRET"]].',
      'Build the body with the module "JSON", "Create JSON" before it, and enter its result as "Request content". Mappings find each value by the name that you give it there.',
      'Add the header Idempotency-Key with the id that the trigger gives to the event, if there is one. Turn "Evaluate all states as errors" on, so that a failed run is kept and can be repeated.',
      'Do not write the JSON around values by hand: a quotation mark in a value makes it unreadable. Give Idempotency-Key a new value for each event, never the id of a person: a webhook with a known value is left out as a duplicate.',
    ],
  },
};
