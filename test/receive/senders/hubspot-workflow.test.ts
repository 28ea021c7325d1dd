import { Signature } from '@hubspot/api-client';
import { describe, expect, it } from 'vitest';
import { publicUrl, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('hubspot-workflow');
const body = sample('hubspot-workflow.json');
const url = `${publicUrl}/hooks/website`;
const header = 'x-hubspot-signature';
const request = { signature: '', clientSecret: secretText, requestBody: body.toString(), url };
const signature = Signature.getSignature('POST', 'v2', request);

describe('a HubSpot workflow', () => {
  it('is accepted only with a signature of its own package', async () => {
    const delivery = aDelivery(body, { [header]: signature, 'x-hubspot-signature-version': 'v2' });
    expect(await take(source, delivery)).toMatchObject([
      {
        id: undefined,
        occurredAt: '2026-11-20T09:40:00.111Z',
        payload: { vid: 81203, properties: { customer_number: { value: '1001' } } },
      },
    ]);
    await expectOnlyAsSent(source, delivery, [header]);
  });

  it('is signed so that its own package accepts it', async () => {
    const { headers } = await aSignedDelivery(source, body);
    const sent = { ...request, signature: Object.fromEntries(headers)[header] ?? '' };
    expect(Signature.isValid({ ...sent, signatureVersion: 'v2' })).toBe(true);
    expect(Signature.isValid({ ...sent, signatureVersion: 'v2', url: `${url}/` })).toBe(false);
  });

  it('is bound to the URL and to version 2', async () => {
    await refuses(source, { ...aDelivery(body, { [header]: signature }), url: '/hooks/another' });
    const v1 = Signature.getSignature('POST', 'v1', request);
    await refuses(source, aDelivery(body, { [header]: v1, 'x-hubspot-signature-version': 'v1' }));
    await refuses(source, aDelivery(body, { authorization: `Bearer ${secretText}` }));
  });

  it('may send a token instead, if the source says so', async () => {
    const withToken = senderSource('hubspot-workflow', 'version: token');
    await expectBearer(withToken, aDelivery(body));
    await refuses(withToken, aDelivery(body, { [header]: signature }));
  });

  it('has the time of the chosen properties, and none if it was not chosen', async () => {
    const timeOf = async (chosen: object) =>
      (await take(source, aSignedDelivery(source, JSON.stringify(chosen))))[0]?.occurredAt;
    expect(await timeOf({ customer_number: 1002, lastmodifieddate: 1795167600111 })).toBe(
      '2026-11-20T09:40:00.111Z',
    );
    expect(await timeOf({ customer_number: 1002 })).toBeUndefined();
  });
});
