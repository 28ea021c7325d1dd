import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WebflowClient } from 'webflow-api';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectQueryToken } from './a-token.ts';

const source = senderSource('webflow');
const body = sample('webflow.json');
const proofs = ['x-webflow-signature', 'x-webflow-timestamp'];
const signed = (text: string | Buffer, at = sentAt) => ({
  'x-webflow-timestamp': String(at),
  'x-webflow-signature': createHmac('sha256', secretText).update(`${at}:${text}`).digest('hex'),
});

describe('Webflow', () => {
  it('is accepted with the signature of its documentation: the time, a colon and the body', async () => {
    const events = await take(source, aDelivery(body, signed(body)));
    expect(events).toMatchObject([
      {
        id: ['6321ca84df3949bfc6752327'],
        type: 'form_submission',
        occurredAt: '2026-03-02T09:20:00.310Z',
        payload: { payload: { name: 'Before your first visit' } },
      },
    ]);
  });

  it('is signed so that its own package accepts it, and refused otherwise', async () => {
    const request = await aSignedDelivery(source, body);
    await expectOnlyAsSent(source, request, proofs);
    const { webhooks } = new WebflowClient({ accessToken: 'none' });
    const headers = Object.fromEntries(request.headers);
    const verifies = (text: string) =>
      webhooks.verifySignature({ headers, body: text, secret: secretText } as Parameters<
        typeof webhooks.verifySignature
      >[0]);
    expect(await verifies(body.toString())).toBe(true);
    expect(await verifies(`${body} `)).toBe(false);
  });

  it('is refused if it was signed too long ago or in the future', async () => {
    const request = aDelivery(body, signed(body));
    for (const minutes of [6, -6]) await refuses(source, request, sentAt + minutes * 60_000);
    await take(source, request, sentAt + 4 * 60_000);
  });

  it('needs the token in its URL if the source says that it cannot sign', async () => {
    await expectQueryToken(senderSource('webflow', 'version: token'), aDelivery(body));
    await refuses(senderSource('webflow', 'version: token'), aDelivery(body, signed(body)));
  });

  it('has no id for anything but a form, since that would be the id of the object', async () => {
    const item = JSON.stringify({ triggerType: 'collection_item_changed', payload: { id: 'item-1' } });
    const [event] = await take(source, aSignedDelivery(source, item));
    expect(event).toMatchObject({ id: undefined, type: 'collection_item_changed', occurredAt: undefined });
    expect(answersOf(source.answers, event?.payload)).toBeUndefined();
  });
});

describe('answers of Webflow', () => {
  it('are found by the name of the field', () => {
    expect({ ...answersOf(source.answers, JSON.parse(body.toString())) }).toEqual({
      'First name': 'Ada',
      'Last name': 'Example',
      Email: 'ada@example.com',
      Allergies: 'Nuts',
      Born: '10.12.1990',
      'How often': 'Regularly',
      Newsletter: 'true',
      customer_number: '1001',
    });
  });
});
