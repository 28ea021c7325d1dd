import { parser } from '@prometheus-io/lezer-promql';

/** A metric, as Prometheus reads it from the text format. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

/** One line; of a histogram, the lines that differ only in `le` and their suffix. */
export interface Sample {
  readonly labels: Labels;
  /** For a histogram, the number of observations. */
  readonly value: number;
  readonly histogram?: {
    /** In the order of the lines. */
    readonly buckets: readonly (readonly [limit: number, count: number])[];
    readonly sum: number;
  };
}

type Labels = Readonly<Record<string, string>>;

interface Line {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/**
 * Parses a text in the format of Prometheus, strictly: each family once, with its help and its type before its
 * lines. Names and labels are parsed by Prometheus' own grammar.
 * @throws for anything that Prometheus would refuse
 */
export function readExposition(text: string): readonly Family[] {
  if (!text.endsWith('\n')) throw new Error('there is no line feed at the end');
  const families = text
    .slice(0, -1)
    .split(/\n(?=# HELP )/)
    .map(readFamily);
  const twice = families.filter(({ name }, index) => families.findIndex(each => each.name === name) < index);
  if (twice.length > 0) throw new Error(`${twice.map(each => each.name)}: twice`);
  return families;
}

function readFamily(section: string): Family {
  const [first = '', second = '', ...rest] = section.split('\n');
  const [, name = '', help = ''] = /^# HELP (\S+) (.+)$/.exec(first) ?? [];
  const [, typed, type = ''] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(second) ?? [];
  if (name === '' || typed !== name) throw new Error(`no help and type: ${first} ${second}`);
  const lines = rest.map(readLine);
  const stray = lines.filter(each => baseOf(each.name, type) !== name);
  if (stray.length > 0) throw new Error(`${stray.map(each => each.name)} among those of ${name}`);
  const keys = lines.map(line => line.name + JSON.stringify(line.labels));
  if (new Set(keys).size < keys.length) throw new Error(`${name} has a line twice`);
  return { name, help, type, samples: type === 'histogram' ? histogramsOf(name, lines) : lines };
}

function baseOf(name: string, type: string): string {
  return type === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name;
}

function readLine(line: string): Line {
  const [, series = '', value = ''] = /^(.+) (-?\d[\d.e+-]*|[+-]Inf|NaN)$/.exec(line) ?? [];
  const labels: Record<string, string> = {};
  let name = '';
  let label = '';
  parser
    .configure({ strict: true, top: 'PromQL' })
    .parse(series)
    .iterate({
      enter(node) {
        const text = series.slice(node.from, node.to);
        if (node.name === 'Identifier') name = text;
        if (node.name === 'LabelName') label = text;
        if (node.name === 'MatchOp' && text !== '=') throw new Error(`${line}: ${text}`);
        if (node.name === 'StringLiteral') labels[label] = JSON.parse(text) as string;
      },
    });
  if (!series.startsWith(name) || name === '') throw new Error(`${line}: no name`);
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

function histogramsOf(name: string, lines: readonly Line[]): readonly Sample[] {
  const sets = new Map<string, Labels>();
  for (const { labels } of lines) {
    const { le: _, ...others } = labels;
    sets.set(JSON.stringify(others), others);
  }
  return [...sets].map(([key, labels]) => {
    const own = lines.filter(({ labels: { le: _, ...others } }) => JSON.stringify(others) === key);
    const find = (suffix: string) => own.find(each => each.name === name + suffix)?.value ?? Number.NaN;
    const buckets = own
      .filter(each => each.name === `${name}_bucket`)
      .map(each => [Number(each.labels.le?.replace('Inf', 'Infinity')), each.value] as const);
    return { labels, value: find('_count'), histogram: { buckets, sum: find('_sum') } };
  });
}

/** Returns the value of the sample of a metric with these labels, or a histogram's count; else undefined. */
export function figure(
  families: readonly Family[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const samples = families.find(each => each.name === name)?.samples ?? [];
  const [sample] = samples.filter(each =>
    Object.entries(labels).every(([label, value]) => each.labels[label] === value),
  );
  return sample?.value;
}

const unitsThatAreNoBase =
  /_(ms|millis|milliseconds|microseconds|nanoseconds|minutes?|hours?|days?|kib|mib|kilobytes|megabytes|bits|percent)(_|$)/;

/** Returns the findings of Prometheus' own linter, and of its advice on names. */
export function lint(families: readonly Family[]): readonly string[] {
  return families.flatMap(family => [...lintName(family), ...lintLabels(family), ...lintBuckets(family)]);
}

function lintName({ name, help, type }: Family): readonly string[] {
  const rules: readonly (readonly [boolean, string])[] = [
    [/^(fieldbridge|process)_[a-z]+(_[a-z]+)*$/.test(name), 'is no name of ours in snake_case'],
    [
      /^[A-Z0-9'/].*[.]$/.test(help) || /^For how long.*[.]$/.test(help),
      'has no sentence that says what it is',
    ],
    [['counter', 'gauge', 'histogram'].includes(type), `is of the type ${type}`],
    [(type === 'counter') === name.endsWith('_total'), 'ends in _total, or is a counter, but not both'],
    [!unitsThatAreNoBase.test(name), 'has a unit that is no base unit'],
    [!/_(gauge|counter|histogram|count|sum|bucket)$/.test(name), 'has a suffix that Prometheus adds itself'],
    [type !== 'histogram' || name.endsWith('_seconds'), 'is a histogram of something else than seconds'],
  ];
  return rules.filter(([holds]) => !holds).map(([, fault]) => `${name} ${fault}`);
}

function lintLabels({ name, samples }: Family): readonly string[] {
  const sets = new Set(samples.map(({ labels }) => Object.keys(labels).toSorted().join()));
  const names = samples.flatMap(({ labels }) => Object.keys(labels));
  return [
    ...(sets.size > 1 ? [`${name} has different labels in different samples`] : []),
    ...names.filter(each => !/^[a-z]+(_[a-z]+)*$/.test(each)).map(each => `${name} has the label ${each}`),
  ];
}

function lintBuckets({ name, type, samples }: Family): readonly string[] {
  if (type !== 'histogram') return [];
  return samples.flatMap(({ labels, value, histogram }) => {
    if (!histogram) return [`${name} has no buckets`];
    const { buckets, sum } = histogram;
    const rises = (numbers: readonly number[], by: (step: number) => boolean) =>
      numbers.every((each, index) => index === 0 || by(each - (numbers[index - 1] ?? Number.NaN)));
    const [last, counted] = buckets.at(-1) ?? [];
    const rules: readonly (readonly [boolean, string])[] = [
      [
        rises(
          buckets.map(([limit]) => limit),
          step => step > 0,
        ),
        'has limits that do not rise',
      ],
      [
        rises(
          buckets.map(([, count]) => count),
          step => step >= 0,
        ),
        'has less in a larger bucket',
      ],
      [last === Number.POSITIVE_INFINITY && counted === value, 'has a last bucket that is not all'],
      [sum >= 0 && Number.isFinite(sum) && (value > 0 || sum === 0), `has the sum ${sum}`],
    ];
    return rules.filter(([holds]) => !holds).map(([, fault]) => `${name} ${JSON.stringify(labels)} ${fault}`);
  });
}
