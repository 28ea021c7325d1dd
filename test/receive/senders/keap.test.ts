import { describe, expect, it } from 'vitest';
import { receiveAt, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectQueryToken } from './a-token.ts';

const source = senderSource('keap');
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const hook = sample('keap-hook.json');

describe('Keap', () => {
  it('is accepted with a token in its URL, as an HTTP Post and as a REST hook', async () => {
    await expectQueryToken(source, aDelivery(sample('keap.txt'), form));
    await expectQueryToken(source, aDelivery(hook));
  });

  it('makes one event if an automation sends it', async () => {
    expect(await take(source, aSignedDelivery(source, sample('keap.txt'), form))).toEqual([
      {
        id: undefined,
        type: undefined,
        occurredAt: undefined,
        payload: expect.objectContaining({ contactId: '47', customer_number: '1001', newsletter: 'Yes' }),
      },
    ]);
  });

  it('makes an event for each object of a REST hook', async () => {
    expect(await take(source, aSignedDelivery(source, hook))).toMatchObject([
      { id: ['contact.edit', '47', '2026-03-02T09:20:00Z'], type: 'contact.edit', payload: { id: 47 } },
      { id: ['contact.edit', '48', '2026-03-02T09:20:01Z'], type: 'contact.edit', payload: { id: 48 } },
    ]);
  });
});

describe('the confirmation of a REST hook of Keap', () => {
  const header = { 'X-Hook-Secret': '2f6d8c1e-secret-of-keap' };
  const url = `/hooks/website?token=${encodeURIComponent(secretText)}`;

  it.each(['', '{}'])('returns its header if its body is %j, and is no event', async body => {
    for (const at of [url, '/hooks/website']) {
      const received = await receiveAt(source, { ...aDelivery(body, header), url: at });
      expect(received).toEqual({
        kind: 'answered',
        verified: false,
        reply: { status: 200, headers: { 'x-hook-secret': '2f6d8c1e-secret-of-keap' }, body: '' },
      });
    }
  });

  it('returns the secret also with a body, only if the token is in the URL', async () => {
    const received = await receiveAt(source, { ...aDelivery(hook, header), url });
    expect(received).toMatchObject({
      kind: 'accepted',
      headers: { 'x-hook-secret': '2f6d8c1e-secret-of-keap' },
    });
    await refuses(source, aDelivery(hook, header));
  });
});
