import type { KnownSender } from './known-sender.ts';

/**
 * ActiveCampaign's webhooks: a form with `contact[email]` and `contact[fields][...]`. It delivers at least
 * once and sends no id, and its times are whole seconds, so all values together identify an event.
 */
export const activecampaign: KnownSender = {
  preset: {
    name: 'activecampaign',
    title: 'ActiveCampaign',
    alsoCalled: { 'active-campaign': null },
    verify: [{ type: 'query-token', name: 'token' }],
    body: 'form',
    eventId: ['type', 'date_time', '$'],
    eventType: 'type',
    occurredAt: 'date_time',
    setup: [
      'In ActiveCampaign open Settings, Developer, "Manage Webhooks", and choose "Add". (In an automation it is the action "Webhook", under "Conditions and Workflow".)',
      'Enter {url}?token=YOUR-SECRET as the URL[[, with a long random text of letters and digits for YOUR-SECRET, and put the same text in `secret:` of this source]].',
      'Choose the types, such as "Contact is updated". Choose contacts and admin users as their origin, not the API. Otherwise your own changes come back.',
      'Make a custom field of contacts for the customer number. An automation sends custom fields by their personalization tag in lower case (contact.fields.customer_number), the webhooks in the settings by their number (contact.fields.`7`): look at the first event.',
      'ActiveCampaign never retries a failed webhook: keep this server running. After a response 410 ActiveCampaign switches the webhook off.',
    ],
  },
};
