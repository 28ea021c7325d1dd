import { challengeReply, maxChallengeLength } from '../handshakes/challenge.ts';
import type { SenderReply } from '../reply.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * Slack: events as JSON, with an id; interactions as JSON in the form field `payload`, and slash commands as
 * a form, each with a trigger id. Their response is empty, since Slack shows any other to the person.
 */
export const slack: KnownSender = {
  preset: {
    name: 'slack',
    title: 'Slack',
    verify: [
      {
        type: 'hmac',
        signed: 'v0:{timestamp}:{body}',
        signature: { name: 'X-Slack-Signature', prefix: 'v0=', encoding: 'hex' },
        timestamp: { name: 'X-Slack-Request-Timestamp', unit: 's', tolerance: '5m' },
      },
    ],
    jsonField: { name: 'payload', whole: true },
    eventId: ['$exists(event_id) ? event_id : trigger_id'],
    eventType: '$exists(event.type) ? event.type : $exists(type) ? type : command',
    occurredAt: 'event_time',
    handshakes: ['slack'],
    acknowledgement: 'empty',
    setup: [
      'Open api.slack.com/apps and your app, or make one. Under "Basic Information" copy "Signing Secret" to `secret:` of this source, and start Fieldbridge.',
      'For events: open "Event Subscriptions", switch it on, enter {url} as "Request URL" (Slack checks it at once), and add the events, such as message.channels.',
      'For buttons and dialogs: open "Interactivity & Shortcuts", switch it on, and enter {url} as "Request URL".',
      'For a command such as /kunde: open "Slash Commands", "Create New Command", and enter {url} as "Request URL".',
      'Install the app into the workspace again after each change, and invite it to the channel with /invite.',
      'Leave the old "Verification Token" alone: Fieldbridge checks the signature. Socket Mode must be off.',
    ],
  },
  handshake: { name: 'slack', answerSigned: answerUrlVerification },
};

/** Responds to the verified body with which Slack checks the URL; undefined for any other body. */
function answerUrlVerification(body: unknown): SenderReply | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { type, challenge } = body as Readonly<Record<string, unknown>>;
  if (type !== 'url_verification' || typeof challenge !== 'string') return undefined;
  return challenge.length <= maxChallengeLength ? challengeReply(challenge) : undefined;
}
