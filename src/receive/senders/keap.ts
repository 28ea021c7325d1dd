import type { KnownSender } from './known-sender.ts';

/**
 * Keap: the HTTP POST of an automation sends the fields that its author chose, a REST hook the ids of up to 1000 changed
 * objects. Neither is signed, so the URL contains a token. The response confirms a REST hook by returning a header.
 */
export const keap: KnownSender = {
  preset: {
    name: 'keap',
    title: 'Keap',
    alsoCalled: { infusionsoft: null },
    verify: [{ type: 'query-token', name: 'token' }],
    split: '$exists(object_keys) ? object_keys : $',
    eventId: ['$body.event_key', 'id', 'timestamp'],
    eventType: '$body.event_key',
    occurredAt: 'timestamp',
    handshake: { echo: 'x-hook-secret' },
    setup: [
      'To get the fields of a contact, use an automation: open the sequence in the automation builder, and add "Send HTTP Post".',
      'Enter {url}?token=YOUR-SECRET as the POST URL[[; YOUR-SECRET is a long random text of letters and digits, the same as `secret:` of this source]]. Keap sends only to the ports 80 and 443.',
      'Write a pair of name and value for each field that the mapping reads, taking the merge fields from the list, such as contactId with ~Contact.Id~, and a custom field with the customer number. Only these pairs are sent.',
      'A REST hook reports only that something happened. Post {"eventKey": "contact.edit", "hookUrl": "{url}?token=YOUR-SECRET"} to /rest/v1/hooks of the API. Keap then checks the URL with the header X-Hook-Secret, which Fieldbridge returns automatically.',
      'A REST hook has the ids of contacts and none of their fields (`link: id`): only the HTTP Post can fill fields.',
      'Keap does not document whether it retries a failed HTTP Post, and whether the secret of the header signs anything; Fieldbridge does not keep it.',
    ],
  },
};
