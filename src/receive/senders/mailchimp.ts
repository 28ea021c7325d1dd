import type { KnownSender } from './known-sender.ts';

/**
 * Mailchimp's webhooks of an audience: a form with `data[merges][FNAME]`. Mailchimp checks the URL with a
 * GET. A webhook has no id, and its times are whole seconds, so all values together identify an event.
 */
export const mailchimp: KnownSender = {
  preset: {
    name: 'mailchimp',
    title: 'Mailchimp audiences',
    verify: [{ type: 'query-token', name: 'token' }],
    body: 'form',
    eventId: ['type', 'fired_at', 'data'],
    eventType: 'type',
    occurredAt: 'fired_at',
    handshakes: ['get'],
    setup: [
      'In Mailchimp open Audience, More options, Audience settings, Webhooks, and choose "Create New Webhook".',
      'Enter {url}?token=YOUR-SECRET as the callback URL[[, with a long random text of letters and digits for YOUR-SECRET, and put the same text in `secret:` of this source]]. Start this server first: Mailchimp checks the URL at once.',
      'Tick "Profile Updates" (and "Subscribes" if you like). Under "Only send updates when a change is made by" tick "a subscriber" and "an account admin", and leave "via the API" off, or your own changes come back.',
      'Add an audience field for the customer number (Settings, Audience fields and *|MERGE|* tags), with a tag such as CUSTNO; a mapping reads it as data.merges.CUSTNO.',
      'Keep the URL secret: anyone who knows it can post. Mailchimp tries a webhook only a few times, and switches it off after a response 410.',
    ],
  },
};
