import type { SourceConfig } from '../../config/config.ts';
import { type Answers, answersByKey } from '../answers/answers.ts';
import { inside } from '../answers/inside.ts';
import type { HandshakeAnswer } from '../handshakes/handshake.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { parseQuery } from '../query.ts';
import { isOneOf } from '../schemes/same-secret.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * Lead ads of Facebook and Instagram: up to 1000 changes in one webhook, in two levels. Each change has the
 * id of a lead, but not its answers.
 */
export const metaLeads: KnownSender = {
  preset: {
    name: 'meta-leads',
    title: 'Meta lead ads (Facebook, Instagram)',
    alsoCalled: { facebook: null, meta: null, instagram: null, 'facebook-lead-ads': null, 'lead-ads': null },
    verify: [
      { type: 'hmac', signature: { name: 'X-Hub-Signature-256', prefix: 'sha256=', encoding: 'hex' } },
    ],
    body: 'json',
    split: 'entry.changes',
    eventId: ['value.leadgen_id'],
    eventType: '$body.object & "." & field',
    occurredAt: 'value.created_time',
    answers: 'meta-leads',
    handshakes: ['meta'],
    setup: [
      'On developers.facebook.com open your app, Settings, Basic; copy "App secret" to `secret:` of this source.',
      '[[Create a long random text, write it as `verifyToken:` of this source, and start Fieldbridge|Have the verification token shown above ready]], because Meta checks the URL at once.',
      'In the app add the product Webhooks, choose "Page", then "Subscribe to this object"; enter {url} as "Callback URL" and the same text as "Verify token".',
      'Subscribe to the field "leadgen"; other fields are accepted too, but have no id of a lead.',
      'Publish the app ("Live"), with the permissions leads_retrieval and pages_manage_metadata, and install it on the page: a POST to /PAGE-ID/subscribed_apps with subscribed_fields=leadgen. Without it nothing is sent.',
      'Meta sends the ids of the lead, the form and the ad, never name, e-mail or answers. To get those, let Zapier or Make watch "New lead" and post the fields to a separate source (preset zapier or make).',
    ],
  },
  handshake: { name: 'meta', method: 'GET', answerUnsigned: answerUrlCheck },
  readAnswers,
};

/**
 * Answers of a lead form: by the name of the question, several as a list. Only a lead that another program
 * fetched and posted has answers; Meta's own webhooks do not.
 */
function readAnswers(payload: unknown): Answers | undefined {
  const fields = inside(inside(payload, 'value'), 'field_data');
  if (!Array.isArray(fields)) return undefined;
  return answersByKey(
    fields.flatMap(field => {
      const name = inside(field, 'name');
      const values = inside(field, 'values');
      if (typeof name !== 'string' || !Array.isArray(values)) return [];
      return [[name, values.length === 1 ? values[0] : values] as const];
    }),
  );
}

/**
 * Handles the GET with which Meta first checks that the URL knows the token entered with it. The challenge is
 * returned only for the right token, as plain text, so that no browser treats it as a page.
 */
function answerUrlCheck(
  { verifyToken }: SourceConfig,
  request: IncomingRequest,
): HandshakeAnswer | undefined {
  const query = parseQuery(request.url);
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
  if (mode !== 'subscribe' || typeof token !== 'string') return undefined;
  if (typeof challenge !== 'string' || !/^[\x21-\x7e]{1,1000}$/.test(challenge)) return undefined;
  if (verifyToken.length === 0) {
    const reason = 'the sender checks the URL with a token; add the token to the source as "verifyToken"';
    return { kind: 'refused', reason };
  }
  if (!isOneOf(verifyToken, token)) {
    const reason =
      'the token of this check is not "verifyToken"; enter the same token at the sender and in the config';
    return { kind: 'refused', reason };
  }
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return { kind: 'answered', reply: { status: 200, headers, body: challenge } };
}
