import { createHash, createHmac } from 'node:crypto';
import { Signature } from '@hubspot/api-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { publicUrl, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const body = sample('hubspot.json');
const url = `${publicUrl}/hooks/website`;
const source = senderSource('hubspot');
const ofVersion = (version: string) => senderSource('hubspot', `version: ${version}`);

/** The signature of HubSpot's own package. */
const signatureOf = (version: string, differences: { url?: string; timestamp?: number } = {}) =>
  Signature.getSignature('POST', version, {
    signature: '',
    clientSecret: secretText,
    requestBody: body.toString(),
    url,
    timestamp: sentAt,
    ...differences,
  });
const v3Headers = (timestamp = sentAt) => ({
  'x-hubspot-signature-v3': signatureOf('v3', { timestamp }),
  'x-hubspot-request-timestamp': String(timestamp),
});
/** HubSpot sends the older signatures together with the new one. */
const v1Headers = { 'x-hubspot-signature': signatureOf('v1'), 'x-hubspot-signature-version': 'v1' };
const v2Headers = { 'x-hubspot-signature': signatureOf('v2'), 'x-hubspot-signature-version': 'v2' };

afterEach(() => {
  vi.useRealTimers();
});

describe('HubSpot', () => {
  it('is accepted with a signature of its own package, with one event for each change', async () => {
    const events = await take(source, aDelivery(body, { ...v3Headers(), ...v1Headers }));
    const changed = { type: 'contact.propertyChange', occurredAt: '2026-11-20T09:40:00.111Z' };
    expect(events).toMatchObject([
      {
        ...changed,
        id: ['2291474', '706405506930370084', 'lifecyclestage', '1795167600111'],
        payload: { objectId: '706405506930370084', propertyValue: 'customer' },
      },
      { ...changed, id: ['2291475', '706405506930370084', 'allergies', '1795167600111'] },
      { type: 'contact.propertyChange', payload: { changeSource: 'INTEGRATION' } },
      { type: 'contact.creation', id: ['2291480', '81204', 'no property', '1795167602020'] },
    ]);
    expect(new Set(events.map(event => JSON.stringify(event.id))).size).toBe(4);
  });

  it.each([
    ['v3', source, v3Headers(), Object.keys(v3Headers())],
    ['v2', ofVersion('v2'), v2Headers, ['x-hubspot-signature']],
    ['v1', ofVersion('v1'), v1Headers, ['x-hubspot-signature']],
  ])('is accepted with version %s only as it was signed', async (_version, chosen, headers, proofs) => {
    await expectOnlyAsSent(chosen, aDelivery(body, headers), proofs);
  });

  it.each(['v1', 'v2', 'v3'])('signs by version %s what its own package takes', async signatureVersion => {
    vi.useFakeTimers({ now: sentAt, toFake: ['Date'] });
    const { headers } = await aSignedDelivery(ofVersion(signatureVersion), body);
    const sent = Object.fromEntries(headers);
    const signature = sent['x-hubspot-signature-v3'] ?? sent['x-hubspot-signature'] ?? '';
    const request = {
      signatureVersion,
      signature,
      clientSecret: secretText,
      requestBody: body.toString(),
      url,
    };
    expect(Signature.isValid({ ...request, timestamp: sentAt })).toBe(true);
    expect(Signature.isValid({ ...request, timestamp: sentAt, requestBody: `${body} ` })).toBe(false);
  });

  it('is never accepted by an older signature, unless the source says so', async () => {
    await refuses(source, aDelivery(body, v1Headers));
    await refuses(source, aDelivery(body, v2Headers));
    await refuses(
      source,
      aDelivery(body, {
        ...v1Headers,
        'x-hubspot-signature-v3': 'AAAA',
        'x-hubspot-request-timestamp': String(sentAt),
      }),
    );
    await refuses(ofVersion('v2'), aDelivery(body, v1Headers));
    await refuses(ofVersion('v1'), aDelivery(body, v2Headers));
    await refuses(ofVersion('v1'), aDelivery(body, v3Headers()));
    const both = ofVersion('[v3, v1]');
    for (const headers of [v3Headers(), v1Headers]) await take(both, aDelivery(body, headers));
    await refuses(both, aDelivery(body, v2Headers));
  });

  it('is refused when it is more than five minutes old or ahead', async () => {
    for (const apart of [-300_000, 300_000]) await take(source, aDelivery(body, v3Headers(sentAt + apart)));
    for (const apart of [-300_001, 300_001]) {
      const reason = await refuses(source, aDelivery(body, v3Headers(sentAt + apart)));
      expect(reason).toMatch(/the timestamp is .*(old|ahead)/);
    }
    const seconds = { ...v3Headers(), 'x-hubspot-request-timestamp': String(Math.floor(sentAt / 1000)) };
    await refuses(source, aDelivery(body, seconds));
  });

  it('is signed over the URL with some escapes decoded, which its package leaves to its user', async () => {
    const path = '/hooks/website?at=a%3A%2F%3f%40%21%24%27%28%29%2A%2C%3Bz&left=%20%26%2B%3D%25';
    const asSigned = `${publicUrl}/hooks/website?at=a:/?@!$'()*,;z&left=%20%26%2B%3D%25`;
    const signatureV3 = { ...v3Headers(), 'x-hubspot-signature-v3': signatureOf('v3', { url: asSigned }) };
    await take(source, { ...aDelivery(body, signatureV3), url: path });
    const raw = { ...v3Headers(), 'x-hubspot-signature-v3': signatureOf('v3', { url: publicUrl + path }) };
    await refuses(source, { ...aDelivery(body, raw), url: path });
    await refuses(source, { ...aDelivery(body, v3Headers()), url: path });
  });

  it('does not repair a plus in the signature that a proxy changed to a blank', async () => {
    const plus = Array.from({ length: 200 }, (_, index) => sentAt - index).find(at =>
      signatureOf('v3', { timestamp: at }).includes('+'),
    );
    if (plus === undefined) throw new Error('no signature with a plus');
    const headers = v3Headers(plus);
    await take(source, aDelivery(body, headers));
    const spoiled = headers['x-hubspot-signature-v3'].replaceAll('+', ' ');
    await refuses(source, aDelivery(body, { ...headers, 'x-hubspot-signature-v3': spoiled }));
  });

  it('documents the algorithm of its package: base64 of an HMAC, and for older versions a plain hash in hex', () => {
    const content = `POST${url}${body}${sentAt}`;
    expect(signatureOf('v3')).toBe(createHmac('sha256', secretText).update(content).digest('base64'));
    expect(signatureOf('v2')).toBe(
      createHash('sha256').update(`${secretText}POST${url}${body}`).digest('hex'),
    );
    expect(signatureOf('v1')).toBe(
      createHash('sha256')
        .update(secretText + body)
        .digest('hex'),
    );
  });

  it('distinguishes a repeated change from another one of the same contact', async () => {
    const [first, ...others] = JSON.parse(body.toString());
    const idOf = async (change: object) =>
      (await take(source, aSignedDelivery(source, JSON.stringify([change]))))[0]?.id;
    expect(await idOf({ ...first, attemptNumber: 3, eventId: 1 })).toEqual(await idOf(first));
    for (const other of [...others, { ...first, occurredAt: first.occurredAt + 1 }]) {
      expect(await idOf(other)).not.toEqual(await idOf(first));
    }
  });

  it('distinguishes a repeated change of an association between two objects from another one', async () => {
    const change = {
      eventId: 1,
      subscriptionId: 2291490,
      subscriptionType: 'contact.associationChange',
      occurredAt: 1795167600111,
      attemptNumber: 0,
      fromObjectId: 81204,
      toObjectId: 5093,
      associationType: 'CONTACT_TO_COMPANY',
      associationRemoved: false,
      isPrimaryAssociation: false,
    };
    const idOf = async (event: object) =>
      (await take(source, aSignedDelivery(source, JSON.stringify([event]))))[0]?.id;
    const id = await idOf(change);
    expect(id).toHaveLength(4);
    expect(await idOf({ ...change, attemptNumber: 3, eventId: 2 })).toEqual(id);
    for (const other of [
      { toObjectId: 5094 },
      { associationRemoved: true },
      { isPrimaryAssociation: true },
    ]) {
      expect(await idOf({ ...change, ...other })).not.toEqual(id);
    }
  });
});
