import type { KnownSender } from './known-sender.ts';

/**
 * Pipedrive's webhooks, version 2 (`data`, `meta.entity`) and version 1 (`current`, `event`). Neither is
 * signed. In version 1 `meta.id` is the id of the record, so record, webhook and time identify an event.
 */
export const pipedrive: KnownSender = {
  preset: {
    name: 'pipedrive',
    title: 'Pipedrive',
    verify: [{ type: 'basic', username: 'fieldbridge' }],
    body: 'json',
    eventId: ['meta.id', 'meta.webhook_id', '$exists(meta.version) ? meta.version : meta.timestamp_micro'],
    eventType: '$exists(event) ? event : meta.action & "." & meta.entity',
    occurredAt: '$exists(meta.timestamp_micro) ? meta.timestamp_micro : meta.timestamp',
    setup: [
      'In Pipedrive open Settings, Tools and apps, Webhooks, and choose "Create new webhook".',
      'Choose the version 2, the event action "change" (or "*") and the event object "person".',
      'Enter {url} as the endpoint URL. It must be https with a certificate of a known authority.',
      'Under HTTP Auth enter the username "fieldbridge" and [[a long random password; put the same password in `secret:` of this source|the secret shown above as the password]]. For another username write `verify: {type: basic, username: ..., password: ...}`.',
      'Pipedrive sends the whole person. Your own fields are under data.custom_fields, with a key of 40 letters and digits: Settings, Data fields, the three dots of a field, "Copy API key".',
      'If a program copies changes of the calendar into Pipedrive, leave changes by programs out: add `meta.change_source != "api"` to the `when` of the mapping. Otherwise the two systems may update each other endlessly. After three days without a success Pipedrive deletes the webhook.',
    ],
  },
};
