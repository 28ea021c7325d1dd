import { describe, expect, it } from 'vitest';
import { booking, claimOne, ended, planAll, queued } from '../../../inbox/contract/samples.ts';
import { aConfig, aSource } from '../../a-config.ts';
import { jsonOf, type RunningServer, startServer } from '../../running-server.ts';

const config = aConfig([aSource('open')]);

async function uncertain(server: RunningServer): Promise<string> {
  const { id } = await jsonOf(await server.post('/hooks/open', '{}'));
  await planAll(server.store, () => [queued(booking('A1'))]);
  const claim = await claimOne(server.store, Date.now());
  await server.store.begin(claim, Date.now());
  await server.store.settle(claim, ended('uncertain'), null);
  return id;
}

describe('resolving an uncertain booking over the admin API', () => {
  it('needs a reason, changes the event, notifies the worker and is recorded with person and reason', async () => {
    const server = await startServer(config);
    const id = await uncertain(server);
    const path = `/events/${id}/resolve`;
    expect(await server.api('POST', path, { outcome: 'booked' })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching('reason') },
    });
    expect((await server.api('POST', path, { outcome: 'booked', reason: '  ' })).status).toBe(400);
    expect((await server.api('POST', path, { outcome: 'lost', reason: 'x' })).body.error).toMatch('give-up');
    const request = { outcome: 'booked', reason: 'seen in the calendar', customerId: 1001, who: 'anna' };
    expect(await server.api('POST', path, request)).toMatchObject({
      status: 200,
      body: { id, status: 'delivered', calls: [{ customerId: '1001' }] },
    });
    expect(server.called).toEqual(['wake']);
    const entry = { who: 'anna', what: 'resolve-booked', event: id, why: 'seen in the calendar' };
    expect(await server.api('GET', `/events/${id}`)).toMatchObject({ body: { audit: [entry] } });
    expect(await server.api('GET', '/audit')).toMatchObject({ status: 200, body: { audit: [entry] } });
    expect(await server.api('GET', '/audit?event=evt_other')).toMatchObject({ body: { audit: [] } });
    expect(await server.api('POST', path, request)).toMatchObject({ status: 409 });
  });

  it('sends it again by "not-booked", and accepts a customer number only with "booked"', async () => {
    const server = await startServer(config);
    const id = await uncertain(server);
    const path = `/events/${id}/resolve`;
    const request = { outcome: 'not-booked', reason: 'not in the calendar' };
    expect((await server.api('POST', path, { ...request, customerId: '1' })).body.error).toMatch(
      'customerId',
    );
    expect(await server.api('POST', path, request)).toMatchObject({
      status: 200,
      body: { status: 'queued' },
    });
    expect(await server.api('GET', '/audit')).toMatchObject({
      body: { audit: [{ who: 'operator', what: 'resolve-not-booked' }] },
    });
  });

  it('reports an unknown event', async () => {
    const server = await startServer(config);
    const request = { outcome: 'give-up', reason: 'x' };
    expect((await server.api('POST', '/events/evt_none/resolve', request)).status).toBe(404);
  });
});

describe('the audit log of the admin API', () => {
  it('has every action, with person and reason if they were given', async () => {
    const server = await startServer(config);
    const { id } = await jsonOf(await server.post('/hooks/open', '{}'));
    await server.api('POST', `/events/${id}/replay`, { reason: 'the mapping is mended', who: 'ben' });
    await server.api('POST', '/events/replay', { source: 'open', reason: 'all of them' });
    await server.api('POST', `/events/${id}/discard`);
    await server.api('POST', '/destinations/salon/pause', { reason: 'maintenance', who: 'ben' });
    await server.api('POST', '/destinations/salon/resume');
    await server.api('POST', '/destinations/nowhere/pause');
    expect(await server.api('GET', '/audit')).toMatchObject({
      body: {
        audit: [
          { who: 'operator', what: 'resume', about: 'salon' },
          { who: 'ben', what: 'pause', about: 'salon', why: 'maintenance' },
          { who: 'operator', what: 'discard', event: id },
          { who: 'operator', what: 'replay', about: 'events by source open', why: 'all of them' },
          { who: 'ben', what: 'replay', event: id, why: 'the mapping is mended' },
        ],
      },
    });
    expect((await server.api('GET', '/audit?limit=0')).status).toBe(400);
  });
});
