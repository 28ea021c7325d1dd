import { describe, expect, it } from 'vitest';
import { receiveRefused } from '../../../src/receive/receive.ts';
import { accept, anExpression, aRequest, aSource, now } from '../a-source.ts';

const at = Date.UTC(2021, 1, 25, 14);
const hour = 60 * 60_000;

async function itemsOf(payload: unknown, occurredAt = 'at', split?: string) {
  const source = aSource({
    occurredAt: anExpression(occurredAt),
    ...(split !== undefined && { split: anExpression(split) }),
  });
  return (await accept(source, aRequest(JSON.stringify(payload)))).items;
}

async function itemOf(payload: unknown, occurredAt?: string) {
  const [item] = await itemsOf(payload, occurredAt);
  if (!item) throw new Error('no item');
  return item;
}

describe('occurredAt', () => {
  it('is the time of the event, from a number or a text', async () => {
    for (const written of [at, at / 1000, String(at), '2021-02-25T14:00:00Z', ' 2021-02-25 14:00:00 ']) {
      expect(await itemOf({ at: written })).toMatchObject({ occurredAt: at, diagnostics: [] });
    }
  });

  it('is found for each event of a webhook', async () => {
    const body = { sent: '2021-02-25T14:00:00Z', events: [{ at: 1 + at / 1000 }, {}, { at: 2 + at / 1000 }] };
    const found = await itemsOf(body, '$exists(at) ? at : $body.sent', 'events');
    expect(found.map(item => item.occurredAt)).toEqual([at + 1000, at, at + 2000]);
  });

  it('can use the headers and the query', async () => {
    const source = aSource({ occurredAt: anExpression('$headers."x-at" & $query.zone') });
    const headers = [['x-at', '2021-02-25T14:00:00']] as const;
    const request = aRequest('{"a":1}', [['content-type', 'application/json'], ...headers], {
      url: '/hooks/website?zone=Z',
    });
    expect((await accept(source, request)).items).toMatchObject([{ occurredAt: at }]);
  });

  it('is omitted without a diagnostic if the event has no time', async () => {
    for (const payload of [{}, { at: null }, { at: '' }, { at: ' ' }]) {
      const item = await itemOf(payload);
      expect(item).not.toHaveProperty('occurredAt');
      expect(item.diagnostics).toEqual([]);
    }
  });

  it('is omitted with a warning if it fails or is no time, and the event is still accepted', async () => {
    const cases = [
      [{ at: 'yesterday' }, 'at', 'gave a text that is not a time'],
      [{ at: true }, 'at', 'gave a boolean that is not a time'],
      [{ at: -5 }, 'at', 'gave a number that is not a time'],
      [{ at: { day: 1 } }, 'at', 'gave an object that is not a time'],
      [{ at: [at, at] }, 'at', 'gave a list that is not a time'],
      [{ at: '0001-01-01T00:00:00Z' }, 'at', 'gave a time before 1973'],
      [{ at: 0 }, 'at', 'gave a time before 1973'],
      [{ at: 20_210_225 }, 'at', 'gave a time before 1973'],
      [{ at: 'x' }, '$number(at)', 'failed:'],
    ] as const;
    for (const [payload, expression, words] of cases) {
      const item = await itemOf(payload, expression);
      expect(item).not.toHaveProperty('occurredAt');
      expect(item.diagnostics).toMatchObject([
        { code: 'intake/occurred-at-failed', severity: 'warning', message: expect.stringContaining(words) },
      ]);
    }
  });

  it('does not show the value of the event in the warning', async () => {
    const [noticed] = (await itemOf({ at: 'a secret of Ada' })).diagnostics;
    expect(JSON.stringify(noticed)).not.toContain('Ada');
  });

  const later = (minutes: number, zone: string) => {
    const local = new Date(now + minutes * 60_000).toISOString().slice(0, 19);
    return `${local}${zone}`;
  };
  it.each([
    ['a number', now + 9 * 60_000, true],
    ['a number', now + 11 * 60_000, false],
    ['a time in UTC', later(-600, 'Z'), true],
    ['a time in UTC', later(9, 'Z'), true],
    ['a time in UTC', later(60, 'Z'), false],
    ['a time with its offset', later(125, '+02:00'), true],
    ['a time with its offset', later(200, '+02:00'), false],
    ['a local time of Berlin', later(120, ''), true],
    ['a local time of Helsinki', later(185, '').replace('T', ' '), true],
    ['a local time', later(525, ''), false],
    ['the day of the receipt', later(0, '').slice(0, 10), true],
    ['the next day', later(24 * 60, '').slice(0, 10), false],
  ])('is ignored if it is after the receipt: %s, %s', async (_, written, isKept) => {
    const item = await itemOf({ at: written });
    expect(Object.hasOwn(item, 'occurredAt')).toBe(isKept);
    expect(item).not.toHaveProperty('occurredWithoutZone');
    expect(item.diagnostics.map(({ message }) => message)).toEqual(
      isKept ? [] : ['`occurredAt` of the source gave a time after the event was received'],
    );
  });

  it('can be a local time with the zone that its hint names', async () => {
    const text = '$date(at, {"zone": "Europe/Berlin", "format": "yyyy-MM-dd HH:mm:ssZZ"})';
    const [item] = (await itemOf({ at: later(525, '') })).diagnostics;
    expect(item?.hint).toContain(`occurredAt: '${text}'`);
    expect(await itemOf({ at: '2021-02-25T15:00:00' }, text)).toMatchObject({
      occurredAt: at,
      diagnostics: [],
    });
  });

  it.each([
    ['meta.changed', 'meta.changed'],
    ['meta.changed ? meta.changed : meta.made', 'meta.made'],
    ['$exists(x) ? x : meta.made', 'meta.made'],
    ['meta."made on"', 'meta."made on"'],
    ['$substring(meta.long, 3)', '$substring(meta.long, 3)'],
  ])('is named in the hint by the path that gave it: %s', async (written, path) => {
    const made = later(525, '');
    const meta = path === 'meta.changed' ? { changed: made } : { made, 'made on': made, long: `at ${made}` };
    const [found] = (await itemOf({ other: made, meta }, written)).diagnostics;
    expect(found?.hint).toContain(`$date(${path}, {`);
  });

  it('is compared with the receipt of a refusal that is accepted later', async () => {
    const source = aSource({ occurredAt: anExpression('at') });
    const refusal = {
      at,
      source: 'website',
      status: 400,
      reason: 'not JSON',
      verified: true,
      headers: {},
      query: {},
      body: Buffer.from(JSON.stringify({ at: at + 25 * hour })),
      bytes: 20,
    };
    const received = await receiveRefused(source, refusal, { newId: () => 'evt_1' });
    expect(received).toMatchObject({
      kind: 'accepted',
      request: { items: [{ diagnostics: [{ code: 'intake/occurred-at-failed' }] }] },
    });
  });
});
