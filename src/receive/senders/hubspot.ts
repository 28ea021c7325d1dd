import { type Answers, answersByKey, nameIn } from '../answers/answers.ts';
import { inside } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

const signedV1 = {
  type: 'digest',
  algorithm: 'sha256',
  signed: '{secret}{body}',
  signature: { name: 'X-HubSpot-Signature', encoding: 'hex' },
};

const signedV2 = { ...signedV1, signed: '{secret}{method}{url}{body}' };

const signedV3 = {
  type: 'hmac',
  signed: '{method}{url}{body}{timestamp}',
  signature: { name: 'X-HubSpot-Signature-v3', encoding: 'base64' },
  timestamp: { name: 'X-HubSpot-Request-Timestamp', unit: 'ms', tolerance: '5m' },
  url: { decode: 'hubspot-v3' },
};

/** A change of an association concerns two objects, and both may have several changes at the same time. */
const object = `$exists(objectId) ? objectId : $exists(toObjectId)
  ? [fromObjectId, toObjectId, associationType, associationRemoved, isPrimaryAssociation]`;

/**
 * HubSpot's app events: a list of up to 100 in one webhook. HubSpot also sends an older signature besides
 * that of version 3, which counts only if the source sets it. `eventId` is documented as not unique, so kind,
 * object and time identify an event. Only changes of properties have the name of the property.
 */
export const hubspot: KnownSender = {
  preset: {
    name: 'hubspot',
    title: 'HubSpot app events',
    verify: [signedV3],
    versions: { v3: [signedV3], v2: [signedV2], v1: [signedV1] },
    body: 'json',
    split: '$',
    eventId: ['subscriptionId', object, '$exists(propertyName) ? propertyName : "no property"', 'occurredAt'],
    eventType: '$exists(subscriptionType) ? subscriptionType : eventType',
    occurredAt: 'occurredAt',
    answers: 'hubspot',
    setup: [
      'In HubSpot open Development (or your developer account), open your app, or create one. A private app works too: Settings, Integrations, Private Apps.',
      'Set `publicUrl` under `server:` of config.yaml to the address of this server as HubSpot sees it: the signature covers the URL. In the app open Webhooks, and enter {url} as target URL.',
      'Subscribe to "Property changed" of Contacts for each property that a mapping uses (such as lifecyclestage and your own "customer number"), and activate the subscriptions.',
      'Copy the client secret of the app (tab Auth) to `secret:` of this source. It is neither the access token nor the app id.',
      'A private app signs with version 1 only: add `version: v1` to the source. Leave `version` out for any other app.',
      'HubSpot sends only the id of the contact and the one property that changed. `{answer: lifecyclestage}` reads the property if it is that one. To get several fields of a contact at once, use a workflow instead: `fieldbridge sources hubspot-workflow`.',
    ],
  },
  readAnswers,
};

/** The property that changed, by its internal name. Other events have none. */
function readAnswers(payload: unknown): Answers | undefined {
  const name = nameIn(payload, 'propertyName');
  return name === undefined ? undefined : answersByKey([[name, inside(payload, 'propertyValue') ?? null]]);
}
