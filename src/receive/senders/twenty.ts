import type { KnownSender } from './known-sender.ts';

/**
 * Twenty: the whole record and the names of the changed fields, signed over time and body. It sends no event
 * id: kind, record and time, to the millisecond, identify an event.
 */
export const twenty: KnownSender = {
  preset: {
    name: 'twenty',
    title: 'Twenty (CRM)',
    alsoCalled: { 'twenty-crm': null, 'twenty.com': null },
    verify: [
      {
        type: 'hmac',
        signed: '{timestamp}:{body}',
        signature: { name: 'X-Twenty-Webhook-Signature', encoding: 'hex' },
        timestamp: { name: 'X-Twenty-Webhook-Timestamp', unit: 'ms', tolerance: '5m' },
      },
    ],
    body: 'json',
    eventId: ['eventName', 'record.id', 'eventDate'],
    eventType: 'eventName',
    occurredAt: 'eventDate',
    setup: [
      'In Twenty open Settings, APIs & Webhooks, and choose "Create webhook".',
      'Enter {url} as the URL. As filters choose the object People and the action Updated (person.updated), and others that you need.',
      'Copy the secret of the webhook to `secret:` of this source. Without one Twenty does not sign, and its webhooks are refused.',
      'Add a custom field with the customer number to People; a mapping reads it as record.customerNumber. Without one, use `link: record.id`.',
      'An event has the whole record under record, and the names of changed fields under updatedFields. Names, e-mail addresses and phone numbers are in parts (record.name.firstName, record.emails.primaryEmail).',
      'The documentation of Twenty shows another body (event, data, timestamp) than its program sends (eventName, record, eventDate): this preset follows the program. Twenty waits 5 seconds for the response and does not retry failed webhooks.',
    ],
  },
};
