import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../src/inbox/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../inbox/postgres/server.ts';
import { batchesOfASecond, type Flood, floodMappings, startFlood, underWay } from './flood.ts';
import type { HarnessOptions } from './harness.ts';

const hour = 60 * 60_000;
let server: PostgresServer;
let url = '';

beforeAll(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
});
afterAll(() => server.stop());

const onPostgres = (): Partial<HarnessOptions> => ({
  openStore: options =>
    openPostgresStore({ url, schema: `flood_${randomBytes(6).toString('hex')}` }, options),
});
const refreshedRarely = 'catalog: {refresh: 1d}';
const hasHeldItsMapping = ({ harness }: Flood) =>
  harness.log.some(({ what, details }) => what === 'mapping held' && details?.mapping === 'idle');
const probes = ({ harness }: Flood) =>
  harness.sandbox.calls().filter(({ operation }) => operation === 'additionalCustomerFields').length;

describe.each([
  ['SQLite', () => ({})],
  ['PostgreSQL', onPostgres],
])('while webhooks arrive as fast as they are planned, on %s,', (_, options) => {
  const open = async () => {
    const flood = await startFlood({ destination: refreshedRarely, ...options() });
    await underWay(flood);
    return flood;
  };

  it('a destination is probed within a second, and its calls are sent', async () => {
    const flood = await open();
    const { harness } = flood;
    await harness.bridge.pause('salon');
    const before = probes(flood);
    await harness.bridge.resume('salon');
    expect(await flood.batchesUntil(() => probes(flood) > before)).toBeLessThanOrEqual(batchesOfASecond);
    const updates = () => harness.sandbox.calls().filter(each => each.operation === 'updateCustomer').length;
    const sent = updates();
    expect(await flood.batchesUntil(() => updates() > sent)).toBeLessThanOrEqual(batchesOfASecond);
  });

  it('a mapping that must fail is held within a second', async () => {
    const flood = await open();
    await flood.harness.bridge.useMappings(floodMappings('no.such.field'));
    expect(await flood.batchesUntil(() => hasHeldItsMapping(flood))).toBeLessThanOrEqual(batchesOfASecond);
  });

  it('an expired call fails within a second of the next check', async () => {
    const flood = await open();
    const expiring = vi.spyOn(flood.harness.store, 'expire');
    flood.harness.pass(30_000);
    expect(await flood.batchesUntil(() => expiring.mock.calls.length > 0)).toBeLessThanOrEqual(
      batchesOfASecond,
    );
  });

  it('a jump of the clock is followed within a second', async () => {
    const flood = await open();
    const { harness } = flood;
    const moving = vi.spyOn(harness.store, 'moveTimes');
    harness.jump(2 * hour);
    expect(await flood.batchesUntil(() => moving.mock.calls.length > 0)).toBeLessThanOrEqual(
      batchesOfASecond,
    );
  });
});

describe('however long one kind of work takes,', () => {
  const never = () => new Promise<never>(() => {});

  it.each<['expire' | 'releaseMapping' | 'holdMapping']>([['expire'], ['holdMapping'], ['releaseMapping']])(
    'webhooks are planned, destinations probed and calls sent (%s)',
    async slow => {
      const flood = await startFlood({ destination: refreshedRarely });
      const { harness } = flood;
      await underWay(flood);
      if (slow === 'releaseMapping') {
        await harness.bridge.useMappings(floodMappings('no.such.field'));
        await flood.batchesUntil(() => hasHeldItsMapping(flood));
      }
      const working = vi.spyOn(harness.store, slow).mockImplementation(never);
      await harness.bridge.useMappings(floodMappings(slow === 'holdMapping' ? 'no.such.field' : undefined));
      harness.pass(30_000);
      await flood.batchesUntil(() => working.mock.calls.length > 0);
      flood.end();
      await harness.bridge.pause('salon');
      const before = probes(flood);
      await harness.bridge.resume('salon');
      const id = await harness.send({ customer: 1002, note: 'the last' });
      await expect.poll(async () => (await harness.event(id)).status).toBe('delivered');
      expect(probes(flood)).toBeGreaterThan(before);
      expect(working).toHaveBeenCalledTimes(1);
    },
  );
});
