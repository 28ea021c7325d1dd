import type { KnownSender } from './known-sender.ts';

/** GitHub: JSON, or JSON in the form field `payload`. The kind of the event is in a header and in `action`. */
export const github: KnownSender = {
  preset: {
    name: 'github',
    title: 'GitHub',
    verify: [
      { type: 'hmac', signature: { name: 'X-Hub-Signature-256', prefix: 'sha256=', encoding: 'hex' } },
    ],
    jsonField: { name: 'payload', whole: true },
    eventId: ['$headers."x-github-delivery"'],
    eventType:
      '$exists(action) ? $join([$headers."x-github-event", action], ".") : $headers."x-github-event"',
    occurredAt: '$exists(issue) ? issue.updated_at : pull_request.updated_at',
    handshakes: ['ping'],
    setup: [
      'In the repository or the organisation open Settings, Webhooks, and choose "Add webhook".',
      'Enter {url} as "Payload URL"; "Content type" may be application/json or the form.',
      'Enter [[a long random text|the secret shown above]] as "Secret"[[, and the same as `secret:` of this source]].',
      'Choose "Let me select individual events", such as "Issues"; leave "Enable SSL verification" on.',
      'GitHub sends a ping at once; "Recent Deliveries" shows it with a green tick. Fieldbridge responds to it and does not keep it.',
      'GitHub never retries a failed delivery automatically. "Redeliver" sends it again with the same id: an event that is already known is then a duplicate.',
    ],
  },
};
