import { describe, expect, it } from 'vitest';
import type { MappingView } from '../../../src/deliver/bridge.ts';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import { createMetrics, type Metrics } from '../../../src/metrics/metrics.ts';
import { inState, item, planAll, planFor, webhook } from '../../inbox/contract/samples.ts';
import { aConfig, aSource } from '../a-config.ts';
import { jsonOf, noCalls, startServer } from '../running-server.ts';

const config = aConfig([aSource('open')]);

const intake: MappingView = {
  name: 'intake',
  file: 'mappings/intake.yaml',
  source: 'open',
  destination: 'salon',
  operation: 'updateCustomer',
  usable: true,
  held: { since: '2026-01-01T00:00:00.000Z', reason: 'the field "birth" does not exist' },
  calls: { ...noCalls, held: 1 },
  diagnostics: [],
  changes: [],
};

const misfit: MappingView = {
  ...intake,
  name: 'misfit',
  held: null,
  diagnostics: [
    diagnostic('check/unknown-field', 'salon has no field "birth"', {
      place: { file: 'mappings/misfit.yaml', line: 7, column: 5 },
    }),
  ],
  changes: [{ at: '2026-01-01T00:00:00.000Z', what: 'the field "birth" (Geburtstag) is gone' }],
};

const broken: MappingView = {
  ...intake,
  name: 'broken',
  file: '/etc/fieldbridge/mappings/broken.yaml',
  usable: false,
  held: null,
  diagnostics: [
    diagnostic('yaml/syntax', 'the list is not closed', {
      place: { file: '/etc/fieldbridge/mappings/broken.yaml', line: 2, column: 1 },
    }),
  ],
};

describe('/healthz', () => {
  it('returns 200 as long as the process responds', async () => {
    const server = await startServer(config);
    server.store.health = async () => ({ writable: false, reason: 'the disk is full' });
    const response = await fetch(`${server.url}/healthz`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect((await fetch(`${server.url}/healthz`, { method: 'HEAD' })).status).toBe(200);
  });
});

describe('/readyz', () => {
  it('counts the results of calls that wait to be stored, while there are any', async () => {
    let waiting = 3;
    const server = await startServer(config, {}, { unwritten: () => waiting });
    const said = async () => jsonOf(await fetch(`${server.url}/readyz`));
    expect(await said()).toMatchObject({ unwritten: 'results of calls waiting to be written: 3' });
    waiting = 0;
    expect(await said()).not.toHaveProperty('unwritten');
  });

  it('does not wait longer than a limit for the store', async () => {
    const server = await startServer(config, {}, { destinations: () => new Promise(() => {}) });
    server.store.health = async () => ({ writable: false, reason: 'PostgreSQL has not answered' });
    const started = performance.now();
    const response = await fetch(`${server.url}/readyz`);
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { status: 'not ready', reason: 'PostgreSQL has not answered' },
    ]);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('returns 200 and lists held things in words', async () => {
    const server = await startServer(
      config,
      {},
      {
        destinations: async () => [
          {
            name: 'salon',
            baseUrl: 'https://x',
            state: 'held',
            reason: 'the token is refused',
            since: '2026-01-01T00:00:00.000Z',
            waiting: 12,
            catalog: null,
          },
          { name: 'spa', baseUrl: 'https://y', state: 'open', waiting: 0, catalog: null },
        ],
        mappings: async () => [intake, { ...intake, name: 'other', held: null }],
      },
    );
    const response = await fetch(`${server.url}/readyz`);
    expect(response.status).toBe(200);
    expect(await jsonOf(response)).toEqual({
      status: 'ready',
      held: [
        'the destination salon is held (the token is refused); 12 calls wait',
        'the mapping intake is held (the field "birth" does not exist); 1 call waits',
      ],
      destinations: [
        {
          name: 'salon',
          state: 'held',
          reason: 'the token is refused',
          since: '2026-01-01T00:00:00.000Z',
          waiting: 12,
        },
      ],
      mappings: [
        {
          name: 'intake',
          reason: 'the field "birth" does not exist',
          since: '2026-01-01T00:00:00.000Z',
          waiting: 1,
        },
      ],
      failed: 0,
      uncertain: 0,
    });
  });

  it('lists calls without a reason to wait, while there are any', async () => {
    const mappings = async () => [{ ...intake, held: null }];
    const server = await startServer(config, {}, { mappings });
    const items = [item()];
    const held = inState({ status: 'held', reason: 'no such field' });
    const said = async () => jsonOf(await fetch(`${server.url}/readyz`));
    expect(await said()).not.toHaveProperty('stranded');
    await server.store.add(webhook({ items }), planFor(items, held));
    await expect.poll(said).toMatchObject({
      status: 'ready',
      stranded: [
        '1 call of the mapping intake is held, though the mapping is not; it continues within a minute',
      ],
    });
    const figures = await (await fetch(`${server.url}/metrics`)).text();
    expect(figures).toMatch('fieldbridge_mapping_stranded_calls{mapping="intake",scope="store"} 1');
    await server.store.releaseStranded();
    await expect.poll(said).not.toHaveProperty('stranded');
  });

  it('reports that events wait for a mapping, and their sources', async () => {
    const mappings = async () => [{ ...intake, source: 'open', held: null }];
    const sources = [aSource('open'), aSource('lonely'), aSource('unused')];
    const server = await startServer(aConfig(sources), {}, { mappings });
    await server.post('/hooks/lonely', '{}');
    const outcome = { status: 'held', reason: 'there is no mapping', diagnostics: [] } as const;
    await planAll(server.store, () => ({ calls: [], outcome }));
    expect(await jsonOf(await fetch(`${server.url}/readyz`))).toMatchObject({
      status: 'ready',
      held: ['1 event waits for a mapping; there is none for lonely, unused'],
    });
  });

  it('returns 503 with the reason only while the store cannot be written', async () => {
    let now = 1_700_000_000_000;
    const server = await startServer(config, { clock: { now: () => now } });
    let full = true;
    server.store.health = async () =>
      full ? { writable: false, reason: 'the disk is full' } : { writable: true };
    server.store.counts = () => Promise.reject(new StoreUnavailable('the disk is full'));
    const response = await fetch(`${server.url}/readyz`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'not ready', reason: 'the disk is full' },
    ]);
    full = false;
    now += 1000;
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('returns 503 while the program is stopping, although webhooks are still accepted', async () => {
    const server = await startServer(config, { isDraining: () => true });
    const response = await fetch(`${server.url}/readyz`);
    expect([response.status, (await jsonOf(response)).reason]).toEqual([503, 'the program is stopping']);
    expect((await server.post('/hooks/open', '{}')).status).toBe(200);
  });

  it('reports a hold at once, however recent the last request was', async () => {
    const mappings = [{ ...intake, held: null as MappingView['held'] }];
    const server = await startServer(config, {}, { mappings: async () => mappings });
    const held = async () => (await jsonOf(await fetch(`${server.url}/readyz`))).held;
    expect(await held()).toEqual([]);
    mappings[0] = intake;
    expect(await held()).toEqual([expect.stringMatching(/^the mapping intake is held/)]);
  });

  it('reads the store again only after a while, however many requests there are', async () => {
    let now = 1_700_000_000_000;
    const server = await startServer(config, { clock: { now: () => now } });
    let counted = 0;
    const counts = server.store.counts.bind(server.store);
    server.store.counts = () => {
      counted += 1;
      return counts();
    };
    for (let time = 0; time < 5; time++) await fetch(`${server.url}/readyz`);
    expect(counted).toBe(1);
    now += 2000;
    await fetch(`${server.url}/readyz`);
    expect(counted).toBe(2);
  });

  it('is created a few times for many simultaneous requests', async () => {
    let made = 0;
    const destinations = async () => {
      made += 1;
      return [];
    };
    const server = await startServer(config, { clock: { now: () => 1_700_000_000_000 } }, { destinations });
    const responses = Array.from({ length: 300 }, async () => (await fetch(`${server.url}/readyz`)).status);
    expect(new Set(await Promise.all(responses))).toEqual(new Set([200]));
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThanOrEqual(20);
  });

  it('lists mappings that continue with a fault, and the changes', async () => {
    const without = { ...broken, name: 'new', operation: null };
    const mappings = async () => [misfit, broken, without, { ...misfit, name: 'held', held: intake.held }];
    const server = await startServer(config, {}, { mappings });
    const response = await fetch(`${server.url}/readyz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      faulty: [
        'the mapping misfit does not fit: misfit.yaml:7: salon has no field "birth"; the field "birth" (Geburtstag) is gone, seen 2026-01-01T00:00:00.000Z',
        'the mapping file broken.yaml cannot be used (broken.yaml:2: the list is not closed); its last good version is used',
        'the mapping file new.yaml cannot be used (broken.yaml:2: the list is not closed); it has no earlier version, so what is for it waits',
      ],
    });
  });
});

describe('/metrics', () => {
  it('counts events, refusals and durations by source', async () => {
    const server = await startServer(config);
    await server.post('/hooks/open', '{}');
    await server.post('/hooks/open', '{"a":');
    await fetch(`${server.url}/hooks/open`);
    const response = await fetch(`${server.url}/metrics`);
    expect(response.headers.get('content-type')).toMatch('text/plain; version=0.0.4');
    const lines = (await response.text()).split('\n');
    expect(lines).toContain('fieldbridge_events_accepted_total{source="open"} 1');
    expect(lines).toContain('fieldbridge_webhooks_refused_total{source="open",reason="unreadable"} 1');
    expect(lines).toContain('fieldbridge_webhooks_refused_total{source="open",reason="method"} 1');
    expect(lines).toContain('fieldbridge_webhook_duration_seconds_count{respond="accepted"} 3');
    expect(lines).toContain('fieldbridge_webhook_duration_seconds_bucket{respond="accepted",le="+Inf"} 3');
    expect(lines).toContain(
      'fieldbridge_destination_state{destination="salon",state="open",scope="store"} 1',
    );
    expect(lines).toContain('fieldbridge_bytes_in_flight 0');
  });

  it('are written a few times for many simultaneous requests, and the store is read as rarely', async () => {
    let written = 0;
    let rooms = 0;
    const metrics = createMetrics();
    const counting: Metrics = {
      ...metrics,
      text(measured) {
        written += 1;
        return metrics.text(measured);
      },
    };
    const clock = { now: () => 1_700_000_000_000 };
    const server = await startServer(config, { clock, metrics: counting });
    const room = server.store.room.bind(server.store);
    server.store.room = () => {
      rooms += 1;
      return room();
    };
    const responses = Array.from({ length: 300 }, async () => (await fetch(`${server.url}/metrics`)).text());
    for (const text of await Promise.all(responses)) expect(text).toContain('fieldbridge_ready 1');
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThanOrEqual(20);
    expect(rooms).toBe(written);
  });

  it('counts the diagnostics of each mapping by severity', async () => {
    const server = await startServer(config, {}, { mappings: async () => [misfit, broken] });
    const lines = (await (await fetch(`${server.url}/metrics`)).text()).split('\n');
    expect(lines).toContain('fieldbridge_mapping_diagnostics{mapping="misfit",severity="error"} 1');
    expect(lines.join()).not.toContain('fieldbridge_mapping_diagnostics{mapping="misfit",severity="warning"');
    expect(lines).toContain('fieldbridge_mapping_usable{mapping="misfit"} 1');
    expect(lines).toContain('fieldbridge_mapping_usable{mapping="broken"} 0');
  });

  it('shows if webhooks can be accepted, like /readyz, and the number of unsaved results', async () => {
    let draining = true;
    let now = 1_700_000_000_000;
    const differences = { isDraining: () => draining, clock: { now: () => now } };
    const server = await startServer(config, differences, { unwritten: () => 3 });
    const lines = async () => (await (await fetch(`${server.url}/metrics`)).text()).split('\n');
    expect(await lines()).toContain('fieldbridge_ready 0');
    draining = false;
    expect(await lines()).toContain('fieldbridge_ready 1');
    expect(await lines()).toContain('fieldbridge_unwritten_results 3');
    server.store.health = async () => ({ writable: false, reason: 'the disk is full' });
    now += 1_000;
    expect(await lines()).toContain('fieldbridge_ready 0');
  });

  it('shows the figures of the process if the store cannot be read', async () => {
    const server = await startServer(config);
    server.store.counts = () => Promise.reject(new StoreUnavailable('the disk is gone'));
    const response = await fetch(`${server.url}/metrics`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('fieldbridge_build_info{version="a version"');
    expect(text).not.toContain('fieldbridge_calls');
  });

  it('is a text in the format of Prometheus: each family once, each line a sample', async () => {
    const server = await startServer(config, {}, { mappings: async () => [intake] });
    await server.post('/hooks/open', '{}');
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const lines = text.trimEnd().split('\n');
    const families = lines.filter(line => line.startsWith('# TYPE ')).map(line => line.split(' ')[2]);
    expect(new Set(families).size).toBe(families.length);
    const sample = /^[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[0-9.e+-]+$/;
    expect(lines.filter(line => !line.startsWith('#') && !sample.test(line))).toEqual([]);
  });

  it('has labels from the config only, whatever a payload contains', async () => {
    const server = await startServer(config);
    const counts = server.store.counts.bind(server.store);
    server.store.counts = async () => ({
      ...(await counts()),
      byDestination: { salon: noCalls, 'from-a-payload': noCalls },
      byMapping: { 'from-a-payload': noCalls },
    });
    await server.post('/hooks/open?from-a-payload=1', '{"x":"from-a-payload"}');
    await server.post('/hooks/from-a-payload', '{}');
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch('fieldbridge_destination_waiting_calls{destination="salon",scope="store"} 0');
    expect(text).not.toMatch('from-a-payload');
  });
});
