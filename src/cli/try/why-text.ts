import { escapeText } from '../../diagnostics/visible-text.ts';
import { shownElements } from '../../expressions/convert/scalar-text.ts';
import type {
  ConditionTrace,
  MappingTrace,
  PartOutcome,
  PartTrace,
  TraceStep,
} from '../../mapping/explain/trace.ts';
import { ownerWords } from '../../mapping/rule-defaults.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Paint } from '../terminal/paint.ts';
import { shortPath } from '../workspace.ts';
import { broken, type ExplainedRow, layRows, type Styled, widthOf } from './why-layout.ts';

/** The layout of explanations. */
export interface WhyLayout {
  readonly columns: number;
  readonly paint: Paint;
  readonly surroundings: Surroundings;
}

/** Describes the origin of every value of a mapping, part by part in the order of its file. */
export function whyText(trace: MappingTrace, layout: WhyLayout): string {
  return trace.parts.map(part => partText(part, layout)).join('\n\n');
}

const marks: Record<PartOutcome['kind'], readonly [string, Styled['style']]> = {
  used: ['✓', 'green'],
  cleared: ['✓', 'yellow'],
  'left-out': ['-', 'yellow'],
  wrong: ['✗', 'red'],
  waits: ['…', 'yellow'],
};

function partText(part: PartTrace, layout: WhyLayout): string {
  const rows = part.condition
    ? conditionRows(part.condition, part.outcome)
    : part.steps.map(step => stepRow(step, part.outcome));
  return [
    ...titleLines(part, layout),
    ...layRows(rows, 2, layout.columns, layout.paint),
    ...outcomeLines(part, layout),
  ].join('\n');
}

function titleLines({ part, place, outcome }: PartTrace, layout: WhyLayout): string[] {
  const { columns, paint, surroundings } = layout;
  const [mark, style] = marks[outcome.kind];
  const name = escapeText(part);
  const where = `${escapeText(shortPath(place.file, surroundings))}:${place.line}`;
  const title = `${paint(style, mark)} ${paint('bold', name)}`;
  const gap = columns - 2 - widthOf(name) - widthOf(where);
  if (gap >= 2) return [title + ' '.repeat(gap) + paint('dim', where)];
  return [title, `  ${paint('dim', where)}`];
}

const stateStyles = { value: 'green', missing: 'yellow', empty: 'yellow', wrong: 'red' } as const;

/** A reason that the outcome also contains is shown only there. */
function stepRow(trace: TraceStep, { why = '' }: PartOutcome): ExplainedRow {
  const { step, what, state, output, words, note, nearest, defaults = [] } = trace;
  const notes = [
    ...(note === undefined || why.includes(note) ? [] : [note]),
    ...defaults.map(each => `${each.key}: ${each.value} is from the ${ownerWords(each)}`),
    ...(nearest === undefined ? [] : [`the nearest path is ${nearest}`]),
  ].join('; ');
  return {
    label: { text: step, style: 'cyan' },
    what: escapeText(what),
    result: { text: escapeText(words ?? resultWords(state, output)), style: stateStyles[state] },
    notes: notes === '' ? [] : [{ text: escapeText(notes), style: 'yellow' }],
  };
}

function resultWords(state: TraceStep['state'], output: unknown): string {
  if (state === 'missing') return 'nothing there';
  if (state === 'empty') return emptyWords(output);
  return state === 'wrong' && output === undefined ? 'cannot be done' : shownElements(output);
}

function emptyWords(output: unknown): string {
  if (!Array.isArray(output)) return `${shownElements(output)}, which is empty`;
  return output.length === 0 ? 'an empty list' : `a list of ${output.length}, all of them empty`;
}

/** Shows each comparison, with its two sides indented below it. */
function conditionRows(whole: ConditionTrace, { why }: PartOutcome): ExplainedRow[] {
  const rows: ExplainedRow[] = [];
  const add = (each: ConditionTrace, depth: number, kind: 'condition' | 'side'): void => {
    const indent = '  '.repeat(depth);
    rows.push({
      label: { text: '', style: 'dim' },
      what: indent + escapeText(each.source.replace(/\s+/g, ' ')),
      result: kind === 'condition' ? truthOf(each) : sideOf(each),
      notes:
        each.note === undefined || each.note === why
          ? []
          : [{ text: indent + escapeText(each.note), style: 'yellow' }],
    });
    for (const part of each.parts) add(part, depth + 1, isLogical(each.operator) ? 'condition' : 'side');
  };
  add(whole, 0, 'condition');
  return rows;
}

function isLogical(operator: string | undefined): boolean {
  return operator === 'and' || operator === 'or' || operator === 'not';
}

function truthOf({ holds, failed }: ConditionTrace): Styled {
  if (failed) return { text: 'cannot be done', style: 'red' };
  return { text: holds ? 'true' : 'false', style: holds ? 'green' : 'red' };
}

/** A literal needs no further explanation. */
function sideOf({ value, isLiteral }: ConditionTrace): Styled {
  if (isLiteral) return { text: '', style: 'dim' };
  return value === undefined
    ? { text: 'nothing there', style: 'yellow' }
    : { text: escapeText(shownElements(value)), style: 'cyan' };
}

const outcomeWords = {
  used: '',
  cleared: 'deleted: ',
  'left-out': 'not sent: ',
  wrong: 'wrong: ',
  waits: 'waits: ',
};

function outcomeLines({ part, outcome }: PartTrace, { columns, paint }: WhyLayout): string[] {
  const { kind, why, advice } = outcome;
  const [, style] = marks[kind];
  const word = part === 'when' || part === 'link' ? '' : outcomeWords[kind];
  const lines = (text: string) =>
    broken(escapeText(text), columns - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`);
  return [
    ...(why === undefined ? [] : lines(word + why).map(line => paint(style, line))),
    ...(advice === undefined ? [] : lines(`what to do: ${advice}`)),
  ];
}
