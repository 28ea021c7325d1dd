import type { KnownSender } from './known-sender.ts';

/**
 * Brevo's webhooks of contacts and campaigns, single or in a list. `id` is that of the webhook and times are
 * whole seconds, so all values together identify an event.
 */
export const brevo: KnownSender = {
  preset: {
    name: 'brevo',
    title: 'Brevo (Sendinblue)',
    alsoCalled: { sendinblue: null },
    verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    versions: {
      bearer: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
      basic: [{ type: 'basic', username: 'fieldbridge' }],
    },
    body: 'json',
    split: '$',
    eventId: ['event', '$exists(ts_event) ? ts_event : ts', '$'],
    eventType: 'event',
    occurredAt: '$exists(ts_event) ? ts_event : ts',
    setup: [
      'In Brevo open Settings, Webhooks (or Contacts, Settings, Webhooks), and add a webhook for marketing.',
      'Enter {url} as the URL, and choose the authentication "Token" with [[a long random text; put the same text in `secret:` of this source|the secret shown above]].',
      'If only a URL can be entered, add `version: basic` to the source and write the password into the URL: https://fieldbridge:YOUR-SECRET@ and the rest of {url}.',
      'Choose the event "Contact updated"; events of campaigns (opened, clicked) contain no data for the calendar.',
      'Make a contact attribute for the customer number (Contacts, Settings, Contact attributes), named CUSTOMER_NUMBER. A webhook has only the attributes that changed. If the number is not among them, import links from e-mail addresses to customer numbers (fieldbridge links import FILE).',
      'If you write to Brevo as well, leave out changes made with your own key: api_key_name of an event names the key. Brevo drops an event after a response 400 to 499, such as for a wrong token.',
    ],
  },
};
