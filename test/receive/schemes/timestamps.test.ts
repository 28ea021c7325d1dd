import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  accept,
  anHmac,
  aRequest,
  aSource,
  now,
  receiveAt,
  refuse,
  secretText,
  signedRequest,
} from '../a-source.ts';

describe('timestamps', () => {
  const seconds = anHmac({ signed: '{timestamp}.{body}', timestamp: {} });
  const source = aSource({ verify: [seconds] });
  const minute = 60_000;

  it('are accepted within the tolerance, both ways', async () => {
    for (const difference of [-5 * minute, 0, 5 * minute]) {
      const request = signedRequest(source, aRequest(), now + difference);
      expect((await receiveAt(source, request)).kind).toBe('accepted');
    }
    const old = await refuse(source, signedRequest(source, aRequest(), now - 12 * minute));
    expect(old.reason).toBe('the timestamp is 12 minutes old; is a clock wrong?');
    const ahead = await refuse(source, signedRequest(source, aRequest(), now + 6 * minute));
    expect(ahead.reason).toBe('the timestamp is 6 minutes ahead; is a clock wrong?');
  });

  it('are not checked with a tolerance of 0, but are still signed', async () => {
    const unchecked = aSource({
      verify: [anHmac({ signed: '{timestamp}.{body}', timestamp: { toleranceMs: 0 } })],
    });
    const request = await signedRequest(unchecked, aRequest(), 0);
    await expect(accept(unchecked, request)).resolves.toBeDefined();
    const headers = request.headers.map(
      ([name, value]) => [name, name === 'x-timestamp' ? '1' : value] as const,
    );
    expect(await refuse(unchecked, { ...request, headers })).toMatchObject({ status: 401 });
  });

  it.each([
    ['s', '1614265330', true],
    ['s', '1614265330.5', true],
    ['s', '1614265330000', false],
    ['ms', '1614265330000', true],
    ['ms', '1614265330', false],
    ['iso8601', '2021-02-25T15:02:10+00:00', true],
    ['iso8601', '2021-02-25T15:02:10.123Z', true],
    ['iso8601', '2021-02-25T15:02:10', true],
    ['iso8601', '2021-02-25T16:02:10+0100', true],
    ['iso8601', '2021-02-25T14:02:10Z', false],
    ['iso8601', '2021-02-31T99:02:10Z', false],
    ['iso8601', '1614265330', false],
    ['any', '1614265330', true],
    ['any', '1614265330000', true],
    ['any', '2021-02-25T15:02:10Z', true],
    ['any', 'yesterday', false],
    ['s', '-1614265330', false],
    ['s', '0x6037BCF2', false],
    ['s', 'NaN', false],
  ] as const)('in %s: %s', async (unit, text, taken) => {
    const verify = anHmac({ signed: '{timestamp}.{body}', timestamp: { unit } });
    const signature = createHmac('sha256', secretText).update(`${text}.{"a":1}`).digest('hex');
    const request = aRequest('{"a":1}', [
      ['content-type', 'application/json'],
      ['x-timestamp', text],
      ['x-signature', signature],
    ]);
    const received = await receiveAt(aSource({ verify: [verify] }), request);
    expect(received.kind).toBe(taken ? 'accepted' : 'refused');
  });

  it('without a zone are UTC, in any time zone of the machine', async () => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      expect(new Date(now).getTimezoneOffset()).toBe(300);
      const source = aSource({
        verify: [anHmac({ signed: '{timestamp}.{body}', timestamp: { unit: 'iso8601' } })],
      });
      const text = '2021-02-25T15:02:10';
      const signature = createHmac('sha256', secretText).update(`${text}.{"a":1}`).digest('hex');
      const headers = [
        ['content-type', 'application/json'],
        ['x-timestamp', text],
        ['x-signature', signature],
      ] as const;
      expect((await receiveAt(source, aRequest('{"a":1}', headers))).kind).toBe('accepted');
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('may be a number in the body', async () => {
    const verify = anHmac({ timestamp: { in: 'body', name: undefined, path: 'meta.at', unit: 'ms' } });
    const inBody = aSource({ verify: [verify] });
    const send = (at: unknown) =>
      signedRequest(aSource({ verify: [anHmac()] }), aRequest(JSON.stringify({ meta: { at } })));
    await expect(accept(inBody, send(now))).resolves.toBeDefined();
    expect((await refuse(inBody, send(now - 10 * minute))).reason).toContain('10 minutes old');
    expect((await refuse(inBody, send(undefined))).reason).toContain('missing');
    expect(await refuse(inBody, send({}))).toMatchObject({ status: 401 });
  });
});
