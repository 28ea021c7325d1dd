import { signWebhookPayload, verifyWebhookSignature } from '@notionhq/client';
import { describe, expect, it } from 'vitest';
import { receiveAt } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const token = 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl';
const source = senderSource('notion', '', token);
const body = sample('notion.json');
const header = 'x-notion-signature';

describe('Notion', () => {
  it('is accepted with a signature of its own package', async () => {
    const signature = await signWebhookPayload({ body, verificationToken: token });
    const request = aDelivery(body, { [header]: signature });
    expect(await take(source, request)).toMatchObject([
      {
        id: ['367cba44-b6f3-4c92-81e7-6a2e9659efd4'],
        type: 'page.properties_updated',
        occurredAt: '2026-11-20T17:56:12.034Z',
        payload: { entity: { type: 'page' } },
      },
    ]);
    await expectOnlyAsSent(source, request, [header]);
  });

  it('accepts our own signatures', async () => {
    const { headers } = await aSignedDelivery(source, body);
    const signature = headers.find(([name]) => name === header)?.[1];
    const given = { body, signature, verificationToken: token };
    expect(await verifyWebhookSignature(given)).toBe(true);
    expect(await verifyWebhookSignature({ ...given, verificationToken: 'another' })).toBe(false);
  });

  it('has the same id when it is repeated', async () => {
    const again = body.toString().replace('"attempt_number":1', '"attempt_number":2');
    expect(again).not.toBe(body.toString());
    const [first] = await take(source, aSignedDelivery(source, body));
    const [second] = await take(source, aSignedDelivery(source, again));
    expect(second?.id).toEqual(first?.id);
  });
});

describe('the verification token of Notion', () => {
  const first = aDelivery(JSON.stringify({ verification_token: token }));
  const unset = senderSource('notion', '', '');

  it('is passed to the operator while there is no secret, and nothing else is accepted', async () => {
    const received = await receiveAt(unset, first, sentAt);
    if (received.kind !== 'answered') throw new Error(received.kind);
    expect(received.reply).toMatchObject({ status: 200, body: '' });
    expect(received.reply.secret?.reveal()).toBe(token);
    await refuses(
      unset,
      aDelivery(body, { [header]: await signWebhookPayload({ body, verificationToken: token }) }),
    );
    await refuses(unset, aDelivery(body));
  });

  it('cannot replace another one', async () => {
    const again = await receiveAt(source, first, sentAt);
    expect(again).toMatchObject({ kind: 'answered', reply: { status: 200 } });
    expect(again).not.toHaveProperty('reply.secret');
    await refuses(source, aDelivery('{"verification_token":"secret_of_somebody_else"}'));
  });
});

describe('an automation of Notion', () => {
  const automation = senderSource('notion', 'version: automation');
  const page = sample('notion-automation.json');

  it('sends properties, and a token', async () => {
    const [event] = await take(automation, aSignedDelivery(automation, page));
    expect(event).toMatchObject({
      id: undefined,
      type: 'automation',
      payload: { data: { properties: { 'Customer number': { number: 1001 } } } },
    });
  });

  it('is refused without the token, and if a signature is required', async () => {
    await refuses(automation, aDelivery(page));
    await refuses(
      automation,
      aDelivery(page, { [header]: await signWebhookPayload({ body: page, verificationToken: token }) }),
    );
    await refuses(source, aDelivery(page, { authorization: `Bearer ${token}` }));
  });
});
