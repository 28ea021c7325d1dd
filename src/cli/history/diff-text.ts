import { styleText } from 'node:util';
import { codes } from '../../diagnostics/codes.ts';
import { countedWithCommas } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { DifferenceGroup, DiffReport, ValueDetail } from '../../history/diff/diff-events.ts';
import type { DifferenceKind } from '../../history/diff/differences-between.ts';
import { type Surroundings, wantsColor } from '../surroundings.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

/** Describes the differences for people: by mapping, the most important ones first, and the totals last. */
export function diffText(report: DiffReport, { out, env }: Surroundings, detail: ValueDetail): string {
  const color = wantsColor(out, env);
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
  const columns = columnsOf(out);
  const byMapping = Map.groupBy(report.groups, ({ mapping }) => mapping);
  const blocks = [...byMapping].map(([mapping, groups]) =>
    [paint('bold', mapping), ...groups.flatMap(group => lines(group, paint, columns))].join('\n'),
  );
  const texts = [...blocks, summary(report, detail, columns)];
  return `${texts.join('\n\n')}\n`;
}

const words: Record<DifferenceKind, (path: string) => string> = {
  fails: () => 'would fail now',
  held: () => 'would be held now, with the whole mapping',
  'gone-call': () => 'does not apply any more: no call is made',
  'new-call': () => 'applies now: a call is made where there was none',
  operation: () => 'another operation is called',
  destination: () => 'goes to another destination',
  waits: () => 'would wait for its link now',
  skipped: () => 'would be skipped now',
  link: () => 'link: another one',
  removed: path => `${path}: is not sent any more`,
  cleared: path => `${path}: is cleared now`,
  changed: path => `${path}: another value`,
  added: path => `${path}: is sent now, and was not`,
  sent: () => 'would be sent now, and was not',
};

const styles: Partial<Record<DifferenceKind, Style>> = {
  fails: 'red',
  held: 'red',
  'gone-call': 'red',
  removed: 'red',
  cleared: 'red',
  'new-call': 'green',
  added: 'green',
  sent: 'green',
};

function lines(group: DifferenceGroup, paint: Paint, columns: number): readonly string[] {
  const what = escapeText(words[group.kind](group.path ?? ''));
  const head = `  ${paint(styles[group.kind] ?? 'yellow', what)}: ${countedWithCommas(group.events, 'event')}`;
  const { why } = group;
  const about = why?.path === undefined ? '' : ` (${escapeText(why.path)})`;
  const reason = why ? [`${escapeText(why.message ?? codes[why.code].title)}${about} [${why.code}]`] : [];
  const examples = group.examples.map(({ was, now, events }) => {
    const change = [was === undefined ? '' : `was ${was}`, now === undefined ? '' : `now ${now}`];
    const times = group.events === 1 ? '' : ` (${countedWithCommas(events, 'event')})`;
    return `${escapeText(change.filter(Boolean).join(', '))}${times}`;
  });
  const ids = paint('gray', wrap(group.first.join(' '), columns, 6));
  return [head, ...[...reason, ...examples].map(text => `      ${wrap(text, columns, 8)}`), `      ${ids}`];
}

function summary(
  { events, changed, left, waiting, groups }: DiffReport,
  detail: ValueDetail,
  columns: number,
): string {
  if (events + left === 0) return 'there are no stored events to compare with';
  const waits =
    waiting === 0
      ? ''
      : `; ${countedWithCommas(waiting, 'event')} wait for links, so their calls are not known and not compared`;
  const rest = `${waits}${left === 0 ? '' : `; ${left} not compared, since they were not planned before`}`;
  if (changed === 0)
    return wrap(`${countedWithCommas(events, 'event')} planned again: nothing changes${rest}`, columns, 0);
  const hint = `\`fieldbridge ${commandForOne(groups)}\` shows one of them whole`;
  const hasShapes = detail === 'shapes' && groups.some(({ examples }) => examples.some(isShape));
  return [
    wrap(
      `${countedWithCommas(changed, 'event')} of ${events.toLocaleString('en')} would come to something else${rest}`,
      columns,
      0,
    ),
    ...(hasShapes
      ? [
          wrap(
            '9 stands for any digit, a and A for any letter; --values shows what the events say',
            columns,
            0,
          ),
        ]
      : []),
    wrap(hint, columns, 0),
  ].join('\n');
}

/** A preview needs the mapping, which may have been removed if no call is made any more. */
function commandForOne(groups: readonly DifferenceGroup[]): string {
  const planned = groups.find(({ kind }) => kind !== 'gone-call');
  return planned
    ? `preview ${planned.mapping} ${planned.first[0]}`
    : `events show ${groups.flatMap(({ first }) => first)[0]}`;
}

function isShape({ was, now }: { readonly was?: string; readonly now?: string }): boolean {
  return [was, now].some(text => text !== undefined && !text.startsWith('"'));
}
