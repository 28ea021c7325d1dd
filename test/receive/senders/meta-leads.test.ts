import { createHmac } from 'node:crypto';
import { sign, verify } from '@octokit/webhooks-methods';
import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { aRequest, receiveAt, refuse, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('meta-leads', 'verifyToken: the-token-of-the-check');
const body = sample('meta-leads.json');
const header = 'x-hub-signature-256';

describe('Meta lead ads', () => {
  it('are accepted one by one, from both levels', async () => {
    const events = await take(source, aDelivery(body, { [header]: await sign(secretText, body.toString()) }));
    expect(events).toMatchObject([
      {
        id: ['1284455667788990'],
        type: 'page.leadgen',
        occurredAt: '2026-11-21T10:00:01.000Z',
        payload: { field: 'leadgen', value: { form_id: '880011223344556' } },
      },
      { id: ['1284455667788991'], type: 'page.leadgen', occurredAt: '2026-11-21T10:00:03.000Z' },
      { id: undefined, type: 'page.feed', payload: { value: { from: { name: 'Renée Beispiel' } } } },
    ]);
  });

  it('are signed over their bytes, including the escapes of PHP', async () => {
    expect(body.toString()).toContain('https:\\/\\/');
    expect(body.toString()).toContain('\\u00e9');
    const parsed = JSON.stringify(JSON.parse(body.toString()));
    await refuses(source, aDelivery(parsed, { [header]: await sign(secretText, body.toString()) }));
    const request = await aSignedDelivery(source, body);
    await expectOnlyAsSent(source, request, [header]);
    const signature = request.headers.find(([name]) => name === header)?.[1] ?? '';
    expect(await verify(secretText, body.toString(), signature)).toBe(true);
  });

  it('with one change are one event', async () => {
    const one = {
      object: 'page',
      entry: [{ id: '1', changes: [{ field: 'leadgen', value: { leadgen_id: 5 } }] }],
    };
    const events = await take(source, aSignedDelivery(source, JSON.stringify(one)));
    expect(events).toMatchObject([{ id: ['5'], payload: { field: 'leadgen' } }]);
  });

  it('are never accepted by their old SHA-1 signature', async () => {
    const sha1 = `sha1=${createHmac('sha1', secretText).update(body).digest('hex')}`;
    await refuses(source, aDelivery(body, { 'x-hub-signature': sha1 }));
    await refuses(source, aDelivery(body, { [header]: sha1 }));
    const both = { 'x-hub-signature': sha1, [header]: await sign(secretText, `${body} `) };
    await refuses(source, aDelivery(body, both));
  });
});

describe('the answers of a lead', () => {
  it('are found by the names of the questions, if somebody forwards them', async () => {
    const field_data = [
      { name: 'email', values: ['mara.musterfrau@example.com'] },
      { name: 'interests', values: ['Farbe', 'Pflege'] },
    ];
    const changes = [{ field: 'leadgen', value: { leadgen_id: '5', field_data } }];
    const whole = JSON.stringify({ object: 'page', entry: [{ id: '1', changes }] });
    const [event] = await take(source, aSignedDelivery(source, whole));
    expect({ ...answersOf(source.answers, event?.payload) }).toEqual({
      email: 'mara.musterfrau@example.com',
      interests: ['Farbe', 'Pflege'],
    });
  });

  it('are not part of what Meta itself sends', async () => {
    const [event] = await take(source, aSignedDelivery(source, body));
    expect(answersOf(source.answers, event?.payload)).toBeUndefined();
  });
});

describe('the verification request', () => {
  const check = (query: string) => aRequest('', [], { method: 'GET', url: `/hooks/website?${query}` });
  const asked = 'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=';

  it('gets the challenge as a text', async () => {
    expect(await receiveAt(source, check(`${asked}the-token-of-the-check`))).toMatchObject({
      kind: 'answered',
      reply: {
        status: 200,
        body: '1158201444',
        headers: {
          'content-type': expect.stringMatching(/^text\/plain/),
          'x-content-type-options': 'nosniff',
        },
      },
    });
  });

  it('with another token is refused', async () => {
    expect((await refuse(source, check(`${asked}another`))).status).toBe(401);
    expect((await refuse(senderSource('meta-leads'), check(`${asked}the-token-of-the-check`))).status).toBe(
      401,
    );
  });
});
