import { useSignal } from '@preact/signals';
import type { Status } from '../../inbox/event.ts';
import type { LeftRows, TakenRows } from '../../lists/failed-rows.ts';
import { type JudgedRows, noKnownRows, presentWarnings } from '../../lists/known-rows.ts';
import type { ScannedList } from '../../lists/scan-list.ts';
import type { ImportView } from '../../server/api/routes/imports.ts';
import { useCodeWords } from '../parts/code-words.ts';
import { anyWithoutNumber, crossedRowsOf, failedFile, knownRows, type ListRun } from '../parts/list-run.ts';
import { Section, StatusChip, Trouble } from '../parts/pieces.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { address } from '../router.ts';
import { words } from '../words/words.ts';
import { ChooseFile } from './list-file.tsx';
import { Moving } from './list-progress.tsx';
import { earlierWords, SendAgain } from './list-send-again.tsx';

const order: readonly Status[] = [
  'failed',
  'uncertain',
  'held',
  'queued',
  'discarded',
  'skipped',
  'delivered',
];

/** A list whose file this page has, and the response to its rows. */
interface ListOfPage {
  readonly run: ListRun;
  readonly list: ScannedList;
  readonly taken: TakenRows;
}

/** Shows the current results of the rows of a list. `file`: the list, if this page has its file. */
export function Outcome({
  view: { id, source, rows, events, warnings },
  file,
}: {
  readonly view: ImportView;
  readonly file?: ListOfPage;
}) {
  const { lists: text } = words.value;
  const total = Object.values(events).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const { queued = 0, failed = 0, delivered = 0, uncertain = 0, held = 0 } = events;
  const isDone = queued === 0 && (file !== undefined || total > 0);
  const skipped = events.skipped ?? 0;
  const sentAgain = useSignal(0);
  const judged = useResource(
    `imports/${id}/known/${isDone}/${sentAgain.value}/${skipped}`,
    async () => (isDone ? knownRows(id, file?.taken.known ?? [], skipped) : noKnownRows),
    'once',
  );
  const known = judged.value.value ?? noKnownRows;
  const left = { failed: known.failed, unreadable: file?.taken.unreadable ?? [] };
  const toCorrect = failed + left.failed.length + left.unreadable.length;
  const needing = toCorrect + uncertain + held + needingKnown(known);
  return (
    <Section title={text.becomes}>
      {!isDone && <Moving words={text.delivered} done={total - queued} total={file ? total : rows} />}
      {!isDone && <p class="quiet">{text.goesOn}</p>}
      {isDone && (
        <p role="status" class="lead">
          {needing === 0 ? text.allDone(delivered) : text.someLeft(needing)}
        </p>
      )}
      {!file && total < rows && <p class="warning">{text.partly(total, rows)}</p>}
      <ul class="facts spaced">
        {order.map(status => {
          const count = events[status] ?? 0;
          return count === 0 ? null : (
            <li key={status}>
              <StatusChip status={status} />{' '}
              <a href={address(['events'], { source, status })}>{text.rows(count)}</a>{' '}
              {text.means[status](count)}
            </li>
          );
        })}
        {left.unreadable.length > 0 && <li>{text.unreadable(left.unreadable.length)}</li>}
      </ul>
      <Known
        known={known}
        again={file?.taken.again ?? []}
        sent={count => {
          sentAgain.value += count;
        }}
      />
      {sentAgain.value > 0 && <p role="status">{text.sentAgain(sentAgain.value)}</p>}
      {isDone && <Crossed id={id} />}
      <Warnings
        source={source}
        warnings={presentWarnings(warnings, known)}
        isPast={file !== undefined && file.taken.taken + file.taken.again.length === 0}
      />
      {toCorrect > 0 && file && <Failed label={text.download(toCorrect)} id={id} left={left} {...file} />}
      {toCorrect === 0 && isDone && file && (events.skipped ?? 0) > 0 && (
        <WithoutNumber id={id} left={left} {...file} />
      )}
      {failed > 0 && !file && <p>{text.failedNeedFile}</p>}
    </Section>
  );
}

/** Returns the number of known rows that need a person. */
function needingKnown({ byStatus, differing }: JudgedRows): number {
  const statuses = ['uncertain', 'held', 'gone'].flatMap(status => byStatus[status] ?? []);
  return statuses.length + differing.length;
}

/** Names the delivered rows that have each other's customer number. */
function Crossed({ id }: { readonly id: string }) {
  const { lists: text } = words.value;
  const { value } = useResource(`imports/${id}/names`, abort => crossedRowsOf(id, abort), 'once');
  const crossed = value.value ?? [];
  return (
    <>
      {crossed.slice(0, mostLinks).map(({ row, other }) => (
        <p key={row} class="warning">
          {text.crossed(row, other)} {text.lookUpBoth}
        </p>
      ))}
    </>
  );
}

/** Shows the rows whose events are known, with their numbers, and links to the events that need a person. */
function Known({
  known,
  again,
  sent,
}: {
  readonly known: JudgedRows;
  readonly again: readonly number[];
  /** Called with the number of rows that are planned again. */
  readonly sent: (count: number) => void;
}) {
  const { lists: text } = words.value;
  const { byStatus, replaced, superseded, differing, earlier } = known;
  const toForce = [
    [superseded, text.superseded(superseded.length)],
    [replaced, text.replaced(replaced.length)],
  ] as const;
  return (
    <>
      {again.length > 0 && <p class="quiet">{text.again(again.length, rowNumbers(again))}</p>}
      {Object.entries(text.known).map(([status, said]) => {
        const rows = byStatus[status] ?? [];
        return rows.length === 0 ? null : (
          <p key={status} class="quiet">
            {said(rows.length, rowNumbers(rows))}
          </p>
        );
      })}
      {toForce.map(
        ([rows, said]) =>
          rows.length > 0 && (
            <div key={said}>
              <ToOpen said={said} rows={rows} />
              <SendAgain rows={rows} explain={text.sendAgainAll} wish="force" sent={sent} />
            </div>
          ),
      )}
      {earlier.differing.length > 0 && (
        <>
          <p class="warning">
            {earlierWords(earlier)} {text.earlierDiffers(earlier.differing.length)}
          </p>
          <SendAgain rows={earlier.differing} explain={text.sendAgainExplain} sent={sent} />
        </>
      )}
      {differing.length > 0 && <ToOpen said={text.differing(differing.length)} rows={differing} />}
    </>
  );
}

/** Shows a sentence about rows, and links to the events of the first ones. */
function ToOpen({ said, rows }: { readonly said: string; readonly rows: JudgedRows['replaced'] }) {
  const { lists: text } = words.value;
  return (
    <>
      <p class="warning">{said}</p>
      <ul class="groups">
        {rows.slice(0, mostLinks).map(({ row, id }) => (
          <li key={row} class="held">
            <a href={address(['events', id])}>{text.row(row)}</a>
          </li>
        ))}
        {rows.length > mostLinks && <li class="held">{text.moreRows(rows.length - mostLinks)}</li>}
      </ul>
    </>
  );
}

/** The number of rows that are named. */
const mostLinks = 50;

function rowNumbers(rows: readonly number[]): string {
  return `${rows.slice(0, mostLinks).join(', ')}${rows.length > mostLinks ? ', …' : ''}`;
}

/** Shows how many rows are sent with a warning, and links to their events. */
function Warnings({
  source,
  warnings,
  isPast,
}: Pick<ImportView, 'source' | 'warnings'> & { readonly isPast: boolean }) {
  const { lists: text } = words.value;
  const wordsOf = useCodeWords();
  if (warnings.events === 0) return null;
  return (
    <>
      <p class="warning">{isPast ? text.warnedThen(warnings.events) : text.warned(warnings.events)}</p>
      <ul class="groups">
        {warnings.codes.map(({ code, events }) => (
          <li key={code} class="held">
            <a href={address(['events'], { source, code })}>{text.rows(events)}</a>{' '}
            {wordsOf(code)?.title ?? code}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Offers a file of the rows that were skipped because no customer number is known; nothing if there are none. */
function WithoutNumber({ id, ...file }: ListOfPage & { readonly id: string; readonly left: LeftRows }) {
  const { value } = useResource(`imports/${id}/without-number`, abort => anyWithoutNumber(id, abort), 'once');
  return value.value ? <Failed label={words.value.lists.downloadSkipped} id={id} {...file} /> : null;
}

/** Offers the failed rows as a file, which a person can correct and import again. */
function Failed({
  label,
  id,
  run,
  list,
  left,
}: ListOfPage & { readonly label: string; readonly id: string; readonly left: LeftRows }) {
  const { lists: text } = words.value;
  const task = useTask();
  const save = () =>
    task.run(async () => {
      const { name, contents } = await failedFile(run, list, id, left);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(contents);
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  return (
    <>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void save()}>
          {label}
        </button>
      </div>
      <p class="quiet">{text.mend}</p>
      {task.error.value && <Trouble error={task.error.value} />}
      <ChooseFile source={run.source} />
    </>
  );
}
