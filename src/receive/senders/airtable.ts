import type { KnownSender } from './known-sender.ts';

/**
 * Airtable reports only that a base has changed. There is no id; two notices of one webhook in the same
 * millisecond are equal.
 */
export const airtable: KnownSender = {
  preset: {
    name: 'airtable',
    title: 'Airtable',
    verify: [
      {
        type: 'hmac',
        secretEncoding: 'base64',
        signature: { name: 'X-Airtable-Content-MAC', prefix: 'hmac-sha256=', encoding: 'hex' },
      },
    ],
    versions: { script: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }] },
    body: 'json',
    eventId: ['webhook.id', 'timestamp'],
    occurredAt: 'timestamp',
    acknowledgement: 'empty',
    setup: [
      'To get fields, use an automation. Add `version: script` to this source[[, and create a long random text as its `secret:`]].',
      'In the base open Automations, choose a trigger such as "When a record matches conditions" and the action "Run a script"; pass the fields to the script as input variables.',
      'In the script: await fetch("{url}", {method: "POST", headers: {"Authorization": "Bearer YOUR-SECRET", "Content-Type": "application/json"}, body: JSON.stringify(input.config())}).',
      'Create a webhook of the API (without `version`) by a POST to /v0/bases/BASE-ID/webhooks with notificationUrl {url}. Write `macSecretBase64` of the response, which is shown only then, as `secret:`.',
      'Webhooks of the API contain no fields, only the fact that something has changed. They end after 7 days unless your own program refreshes them.',
    ],
  },
};
