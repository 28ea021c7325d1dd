import { styleText } from 'node:util';
import { countedWithCommas } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { CoverageReport } from '../../history/unmapped/cover-sources.ts';
import type { Moved, SourceCoverage, Unmapped } from '../../history/unmapped/coverage-of.ts';
import type { LossKind } from '../../history/unmapped/fell-through.ts';
import { type Surroundings, wantsColor } from '../surroundings.ts';
import { table } from '../terminal/table.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';

/**
 * Formats coverage for people: for each source the unmapped and the recently changed properties, then the fields that
 * no mapping sets, and those that never had a value.
 */
export function coverageText({ sources, destinations }: CoverageReport, { out, env }: Surroundings): string {
  const color = wantsColor(out, env);
  const bold = (text: string) => (color ? styleText('bold', text, { validateStream: false }) : text);
  const { columns } = out;
  const width = columnsOf(out);
  const blocks = [
    ...sources.flatMap(source => [
      wrap(`${bold(source.source)}: ${seen(source)}`, width, 0),
      ...list('Questions that no mapping reads', 'question', source.questions, columns),
      ...list('Paths that no mapping reads', 'path', source.paths, columns),
      ...fellThrough(source, columns),
      ...neverGave(source, columns),
      ...lately(source, columns, width),
    ]),
    ...destinations.flatMap(({ destination, trouble, fields, neverSet }) => {
      const known = trouble === undefined ? '' : ` (${destination} could not be asked: ${trouble})`;
      const title = wrap(
        `${bold(destination)}: ${countedWithCommas(fields.length, 'field')} that no mapping sets${known}`,
        width,
        0,
      );
      const rows = fields.map(field => [
        field.keyName,
        field.type,
        field.valueRequired ? `${field.name} (must have a value)` : field.name,
      ]);
      return [
        rows.length === 0
          ? title
          : `${title}\n\n${table(['keyName', 'type', 'name'], rows, columns).trimEnd()}`,
        ...neverHad(destination, neverSet, columns),
      ];
    }),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function seen({ from, events, wanted, unwanted, paths, questions }: SourceCoverage): string {
  if (events === 0) return 'there are neither stored events nor samples';
  const what =
    from === 'events' ? countedWithCommas(events, 'stored event') : countedWithCommas(events, 'sample event');
  const kinds = unwanted
    .filter(({ type }) => type !== '')
    .map(({ type, events: count }) => `${escapeText(type)} ${count}`);
  const named = kinds.length === 0 ? '' : ` (${kinds.slice(0, 5).join(', ')})`;
  const rest = events - wanted;
  const left = rest === 0 ? '' : `, ${rest.toLocaleString('en')} of them wanted by no mapping${named}`;
  const isAll = wanted > 0 && paths.length + questions.length === 0;
  const them = rest === 0 ? 'them' : 'the others';
  const all = isAll ? `; everything in ${them} is mapped` : '';
  return `${what}${left}${all}`;
}

function list(
  title: string,
  heading: string,
  all: readonly Unmapped[],
  columns: number | undefined,
): readonly string[] {
  if (all.length === 0) return [];
  const rows = all.map(({ path, times, events }) => [
    events.toLocaleString('en'),
    times === events ? '' : times.toLocaleString('en'),
    path,
  ]);
  return [`${title}\n\n${table(['events', 'times', heading], rows, columns).trimEnd()}`];
}

const lossWords: Readonly<Record<LossKind, string>> = {
  otherwise: 'not in the table, nothing sent (otherwise: null)',
  'not-in-table': 'not in the table',
  dropped: 'bad value left out',
  'dropped-element': 'bad elements of a list left out',
  cleared: 'bad value, deleted at the destination',
  missing: 'not in the event',
  empty: 'empty in the event',
};

function fellThrough({ fellThrough: all }: SourceCoverage, columns: number | undefined): readonly string[] {
  if (all.length === 0) return [];
  const rows = all.map(({ mapping, rule, kind, times, events, of, shapes }) => [
    `${events.toLocaleString('en')} of ${of.toLocaleString('en')}`,
    times === events ? '' : times.toLocaleString('en'),
    `${mapping}: ${rule}`,
    lossWords[kind],
    shapes
      .map(({ shape, times: often }) => `${escapeText(shape)} (${often.toLocaleString('en')})`)
      .join(', '),
  ]);
  const heads = ['events', 'times', 'rule', 'what happened', 'how the values look'];
  return [`Values that fell through\n\n${table(heads, rows, columns).trimEnd()}`];
}

function neverGave({ neverGave: all }: SourceCoverage, columns: number | undefined): readonly string[] {
  if (all.length === 0) return [];
  const rows = all.map(({ mapping, rule, of }) => [of.toLocaleString('en'), `${mapping}: ${rule}`]);
  return [`Rules that never gave a value\n\n${table(['events', 'rule'], rows, columns).trimEnd()}`];
}

function neverHad(
  destination: string,
  all: CoverageReport['destinations'][number]['neverSet'],
  columns: number | undefined,
): readonly string[] {
  if (all.length === 0) return [];
  const rows = all.map(({ keyName, name, events }) => [events.toLocaleString('en'), keyName, name]);
  const title = `Fields of ${destination} that have rules and never had a value`;
  return [`${title}\n\n${table(['events', 'keyName', 'name'], rows, columns).trimEnd()}`];
}

function lately(
  { lately: moved }: SourceCoverage,
  columns: number | undefined,
  width: number,
): readonly string[] {
  if (!moved || moved.appeared.length + moved.vanished.length === 0) return [];
  const { newest, before, appeared, vanished } = moved;
  const row = (what: string, of: number) => (each: Moved) => [
    what,
    `in ${each.events.toLocaleString('en')} of ${of.toLocaleString('en')}`,
    each.isRead ? `${each.path} (a mapping reads it)` : each.path,
  ];
  const rows = [...vanished.map(row('vanished', before)), ...appeared.map(row('appeared', newest))];
  const title = wrap(
    `Lately: the newest ${newest.toLocaleString('en')} against the ${before.toLocaleString('en')} before`,
    width,
    0,
  );
  return [`${title}\n\n${table(['', 'events', 'path'], rows, columns).trimEnd()}`];
}
