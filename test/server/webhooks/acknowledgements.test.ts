import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Acknowledgement } from '../../../src/config/config.ts';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import { anExpression } from '../../receive/a-source.ts';
import { aConfig, aSource } from '../a-config.ts';
import { sendRaw } from '../raw-http.ts';
import { startServer } from '../running-server.ts';

async function serverOf(acknowledgement: Acknowledgement) {
  return startServer(
    aConfig([
      aSource('one', { acknowledgement, eventId: [anExpression('id')] }),
      aSource('many', { acknowledgement, split: anExpression('$') }),
    ]),
  );
}

async function countOf(server: Awaited<ReturnType<typeof serverOf>>): Promise<number> {
  return (await server.store.events({ limit: 100 })).events.length;
}

describe('the response format of a sender', () => {
  it('empty: is exactly 200 without a body, also for a duplicate', async () => {
    const server = await serverOf('empty');
    for (let time = 0; time < 2; time++) {
      const head =
        'POST /hooks/one HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n';
      const { status, text } = await sendRaw(server.url, [`${head}Content-Length: 8\r\n\r\n{"id":1}`]);
      expect([status, text.slice(text.indexOf('\r\n\r\n'))]).toEqual([200, '\r\n\r\n']);
      expect(text.toLowerCase()).toContain('\r\ncontent-length: 0\r\n');
      expect(text.toLowerCase()).not.toContain('content-type:');
      expect(text.toLowerCase()).not.toContain('transfer-encoding');
    }
    expect(await countOf(server)).toBe(1);
  });

  it('salesforce: is a SOAP message with Ack', async () => {
    const server = await serverOf('salesforce');
    const response = await server.post('/hooks/many', '[{"id":1},{"id":2}]');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    const parsed = new XMLParser({ ignoreAttributes: false }).parse(await response.text());
    expect(parsed['soapenv:Envelope']).toEqual({
      '@_xmlns:soapenv': 'http://schemas.xmlsoap.org/soap/envelope/',
      'soapenv:Body': {
        notificationsResponse: { '@_xmlns': 'http://soap.sforce.com/2005/09/outbound', Ack: true },
      },
    });
    expect(await countOf(server)).toBe(2);
  });

  it('cloudevents: is 202 without a body, for an empty batch too', async () => {
    const server = await serverOf('cloudevents');
    for (const body of ['[{"id":1}]', '[]']) {
      const response = await server.post('/hooks/many', body);
      expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([
        202,
        '',
        null,
      ]);
    }
    expect(await countOf(server)).toBe(1);
  });

  it('is sent only for stored webhooks', async () => {
    for (const acknowledgement of ['empty', 'salesforce', 'cloudevents'] as const) {
      const config = aConfig([aSource('one', { acknowledgement })]);
      const accept = () => Promise.reject(new StoreUnavailable('the disk is full'));
      const server = await startServer(config, {}, { accept });
      const response = await server.post('/hooks/one', '{"id":1}');
      expect([response.status, Number(response.headers.get('retry-after')) < 60]).toEqual([503, true]);
      expect(await response.text()).not.toMatch(/Ack|disk/);
    }
  });

  it('is not used for refusals', async () => {
    for (const acknowledgement of ['empty', 'salesforce', 'cloudevents'] as const) {
      const server = await serverOf(acknowledgement);
      const response = await server.post('/hooks/one', '{"id":');
      expect(response.status).toBe(400);
      expect(await response.text()).not.toMatch('Ack');
    }
  });
});
