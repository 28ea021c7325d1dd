import { type Answers, type FormQuestion, namedAnswers } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * Cal.com: signed. It sends no id, so kind, object and time identify an event. Without a secret it sends
 * `no-secret-provided` as its signature, which is refused. Its test gets a response and is not stored.
 */
export const calCom: KnownSender = {
  preset: {
    name: 'cal-com',
    title: 'Cal.com',
    alsoCalled: { calcom: null },
    verify: [{ type: 'hmac', signature: { name: 'X-Cal-Signature-256', encoding: 'hex' } }],
    eventId: ['triggerEvent', 'payload.uid', 'createdAt'],
    eventType: 'triggerEvent',
    occurredAt: 'createdAt',
    answers: 'cal-com',
    handshakes: ['ping'],
    setup: [
      'Open Settings, Developer, Webhooks (or the "Webhooks" tab of one event type), and choose "New".',
      'Enter {url} as "Subscriber URL", and choose the event triggers, such as "Booking Created".',
      'Enter [[a long random text|the secret shown above]] as "Secret"[[, and the same as `secret:` of this source]].',
      'Choose "Ping test": it must pass. Then create the webhook.',
      'To identify the customer, add a booking question with the identifier contact_id (the event type, Advanced, Booking questions), hide it, and link to the event with ?contact_id=... at the end of its address.',
      'Mappings find an answer by the identifier of its question (`$answers.notes`). Leave "Custom Payload Template" off: with one, the ids and times that Fieldbridge reads are not sent. Cal.com does not retry failed webhooks.',
    ],
  },
  readAnswers,
};

/**
 * Answers of Cal.com: by the identifier of the booking question (`name`, `email`, `notes`, and custom ones). An
 * unanswered question is missing.
 */
function readAnswers(payload: unknown): Answers | undefined {
  const booking = inside(payload, 'payload');
  const groups = [inside(booking, 'responses'), inside(booking, 'userFieldsResponses')].filter(isPlainObject);
  if (groups.length === 0) return undefined;
  const questions = new Map<string, FormQuestion>();
  for (const [key, response] of groups.flatMap(group => Object.entries(group))) {
    const label = inside(response, 'label');
    const value = label === undefined ? response : inside(response, 'value');
    const alsoCalled = typeof label === 'string' && label !== key ? [label] : [];
    if (value === undefined && questions.has(key)) continue;
    questions.set(key, { keys: [key], labels: [], alsoCalled, value });
  }
  return namedAnswers([...questions.values()]);
}
