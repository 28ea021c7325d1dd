import type { Preset } from '../../config/config.ts';

/**
 * HubSpot's app events: a list of up to 100 in one webhook, signed with version 3. `eventId` is documented as not
 * unique, so an event is known by what happened to what and when; only changes of a property name one.
 */
export const hubspot: Preset = {
  name: 'hubspot',
  title: 'HubSpot app events',
  verify: [
    {
      type: 'hmac',
      signed: '{method}{url}{body}{timestamp}',
      signature: { name: 'X-HubSpot-Signature-v3', encoding: 'base64' },
      timestamp: { name: 'X-HubSpot-Request-Timestamp', unit: 'ms', tolerance: '5m' },
      url: { decode: 'hubspot-v3' },
    },
  ],
  body: 'json',
  split: '$',
  eventId: ['subscriptionId', 'objectId', '$exists(propertyName) ? propertyName : "-"', 'occurredAt'],
  eventType: '$exists(subscriptionType) ? subscriptionType : eventType',
  setup: ['Enter {url} as the URL of a webhook.'],
};
