import { CloudEvent, HTTP, type Message } from 'cloudevents';
import { describe, expect, it } from 'vitest';
import type { IncomingRequest } from '../../../src/receive/incoming-request.ts';
import { aRequest, receiveAt, refuse, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, refuses, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('cloudevents');
const batch = sample('cloudevents.json');
const batchType = { 'content-type': 'application/cloudevents-batch+json' };
const event = new CloudEvent({
  id: '4711',
  source: 'https://crm.example.com/contacts',
  type: 'com.example.contact.updated',
  time: '2026-11-20T17:56:12.345Z',
  subject: 'c-77',
  data: { customerNumber: '1001', name: 'Zoë' },
});
const taken = {
  id: ['https://crm.example.com/contacts', '4711'],
  type: 'com.example.contact.updated',
  occurredAt: '2026-11-20T17:56:12.345Z',
  payload: {
    specversion: '1.0',
    subject: 'c-77',
    data: { customerNumber: '1001', name: 'Zoë' },
  },
};

/** A message of the package as a request, with the token in a bearer header. */
function posted({ headers, body }: Message, token = secretText): IncomingRequest {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return aDelivery(String(body), { ...Object.fromEntries(texts), authorization: `Bearer ${token}` });
}

describe('CloudEvents', () => {
  it('are the same in binary and in structured mode, as the package sends them', async () => {
    expect(await take(source, posted(HTTP.binary(event)))).toMatchObject([taken]);
    expect(await take(source, posted(HTTP.structured(event)))).toMatchObject([taken]);
  });

  it('in a batch with equal ids of different sources are different events', async () => {
    const events = await take(source, aSignedDelivery(source, batch, batchType));
    expect(events).toMatchObject([
      { id: ['https://crm.example.com/contacts', '4711'], type: 'com.example.contact.updated' },
      { id: ['https://crm.example.com/leads', '4711'], type: 'com.example.lead.created' },
      {
        id: ['https://crm.example.com/contacts', '4712'],
        occurredAt: '2026-11-20T17:56:14.000Z',
        payload: { data: { customerNumber: '1003', newsletter: false } },
      },
    ]);
    const read = HTTP.toEvent({ headers: batchType, body: batch.toString() });
    expect([read].flat().map(each => each.id)).toEqual(['4711', '4711', '4712']);
  });

  it('may be an empty batch', async () => {
    expect(await take(source, aSignedDelivery(source, '[]', batchType))).toEqual([]);
  });

  it('have percent-encoded texts in their headers, decoded once', async () => {
    const message = HTTP.binary(event);
    const headers = { ...message.headers, 'ce-subject': 'Zo%C3%AB%2520', 'ce-partner': '"a \\"b\\""' };
    const [found] = await take(source, posted({ ...message, headers }));
    expect(found?.payload).toMatchObject({ subject: 'Zoë%20', partner: 'a "b"' });
    const broken = posted({ ...message, headers: { ...message.headers, 'ce-subject': '%C0%A0' } });
    expect((await refuse(source, broken, sentAt)).status).toBe(400);
  });

  it('without a required attribute are refused', async () => {
    for (const name of ['id', 'source', 'type', 'specversion']) {
      const { headers, body } = HTTP.binary(event);
      const rest = Object.entries(headers).filter(([each]) => each !== `ce-${name}`);
      const request = posted({ headers: Object.fromEntries(rest), body });
      expect((await refuse(source, request, sentAt)).status).toBe(400);
    }
  });

  it('get status 202', () => {
    expect(source.acknowledgement).toBe('cloudevents');
  });
});

describe('the token of CloudEvents', () => {
  const { body, headers } = HTTP.structured(event);
  const text = String(body);
  const type = { 'content-type': String(headers['content-type']) };
  const atUrl = (query: string, more: Record<string, string> = {}) => ({
    ...aDelivery(text, { ...type, ...more }),
    url: `/hooks/website?${query}`,
  });

  it('may be in the header or in the URL, and is not stored', async () => {
    const query = `access_token=${encodeURIComponent(secretText)}`;
    const received = await receiveAt(source, atUrl(query), sentAt);
    if (received.kind !== 'accepted') throw new Error(received.kind);
    expect(JSON.stringify([received.request.headers, received.request.query])).not.toContain(secretText);
    await take(source, aSignedDelivery(source, text, type));
  });

  it('is refused if it is wrong, missing or repeated', async () => {
    const right = encodeURIComponent(secretText);
    await refuses(source, aDelivery(text, type));
    await refuses(source, aDelivery(text, { ...type, authorization: 'Bearer another' }));
    await refuses(source, aDelivery(text, { ...type, authorization: secretText }));
    for (const query of [
      'access_token=another',
      'access_token=',
      `access_token=${right}&access_token=${right}`,
    ]) {
      await refuses(source, atUrl(query));
    }
    const once = posted(HTTP.structured(event));
    const twice = [...once.headers, ['authorization', `Bearer ${secretText}`] as const];
    await refuses(source, { ...once, headers: twice });
  });
});

describe('the validation request', () => {
  it('gets permission for its origin', async () => {
    const asked = aRequest('', [['webhook-request-origin', 'eventgrid.example.com']], { method: 'OPTIONS' });
    expect(await receiveAt(source, asked, sentAt)).toMatchObject({
      kind: 'answered',
      reply: {
        status: 200,
        headers: { 'webhook-allowed-origin': 'eventgrid.example.com', allow: 'POST' },
      },
    });
    expect((await refuse(source, aRequest('', [], { method: 'OPTIONS' }), sentAt)).status).toBe(405);
  });
});
