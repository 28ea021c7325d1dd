import type { KnownSender } from './known-sender.ts';

/** Intercom: signed with SHA-1, with an id. It checks the URL with HEAD, and sends a test event `ping`. */
export const intercom: KnownSender = {
  preset: {
    name: 'intercom',
    title: 'Intercom',
    verify: [
      {
        type: 'hmac',
        algorithm: 'sha1',
        signature: { name: 'X-Hub-Signature', prefix: 'sha1=', encoding: 'hex' },
      },
    ],
    body: 'json',
    eventId: ['id'],
    eventType: 'topic',
    occurredAt: 'created_at',
    handshakes: ['ping', 'head'],
    setup: [
      'In Intercom open Settings, Integrations, Developer Hub, and open your app, or make one for your workspace.',
      'Copy "Client secret" (Configure, Basic information) to `secret:` of this source, and start this server: Intercom checks the URL when you save it.',
      'Open Configure, Webhooks, and enter {url} as the endpoint URL.',
      'Choose the topics about contacts, such as contact.user.created, contact.email.updated and contact.user.tag.created. Their notifications have the whole contact with its custom attributes; those of contact.deleted have only ids.',
      'Make a custom data attribute of people for the customer number (Settings, Data, People): customer_number.',
      'More than 1000 responses other than success in 15 minutes pause the webhook. After 7 days it is suspended; switch it on again at the same place.',
    ],
  },
};
