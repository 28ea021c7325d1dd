import type { KnownSender } from './known-sender.ts';

/**
 * Keap: the HTTP POST of an automation sends the fields that were written down, a REST hook the ids of up to 1000 things
 * that changed. Neither is signed, so a token in the URL; a REST hook is confirmed by a header that is sent back.
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
      'To have the fields of a contact sent, let an automation do it: open the sequence in the automation builder, and add "Send HTTP Post".',
      'Enter {url}?token=YOUR-SECRET as the POST URL; YOUR-SECRET is a long random text of letters and digits, the same as `secret:` of this source. Keap sends only to the ports 80 and 443.',
      'Write a pair of name and value for each field that the mapping reads, taking the merge fields from the list, such as contactId with ~Contact.Id~, and a custom field with the customer number. Only what is written there is sent.',
      'A REST hook tells only that something happened: {"eventKey": "contact.edit", "hookUrl": "{url}?token=YOUR-SECRET"} is posted to /rest/v1/hooks of its API. Keap then asks the URL with the header X-Hook-Secret, which is sent back by itself.',
      'A REST hook has the ids of contacts and none of their fields (`link: id`): without the HTTP Post it cannot fill anything in.',
      'Not documented by Keap: whether it repeats an HTTP Post that failed, and whether the secret of the header signs anything; it is not kept here.',
    ],
  },
};
