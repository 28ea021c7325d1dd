import { describe, expect, it } from 'vitest';
import { receiveAt } from '../a-source.ts';
import { aDelivery, aSignedDelivery, refuses, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectQueryToken } from './a-token.ts';

const source = senderSource('mailchimp');
const body = sample('mailchimp.txt').toString();
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const posted = (text: string) => aSignedDelivery(source, text, form);
const idOf = async (text: string) => (await take(source, posted(text)))[0]?.id;

describe('Mailchimp', () => {
  it('is accepted with its type, its time and the fields of the audience', async () => {
    expect(await take(source, posted(body))).toMatchObject([
      {
        id: ['profile', '2026-11-20 09:40:00', expect.stringContaining('8a25ff1d98')],
        type: 'profile',
        occurredAt: '2026-11-20T09:40:00.000Z',
        payload: { data: { id: '8a25ff1d98', merges: { CUSTNO: '1001', INTERESTS: 'Haircut, Colour' } } },
      },
    ]);
  });

  it('is accepted with its token in the URL', async () => {
    await expectQueryToken(source, aDelivery(body, form));
  });

  it('may check the URL with a GET, which makes no event', async () => {
    const { url } = await posted(body);
    for (const path of [url, '/hooks/website']) {
      const asked = { method: 'GET', url: path, headers: [], body: Buffer.alloc(0) };
      expect(await receiveAt(source, asked, sentAt)).toMatchObject({
        kind: 'answered',
        reply: { status: 200 },
      });
    }
    await refuses(source, aDelivery(body, form));
  });

  it('distinguishes a repeated webhook from another change in the same second', async () => {
    expect(await idOf(body)).toEqual(await idOf(body));
    for (const other of [
      body.replace('8a25ff1d98', '8a25ff1d99'),
      body.replace('Colour', 'Care'),
      body.replace('type=profile', 'type=subscribe'),
      body.replace('40%3A00', '40%3A01'),
    ]) {
      expect(other).not.toBe(body);
      expect(await idOf(other)).not.toEqual(await idOf(body));
    }
  });

  it('recognizes a changed address, which has no id of its person', async () => {
    const changed =
      'type=upemail&fired_at=2026-11-20+09%3A41%3A00&data%5Blist_id%5D=a6b5da1054&data%5Bnew_id%5D=51da8c3259&data%5Bnew_email%5D=mara%40example.com&data%5Bold_email%5D=mara.musterfrau%40example.com';
    expect(await idOf(changed)).toEqual([
      'upemail',
      '2026-11-20 09:41:00',
      expect.stringContaining('51da8c3259'),
    ]);
  });
});
