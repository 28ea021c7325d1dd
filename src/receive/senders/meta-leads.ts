import type { Preset } from '../../config/config.ts';

/**
 * Lead ads of Facebook and Instagram: up to 1000 changes in one webhook, in two levels, each the id of a lead. What
 * the person wrote is not sent.
 */
export const metaLeads: Preset = {
  name: 'meta-leads',
  title: 'Meta lead ads (Facebook, Instagram)',
  alsoCalled: { facebook: null, meta: null, instagram: null, 'facebook-lead-ads': null, 'lead-ads': null },
  verify: [{ type: 'hmac', signature: { name: 'X-Hub-Signature-256', prefix: 'sha256=', encoding: 'hex' } }],
  body: 'json',
  split: 'entry.changes',
  eventId: ['value.leadgen_id'],
  eventType: '$body.object & "." & field',
  occurredAt: 'value.created_time',
  answers: 'meta-leads',
  handshakes: ['meta'],
  setup: [
    'On developers.facebook.com open your app, Settings, Basic; copy "App secret" to `secret:` of this source.',
    'Invent a long random text, write it as `verifyToken:` of this source, and start Fieldbridge, since Meta asks the URL at once.',
    'In the app add the product Webhooks, choose "Page", then "Subscribe to this object"; enter {url} as "Callback URL" and the same text as "Verify token".',
    'Subscribe to the field "leadgen"; other fields are taken in too, but have no id of a lead.',
    'Publish the app ("Live"), with the permissions leads_retrieval and pages_manage_metadata, and install it on the page: a POST to /PAGE-ID/subscribed_apps with subscribed_fields=leadgen. Without it nothing is sent.',
    'Meta sends the ids of the lead, the form and the ad, never name, e-mail or answers. For those let Zapier or Make watch "New lead" and post the fields to a source of its own (preset zapier or make).',
  ],
};
