import type { SourceConfig } from '../../config/config.ts';
import { Secret } from '../../config/secret.ts';
import type { HandshakeAnswer } from '../handshakes/handshake.ts';
import { onlyText } from '../handshakes/only-text.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { emptyReply } from '../reply.ts';
import { isOneOf } from '../schemes/same-secret.ts';
import { secretsOf } from '../schemes/secrets-of.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * Notion: the webhooks of a connection contain ids, signed with a token from Notion's first request. Webhooks of an
 * automation or a button contain the properties of the page, unsigned, with custom headers.
 */
export const notion: KnownSender = {
  preset: {
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
      'To get the fields of a page, use an automation. Add `version: automation` to this source[[, and create a long random text as its `secret:`]].',
      'In the database open Automations (the lightning), choose a trigger and the action "Send webhook"; enter {url}, and a custom header Authorization with the value "Bearer " and your secret; choose the properties to send. It needs a paid plan.',
      'The webhooks of a connection (without `version`) contain the id of the page, never its contents. Start Fieldbridge without `secret:`, then open notion.so/developers/connections, your connection (once called integration), Webhooks, "Create a subscription", and enter {url}.',
      'Notion now sends a token to Fieldbridge, which shows it to the operator under /api/sources. Paste it at Notion under "Verify", write it as `secret:` of this source, and start again.',
      'Until the secret is there, every request except that first one is refused. To get another token, choose "Resend token" at Notion.',
    ],
  },
  handshake: { name: 'notion', method: 'POST', answerUnsigned: answerToken },
};

/**
 * Notion announces its signing secret in its first, unsigned request. While the source has no secret, the operator can
 * see it; afterwards nobody can replace it.
 */
function answerToken({ verify }: SourceConfig, { body }: IncomingRequest): HandshakeAnswer | undefined {
  const token = onlyText(body, 'verification_token', 200);
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token)) return undefined;
  const secrets = verify.flatMap(secretsOf);
  if (secrets.length === 0) {
    return { kind: 'answered', reply: { ...emptyReply, secret: new Secret(token) } };
  }
  if (isOneOf(secrets, token)) return { kind: 'answered', reply: emptyReply };
  const reason =
    'the sender sent a verification token that is not the secret of the source; if you created the webhook again, take ' +
    '"secret" out of the source, restart, and have the sender send the token again';
  return { kind: 'refused', reason };
}
