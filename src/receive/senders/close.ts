import type { KnownSender } from './known-sender.ts';

/** Close: single entries of its event log, signed over time and body with a hex key. */
export const close: KnownSender = {
  preset: {
    name: 'close',
    title: 'Close',
    alsoCalled: { 'close-crm': null, 'close.io': null },
    verify: [
      {
        type: 'hmac',
        secretEncoding: 'hex',
        signed: '{timestamp}{body}',
        signature: { name: 'close-sig-hash', encoding: 'hex' },
        timestamp: { name: 'close-sig-timestamp', unit: 'any', tolerance: '5m' },
      },
    ],
    body: 'json',
    eventId: ['event.id'],
    eventType: 'event.object_type & "." & event.action',
    occurredAt: 'event.date_created',
    setup: [
      'Close creates webhooks only by its API. Create an API key: Settings, Developer, API Keys.',
      'Create the webhook in a terminal, with one line: curl -u YOUR-API-KEY: https://api.close.com/api/v1/webhook/ -H "Content-Type: application/json" -d \'{"url": "{url}", "events": [{"object_type": "lead", "action": "updated"}]}\' (the colon after the key belongs to it).',
      'The response contains "signature_key", only this once: put it in `secret:` of this source. Delete the API key again if nothing else uses it.',
      'Close sends the whole lead (or contact). Your own fields are keys such as custom.cf_8wtBWsdRU2Fur7GDnEeXQ7ra5Vu7R4hG8SNYdiEhiIk, with the dot in the name: write them between backticks (event.data.`custom.cf_8wtBWsdRU2Fur7GDnEeXQ7ra5Vu7R4hG8SNYdiEhiIk`). Settings, Custom Fields shows the ids.',
      'An "updated" lead does not include changed activities or contacts: subscribe to object_type "contact" for those. If a program of yours copies changes of the calendar into Close, leave its changes out: add `$not($boolean(event.api_key_id))` to the `when` of the mapping.',
    ],
  },
};
