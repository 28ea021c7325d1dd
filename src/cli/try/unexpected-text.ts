import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { findField } from '../../check/call/field-key.ts';
import { fieldPath, ruleName } from '../../check/rule-reading.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { UnexpectedValue } from '../../history/trials/unexpected-values.ts';
import { readWords } from '../../mapping/explain/read-words.ts';
import type { Surroundings } from '../surroundings.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';

/** The number of values of a mapping that are listed; the others are counted. */
const mostListed = 60;

/**
 * Lists the values that no test expects, each beside what it is read from, so that a person can compare the two. Empty
 * without any. `catalogOf` returns the catalog of a mapping's destination.
 */
export function unexpectedText(
  all: readonly UnexpectedValue[],
  catalogOf: (mapping: string) => CatalogSnapshot | null,
  { out }: Pick<Surroundings, 'out'>,
): string {
  const ofEvents = all.filter(({ line }) => line === undefined);
  if (ofEvents.length === 0) return '';
  const columns = columnsOf(out);
  const blocks = [...Map.groupBy(ofEvents, ({ mapping }) => mapping)].flatMap(([mapping, values]) => {
    const rows = values.slice(0, mostListed).map(each => rowOf(each, catalogOf(mapping)));
    const name = Math.max(...rows.map(each => each.name.length));
    const given = Math.max(...rows.map(each => each.given.length));
    const more = values.length - rows.length;
    const hidden = values.find(each => each.text === undefined && !each.isNotSent)?.event;
    return [
      mapping,
      ...rows.map(each =>
        [`  ${each.name.padEnd(name)}`, each.given.padEnd(given), `from ${each.from}`]
          .filter(text => text !== '')
          .join('  '),
      ),
      ...(more > 0 ? [`  and ${more} more`] : []),
      ...(hidden === undefined
        ? []
        : [`  ${wrap(`to see the values: \`fieldbridge preview ${mapping} ${hidden}\``, columns, 4)}`]),
      `  ${wrap(`if they are right: ${adviceFor(mapping, values)}`, columns, 4)}`,
    ];
  });
  const head = 'No test expects these values yet. Compare each one with what it is read from:';
  return `${[wrap(head, columns, 0), ...blocks].join('\n')}\n`;
}

/** Returns the command by which a test expects the values of a mapping. */
function adviceFor(mapping: string, values: readonly UnexpectedValue[]): string {
  const stored = values.every(({ event }) => event !== undefined) ? values[0]?.event : undefined;
  return stored === undefined
    ? `\`fieldbridge test ${mapping} --update\``
    : `\`fieldbridge capture ${stored} --into ${mapping}\``;
}

interface Row {
  readonly name: string;
  readonly given: string;
  readonly from: string;
}

function rowOf({ part, reads, text, isNotSent }: UnexpectedValue, catalog: CatalogSnapshot | null): Row {
  const field = part.startsWith(fieldPath) && catalog ? findField(ruleName(part), catalog) : undefined;
  return {
    name: escapeText(field ? `${ruleName(part)} (${field.name})` : ruleName(part)),
    given: isNotSent ? 'not sent' : text === undefined ? '' : escapeText(JSON.stringify(text)),
    from: escapeText(reads.map(each => readWords(each, text)).join(', ')),
  };
}
