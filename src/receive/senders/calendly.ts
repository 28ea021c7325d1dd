import { type Answers, namedAnswers } from '../answers/answers.ts';
import { inside } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/** Calendly: signed over time and body. It sends no id, so kind, object and time identify an event. */
export const calendly: KnownSender = {
  preset: {
    name: 'calendly',
    title: 'Calendly',
    verify: [
      {
        type: 'hmac',
        signed: '{timestamp}.{body}',
        signature: { name: 'Calendly-Webhook-Signature', format: 'kv', key: 'v1', encoding: 'hex' },
        timestamp: { in: 'signature', key: 't', unit: 's', tolerance: '3m' },
      },
    ],
    body: 'json',
    eventId: ['event', 'payload.uri', 'created_at'],
    eventType: 'event',
    occurredAt: 'created_at',
    answers: 'calendly',
    setup: [
      'Calendly has no page for webhooks: create them with its API (Standard plan or higher). Open Integrations & apps, "API & webhooks", and generate a personal access token.',
      'Find your organisation: curl -H "Authorization: Bearer TOKEN" https://api.calendly.com/users/me shows it as current_organization.',
      `Make the webhook with this command[[. YOUR-SECRET is a long random text of your own]]:

     curl -X POST https://api.calendly.com/webhook_subscriptions \\
       -H "Authorization: Bearer TOKEN" -H "Content-Type: application/json" \\
       -d '{"url": "{url}", "events": ["invitee.created", "invitee.canceled"],
            "organization": "YOUR-ORGANIZATION", "scope": "organization", "signing_key": "YOUR-SECRET"}'

     [[Put the same text into \`secret:\` of this source.]]`,
      'To identify the customer, ask for the customer number among the invitee questions of the event type, or link to it with ?salesforce_uuid=... at the end of its address, which is found as payload.tracking.salesforce_uuid.',
      'Mappings find an answer by the text of its question (`$answers."Do you have allergies?"`): change it only together with the mapping.',
      'Rescheduling sends both invitee.canceled (with rescheduled: true) and invitee.created, in any order: select one of them in `when`. After a day of failures Calendly disables the webhook; then create it again.',
    ],
  },
  readAnswers,
};

/** Answers of Calendly: by the text of the question. Several choices are one text with a line for each. */
function readAnswers(payload: unknown): Answers | undefined {
  const pairs = inside(inside(payload, 'payload'), 'questions_and_answers');
  if (!Array.isArray(pairs)) return undefined;
  return namedAnswers(
    pairs.flatMap(pair => {
      const question = inside(pair, 'question');
      if (typeof question !== 'string') return [];
      return [{ keys: [], labels: [question], value: inside(pair, 'answer') ?? null }];
    }),
  );
}
