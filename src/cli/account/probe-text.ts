import type { StatusProbe } from '../../booking/catalog/probe-statuses.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';
import { lockName } from './lock-file.ts';

/** Describes a probe and its result, for people. Ends with an empty line. */
export function probeText(
  destination: string,
  probe: StatusProbe,
  out: { readonly columns?: number },
): string {
  const columns = columnsOf(out);
  const width = Math.max(...probe.tried.map(({ id }) => id.length));
  const tried = probe.tried.map(({ id, words }) => {
    const first = `  customer ${id.padEnd(width)}  `;
    return `${first}${wrap(words, columns, first.length)}`;
  });
  const intro = `Asked ${destination} to give a customer a status that cannot exist, and nothing else, so that nothing is saved:`;
  return `${[wrap(intro, columns, 0), ...tried, '', wrap(conclusion(destination, probe), columns, 0)].join('\n')}\n\n`;
}

function conclusion(destination: string, { names, tried }: StatusProbe): string {
  if (names) return `Learned, and kept in ${lockName}, so that \`fieldbridge check\` knows them.`;
  const again = `fieldbridge statuses ${destination} --probe --customer NUMBER`;
  const last = tried.at(-1);
  switch (last?.answer) {
    case 'taken':
      return `This should not be possible: look up customer ${last.id} in the calendar, whose status may have been changed. Nothing was learned.`;
    case 'refused':
      return 'Nothing was learned: the API refused the status without telling which there are.';
    case 'no-customer':
      return tried.length > 2
        ? `Nothing was learned: there is no customer ${last.id} at this location. Take the number of one that there is; nothing of that customer is changed.`
        : `Nothing was learned: the API looks for the customer first, and these numbers belong to none. \`${again}\` can, with the number of any real customer of this location; nothing of that customer is changed.`;
    default:
      return `Nothing was learned: that is neither of the two answers that tell something. \`${again}\` may, with the number of a real customer of this location; nothing of that customer is changed.`;
  }
}
