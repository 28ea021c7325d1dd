import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import type { OpenLines } from '../../history/green/open-lines.ts';
import { words } from '../words/words.ts';
import { announce, type Desk } from './desk.ts';
import { Light } from './light.tsx';
import { partTitle } from './part-title.ts';

/** Shows the lines of look-up tables that a person has to compare, and adds them as a test. */
export function OpenLinesList({
  open: { lines, confirmed },
  desk,
  fields,
}: {
  readonly open: OpenLines;
  readonly desk: Desk;
  readonly fields: readonly FieldConfiguration[];
}) {
  const { bench: text } = words.value;
  const add = () => {
    desk.text.value = confirmed;
    announce(desk, each => each.linesAdded);
  };
  return (
    <details class="more">
      <summary>
        <Light shape="warn">{text.openLines(lines.length)}</Light>
      </summary>
      <ul class="table-lines">
        <li class="explain">{text.openLinesExplain}</li>
        {lines.map(({ part, from, key, result, place }) => (
          <li key={`${part} ${key}`}>
            <button type="button" class="jump" onClick={() => desk.jump.value?.(place.line)}>
              {text.line(place.line)}
            </button>{' '}
            {partTitle(part, fields) ?? part.replace(/^additionalFields\./, '')}: <code>{key}</code> →{' '}
            <code>{result}</code>{' '}
            <span class="quiet">
              ({text.readFrom} {from})
            </span>
          </li>
        ))}
        {desk.judgedText.value === desk.text.value && (
          <li class="explain">
            <button type="button" onClick={add}>
              {text.addLines}
            </button>
          </li>
        )}
      </ul>
    </details>
  );
}
