import { CloudEvent, HTTP } from 'cloudevents';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceConfig } from '../../../src/config/config.ts';
import { readPayload } from '../../../src/receive/bodies/body.ts';
import { receiveRefused } from '../../../src/receive/receive.ts';
import { accept, anExpression, aRequest, aSource, receiveAt, refuse } from '../a-source.ts';

const source = (differences: Partial<SourceConfig> = {}) =>
  aSource({
    envelope: 'cloudevents',
    eventId: [anExpression('source'), anExpression('id')],
    eventType: anExpression('type'),
    ...differences,
  });

type Headers = Readonly<Record<string, string>>;

const structured = 'application/cloudevents+json; charset=utf-8';
const batch = 'application/cloudevents-batch+json';
const required = { specversion: '1.0', id: '1', source: '/shop', type: 'com.example.made' };
const requiredHeaders = Object.fromEntries(
  Object.entries(required).map(([name, value]) => [`ce-${name}`, value]),
);

/** A request with these headers; names in lower case, as the server passes them. */
function posted(body: string | Uint8Array, headers: Headers) {
  return aRequest(
    body,
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
}

/** The payloads of the events of a request, read from their stored form. */
async function payloads(body: string | Uint8Array, headers: Headers): Promise<readonly unknown[]> {
  const accepted = await accept(source(), posted(body, headers));
  return accepted.items.map(({ payload }) => {
    expect(payload).toBeTypeOf('string');
    return readPayload({ ...accepted, payload: payload ?? '' });
  });
}

async function payload(body: string | Uint8Array, headers: Headers): Promise<unknown> {
  const all = await payloads(body, headers);
  expect(all).toHaveLength(1);
  return all[0];
}

async function reason(body: string | Uint8Array, headers: Headers): Promise<string> {
  const refusal = await refuse(source(), posted(body, headers));
  expect([refusal.status, refusal.verified]).toEqual([400, true]);
  return refusal.reason;
}

describe('a CloudEvent of the cloudevents package', () => {
  const event = new CloudEvent({
    id: 'A234-1234-1234',
    source: 'https://example.com/shop?x=1',
    type: 'com.example.made',
    subject: 'customer-1001',
    time: '2021-02-25T14:22:10.000Z',
    datacontenttype: 'application/json',
    data: { note: 'Größe ✓', list: [1, { a: null }] },
    extension1: 'value',
  });
  const expected = JSON.parse(event.toString()) as object;

  it('is the same in every mode', async () => {
    const binary = HTTP.binary(event);
    expect(await payload(String(binary.body), binary.headers as Headers)).toEqual({
      ...expected,
      datacontenttype: 'application/json',
    });
    const whole = HTTP.structured(event);
    expect(await payload(String(whole.body), whole.headers as Headers)).toEqual(expected);
    expect(await payloads(`[${event},${event}]`, { 'content-type': batch })).toEqual([expected, expected]);
  });

  it('with bytes as its data has them in base64', async () => {
    const bytes = event.cloneWith({ datacontenttype: 'image/png', data: new Uint8Array([0, 255, 1]) });
    const binary = HTTP.binary(bytes);
    expect(await payload(Buffer.from([0, 255, 1]), binary.headers as Headers)).toMatchObject({
      datacontenttype: 'image/png',
      data_base64: 'AP8B',
    });
    const whole = HTTP.structured(bytes);
    expect(await payload(String(whole.body), whole.headers as Headers)).toMatchObject({
      data_base64: 'AP8B',
    });
  });

  it('has a type and an id, which another source may use as well', async () => {
    const other = event.cloneWith({ source: '/other' });
    const accepted = await accept(source(), posted(`[${event},${other}]`, { 'content-type': batch }));
    const ids = accepted.items.map(item => item.senderEventId);
    expect(new Set(ids).size).toBe(2);
    expect(accepted.items.map(item => item.type)).toEqual(['com.example.made', 'com.example.made']);
  });
});

describe('a CloudEvent in headers', () => {
  const withHeaders = (headers: Headers, body = '{}') =>
    payload(body, { ...requiredHeaders, 'content-type': 'application/json', ...headers });

  it('is read as in the specification', async () => {
    const example = {
      'ce-specversion': '1.0',
      'ce-type': 'com.example.someevent',
      'ce-time': '2018-04-05T03:56:24Z',
      'ce-id': '1234-1234-1234',
      'ce-source': '/mycontext/subcontext',
      'content-type': 'application/json; charset=utf-8',
    };
    expect(await payload('{"appinfoA":"abc","id":706405506930370084}', example)).toEqual({
      specversion: '1.0',
      type: 'com.example.someevent',
      time: '2018-04-05T03:56:24Z',
      id: '1234-1234-1234',
      source: '/mycontext/subcontext',
      datacontenttype: 'application/json; charset=utf-8',
      data: { appinfoA: 'abc', id: '706405506930370084' },
    });
  });

  it.each([
    ['Euro%20%E2%82%AC%20%F0%9F%98%80', 'Euro € 😀'],
    ['%65%75%72o%e2%82%ac', 'euro€'],
    ['a%2520b', 'a%20b'],
    ['100%', '100%'],
    ['%zz', '%zz'],
    ['"a b"', 'a b'],
    ['"a \\"b\\" \\\\c"', 'a "b" \\c'],
    ['"a%20b"', 'a b'],
    ['a "b"', 'a "b"'],
    ['"a', '"a'],
    [Buffer.from('Größe').toString('latin1'), 'Größe'],
  ])('%j is %j', async (value, subject) => {
    expect(await withHeaders({ 'ce-subject': value })).toMatchObject({ subject });
  });

  it.each(['%C0%A0', 'a%ff', '%ed%a0%80', 'Gr\xf6\xdfe'])('%j is refused', async value => {
    const headers = { ...requiredHeaders, 'content-type': 'application/json', 'ce-subject': value };
    expect(await reason('{}', headers)).toBe('a header of the CloudEvent is not UTF-8');
  });

  it('has the body as its data', async () => {
    const of = (type: string, body: string | Uint8Array) =>
      payload(body, { ...requiredHeaders, 'content-type': type });
    expect(await of('application/vnd.shop+json', '[1]')).toMatchObject({ data: [1] });
    expect(await of('text/plain', '{"a":1}')).toMatchObject({
      data: '{"a":1}',
      datacontenttype: 'text/plain',
    });
    expect(await of('text/plain; charset=iso-8859-1', Buffer.from('\xe4', 'latin1'))).toMatchObject({
      data: 'ä',
    });
    expect(await of('application/xml', '<a>1</a>')).toMatchObject({ data: '<a>1</a>' });
    expect(await of('application/x-www-form-urlencoded', 'a=1')).toMatchObject({ data: 'a=1' });
    expect(await of('application/octet-stream', Buffer.from([0xff]))).toMatchObject({ data_base64: '/w==' });
    const none = await of('application/json', '');
    expect(none).toEqual({ ...required, datacontenttype: 'application/json' });
    expect(await payload('', requiredHeaders)).toEqual(required);
    expect(await payload('{"a":1}', requiredHeaders)).toEqual({ ...required, data: { a: 1 } });
    expect(await payload('\u0001', requiredHeaders)).toEqual({ ...required, data_base64: 'AQ==' });
  });

  it('ignores headers about the body, and empty ones', async () => {
    const headers = {
      'ce-data': 'x',
      'ce-datacontenttype': 'x',
      'ce-__proto__': 'x',
      'ce-': 'x',
      'ce-subject': '',
    };
    expect(await withHeaders(headers)).toEqual({
      ...required,
      datacontenttype: 'application/json',
      data: {},
    });
  });

  it('is refused if its data do not match their content type', async () => {
    expect(await reason('{', { ...requiredHeaders, 'content-type': 'application/json' })).toContain(
      'not JSON',
    );
    const text = { ...requiredHeaders, 'content-type': 'text/plain' };
    expect(await reason(Buffer.from([0xff]), text)).toMatch(/^the body is not utf-8, .*charset=windows-1252/);
  });
});

describe('a CloudEvent in JSON', () => {
  const json = (event: unknown, type = structured) =>
    payload(JSON.stringify(event), { 'content-type': type });
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it('is its payload, with data in base64 decoded if they are JSON', async () => {
    const event = { ...required, data: { a: 1 }, ext: true };
    expect(await json(event)).toEqual(event);
    const encoded = { datacontenttype: 'application/json', data_base64: base64('{"id":706405506930370084}') };
    expect(await json({ ...required, ...encoded })).toEqual({
      ...required,
      datacontenttype: 'application/json',
      data: { id: '706405506930370084' },
    });
    const image = { ...required, datacontenttype: 'image/png', data_base64: 'AP8B' };
    expect(await json(image)).toEqual(image);
    const untyped = { ...required, data_base64: 'AP8B' };
    expect(await json(untyped)).toEqual(untyped);
  });

  it('may have version 0.3', async () => {
    const old = { ...required, specversion: '0.3', datacontenttype: 'application/json' };
    expect(await json({ ...old, datacontentencoding: 'base64', data: base64('[1]') })).toEqual({
      ...old,
      data: [1],
    });
    expect(await json({ ...old, data: 'eA==' })).toEqual({ ...old, data: 'eA==' });
  });

  it('takes precedence over headers, which may say the same', async () => {
    const headers = { ...requiredHeaders, 'ce-id': '2', 'content-type': structured };
    expect(await payload(JSON.stringify(required), headers)).toEqual(required);
  });

  it('is recognized by its body if content type and headers do not say so', async () => {
    expect(await json(required, 'application/json')).toEqual(required);
    expect(
      await payloads(JSON.stringify([required, required]), { 'content-type': 'application/json' }),
    ).toHaveLength(2);
  });

  it('may be an empty batch, which has no events', async () => {
    expect(await payloads('[]', { 'content-type': batch })).toEqual([]);
  });

  it('is not split', async () => {
    const split = source({ split: anExpression('data') });
    const event = { ...required, data: [1, 2] };
    const { items } = await accept(split, posted(JSON.stringify(event), { 'content-type': structured }));
    expect(items.map(item => JSON.parse(item.payload ?? ''))).toEqual([event]);
  });
});

describe('a refused CloudEvent', () => {
  it('can be accepted later, with the attributes from its headers', async () => {
    const request = posted('[1]', { ...requiredHeaders, 'content-type': 'application/json' });
    const refusal = await refuse(source({ body: 'xml' }), request);
    const taken = await receiveRefused(source(), refusal, { newId: () => 'evt_1' });
    if (taken?.kind !== 'accepted') throw new Error(taken?.kind);
    const [item] = taken.request.items;
    expect(JSON.parse(item?.payload ?? '')).toEqual({
      ...required,
      datacontenttype: 'application/json',
      data: [1],
    });
    expect(item?.type).toBe(required.type);
  });
});

describe('a request that is no CloudEvent', () => {
  const without = (name: string) =>
    Object.fromEntries(Object.entries(required).filter(([key]) => key !== name));

  it.each(['specversion', 'id', 'source', 'type'])('lacks %s, which the reason names', async name => {
    const event = JSON.stringify(without(name));
    expect(await reason(event, { 'content-type': structured })).toBe(`the CloudEvent has no ${name}`);
    expect(await reason(`[${JSON.stringify(required)},${event}]`, { 'content-type': batch })).toBe(
      `event 2 of the batch has no ${name}`,
    );
    const headers = Object.fromEntries(
      Object.entries(requiredHeaders).filter(([key]) => key !== `ce-${name}`),
    );
    expect(await reason('{}', { ...headers, 'content-type': 'application/json' })).toBe(
      `the CloudEvent has no ${name}`,
    );
    for (const odd of ['', 7, null, {}]) {
      const wrong = JSON.stringify({ ...required, [name]: odd });
      expect(await reason(wrong, { 'content-type': structured })).toContain(`no ${name}`);
    }
  });

  it.each([
    [structured, '[]', 'no CloudEvent'],
    [structured, '1', 'no CloudEvent'],
    [structured, '{', 'not JSON'],
    [structured, '', 'empty'],
    [
      structured,
      '{"__proto__":{"id":"1","source":"s","type":"t","specversion":"1.0"}}',
      'has no specversion, no id',
    ],
    [batch, '{}', 'not a list'],
    [batch, '[1]', 'event 1 of the batch is not an object'],
    [batch, '[[]]', 'not an object'],
    ['application/json', '{"a":1}', 'has no specversion'],
    ['application/json', '"x"', 'no CloudEvent'],
    ['text/plain', 'x', 'no CloudEvent'],
    ['application/octet-stream', 'x', 'no CloudEvent'],
    [structured, JSON.stringify({ ...required, specversion: '2.0' }), 'must be 1.0 or 0.3'],
    [
      structured,
      JSON.stringify({ ...required, datacontenttype: 'application/json', data_base64: 'AP8B' }),
      'data that are not JSON',
    ],
  ])('%s %j', async (type, body, why) => {
    expect(await reason(body, { 'content-type': type })).toContain(why);
  });

  it('may have an unsupported format: status 415', async () => {
    for (const type of [
      'application/cloudevents+xml',
      'application/cloudevents+avro',
      'application/cloudevents',
    ]) {
      const refusal = await refuse(source(), posted('<a/>', { 'content-type': type }));
      expect(refusal).toMatchObject({ status: 415, reason: expect.stringContaining('CloudEvents in JSON') });
    }
  });

  it('has more keys than allowed, in all its data together', async () => {
    const data = Buffer.from(JSON.stringify(Array.from({ length: 4_000 }, () => 0))).toString('base64');
    const event = JSON.stringify({ ...required, datacontenttype: 'text/json', data_base64: data });
    expect(await payloads(`[${event},${event}]`, { 'content-type': batch })).toHaveLength(2);
    expect(await reason(`[${event},${event},${event}]`, { 'content-type': batch })).toContain('10,000');
  });
});

describe('any request to a source of CloudEvents', () => {
  it('becomes plain events or is refused without an exception', async () => {
    const value = fc.constantFrom('1.0', 's', '%C0%A0', '"', '"a"', '%', '__proto__', '\xff', '');
    const names = [
      'specversion',
      'id',
      'source',
      'type',
      'data',
      '__proto__',
      'constructor',
      'datacontenttype',
    ];
    const headers = fc
      .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name })
      .map(all => all.map(([name, each]) => [`ce-${name}`, each] as const));
    const event = fc
      .uniqueArray(
        fc.tuple(
          fc.constantFrom(...names, 'data_base64', 'datacontentencoding'),
          fc.constantFrom('"1.0"', '"application/json"', '"e30="', '"base64"', '{"__proto__":1}', '1'),
        ),
        { selector: ([name]) => name },
      )
      .map(all => `{${all.map(([name, each]) => `"${name}":${each}`).join()}}`);
    const good = event.map(each => JSON.stringify({ ...JSON.parse(each), ...required }));
    const body = fc.oneof(
      event,
      good,
      fc.array(fc.oneof(good, event), { maxLength: 3 }).map(all => `[${all.join()}]`),
      fc.string({ unit: 'binary' }),
    );
    const type = fc.constantFrom(
      structured,
      batch,
      'application/json',
      'text/plain',
      'image/png',
      'a/b+json',
    );
    await fc.assert(
      fc.asyncProperty(body, type, headers, async (text, contentType, more) => {
        const request = aRequest(text, [['content-type', contentType], ...more]);
        const received = await receiveAt(source(), request);
        expect(['accepted', 'refused']).toContain(received.kind);
        if (received.kind !== 'accepted') return;
        for (const item of received.request.items) {
          const read = readPayload({ ...received.request, payload: item.payload ?? '' }) as object;
          expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
          expect(read).toMatchObject({ specversion: expect.stringMatching(/^(1\.0|0\.3)$/) });
        }
      }),
      { numRuns: 2_000 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
