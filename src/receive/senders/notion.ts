import type { Preset } from '../../config/config.ts';

/**
 * Notion: the webhooks of a connection carry ids, signed with a token that Notion tells in its first request. What an
 * automation or a button sends carries the properties of the page, unsigned, with headers of one's own.
 */
export const notion: Preset = {
  name: 'notion',
  title: 'Notion',
  verify: [{ type: 'hmac', signature: { name: 'X-Notion-Signature', prefix: 'sha256=', encoding: 'hex' } }],
  versions: { automation: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }] },
  secretComesLater: true,
  body: 'json',
  eventId: ['id'],
  eventType: '$exists(type) ? type : source.type',
  occurredAt: 'timestamp',
  handshakes: ['notion'],
  setup: [
    'To have the fields of a page sent, let an automation do it. Say `version: automation` in this source, and invent a long random text as its `secret:`.',
    'In the database open Automations (the lightning), choose a trigger and the action "Send webhook"; enter {url}, and a custom header Authorization with the value "Bearer " and your secret; choose the properties to send. It needs a paid plan.',
    'The webhooks of a connection (without `version`) carry the id of the page, never its contents. Start Fieldbridge without `secret:`, then open notion.so/developers/connections, your connection (once called integration), Webhooks, "Create a subscription", and enter {url}.',
    'Notion now sends a token to Fieldbridge, which shows it to the operator under /api/sources. Paste it at Notion under "Verify", write it as `secret:` of this source, and start again.',
    'Until the secret stands there, everything but that first request is refused. To get another token, choose "Resend token" at Notion.',
  ],
};
