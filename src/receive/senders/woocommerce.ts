import type { Preset } from '../../config/config.ts';

/**
 * WooCommerce: its delivery id is made of the webhook and the second alone, so several orders of one second share it;
 * an event is known by what it is about as well. Times in GMT come without their zone.
 */
export const woocommerce: Preset = {
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
    'Start Fieldbridge with this source first: WooCommerce asks the URL when the webhook is saved, and wants an answer within 5 seconds.',
    'In WordPress open WooCommerce, Settings, Advanced, Webhooks, and choose "Add webhook".',
    'Choose the status "Active", a topic such as "Order updated", the newest "WP REST API Integration", and enter {url} as "Delivery URL".',
    'Enter a long random text as "Secret", of letters and digits alone (WordPress rewrites & < > and quotes), and the same as `secret:` of this source. Left empty, WooCommerce invents one.',
    'Make one webhook for each topic. WooCommerce never repeats one that failed, and after 5 failures in a row it switches the webhook to "Disabled": set it to "Active" again.',
    'The customer number comes from a field of your checkout, as an entry of `meta_data`, or by the link of the WooCommerce customer (`link: customer_id` for orders, which is 0 for guests; `link: id` for customers).',
  ],
};
