/** A counter. */
export interface Cell {
  value: number;
}

/** Observations in seconds, for one set of labels. */
export interface Observations {
  observe(seconds: number): void;
}

/** Label values by label name. They come from the config only, never from a payload. */
export type Labels = Readonly<Record<string, string>>;

/** A sample of a gauge, measured at each request. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** Metrics in the text format of Prometheus. */
export interface Metrics {
  /** Returns a counter for one set of labels; always the same object. */
  counter(name: string, help: string, labels: Labels): Cell;
  /**
   * Returns the observations for one set of labels; always the same object, shown from the first observation on.
   * `buckets`: their upper limits in seconds, in ascending order.
   */
  histogram(name: string, help: string, labels: Labels, buckets?: readonly number[]): Observations;
  /** Returns all counts, and the measured metrics. */
  text(measured: readonly Measured[]): string;
}

/** A metric that is measured at each request. `counter`: it only increases until the process ends. */
export interface Measured {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly samples: readonly Sample[];
}

/** A gauge with its samples. */
export function gauge(name: string, help: string, samples: readonly Sample[]): Measured {
  return { name, help, type: 'gauge', samples };
}

/**
 * A gauge that all processes on a store report with the same value. Its label marks this, because a sum over processes
 * would count it several times.
 */
export function storeGauge(name: string, help: string, samples: readonly Sample[]): Measured {
  const ofStore = samples.map(({ labels, value }) => ({ labels: { ...labels, scope: 'store' }, value }));
  return gauge(name, help, ofStore);
}

/**
 * Returns the samples that are not 0, for labels with hundreds of values: neither rules nor panels need the zeros, but
 * Prometheus would store a series for each.
 */
export function aboveZero(samples: readonly Sample[]): readonly Sample[] {
  return samples.filter(({ value }) => value !== 0);
}

/** The content type of the text format. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Buckets for durations of usually some milliseconds, which should stay below seconds. */
const usualBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Family {
  readonly help: string;
  readonly type: 'counter' | 'histogram';
  readonly lines: Map<string, () => string>;
}

/** Creates an empty registry of metrics. */
export function createMetrics(): Metrics {
  const families = new Map<string, Family>();
  const counters = new Map<string, Cell>();
  const histograms = new Map<string, Histogram>();
  return {
    counter(name, help, labels) {
      const key = name + labelText(labels);
      const known = counters.get(key);
      if (known) return known;
      const cell = { value: 0 };
      counters.set(key, cell);
      family(families, name, help, 'counter').lines.set(key, () => `${key} ${cell.value}`);
      return cell;
    },
    histogram(name, help, labels, buckets = usualBuckets) {
      const key = name + labelText(labels);
      const known = histograms.get(key);
      if (known) return known;
      const histogram = observations(name, labels, buckets);
      histograms.set(key, histogram);
      family(families, name, help, 'histogram').lines.set(key, histogram.text);
      return histogram;
    },
    text(measured) {
      const counted = [...families].map(([name, each]) =>
        section(
          name,
          each.help,
          each.type,
          [...each.lines.values()].map(line => line()).filter(line => line !== ''),
        ),
      );
      const looked = measured.map(each =>
        section(
          each.name,
          each.help,
          each.type,
          each.samples.map(sample => `${each.name}${labelText(sample.labels)} ${sample.value}`),
        ),
      );
      return [...counted, ...looked].join('');
    },
  };
}

function family(families: Map<string, Family>, name: string, help: string, type: Family['type']): Family {
  const known = families.get(name);
  if (known) return known;
  const made = { help, type, lines: new Map() };
  families.set(name, made);
  return made;
}

interface Histogram extends Observations {
  text(): string;
}

function observations(name: string, labels: Labels, buckets: readonly number[]): Histogram {
  const counts = new Array<number>(buckets.length).fill(0);
  let sum = 0;
  let count = 0;
  return {
    observe(seconds) {
      sum += seconds;
      count += 1;
      const bucket = buckets.findIndex(limit => seconds <= limit);
      if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    text() {
      if (count === 0) return '';
      let below = 0;
      const lines = buckets.map((limit, index) => {
        below += counts[index] ?? 0;
        return `${name}_bucket${labelText({ ...labels, le: String(limit) })} ${below}`;
      });
      return [
        ...lines,
        `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`,
        `${name}_sum${labelText(labels)} ${sum}`,
        `${name}_count${labelText(labels)} ${count}`,
      ].join('\n');
    },
  };
}

function section(name: string, help: string, type: string, lines: readonly string[]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map(line => `${line}\n`).join('')}`;
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
