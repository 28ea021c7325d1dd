import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secretText } from '../a-source.ts';
import {
  aDelivery,
  aSignedDelivery,
  expectOnlyAsSent,
  refuses,
  sample,
  sentAt,
  sentAtSeconds,
  take,
} from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('wpforms');
const body = sample('wpforms.json');
const header = 'x-wpforms-webhook-signature';
const head = { 'content-type': 'application/json; charset=utf-8', 'x-wpforms-webhook-id': '1' };
const signatureOf = (text: string | Buffer, seconds: number | string = sentAtSeconds, key = 'v') =>
  `t=${seconds},${key}=${createHmac('sha256', secretText).update(`${seconds}.${text}`).digest('hex')}`;

describe('WPForms', () => {
  it('is accepted with the signature of its add-on: the time, a dot and the body', async () => {
    const events = await take(source, aDelivery(body, { ...head, [header]: signatureOf(body) }));
    expect(events).toEqual([
      {
        id: undefined,
        type: undefined,
        occurredAt: undefined,
        payload: {
          customer_number: '1001',
          name: 'Ada Example',
          email: 'ada@example.com',
          allergies: 'Nüsse',
          born: { value: '10.12.1990', unix: 660787200 },
          interests: 'Farbe||Pflege',
          how_often: 'Regularly',
          page: 'https://example.com/before-your-visit/',
        },
      },
    ]);
  });

  it('is refused after any change', async () => {
    await expectOnlyAsSent(source, aSignedDelivery(source, body, head), [header]);
    await refuses(source, aDelivery(body, { ...head, [header]: signatureOf(body, sentAtSeconds, 'v1') }));
  });

  it('is refused if it was signed too long ago or in the future', async () => {
    const request = await aSignedDelivery(source, body, head);
    for (const minutes of [6, -6]) await refuses(source, request, sentAt + minutes * 60_000);
    await take(source, request, sentAt + 4 * 60_000);
  });

  it.each([
    ['application/json; charset=utf-8', '{"email":"ada@example.com","allergies":"N\\u00fcsse"}'],
    ['application/x-www-form-urlencoded; charset=utf-8', 'email=ada%40example.com&allergies=N%C3%BCsse'],
  ])('is accepted with a token if the source says so, as %s', async (type, text) => {
    const withToken = senderSource('wpforms', 'version: token');
    await expectBearer(withToken, aDelivery(text, { 'content-type': type }));
    const [event] = await take(withToken, aSignedDelivery(withToken, text, { 'content-type': type }));
    expect(event?.payload).toEqual({ email: 'ada@example.com', allergies: 'Nüsse' });
    await refuses(withToken, await aSignedDelivery(source, body, head));
  });

  it('has the type and the time from its smart tags', async () => {
    const values = { form_id: '12', entry_date: '2026-03-02 09:20:00' };
    const events = await take(source, aSignedDelivery(source, JSON.stringify(values), head));
    expect(events).toMatchObject([{ type: '12', occurredAt: '2026-03-02T09:20:00.000Z' }]);
    const written = JSON.stringify({ form_name: 'Before your visit', entry_date: 'March 2, 2026' });
    expect(await take(source, aSignedDelivery(source, written, head))).toMatchObject([
      { type: 'Before your visit', occurredAt: undefined },
    ]);
  });

  it('is refused as a form, because WPForms signs other bytes than it sends', async () => {
    const values = { name: 'Ada Example', email: 'ada@example.com' };
    const form = new URLSearchParams(values).toString();
    const signature = signatureOf(JSON.stringify(values));
    await refuses(
      source,
      aDelivery(form, {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        [header]: signature,
      }),
    );
  });
});
