import { parser } from '@prometheus-io/lezer-promql';

/** The parts of a query in PromQL. */
export interface Query {
  readonly selectors: readonly Selector[];
  /** The labels by which it groups or matches. */
  readonly grouped: readonly string[];
  /** The labels of its result besides those of its metrics: undefined if it has all of them. */
  readonly kept: readonly string[] | undefined;
}

/** `up{job="x"}`: a metric with conditions on its labels. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
  /** The functions and aggregations around it, the innermost first. */
  readonly within: readonly string[];
}

/**
 * Parses a query by Prometheus' own grammar. Grafana's variables for ranges count as five minutes.
 * @throws if it is not PromQL
 */
export function readQuery(text: string): Query {
  const query = text.replaceAll('$__rate_interval', '5m');
  const tree = parser.configure({ strict: true }).parse(query);
  const selectors: Selector[] = [];
  const grouped: string[] = [];
  let outermost: string[] | undefined;
  tree.iterate({
    enter({ name, node, from, to }) {
      if (name === 'VectorSelector') selectors.push(selectorOf(node, query));
      if (name === 'GroupingLabels') {
        const labels = node.getChildren('LabelName').map(each => query.slice(each.from, each.to));
        grouped.push(...labels);
        if (node.parent?.name === 'AggregateModifier') outermost ??= labels;
      }
      if (name === 'AggregateExpr' && !query.slice(from, to).match(/^\w+\s*by/)) outermost ??= [];
    },
  });
  return { selectors, grouped, kept: outermost };
}

type Node = ReturnType<typeof parser.parse>['topNode'];

function selectorOf(node: Node, query: string): Selector {
  const textOf = (each: Node | null) => (each ? query.slice(each.from, each.to) : '');
  const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map(each => ({
    label: textOf(each.getChild('LabelName')),
    operator: textOf(each.getChild('MatchOp')),
    value: JSON.parse(textOf(each.getChild('StringLiteral'))) as string,
  }));
  const within: string[] = [];
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (outer.name === 'FunctionCall') within.push(textOf(outer.getChild('FunctionIdentifier')));
    if (outer.name === 'AggregateExpr') within.push(textOf(outer.getChild('AggregateOp')));
  }
  return { metric: textOf(node.getChild('Identifier')), matchers, within };
}
