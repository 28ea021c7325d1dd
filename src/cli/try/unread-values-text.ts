import { escapeText } from '../../diagnostics/visible-text.ts';
import type { UnreadValue } from '../../history/unmapped/unread-values.ts';
import type { Surroundings } from '../surroundings.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';

/** The number of values of a mapping that are listed; the others are counted. */
const mostListed = 30;

/**
 * Lists the values of events that no rule reads and no sample has, with an event that shows each, so that a person can decide whether
 * one of them matters. Empty without any.
 */
export function unreadValuesText(all: readonly UnreadValue[], { out }: Pick<Surroundings, 'out'>): string {
  if (all.length === 0) return '';
  const columns = columnsOf(out);
  const blocks = [...Map.groupBy(all, ({ mapping }) => mapping)].flatMap(([mapping, values]) => {
    const rows = values.slice(0, mostListed);
    const path = Math.max(...rows.map(each => escapeText(each.path).length));
    const more = values.length - rows.length;
    const event = rows.find(each => each.event !== undefined)?.event;
    const cures = [
      ...(event === undefined ? [] : [`to see one: \`fieldbridge events show ${event}\``]),
      `if one matters, add a rule or a condition that reads it; if none does: \`fieldbridge capture ${event ?? 'EVENT'} --into ${mapping}\``,
    ];
    return [
      mapping,
      ...rows.map(each => `  ${escapeText(each.path).padEnd(path)}  ${wordsOf(each)}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
      ...cures.map(each => `  ${wrap(each, columns, 4)}`),
    ];
  });
  const head = 'No rule reads these values, and no test of the mapping has them:';
  return `${[wrap(head, columns, 0), ...blocks].join('\n')}\n`;
}

function wordsOf(value: UnreadValue): string {
  const { events, event } = value;
  const where =
    event === undefined ? '' : events === 1 ? `, in ${event}` : `, in ${events} events, as in ${event}`;
  return unlikeWords(value) + where;
}

/** Describes the difference of such a value from the samples. */
export function unlikeWords({ change, to = '' }: Pick<UnreadValue, 'change' | 'to'>): string {
  if (change === 'new') return 'new';
  if (change === 'word') return 'another word than in each test';
  return change === 'no'
    ? 'no, and in each test yes'
    : `not equal to ${escapeText(to)}, as it is in each test`;
}
