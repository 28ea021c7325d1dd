import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SourceConfig } from '../../../src/config/config.ts';
import {
  lengthened,
  type RefusalStreak,
  streakReason,
  streakWords,
  type Unverified,
} from '../../../src/server/health/refusal-streak.ts';
import { anHmac, secretText } from '../../receive/a-source.ts';
import { aConfig, aSource } from '../a-config.ts';
import { type RunningServer, startServer } from '../running-server.ts';

const at = Date.UTC(2026, 10, 20, 10, 4, 30);
const minuteMs = 60_000;

function streakOf(refusals: readonly Partial<Unverified>[]): RefusalStreak {
  let streak: RefusalStreak | undefined;
  for (const each of refusals)
    streak = lengthened(streak, { at, reason: 'the signature is wrong', fault: 'wrong', ...each });
  if (!streak) throw new Error('no refusals');
  return streak;
}

const late = (...minutes: number[]) => streakOf(minutes.map(each => ({ skewMs: -each * minuteMs })));

describe('a streak of refusals in words', () => {
  it('contains the number, the start, and the reason of the last one', () => {
    const streak = streakOf([{}, { at: at + 1000, reason: 'is the secret right?' }]);
    expect(streakWords('crm', streak, at + minuteMs)).toBe(
      'crm: 2 webhooks refused as unverified since 10:04 UTC: is the secret right?',
    );
    expect(streakWords('crm', streakOf([{}]), at + 14 * 60 * minuteMs)).toBe(
      'crm: 1 webhook refused as unverified since 2026-11-20 10:04 UTC: the signature is wrong',
    );
  });

  it('blames a clock if all timestamps are wrong by about the same', () => {
    expect(streakReason(late(12, 12.4, 12.9))).toMatch(
      /^the sender's clock is 12 minutes behind .*this machine is ahead.*time server/,
    );
    expect(streakReason(late(-120, -120, -120))).toMatch(/^the sender's clock is 2 hours ahead .*is behind/);
  });

  it('assumes old webhooks if each is late by another time', () => {
    expect(streakReason(late(6, 7, 300))).toMatch(/^old webhooks are sent again/);
    expect(streakReason(late(10, 10, 11))).toMatch(/^old webhooks are sent again/);
  });

  it('blames no clock if only some are recent, or if there are too few', () => {
    const some = [{ skewMs: -720_000 }, { skewMs: -720_000 }, {}, { skewMs: -720_000 }];
    expect(streakReason(streakOf(some))).toBe('the signature is wrong');
    expect(streakReason(streakOf([{}, ...some]))).toBe('the signature is wrong');
    expect(streakReason(late(12, 12))).toBe('the signature is wrong');
    expect(streakReason(late(-6, 30, -300))).toBe('the signature is wrong');
  });
});

const timed = anHmac({ signed: '{timestamp}.{body}', timestamp: { unit: 'ms' } });

const crm: SourceConfig = aSource('crm', { verify: [timed] });
const other: SourceConfig = aSource('other', { verify: [timed], handshakes: ['ping'] });

function post(
  server: RunningServer,
  timestamp: number,
  secret = secretText,
  path = '/hooks/crm',
  headers = {},
) {
  const digest = createHmac('sha256', secret).update(`${timestamp}.{}`).digest('hex');
  return server.post(path, '{}', { 'x-signature': digest, 'x-timestamp': String(timestamp), ...headers });
}

async function refusedIn(server: RunningServer): Promise<unknown> {
  const response = await fetch(`${server.url}/readyz`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { refused?: unknown }).refused;
}

async function gaugeIn(server: RunningServer): Promise<string | undefined> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return /^fieldbridge_source_refused_in_a_row\{source="crm"\} (\d+)$/m.exec(text)?.[1];
}

const wrong = 'not the secret of the shop';

describe('a source whose webhooks are refused', () => {
  const startAt = () => startServer(aConfig([crm, other]), { clock: { now: () => at } });

  it('is reported at the first refusal while none of its webhooks was ever verified', async () => {
    const server = await startAt();
    expect([await refusedIn(server), await gaugeIn(server)]).toEqual([undefined, '0']);
    expect((await post(server, at, wrong)).status).toBe(401);
    expect(await refusedIn(server)).toEqual([
      expect.stringMatching(/^crm: 1 webhook refused as unverified since 10:04 UTC: .*secret/),
    ]);
    expect(await gaugeIn(server)).toBe('1');
  });

  it('is reported at the third refusal after a verified one, and not after the next verified one', async () => {
    const server = await startAt();
    expect((await post(server, at)).status).toBe(200);
    for (const refused of [undefined, undefined, [expect.stringMatching(/^crm: 3 webhooks /)]]) {
      await post(server, at, wrong);
      expect(await refusedIn(server)).toEqual(refused);
      expect(await gaugeIn(server)).toBe(refused ? '3' : '0');
    }
    await post(server, at);
    expect([await refusedIn(server), await gaugeIn(server)]).toEqual([undefined, '0']);
    await post(server, at, wrong);
    expect(await refusedIn(server)).toBeUndefined();
  });

  it('is judged separately, and only by unverified webhooks', async () => {
    const server = await startAt();
    await post(server, at);
    for (let time = 0; time < 5; time++) {
      await fetch(`${server.url}/hooks/crm`);
      await post(server, at, secretText, '/hooks/crm', { 'content-encoding': 'zstd' });
      await post(server, at, wrong, '/hooks/other');
    }
    expect(await refusedIn(server)).toEqual([expect.stringMatching(/^other: 5 webhooks /)]);
    expect(await gaugeIn(server)).toBe('0');
  });

  it('is distinguished from a wrong clock and from old webhooks', async () => {
    const server = await startAt();
    for (const seconds of [0, 10, 20]) await post(server, at - 12 * minuteMs - seconds * 1000);
    expect(await refusedIn(server)).toEqual([
      expect.stringMatching(/^crm: 3 webhooks .*: the sender's clock is 12 minutes behind/),
    ]);
    await post(server, at - 300 * minuteMs);
    expect(await refusedIn(server)).toEqual([expect.stringMatching(/^crm: 4 webhooks .*: old webhooks/)]);
  });

  it('is not reset by a handshake that anyone may send', async () => {
    const source = aSource('crm', { verify: [timed], handshakes: ['get', 'challenge'] });
    const server = await startServer(aConfig([source]), { clock: { now: () => at } });
    for (let time = 0; time < 3; time++) await post(server, at, wrong);
    expect((await fetch(`${server.url}/hooks/crm`)).status).toBe(200);
    expect((await server.post('/hooks/crm', '{"challenge":"a"}')).status).toBe(200);
    expect(await gaugeIn(server)).toBe('3');
  });
});
