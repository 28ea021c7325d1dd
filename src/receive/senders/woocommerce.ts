import type { SourceConfig } from '../../config/config.ts';
import { parseMediaType } from '../bodies/media-type.ts';
import type { HandshakeAnswer } from '../handshakes/handshake.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { emptyReply } from '../reply.ts';
import { headerValues } from '../schemes/evidence.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * WooCommerce: its delivery id depends only on the webhook and the second, so several orders in one second share it; an
 * event is therefore also identified by its object. Times in GMT have no zone.
 */
export const woocommerce: KnownSender = {
  preset: {
    name: 'woocommerce',
    title: 'WooCommerce (WordPress)',
    alsoCalled: { woo: null },
    verify: [{ type: 'hmac', signature: { name: 'X-WC-Webhook-Signature', encoding: 'base64' } }],
    body: 'json',
    eventId: ['$headers."x-wc-webhook-delivery-id"', '$headers."x-wc-webhook-topic"', 'id'],
    eventType: '$headers."x-wc-webhook-topic"',
    occurredAt: 'date_modified_gmt',
    handshakes: ['woocommerce'],
    setup: [
      'Start Fieldbridge with this source first: WooCommerce checks the URL when the webhook is saved, and expects a response within 5 seconds.',
      'In WordPress open WooCommerce, Settings, Advanced, Webhooks, and choose "Add webhook".',
      'Choose the status "Active", a topic such as "Order updated", the newest "WP REST API Integration", and enter {url} as "Delivery URL".',
      'Enter [[a long random text|the secret shown above]] as "Secret"[[, of only letters and digits (WordPress rewrites & < > and quotes), and the same as `secret:` of this source. If you leave it empty, WooCommerce creates one]].',
      'Create one webhook for each topic. WooCommerce never retries a failed webhook, and after 5 failures in a row it switches the webhook to "Disabled": set it to "Active" again.',
      'Send the customer number in a field of your checkout, as an entry of `meta_data`, or link the WooCommerce customer (`link: customer_id` for orders, which is 0 for guests; `link: id` for customers).',
    ],
  },
  handshake: { name: 'woocommerce', method: 'POST', answerUnsigned: answerSaving },
};

/** WooCommerce posts the number of a webhook, unsigned, before saving it, and expects exactly 200. */
function answerSaving(_source: SourceConfig, request: IncomingRequest): HandshakeAnswer | undefined {
  const { body } = request;
  if (body.length > 40 || !/^webhook_id=\d{1,20}$/.test(Buffer.from(body).toString('latin1')))
    return undefined;
  if (headerValues(request, 'x-wc-webhook-signature').length > 0) return undefined;
  const [type, ...more] = headerValues(request, 'content-type');
  const isForm = more.length === 0 && parseMediaType(type ?? '').name === 'application/x-www-form-urlencoded';
  return isForm ? { kind: 'answered', reply: emptyReply } : undefined;
}
