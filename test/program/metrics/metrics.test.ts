import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attemptOutcomes } from '../../../src/deliver/destinations/destination-metrics.ts';
import { destinationStates } from '../../../src/deliver/destinations/destination-state.ts';
import { severities } from '../../../src/diagnostics/severity.ts';
import { allStatuses } from '../../../src/inbox/event.ts';
import { refusalKinds } from '../../../src/server/webhooks/webhook-metrics.ts';
import { spanLosses } from '../../../src/traces/span-accounts.ts';
import { readProjectFile } from '../../house/markdown.ts';
import { writingsOf } from '../../writings-of.ts';
import { figure, lint, readExposition, type Sample } from './exposition.ts';
import { canaries, type MetricsScene, metricsScene, names, until } from './scraped.ts';

const promtool = spawnSync('promtool', ['--version']).status === 0;
if (!promtool) console.warn('SKIPPED: what promtool says of the metrics, since it is not installed');

const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };

/** Causes everything that can happen to webhooks and calls, with canaries in all external data. */
async function liveThrough(scene: MetricsScene): Promise<void> {
  const { sandbox } = scene;
  const note = canaries.note;
  await until(scene, 'fieldbridge_destination_state', { state: 'open' }, value => value === 1);
  for (const id of ['u1', 'u2', 'u2', 'u3'])
    await scene.post({ id, kind: 'update', customer: 1001, note: `${note} ${id === 'u2' ? '' : id}` });
  await scene.post({ id: 'f1', kind: 'update', customer: 999_999, note });
  await scene.post({ id: 's1', kind: canaries.kind, type: canaries.type }, `/hooks/open?q=${canaries.query}`);
  await scene.post({ id: 'a1', kind: 'anywhere', place: canaries.destination, customer: 1001, note });
  await scene.post({ id: 'd1', kind: 'allergy', customer: 1002, note });
  await scene.post(`{"${note}`);
  await scene.post({ note }, '/hooks/crm');
  await scene.postSigned({ id: canaries.kind, note });
  await scene.post({ note }, `/hooks/${canaries.sourcePath}`);
  await fetch(`${scene.url}/api/events`, { headers: { authorization: `Bearer ${canaries.guess}` } });
  sandbox.addFaults({ operation: 'persistCustomerData', times: 1, when: 'after', reset: true });
  const [slot] = sandbox.reserve(1);
  await scene.post({
    id: 'b1',
    kind: 'booking',
    appointment: slot?.appointmentId,
    participant: slot?.appointmentParticipantId,
    customer: 1001,
  });
  await until(
    scene,
    'fieldbridge_event_outcomes_total',
    { source: 'open', status: 'uncertain' },
    value => value === 1,
  );
  await until(
    scene,
    'fieldbridge_event_outcomes_total',
    { source: 'open', status: 'delivered' },
    value => value === 4,
  );
  await until(
    scene,
    'fieldbridge_event_outcomes_total',
    { source: 'open', status: 'failed' },
    value => value === 2,
  );
}

describe('the metrics of the running program', () => {
  it('count all activity, with names of the config only', async () => {
    const scene = await metricsScene();
    await liveThrough(scene);
    const text = await scene.text();
    const families = readExposition(text);

    const count = (name: string, labels: Readonly<Record<string, string>> = {}) =>
      figure(families, name, labels);
    const open = { source: 'open' };
    expect(count('fieldbridge_events_accepted_total', open)).toBe(8);
    expect(count('fieldbridge_events_duplicate_total', open)).toBe(1);
    expect(count('fieldbridge_event_outcomes_total', { ...open, status: 'skipped' })).toBe(1);
    expect(count('fieldbridge_event_outcomes_total', { source: 'crm', status: 'held' })).toBe(1);
    expect(count('fieldbridge_events_unclaimed')).toBe(1);
    expect(count('fieldbridge_webhooks_refused_total', { ...open, reason: 'unreadable' })).toBe(1);
    expect(count('fieldbridge_webhooks_refused_total', { source: 'crm', reason: 'unverified' })).toBe(1);
    expect(count('fieldbridge_admin_refused_total', { reason: 'wrong_token' })).toBe(1);
    expect(count('fieldbridge_webhook_duration_seconds', { respond: 'accepted' })).toBe(12);
    const salon = { destination: 'salon' };
    expect(count('fieldbridge_attempts_total', { ...salon, outcome: 'done' })).toBe(4);
    expect(count('fieldbridge_attempts_total', { ...salon, outcome: 'data' })).toBe(1);
    expect(count('fieldbridge_attempts_total', { ...salon, outcome: 'unknown' })).toBe(1);
    expect(count('fieldbridge_attempts_total', { ...salon, outcome: 'hold' })).toBe(0);
    expect(count('fieldbridge_end_to_end_duration_seconds', salon)).toBe(4);
    expect(count('fieldbridge_api_request_duration_seconds', { ...salon, endpoint: 'updateCustomer' })).toBe(
      5,
    );
    expect(
      count('fieldbridge_api_request_duration_seconds', { ...salon, endpoint: 'persistCustomerData' }),
    ).toBe(1);
    expect(count('fieldbridge_catalog_read_duration_seconds')).toBeGreaterThan(0);
    expect(count('fieldbridge_catalog_refresh_seconds', salon)).toBe(1);
    expect(count('fieldbridge_mapping_usable', { mapping: 'broken' })).toBe(0);
    expect(count('fieldbridge_build_info', { version, node_version: process.versions.node })).toBe(1);
    expect(count('fieldbridge_ready')).toBe(1);

    const said = new Map(families.map(({ name, type, help }) => [name, `${type} ${help}`]));
    const page = readProjectFile('docs/reference/metrics.md').matchAll(
      /^\| `(\w+)` \| (\w+) \|.*\| (.+) \|$/gm,
    );
    const told = new Map([...page].map(([, name = '', type, help]) => [name, `${type} ${help}`]));
    // No source here has handshakes.
    told.delete('fieldbridge_handshakes_total');
    // The store here is a file.
    told.delete('fieldbridge_store_round_trip_seconds');
    expect(said).toEqual(told);

    const samples = families.flatMap(each => each.samples);
    expect(samples.flatMap(strangeLabels)).toEqual([]);
    const leaks = Object.values(canaries)
      .flatMap(writingsOf)
      .filter(each => text.includes(each));
    expect(leaks).toEqual([]);
  });

  it('have the text format of Prometheus', async () => {
    const scene = await metricsScene();
    const before = await scene.text();
    await liveThrough(scene);
    const text = await scene.text();
    for (const each of [before, text]) {
      const families = readExposition(each);
      expect(families.length).toBeGreaterThan(30);
      expect(lint(families)).toEqual([]);
    }
    // A metric that appears only above 0 never shows an increase in Prometheus.
    const strangers = /reason="(?!busy|unavailable|unverified|foreign)|status="(held|skipped|discarded)"/;
    const seriesOf = (of: string) =>
      new Set(
        of
          .match(/^\w+_total\S* /gm)
          ?.map(line => line.trim())
          .filter(line => !strangers.test(line)),
      );
    expect([...seriesOf(text)].filter(each => !seriesOf(before).has(each))).toEqual([]);
    if (promtool) {
      const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
      expect(checked).toMatchObject({ status: 0, stdout: '', stderr: '' });
    }
  });

  it('show the state of a held destination and its waiting calls, until it continues', async () => {
    const scene = await metricsScene();
    const salon = { destination: 'salon' };
    await until(scene, 'fieldbridge_destination_state', { state: 'open' }, value => value === 1);
    scene.sandbox.control('tokens', { action: 'expire', name: 'mitte' });
    await scene.post({ id: 'w1', kind: 'update', customer: 1001, note: 'waits' });
    await scene.post({ id: 'w2', kind: 'update', customer: 1002, note: 'waits' });
    await until(scene, 'fieldbridge_destination_waiting_calls', salon, value => value === 2);
    await until(scene, 'fieldbridge_destination_oldest_due_seconds', salon, value => value > 0.3);
    await until(scene, 'fieldbridge_catalog_age_seconds', salon, value => value > 1);
    const held = await scene.scrape();
    expect(figure(held, 'fieldbridge_destination_holds_total', salon)).toBe(1);
    expect(figure(held, 'fieldbridge_destination_state', { ...salon, state: 'held' })).toBe(1);
    scene.sandbox.control('tokens', { action: 'renew', name: 'mitte', value: canaries.token });
    await scene.api('POST', '/destinations/salon/resume', { reason: 'a test' });
    await until(scene, 'fieldbridge_destination_waiting_calls', salon, value => value === 0);
    await until(scene, 'fieldbridge_end_to_end_duration_seconds', salon, value => value === 2);
    expect(figure(await scene.scrape(), 'fieldbridge_destination_oldest_due_seconds', salon)).toBe(0);
  });

  it('show that the account changed and holds a mapping', async () => {
    const scene = await metricsScene();
    const misfit = { mapping: 'misfit' };
    await until(scene, 'fieldbridge_mapping_holds_total', misfit, value => value === 0);
    await until(scene, 'fieldbridge_mapping_usable', misfit, value => value === 1);
    scene.sandbox.control('fields', { action: 'archive', keyName: 'allergies' });
    await until(scene, 'fieldbridge_mapping_drift', misfit, value => value === 1);
    await until(scene, 'fieldbridge_mapping_held', misfit, value => value === 1);
    expect(figure(await scene.scrape(), 'fieldbridge_mapping_holds_total', misfit)).toBe(1);
  });

  it('show the size of the store and the start time of the process', async () => {
    const scene = await metricsScene();
    const families = await scene.scrape();
    const sizes = () => {
      const data = join(scene.folder, 'data');
      const files = readdirSync(data).filter(name => /^bridge\.db(-wal|-shm|-ballast)?$/.test(name));
      return files.reduce((sum, name) => sum + statSync(join(data, name)).size, 0);
    };
    expect(figure(families, 'fieldbridge_store_bytes')).toBeGreaterThan(0.9 * sizes());
    expect(figure(families, 'fieldbridge_store_bytes')).toBeLessThanOrEqual(sizes());
    expect(figure(families, 'fieldbridge_store_free_bytes')).toBeGreaterThan(0);
    expect(figure(families, 'fieldbridge_store_reserve_bytes')).toBeGreaterThan(0);
    const startedAt = figure(families, 'process_start_time_seconds') ?? 0;
    expect(Math.abs(Date.now() / 1000 - startedAt)).toBeLessThan(60);
    expect(figure(await scene.scrape(), 'process_start_time_seconds')).toBe(startedAt);
    expect(figure(families, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  });
});

const words: Readonly<Record<string, readonly string[]>> = {
  ...names,
  status: allStatuses,
  state: destinationStates,
  severity: severities,
  outcome: attemptOutcomes,
  endpoint: ['persistCustomerData', 'updateCustomer'],
  reason: [
    ...refusalKinds,
    ...spanLosses,
    ...['wrong_token', 'no_token', 'too_many_tries', 'foreign_page'],
    ...['full', 'old', 'unnamed'],
  ],
  respond: ['accepted', 'outcome'],
  result: ['told', 'refused', 'unanswered', 'gone'],
  version: [version],
  node_version: [process.versions.node],
  scope: ['store'],
};

function strangeLabels({ labels }: Sample): readonly string[] {
  return Object.entries(labels)
    .filter(([label, value]) => !words[label]?.includes(value))
    .map(([label, value]) => `${label}=${value}`);
}
