import type { KnownSender } from './known-sender.ts';

/**
 * Webhooks of workflow rules in Zoho CRM, of Zoho Books and Commerce, and of Zoho Forms: a form of chosen
 * fields, raw JSON, or JSON in the form field `JSONString`. They are unsigned and have no id. Books and
 * Commerce name the event in a header. Commerce sends its JSON with the content type of a form.
 */
export const zohoWorkflow: KnownSender = {
  preset: {
    name: 'zoho-workflow',
    title: 'Zoho workflows (CRM, Books, Commerce) and Zoho Forms',
    alsoCalled: { 'zoho-forms': 'forms', 'zoho-commerce': null, 'zoho-books': null },
    verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    versions: {
      header: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
      query: [{ type: 'query-token', name: 'token' }],
      forms: [
        { type: 'header-token', name: 'Authorization', prefix: 'Bearer ' },
        { type: 'query-token', name: 'token' },
      ],
    },
    jsonField: { name: 'JSONString', whole: true },
    eventType: '$headers."x-zoho-event"',
    setup: [
      'In Zoho CRM open Setup, Automation, Actions, Webhooks, and choose "Configure Webhook".',
      'Enter {url} as "URL to Notify", the method POST and the module Contacts. Do not use GET, PUT or DELETE.',
      'Under "Headers" add a custom parameter Authorization with the value "Bearer YOUR-SECRET"[[, and put the same secret in `secret:` of this source]]. If your edition has no headers, add `version: query` to the source and enter {url}?token=YOUR-SECRET.',
      'Under "Body" choose the type Form-Data, and add a parameter for each field that the mapping reads, with names without spaces, such as customer_number. Raw JSON works too, but a quotation mark in a field makes it unreadable.',
      'Make a workflow rule (Setup, Automation, Workflow Rules) that runs on a record action of Contacts, and choose the webhook as its instant action.',
      'Zoho Commerce and Zoho Books need no further settings. Zoho Forms: add `version: forms`; in the form open Integrations, Webhooks, enter {url}, choose the content type application/json and a parameter for each field, and add the header Authorization with "Bearer YOUR-SECRET" (or enter {url}?token=YOUR-SECRET as the URL).',
    ],
  },
};
