import { describe, expect, it } from 'vitest';
import { secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer, expectQueryToken } from './a-token.ts';

const organization = '00D5g00000AbCdEEAV';
const source = senderSource('salesforce', '', organization);
const body = sample('salesforce.xml').toString();
const posted = (text: string, type = 'text/xml; charset=utf-8') =>
  aDelivery(text, { 'content-type': type, soapaction: '""' });
const idElement = `<OrganizationId>${organization}</OrganizationId>`;

describe('Salesforce', () => {
  it('is accepted, with one event for each notification', async () => {
    const events = await take(source, posted(body));
    expect(events).toMatchObject([
      {
        id: ['04l5g00000RstUVAAZ'],
        type: 'Contact',
        occurredAt: '2026-11-20T09:40:00.000Z',
        payload: {
          sObject: {
            '@type': 'sf:Contact',
            Customer_Number__c: '1001',
            Allergies__c: 'Nuts & pollen',
            AccountName__c: 'Berg & Söhne',
          },
        },
      },
      { id: ['04l5g00000RstUWAAZ'], type: 'Contact', occurredAt: '2026-11-20T09:41:30.000Z' },
    ]);
  });

  it('is accepted with a single notification too, with any content type', async () => {
    const single = body.replace(/<Notification>[\s\S]*?<\/Notification>/, '');
    for (const type of ['text/xml', 'application/json']) {
      const events = await take(source, posted(single, type));
      expect(events.map(event => event.id)).toEqual([['04l5g00000RstUWAAZ']]);
    }
  });

  it('gets the acknowledgement of its protocol', () => {
    expect(source.acknowledgement).toBe('salesforce');
  });

  it('is refused from another organization, or if its id is missing, empty or repeated', async () => {
    for (const changed of [
      idElement.replace('00D5', '00D6'),
      '',
      '<OrganizationId/>',
      idElement + idElement,
      `<OrganizationId><a>${organization}</a></OrganizationId>`,
    ]) {
      await refuses(source, posted(body.replace(idElement, changed)));
    }
    await refuses(source, posted(`{"OrganizationId": "${organization}"}`));
    await refuses(source, posted(body.slice(0, -20)));
    await refuses(source, posted(body.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')));
    await refuses(source, {
      ...posted(body.replace(idElement, '')),
      url: `/hooks/website?token=${organization}`,
    });
  });

  it('is sent with the organization of its source, whatever the sample contains', async () => {
    const other = senderSource('salesforce', '', '00D5g00000ZzYyXEAV');
    await refuses(other, posted(body));
    expect(await take(other, aSignedDelivery(other, body, { 'content-type': 'text/xml' }))).toHaveLength(2);
  });

  it('may have a token in its URL instead, if the source says so', async () => {
    const withToken = senderSource('salesforce', 'version: token', secretText);
    await expectQueryToken(withToken, posted(body));
    await refuses(withToken, posted(body));
  });

  it('may be an HTTP callout of a Flow with custom JSON, if the source says so', async () => {
    const flow = senderSource('salesforce', 'version: flow', secretText);
    const contact = {
      attributes: { type: 'Contact', url: '/services/data/v62.0/sobjects/Contact/0035g00000ABCDE' },
      Id: '0035g00000ABCDE',
      Customer_Number__c: '1001',
      LastModifiedDate: '2026-11-20T09:40:00.000+0000',
    };
    await expectBearer(flow, aDelivery(JSON.stringify(contact)));
    expect(await take(flow, aSignedDelivery(flow, JSON.stringify(contact)))).toEqual([
      { id: undefined, type: 'Contact', occurredAt: '2026-11-20T09:40:00.000Z', payload: contact },
    ]);
    const two = JSON.stringify([contact, { customer: '1002' }]);
    const headers = { 'Idempotency-Key': 'interview-7' };
    expect(await take(flow, aSignedDelivery(flow, two, headers))).toMatchObject([
      { id: ['interview-7'], payload: contact },
      { id: ['interview-7'], type: undefined, payload: { customer: '1002' } },
    ]);
    expect(flow.acknowledgement).toBe('json');
    await refuses(flow, posted(body));
  });

  it('has the time of LastModifiedDate if that was chosen, and otherwise none', async () => {
    const timesOf = async (text: string) => (await take(source, posted(text))).map(event => event.occurredAt);
    expect(await timesOf(body.replaceAll('SystemModstamp', 'LastModifiedDate'))).toEqual([
      '2026-11-20T09:40:00.000Z',
      '2026-11-20T09:41:30.000Z',
    ]);
    expect(await timesOf(body.replaceAll('SystemModstamp', 'CreatedOn__c'))).toEqual([undefined, undefined]);
  });
});
