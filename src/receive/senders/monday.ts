import type { KnownSender } from './known-sender.ts';

/**
 * monday.com: a token in `Authorization`, signed for the time and the sender but not for the body. Webhooks
 * that are added to a board by hand have none; put a token into their URL (`version: url`).
 */
export const monday: KnownSender = {
  preset: {
    name: 'monday',
    title: 'monday.com',
    alsoCalled: { 'monday.com': null },
    verify: [{ type: 'jwt', in: 'header', name: 'Authorization', algorithms: ['HS256'] }],
    versions: { url: [{ type: 'query-token', name: 'token' }] },
    body: 'json',
    eventId: ['event.triggerUuid'],
    eventType: 'event.type',
    occurredAt: 'event.triggerTime',
    handshakes: ['challenge'],
    setup: [
      'Start Fieldbridge with this source first: monday.com sends a challenge to the URL when the webhook is made.',
      'By hand: add `version: url` to this source[[ and create a long random text as its `secret:`]]. On the board open Integrate, search "webhooks", choose a recipe such as "When a column changes, send a webhook", and enter {url}?token=YOUR-SECRET.',
      'By an app: make the webhook with create_webhook of the API and the token of the app, with {url} as the URL; `secret:` is the "Signing secret" of the app (Developer center, your app, Basic information). Only webhooks of an app are signed.',
      'The signature contains its URL. To check that too, write `verify: {type: jwt, name: Authorization, algorithms: [HS256], audience: "{url}"}` in this source.',
      'A webhook contains the column that changed, not the whole item. Keep the customer number in the name of the item, or link the item (`link: event.pulseId`).',
    ],
  },
};
