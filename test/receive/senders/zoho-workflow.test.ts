import { describe, expect, it } from 'vitest';
import { secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer, expectQueryToken } from './a-token.ts';

const source = senderSource('zoho-workflow');
const body = sample('zoho-workflow.txt');
const form = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
const payloadOf = async (text: string, headers = {}, from = source) =>
  (await take(from, aSignedDelivery(from, text, headers)))[0]?.payload;

describe('a Zoho workflow', () => {
  it('is accepted as a form of the chosen fields', async () => {
    expect(await take(source, aSignedDelivery(source, body, form))).toMatchObject([
      {
        id: undefined,
        type: undefined,
        payload: {
          customer_number: '1001',
          email: 'mara.musterfrau+salon@example.com',
          allergies: 'Nuts & pollen',
        },
      },
    ]);
  });

  it('is accepted as JSON, and as JSON in the form field JSONString', async () => {
    const contact = { customer_number: '1001', phones: ['1', '2'] };
    expect(await payloadOf(JSON.stringify(contact))).toEqual(contact);
    const field = `JSONString=${encodeURIComponent(JSON.stringify(contact))}`;
    expect(await payloadOf(field, form)).toEqual(contact);
  });

  it('is read as JSON once the source says so, if Zoho Commerce calls it a form', async () => {
    const commerce = senderSource('zoho-workflow', 'body: json');
    const json = '{"event": "order.create", "note": "50% & more"}';
    expect(await payloadOf(json, form, commerce)).toEqual({ event: 'order.create', note: '50% & more' });
  });

  it.each(['{"order": {"note": "50% & more", "total": 12.5}}', '  [{"order": {"note": "a=b"}}]\n'])(
    'is read as JSON without a warning if Zoho Commerce calls it a form: %s',
    async json => {
      expect(await payloadOf(json, form)).toEqual(JSON.parse(json));
    },
  );

  it('may come from Zoho Forms, with its token in a header or in the URL', async () => {
    const forms = senderSource('zoho-workflow', 'version: forms');
    const entry = { customer_number: '1001', Name: { First: 'Ada', Last: 'Example' } };
    const json = JSON.stringify(entry);
    const inHeader = aDelivery(json, { authorization: `Bearer ${secretText}` });
    expect(await take(forms, inHeader)).toMatchObject([{ payload: entry }]);
    await refuses(forms, aDelivery(json, { authorization: 'Bearer another-token-than-ours' }));
    await refuses(forms, aDelivery(json));
    const inUrl = { ...aDelivery(json), url: `/hooks/website?token=${encodeURIComponent(secretText)}` };
    expect(await take(forms, inUrl)).toMatchObject([{ payload: entry }]);
    await refuses(forms, { ...inUrl, url: '/hooks/website?token=another-token-than-ours' });
  });

  it('has the type that Zoho Books and Commerce send in a header', async () => {
    const headers = { 'X-ZOHO-Event': 'salesorder.created' };
    const commerce = senderSource('zoho-workflow', 'body: json');
    expect(await take(commerce, aSignedDelivery(commerce, '{}', { ...form, ...headers }))).toMatchObject([
      { type: 'salesorder.created' },
    ]);
  });

  it('is accepted with its token in a header, or in the URL if the source says so', async () => {
    await expectBearer(source, aDelivery(body, form));
    const withQuery = senderSource('zoho-workflow', 'version: query');
    await expectQueryToken(withQuery, aDelivery(body, form));
    await refuses(source, await aSignedDelivery(withQuery, body, form));
    await take(senderSource('zoho-workflow', 'version: header'), aSignedDelivery(source, body, form));
  });
});
