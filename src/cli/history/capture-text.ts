import { styleText } from 'node:util';
import { countedWithCommas } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { Captured } from '../../history/capture/capture-event.ts';
import { type Surroundings, wantsColor } from '../surroundings.ts';
import { table } from '../terminal/table.ts';
import { columnsOf, cut, wrap } from '../terminal/wrap.ts';

/** Describes the result for people: the files, the test, and every kept text, for a person to review. */
export function captureText(
  { test, kept, replaced, lost, wanted }: Captured,
  { mapping, file, surroundings }: { mapping: string; file: string | undefined; surroundings: Surroundings },
): string {
  const { out, env } = surroundings;
  const columns = columnsOf(out);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    wantsColor(out, env) ? styleText(style, text, { validateStream: false }) : text;
  const calls =
    test.expect.length === 0
      ? `no call is expected${wanted ? '' : ', since the mapping does not want such an event'}`
      : `${countedWithCommas(test.expect.length, 'call')} expected`;
  const where = file === undefined ? 'its payload stands there too' : `its payload is ${file}`;
  const keptText =
    kept.length === 0
      ? 'No text was kept.'
      : `Kept as it was; look whether anything of it is personal:\n\n${table(['where', 'why', 'texts'], keptRows(kept), out.columns).trimEnd()}`;
  const lostText =
    lost.length === 0
      ? []
      : [paint('yellow', wrap(`not as for the true values: ${lost.map(escapeText).join(', ')}`, columns, 0))];
  return `${[
    wrap(`${paint('bold', escapeText(test.name))}: added to the tests of ${mapping}; ${where}`, columns, 0),
    wrap(`${countedWithCommas(replaced, 'value')} replaced by invented ones; ${calls}`, columns, 0),
    ...lostText,
    '',
    keptText,
    '',
    wrap('`fieldbridge test` runs it', columns, 0),
  ].join('\n')}\n`;
}

/** Texts that were kept for the same reason at the same place are grouped. */
function keptRows(kept: Captured['kept']): string[][] {
  const together = Map.groupBy(kept, ({ path, why }) => `${path}\n${why}`);
  return [...together.values()].map(each => [
    cut(each[0]?.path ?? '', 40),
    each[0]?.why ?? '',
    [...new Set(each.map(({ text }) => cut(text, 30)))].join(', '),
  ]);
}
