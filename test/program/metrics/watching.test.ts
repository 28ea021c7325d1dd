import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { registered } from '../../../scripts/metrics-page.ts';
import { readProjectFile, root } from '../../house/markdown.ts';
import { type Family, readExposition } from './exposition.ts';
import { type Query, readQuery, type Selector } from './queries.ts';
import { metricsScene, until } from './scraped.ts';

const promtool = spawnSync('promtool', ['--version']).status === 0;
if (!promtool) console.warn('SKIPPED: what promtool says of the rules, since it is not installed');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: { readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly Target[];
}

const { groups } = parse(readProjectFile('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap(each => each.rules);
const dashboard = JSON.parse(readProjectFile('deploy/grafana/dashboards/fieldbridge.json')) as {
  panels: Panel[];
  annotations: { list: { expr: string }[] };
  templating: { list: { name: string; type: string; current: { value: string }; definition?: string }[] };
};
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(each => ({ ...each, title })));
const prometheus = parse(readProjectFile('deploy/prometheus/prometheus.yml')) as {
  rule_files: string[];
  scrape_configs: { job_name: string }[];
};

/** The labels that Prometheus adds to each sample, and those that it creates. */
const added = ['job', 'instance'];
const job = prometheus.scrape_configs[0]?.job_name ?? '';
const own: readonly Family[] = [{ name: 'up', help: '', type: 'gauge', samples: [{ labels: {}, value: 1 }] }];

/** Returns the metrics of a program that has run for a moment, with the samples that appear later. */
async function served(): Promise<readonly Family[]> {
  const scene = await metricsScene();
  await until(scene, 'fieldbridge_catalog_age_seconds', {}, () => true);
  const now = new Map((await scene.scrape()).map(each => [each.name, each]));
  for (const { name, samples, ...more } of readExposition(registered())) {
    now.set(name, { ...more, name, samples: [...(now.get(name)?.samples ?? []), ...samples] });
  }
  return [...own, ...now.values()];
}

const aggregations = ['sum', 'max', 'min', 'count', 'avg'];
/** A store in a file belongs to one process, and its disk to the process's machine. */
const onlyOfFiles = /^fieldbridge_store_/;

describe('the monitoring of the program', () => {
  it('uses only existing metrics, labels and values', async () => {
    const families = await served();
    const asked = [
      ...rules.map(({ alert, expr }) => ({ who: alert, expr })),
      ...queries.map(({ title, expr }) => ({ who: title, expr })),
    ];
    expect(asked.length).toBeGreaterThan(50);
    const faults = asked.flatMap(({ who, expr }) => {
      const query = readQuery(expr);
      return [
        ...query.selectors.flatMap(each => faultsOf(each, families)),
        ...strangeGroups(query, families),
      ].map(fault => `${who}: ${fault}`);
    });
    expect(faults).toEqual([]);
    const variable = dashboard.templating.list.find(({ name }) => name === 'instance')?.definition ?? '';
    const [, metric] = /^label_values\((\w+), instance\)$/.exec(variable) ?? [];
    expect(families.map(each => each.name)).toContain(metric);

    const legends = queries.map(({ title, expr, legendFormat }) => ({
      who: title,
      expr,
      labels: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    }));
    const told = rules.map(({ alert, expr, annotations }) => ({
      who: alert,
      expr,
      labels: [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label),
    }));
    const untold = [...legends, ...told].flatMap(({ who, expr, labels }) => {
      const there = labelsOfResult(readQuery(expr), families);
      return labels.filter(label => !there.includes(label)).map(label => `${who}: ${label}`);
    });
    expect(untold).toEqual([]);
  });

  it('counts values of a shared store once in every panel and rule', async () => {
    const families = await served();
    const isOfStore = ({ metric }: Selector) =>
      !onlyOfFiles.test(metric) &&
      familyOf(metric, families)?.samples.some(({ labels }) => labels.scope === 'store') === true;
    const asked = [...rules.map(each => each.expr), ...queries.map(each => each.expr)].map(readQuery);
    const ofStore = asked.flatMap(query =>
      query.selectors.filter(isOfStore).map(each => ({ query, ...each })),
    );
    expect(ofStore.length).toBeGreaterThan(20);
    const several = ofStore.filter(
      ({ query, within }) =>
        !['max', 'min'].includes(within.find(each => aggregations.includes(each)) ?? '') ||
        query.grouped.includes('instance'),
    );
    expect(several.map(({ metric }) => metric)).toEqual([]);
  });

  it('uses every metric of the program, in an alert or on the dashboard', async () => {
    const families = await served();
    const asked = new Set(
      [...rules, ...queries].flatMap(({ expr }) => readQuery(expr).selectors.map(({ metric }) => metric)),
    );
    const idle = families.filter(({ name, type }) =>
      type === 'histogram' ? !asked.has(`${name}_bucket`) : !asked.has(name),
    );
    expect(idle.map(each => each.name)).toEqual([]);
  });
});

describe('the alert rules', () => {
  it('each have a unique name, a severity, a description and the consequence', () => {
    expect(new Set(rules.map(each => each.alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect(alert).toMatch(/^Fieldbridge([A-Z][a-z]+)+$/);
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(Object.keys(annotations)).toEqual(['summary', 'description', 'runbook']);
    }
  });

  it('are found by the configuration of Prometheus, which promtool accepts', () => {
    expect(prometheus.rule_files).toEqual(['alerts.yml']);
    const jobs = rules.flatMap(({ expr }) =>
      readQuery(expr).selectors.flatMap(({ matchers }) => matchers.filter(({ label }) => label === 'job')),
    );
    expect(new Set(jobs.map(({ value }) => value))).toEqual(new Set([job]));
    if (!promtool) return;
    const file = join(root, 'deploy/prometheus/prometheus.yml');
    const checked = spawnSync('promtool', ['check', 'config', '--lint=all', '--lint-fatal', file], {
      encoding: 'utf8',
    });
    expect(checked).toMatchObject({ status: 0, stderr: '' });
  });

  it.skipIf(!promtool)('fire exactly when they should in promtool', () => {
    const tests = join(import.meta.dirname, 'alerts.promtool.yml');
    const tested = spawnSync('promtool', ['test', 'rules', tests], { encoding: 'utf8' });
    expect(tested.stdout + tested.stderr).toContain('SUCCESS');
    expect(tested.status).toBe(0);
  });
});

describe('the dashboard', () => {
  it('is found by Grafana, with its data source', () => {
    const folder = 'deploy/grafana/provisioning';
    const { datasources } = parse(readProjectFile(`${folder}/datasources/prometheus.yaml`)) as {
      datasources: { uid: string; type: string }[];
    };
    const { providers } = parse(readProjectFile(`${folder}/dashboards/fieldbridge.yaml`)) as {
      providers: { options: { path: string } }[];
    };
    expect(providers.map(each => each.options.path)).toEqual(['/var/lib/grafana/dashboards']);
    const [source] = dashboard.templating.list;
    expect(source).toMatchObject({
      name: 'datasource',
      type: 'datasource',
      current: { value: datasources[0]?.uid },
    });
    expect(new Set(panels.map(each => each.datasource?.uid))).toEqual(new Set([`\${${source?.name}}`]));
    expect(readdirSync(join(root, 'deploy/grafana/dashboards'))).toEqual(['fieldbridge.json']);
    expect(existsSync(join(root, folder))).toBe(true);
  });

  it('has panels with descriptions, each at its own place', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    expect(
      panels.filter(({ description }) => !/\.$/.test(description ?? '')).map(({ title }) => title),
    ).toEqual([]);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });

  it('marks when alerts fired', () => {
    for (const { expr } of dashboard.annotations.list)
      expect(readQuery(expr).selectors.map(({ metric }) => metric)).toEqual(['ALERTS']);
  });
});

function familyOf(metric: string, families: readonly Family[]): Family | undefined {
  const plain = families.find(({ name, type }) => name === metric && type !== 'histogram');
  const base = metric.replace(/_(bucket|sum|count)$/, '');
  return plain ?? families.find(({ name, type }) => type === 'histogram' && name === base && name !== metric);
}

function faultsOf({ metric, matchers, within }: Selector, families: readonly Family[]): readonly string[] {
  const family = familyOf(metric, families);
  if (!family) return [`there is no ${metric}`];
  const counts = family.type !== 'gauge';
  const isRate = ['rate', 'increase'].includes(within[0] ?? '');
  const kind = counts === isRate ? [] : [`${metric} is a ${family.type}, within ${within[0] ?? 'nothing'}`];
  return [...kind, ...matchers.flatMap(each => faultsOfMatcher(each, family))];
}

function faultsOfMatcher(
  { label, operator, value }: Selector['matchers'][number],
  { name, samples }: Family,
): readonly string[] {
  if (label === 'instance' && value === '$instance') return [];
  if (label === 'job') return value === job ? [] : [`there is no job ${value}`];
  const values = samples.flatMap(({ labels }) => labels[label] ?? []);
  const wanted = operator.endsWith('~') ? value.split('|') : [value];
  return wanted.filter(each => !values.includes(each)).map(each => `${name} has no ${label}="${each}"`);
}

/** Returns all labels of the metrics in a query. */
function labelsIn({ selectors }: Query, families: readonly Family[]): readonly string[] {
  return [
    ...added,
    ...selectors.flatMap(({ metric }) => {
      const family = familyOf(metric, families);
      const labels = (family?.samples ?? []).flatMap(each => Object.keys(each.labels));
      return family?.type === 'histogram' ? [...labels, 'le'] : labels;
    }),
  ];
}

function strangeGroups(query: Query, families: readonly Family[]): readonly string[] {
  const there = labelsIn(query, families);
  return query.grouped.filter(label => !there.includes(label)).map(label => `grouped by ${label}`);
}

function labelsOfResult(query: Query, families: readonly Family[]): readonly string[] {
  return query.kept ?? labelsIn(query, families);
}
