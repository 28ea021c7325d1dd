import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceConfig } from '../../src/config/config.ts';
import { Secret } from '../../src/config/secret.ts';
import { readPayload } from '../../src/receive/bodies/body.ts';
import { newEventId } from '../../src/receive/events/event-id.ts';
import { receiveRefused } from '../../src/receive/receive.ts';
import {
  accept,
  anExpression,
  anHmac,
  aRequest,
  aSource,
  now,
  receiveAt,
  refuse,
  signedRequest,
} from './a-source.ts';

const digest = (text: string) => hash('sha256', text, 'base64');

interface Rules {
  readonly split?: string;
  readonly eventId?: readonly string[];
  readonly eventType?: string;
  readonly empty?: ReadonlySet<string>;
}

function withRules({ split, eventId, eventType, empty }: Rules): SourceConfig {
  return aSource({
    empty,
    split: split === undefined ? undefined : anExpression(split),
    eventId: eventId?.map(anExpression),
    eventType: eventType === undefined ? undefined : anExpression(eventType),
  });
}

async function itemsOf(body: unknown, rules: Rules) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = await accept(withRules(rules), aRequest(text));
  return request.items;
}

const codesOf = (items: Awaited<ReturnType<typeof itemsOf>>) =>
  items.map(item => item.diagnostics.map(({ code, severity }) => `${severity} ${code}`));

describe('the order of checks', () => {
  it('starts with the method', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'post']) {
      const refusal = await refuse(aSource(), aRequest('{}', [['content-encoding', 'gzip']], { method }));
      expect(refusal).toMatchObject({ status: 405, verified: false });
    }
  });

  it('continues with the proof, before the compression of the body', async () => {
    const source = aSource({ verify: [anHmac()] });
    for (const encoding of ['zstd', 'compress', 'GZIP, br', 'identity, x', 'x']) {
      const request = aRequest('{}', [['content-encoding', encoding]]);
      expect(await refuse(source, request)).toMatchObject({ status: 401, verified: false });
      const refusal = await refuse(source, signedRequest(source, request));
      expect(refusal).toMatchObject({ status: 415, verified: true, body: Buffer.from('{}') });
    }
  });

  it('reads a body only after the verification', async () => {
    const source = aSource({ verify: [anHmac()] });
    const broken = aRequest('{"name":"Ada', [['content-type', 'application/json']]);
    const unverified = await refuse(source, broken);
    expect(unverified).toMatchObject({ at: now, source: 'website', status: 401, verified: false, bytes: 12 });
    expect(unverified).not.toHaveProperty('body');
    const verified = await refuse(source, signedRequest(source, broken));
    expect(verified).toMatchObject({
      status: 400,
      verified: true,
      bytes: 12,
      reason:
        'the body is not JSON: the text that begins at line 1, column 9 has no closing quote, or a line break or backslash that is not escaped',
    });
    expect(Buffer.from(verified.body ?? '').toString()).toBe('{"name":"Ada');
  });

  it.each([
    ['{"a": 1,\r\n "b" 2}', 'at line 2, column 6 it needs a colon'],
    ['{"a":1,}', 'at line 1, column 8 it needs a key in double quotes'],
    ['{"a":[1 2]}', 'at line 1, column 9 it needs a comma or ]'],
    ['{"a":{"b":1}', 'it ends at line 1, column 13; expected: a comma or }'],
    [
      '{"secret":"said "yes" to it"}',
      'at line 1, column 18 it needs a comma or }; a quote inside of a text is written \\"',
    ],
    ["{'a':1}", 'at line 1, column 2 it needs a key in double quotes, or }'],
    ['{"a":1} {"b":2}', 'at line 1, column 9 it needs nothing more'],
    ['{"a":"one\ntwo"}', 'the text that begins at line 1, column 6 has no closing quote'],
    ['{"a":{{amount}}}', 'at line 1, column 7 it needs a key in double quotes, or }'],
  ])('reports where %s stops being JSON, without its values', async (body, words) => {
    const source = aSource({ verify: [{ type: 'none' }] });
    const { reason, status } = await refuse(source, aRequest(body, [['content-type', 'application/json']]));
    expect([status, reason]).toEqual([400, expect.stringContaining(words)]);
    for (const value of ['yes', 'amount', 'secret', 'two']) expect(reason).not.toContain(value);
  });

  it('never throws, for any request', async () => {
    const source = aSource({
      verify: [anHmac({ signed: '{header:x-a}{url}{body}', timestamp: { in: 'body', path: 'a.b' } })],
    });
    const names = fc.constantFrom(
      'x-signature',
      'x-a',
      'content-type',
      'content-encoding',
      'cookie',
      '__proto__',
      'a',
    );
    const requests = fc.record({
      method: fc.constantFrom('POST', 'POST', 'POST', 'GET', ''),
      url: fc.oneof(
        fc.string(),
        fc.string().map(text => `/hooks/website?${text}`),
      ),
      headers: fc.array(fc.tuple(names, fc.string({ unit: 'binary' })), { maxLength: 6 }),
      body: fc.uint8Array({ maxLength: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(requests, async request => {
        expect((await receiveAt(source, request)).kind).toBe('refused');
        const open = await receiveAt(aSource(), request);
        expect(['accepted', 'refused']).toContain(open.kind);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an accepted request', () => {
  it('contains the body, the time and the format, and no credentials', async () => {
    const request = aRequest(
      '{"a":1}',
      [
        ['content-type', 'application/json'],
        ['x-tag', 'one'],
        ['x-tag', 'two'],
        ['cookie', 'session=1'],
        ['authorization', 'Bearer x'],
        ['__proto__', 'odd'],
      ],
      { url: '/hooks/website?a=1&b=2&b=3&access_token=x&__proto__=1' },
    );
    const accepted = await accept(aSource(), request);
    expect(accepted).toEqual({
      source: 'website',
      receivedAt: now,
      headers: Object.fromEntries([
        ['content-type', 'application/json'],
        ['x-tag', 'one, two'],
        ['__proto__', 'odd'],
      ]),
      query: Object.fromEntries([
        ['a', '1'],
        ['b', ['2', '3']],
        ['__proto__', '1'],
      ]),
      body: Buffer.from('{"a":1}'),
      reading: { kind: 'json', charset: 'utf-8' },
      items: [{ id: 'evt_1', contentHash: digest('{"a":1}'), diagnostics: [] }],
    });
  });
});

describe('the limits of split', () => {
  const order = (items: number, photo: number) => ({
    contact: { photo: 'x'.repeat(photo) },
    items: Array.from({ length: items }, (_, a) => ({ a })),
  });

  it('allow items that share a part, which is stored once', async () => {
    const items = await itemsOf(order(200, 20_000), { split: 'items.{"item": $, "contact": $$.contact}' });
    expect(items.length).toBe(200);
    expect(new Set(items.flatMap(({ shared = [] }) => shared.map(({ json }) => json))).size).toBe(1);
    expect(items[3]?.contentHash).toBe(
      digest(JSON.stringify({ item: { a: 3 }, contact: { photo: 'x'.repeat(20_000) } })),
    );
  });

  // With few items the limit of size is reached before that of time, on slow machines too.
  it.each([
    [
      'items.{"item": $, "contact": $uppercase($$.contact.photo)}',
      10_000,
      /makes [\d,]+ characters of a body of/,
    ],
    ['items.{"a": $$.contact, "b": $$.contact}', 100_000, /more than there is room for/],
  ])('make a webhook beyond them one failed event: %s', async (split, photo, words) => {
    const [item, ...more] = await itemsOf(order(200, photo), { split });
    expect(more).toEqual([]);
    expect(item?.payload).toBeUndefined();
    expect(item?.diagnostics).toMatchObject([
      { code: 'intake/split-failed', message: expect.stringMatching(words) },
    ]);
  });
});

describe('split', () => {
  it('makes an event of each element, in order', async () => {
    const items = await itemsOf({ events: [{ n: 1 }, { n: 2 }] }, { split: 'events' });
    expect(items).toEqual([
      { id: 'evt_1', payload: '{"n":1}', contentHash: digest('{"n":1}'), diagnostics: [] },
      { id: 'evt_2', payload: '{"n":2}', contentHash: digest('{"n":2}'), diagnostics: [] },
    ]);
  });

  it('makes one event of an object, and none of an empty list', async () => {
    expect(await itemsOf({ event: { n: 1 } }, { split: 'event' })).toMatchObject([{ payload: '{"n":1}' }]);
    expect(await itemsOf({ events: [{ n: 1 }] }, { split: 'events' })).toMatchObject([
      { payload: '{"n":1}' },
    ]);
    expect(await itemsOf({ events: [] }, { split: 'events' })).toEqual([]);
    expect(await itemsOf([], { split: '$' })).toEqual([]);
    expect(await itemsOf([{ n: 1 }], { split: '$' })).toMatchObject([{ payload: '{"n":1}' }]);
  });

  it.each([{}, { events: null }])(
    'that finds nothing in %j is the whole body, with a warning',
    async body => {
      const items = await itemsOf(body, { split: 'events' });
      expect(items).toMatchObject([{ contentHash: digest(JSON.stringify(body)) }]);
      expect(items[0]).not.toHaveProperty('payload');
      expect(codesOf(items)).toEqual([['warning intake/split-nothing']]);
    },
  );

  it.each(['$error("no")', '$sum', 'function($x){$x}', '$number(a.b)'])(
    'that fails (%s) is the whole body as one failed event',
    async split => {
      const items = await itemsOf({ a: { b: 'x' } }, { split, eventId: ['a.b'] });
      expect(items).toHaveLength(1);
      expect(items[0]).not.toHaveProperty('payload');
      expect(items[0]).not.toHaveProperty('senderEventId');
      expect(codesOf(items)).toEqual([['error intake/split-failed']]);
    },
  );

  it('keeps the digits of large numbers in items', async () => {
    const [item] = await itemsOf('{"events":[{"id":706405506930370084}]}', { split: 'events' });
    expect(item?.payload).toBe('{"id":"706405506930370084"}');
    const stored = { body: Buffer.from('{}'), reading: { kind: 'json', charset: 'utf-8' } as const };
    expect(readPayload({ ...stored, payload: item?.payload ?? '' })).toEqual({ id: '706405506930370084' });
  });

  it('can use headers and query', async () => {
    const source = withRules({ split: '$headers."x-list" = "yes" and $query.v = "2" ? items : $' });
    const headers = [
      ['content-type', 'application/json'],
      ['x-list', 'yes'],
    ] as const;
    const request = aRequest('{"items":[1,2,3]}', headers, { url: '/hooks/website?v=2' });
    expect((await accept(source, request)).items.map(item => item.payload)).toEqual(['1', '2', '3']);
  });
});

describe('the event id', () => {
  it('consists of all its parts', async () => {
    const items = await itemsOf({ id: 'a', n: 5, big: 0 }, { eventId: ['id', 'n', 'big'] });
    expect(items).toMatchObject([{ senderEventId: '["a","5","0"]' }]);
  });

  it('is found in each item, and can use the headers, the query and the body', async () => {
    const rules = { split: 'events', eventId: ['id', '$body.batch', '$headers."content-type"'] };
    const items = await itemsOf({ batch: 'b', events: [{ id: 1 }, { id: 2 }] }, rules);
    expect(items.map(item => item.senderEventId)).toEqual([
      '["1","b","application/json"]',
      '["2","b","application/json"]',
    ]);
  });

  it.each([{}, { id: null }, { id: '' }, { id: '  ' }, { id: [] }, { id: {} }])(
    'has no value if a part is missing: %j',
    async body => {
      const items = await itemsOf({ ...body, n: 1 }, { eventId: ['n', 'id'] });
      expect(items[0]).not.toHaveProperty('senderEventId');
      expect(codesOf(items)).toEqual([[]]);
    },
  );

  it.each([
    '\u200b',
    '-',
    'undefined',
    'null',
    '{{id}}',
    '[object Object]',
    '%%ID%%',
    'kein Wert',
    ' kein Wert ',
  ])('has no value if a part is %j, which many events would have', async id => {
    const items = await itemsOf({ id, n: 1 }, { eventId: ['n', 'id'], empty: new Set(['kein Wert']) });
    expect(items[0]).not.toHaveProperty('senderEventId');
    expect(codesOf(items)).toEqual([[]]);
  });

  it('may have an object as a part, with any content', async () => {
    const items = await itemsOf({ id: 7, answers: { name: '{{name}}' } }, { eventId: ['id', 'answers'] });
    expect(items).toMatchObject([{ senderEventId: JSON.stringify(['7', '{"name":"{{name}}"}']) }]);
  });

  it('keeps blanks at its ends, so that different events stay different', async () => {
    const items = await itemsOf({ id: ' a ' }, { eventId: ['id'] });
    expect(items).toMatchObject([{ senderEventId: '[" a "]' }]);
  });

  it('makes the whole body one failed event if it fails', async () => {
    const rules = { split: 'events', eventId: ['$number(id)'] };
    const items = await itemsOf({ events: [{ id: '1' }, { id: 'x' }] }, rules);
    expect(items).toHaveLength(1);
    expect(items[0]).not.toHaveProperty('payload');
    expect(codesOf(items)).toEqual([['error intake/event-id-failed']]);
  });

  it('has no value if the source names no part', async () => {
    expect((await itemsOf({ id: 1 }, { eventId: [] }))[0]).not.toHaveProperty('senderEventId');
  });

  it('is short and can be stored, for any text', async () => {
    const [long] = await itemsOf({ id: 'x'.repeat(10_000) }, { eventId: ['id'] });
    expect(long?.senderEventId).toMatch(/^sha256:/);
    const [odd] = await itemsOf('{"id":"a\\u0000\\ud800"}', { eventId: ['id'] });
    expect(odd?.senderEventId).toBe('["a\\u0000\\ud800"]');
  });
});

describe('the kind of an event', () => {
  it('is a text, shortened and without control characters', async () => {
    expect(await itemsOf({ type: 'form\n\u0000x' }, { eventType: 'type' })).toMatchObject([
      { type: 'form  x' },
    ]);
    expect((await itemsOf({ type: 'x'.repeat(300) }, { eventType: 'type' }))[0]?.type).toHaveLength(200);
    expect((await itemsOf({}, { eventType: 'type' }))[0]).not.toHaveProperty('type');
  });

  it.each(['utf8', 'latin1'] as const)('is read from a header as it was written, in %s', async encoding => {
    const source = aSource({ eventType: anExpression('$headers."x-kind"') });
    const header = ['x-kind', Buffer.from('Änderung', encoding).toString('latin1')] as const;
    const request = aRequest('{"a":1}', [['content-type', 'application/json'], header]);
    expect((await accept(source, request)).items).toMatchObject([{ type: 'Änderung' }]);
  });

  it('is only a diagnostic if it fails', async () => {
    const items = await itemsOf({ id: 1, type: 'x' }, { eventId: ['id'], eventType: '$number(type)' });
    expect(items).toMatchObject([{ senderEventId: '["1"]' }]);
    expect(codesOf(items)).toEqual([['warning intake/event-type-failed']]);
  });
});

describe('a refusal', () => {
  it('that was verified can be accepted later, once the source can read it', async () => {
    const source = aSource({ verify: [anHmac()] });
    const sent = aRequest('a=1&b=2', [['content-type', 'application/json']]);
    const refusal = await refuse(source, signedRequest(source, sent));
    let made = 0;
    const surroundings = { newId: () => `evt_${++made}` };
    const again = await receiveRefused(source, refusal, surroundings);
    expect(again).toMatchObject({ kind: 'refused', status: 400 });
    const mended = await receiveRefused({ ...source, body: 'form' }, refusal, surroundings);
    expect(mended).toMatchObject({
      kind: 'accepted',
      request: { receivedAt: now, reading: { kind: 'form' }, items: [{ id: 'evt_1' }] },
    });
  });

  it('that was not verified cannot be accepted', async () => {
    const source = aSource({ verify: [anHmac()] });
    const refusal = await refuse(source, aRequest('{}'));
    expect(await receiveRefused(source, refusal, { newId: () => 'evt_1' })).toBeUndefined();
    const forged = { ...refusal, body: Buffer.from('{}') };
    expect(await receiveRefused(source, forged, { newId: () => 'evt_1' })).toBeUndefined();
  });

  it('has a reason without values of the request or the source', async () => {
    const source = aSource({
      verify: [anHmac({ secret: [new Secret('the-secret-itself')], timestamp: { unit: 'ms' } })],
    });
    const request = aRequest('{"name":"value-of-body"}', [
      ['content-type', 'application/json'],
      ['x-timestamp', 'value-of-time'],
      ['x-signature', 'value-of-signature'],
    ]);
    expect(JSON.stringify((await refuse(source, request)).reason)).not.toMatch(/value-of|secret-itself/);
  });
});

describe('our own event id', () => {
  it('sorts by time, is unique and safe in a URL', () => {
    let seed = 0;
    const random = (size: number) => Uint8Array.from({ length: size }, () => seed++ % 256);
    const ids = [0, 1, now, now + 1, now + 32, 4_000_000_000_000].map(at => newEventId(at, random));
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^evt_[0-9a-z]{26}$/);
    expect(newEventId(now, random)).not.toBe(newEventId(now, random));
  });
});
