import type { KnownSender } from './known-sender.ts';

/**
 * Airtable: it tells that something in a base has changed, and nothing of what. There is no id; two notices of one
 * webhook at the same millisecond say the same.
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
      'To have fields sent, let an automation do it. Say `version: script` in this source, and invent a long random text as its `secret:`.',
      'In the base open Automations, choose a trigger such as "When a record matches conditions" and the action "Run a script"; pass the fields to the script as input variables.',
      'In the script: await fetch("{url}", {method: "POST", headers: {"Authorization": "Bearer YOUR-SECRET", "Content-Type": "application/json"}, body: JSON.stringify(input.config())}).',
      'The webhooks of the API (without `version`) are made by a POST to /v0/bases/BASE-ID/webhooks with notificationUrl {url}; write `macSecretBase64` of the answer, which is shown only then, as `secret:`.',
      'They carry no fields, only that something has changed, and end after 7 days unless a program of yours refreshes them.',
    ],
  },
};
