import type { KnownSender } from './known-sender.ts';

/**
 * ActiveCampaign's webhooks: a form with `contact[email]` and `contact[fields][...]`. It promises at least one
 * delivery and has no id, and its times are whole seconds, so an event is known by all that it says.
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
      'Enter {url}?token=YOUR-SECRET as the URL, with a long random text of letters and digits for YOUR-SECRET, and put the same text in `secret:` of this source.',
      'Choose the types, such as "Contact is updated", and as what sets them off contacts and admin users, not the API, or your own changes come back.',
      'Make a custom field of contacts for the customer number. An automation sends custom fields by their personalization tag in lower case (contact.fields.customer_number), the webhooks in the settings by their number (contact.fields.`7`): look at the first event.',
      'ActiveCampaign never sends a webhook twice when it fails: keep this server running, and answer nothing with 410, after which the webhook is off.',
    ],
  },
};
