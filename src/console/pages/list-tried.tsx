import {
  type DryRunSummary,
  mostNamed,
  type NamedRows,
  type TriedGroup,
} from '../../lists/dry-run-summary.ts';
import type { ScannedList } from '../../lists/scan-list.ts';
import { useCodeWords } from '../parts/code-words.ts';
import { type ListRun, storeList } from '../parts/list-run.ts';
import { Marked } from '../parts/marked.tsx';
import { OwnWords } from '../parts/own-words.tsx';
import { words } from '../words/words.ts';
import { earlierWords } from './list-send-again.tsx';

/** Shows the expected outcome of a list, and imports it. */
export function Tried({
  run,
  list,
  summary,
}: {
  readonly run: ListRun;
  readonly list: ScannedList;
  readonly summary: DryRunSummary;
}) {
  const { lists: text } = words.value;
  const {
    counts,
    groups,
    overwrites,
    firstOverwriteAt = 0,
    repeated,
    columns,
    absent,
    earlier,
    crossed,
    swappedDays,
    otherDecimals,
    exchanged,
    moved,
    changed,
    totals,
  } = summary;
  const known = groups.reduce((sum, { outcome, rows }) => sum + (outcome === 'duplicate' ? rows : 0), 0);
  return (
    <>
      <FormOf list={list} />
      <h3>{text.dryRun}</h3>
      <p>
        {(['fine', 'warned', 'refused'] as const)
          .map(kind => text.counts[kind](counts[kind].rows, counts[kind].firstRow))
          .join(' ')}
      </p>
      <ul class="groups">
        {groups.map(each => (
          <GroupRow key={`${each.outcome} ${each.known} ${each.code} ${each.path}`} group={each} />
        ))}
        {overwrites > 0 && <li class="held">{text.overwrites(overwrites, firstOverwriteAt)}</li>}
        {crossed.slice(0, mostPairs).map(({ row, other }) => (
          <li key={row} class="held">
            {text.crossed(row, other)} {text.correctBefore}
          </li>
        ))}
        {swappedDays.map(({ doubtful, shownBy, ...rule }) => (
          <li key={`${rule.mapping} ${rule.path}`} class="held">
            {text.swappedDays(rule, namesOf(named(doubtful)), namesOf(named(shownBy)))}
          </li>
        ))}
        {otherDecimals.map(({ doubtful, shownBy, ...rule }) => (
          <li key={`${rule.mapping} ${rule.path} decimal`} class="held">
            {text.otherDecimals(rule, namesOf(named(doubtful)), namesOf(named(shownBy)))}
          </li>
        ))}
        {moved.slice(0, mostPairs).map(({ row, other }) => (
          <li key={`${row} ${other}`} class="held">
            {text.moved(row, other)}
          </li>
        ))}
        {changed.map(({ rows, ...column }) => (
          <li key={`${column.path} ${column.kind}`} class="held">
            {text.changed(column, namesOf(named(rows)))}
          </li>
        ))}
        {exchanged.map(({ rows, ...pair }) => (
          <li key={`${pair.mapping} ${pair.one} ${pair.other} ${pair.by}`} class="held">
            {text.exchanged(pair, namesOf(named(rows)), rows.length)}
          </li>
        ))}
        {totals.map(({ row, column, word }) => (
          <li key={row} class="held">
            {text.totals(row, column, word)}
          </li>
        ))}
        {repeated.first.slice(0, 1).map(({ row, earlier }) => (
          <li class="held">{text.repeated(repeated.rows, row, earlier)}</li>
        ))}
        {(['again', 'older', 'replaced', 'differing'] as const).map(
          kind =>
            summary[kind].rows > 0 && (
              <li key={kind} class="held">
                {text.wouldBe[kind](summary[kind].rows, namesOf(summary[kind]))}
              </li>
            ),
        )}
        {earlier.differing.length > 0 && (
          <li class="held">
            {earlierWords(earlier)} {text.earlierDiffers(earlier.differing.length)} {text.afterImport}
          </li>
        )}
        {columns.map(
          ({ column, near }) =>
            near && <li class="held">{text.nearColumn(column, near.name, near.path, near.mapping)}</li>,
        )}
        {absent.map(({ name, path, mapping }) => (
          <li key={`${name} ${mapping} ${path}`} class="held">
            {text.absentColumn(name, path, mapping)}
          </li>
        ))}
      </ul>
      {columns.length > 0 && (
        <p class="quiet">{text.unreadColumns(columns.map(({ column }) => column).join(', '))}</p>
      )}
      <p class="quiet">{text.nothingYet}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => storeList(run, list)}>
          {known === list.rows ? text.onlyKnown : text.start(list.rows - known)}
        </button>
      </div>
    </>
  );
}

const mostPairs = 8;

function named(rows: readonly number[]): NamedRows {
  return { rows: rows.length, first: rows.slice(0, mostNamed) };
}

function namesOf({ rows, first }: NamedRows): string {
  return `${first.join(', ')}${rows > first.length ? ', …' : ''}`;
}

const encodingNames: Readonly<Record<string, string>> = {
  'windows-1252': 'Windows-1252',
  macintosh: 'Macintosh',
};

/** Shows how the file was read, so that a person can check it. */
function FormOf({
  list: { rows, kind, encoding, separator, columns, isMended },
}: {
  readonly list: ScannedList;
}) {
  const { lists: text } = words.value;
  return (
    <>
      <p>
        {text.rows(rows)}, {encodingNames[encoding] ?? encoding.toUpperCase()}
        {kind === 'csv' &&
          `, ${text.separatedBy(text.separators[separator === '\t' ? 'tab' : separator] ?? separator)}`}
        {isMended && `. ${text.mended}`}
      </p>
      {columns.length > 0 && (
        <p>
          {text.columns}{' '}
          {columns.map(each => (
            <code key={each} class="cell">
              {each}
            </code>
          ))}
        </p>
      )}
    </>
  );
}

function GroupRow({ group: { outcome, code, rows, firstRow, message } }: { readonly group: TriedGroup }) {
  const { lists: text } = words.value;
  const wordsOf = useCodeWords();
  const known = code === undefined ? undefined : wordsOf(code);
  return (
    <li class={outcome}>
      <b>{text.outcomes[outcome](rows)}</b>
      {known && <> {known.title}</>}
      {message !== undefined && known?.english === undefined && (
        <p>
          {text.firstIn(firstRow)} <span lang="en">{message}</span>
        </p>
      )}
      {message !== undefined && known?.english !== undefined && (
        <>
          <p>
            {text.firstIn(firstRow)} <Marked text={known.advice} />
          </p>
          <OwnWords text={message} />
        </>
      )}
      {code !== undefined && (
        <p class="quiet">
          <code>{code}</code>
        </p>
      )}
    </li>
  );
}
