import type { KnownSender } from './known-sender.ts';

/**
 * Odoo's automation rules: the chosen fields, unsigned and without custom headers; put a token into the URL.
 * It sends no event id, and never retries.
 */
export const odoo: KnownSender = {
  preset: {
    name: 'odoo',
    title: 'Odoo (17 and newer)',
    verify: [{ type: 'query-token', name: 'token' }],
    body: 'json',
    eventType: '_model',
    occurredAt: 'write_date',
    setup: [
      'In Odoo turn on the developer mode and open Settings, Technical, Automation Rules (or Automations in Studio), and make a rule for the model Contact that runs when a contact is saved.',
      'Add the action "Send Webhook Notification" and enter {url}?token=YOUR-SECRET[[; YOUR-SECRET is a long random text of letters and digits, the same as `secret:` of this source]]. Odoo can neither sign nor send headers of your own.',
      'Choose every field that the mapping reads under "Fields", and "Last Updated on" (write_date), which is the time of the change; the sample in Odoo shows their names.',
      'Keep the customer number in a field of the contact, such as x_studio_customer_number. Without one, use `link: _id`.',
      'Odoo writes false for an empty field: to leave it out, write a text as `x_studio_allergies ? x_studio_allergies` in the mapping. For a related record it sends the id, in some versions with the name.',
      'Odoo waits one second for the response and does not retry failed webhooks: keep Fieldbridge near it, and look at /api/refusals after the first try.',
    ],
  },
};
