import type { Status } from '../../inbox/event.ts';
import type { LeftRows } from '../../lists/failed-rows.ts';
import type { ScannedList } from '../../lists/scan-list.ts';
import type { ImportView } from '../../server/api/routes/imports.ts';
import { useCodeWords } from '../parts/code-words.ts';
import { anyWithoutNumber, failedFile, type ListRun } from '../parts/list-run.ts';
import { Section, StatusChip, Trouble } from '../parts/pieces.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { address } from '../router.ts';
import { words } from '../words/words.ts';
import { ChooseFile } from './list-file.tsx';
import { Moving } from './list-progress.tsx';

const order: readonly Status[] = [
  'failed',
  'uncertain',
  'held',
  'queued',
  'discarded',
  'skipped',
  'delivered',
];

/** A list whose file this page has, and its rows that became no event. */
interface ListOfPage {
  readonly run: ListRun;
  readonly list: ScannedList;
  readonly left: LeftRows;
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
  const unchanged = file?.left.unchanged.length ?? 0;
  const unreadable = file?.left.unreadable.length ?? 0;
  const elsewhere = file ? Math.max(0, rows - total - unchanged - unreadable) : 0;
  const needing = failed + uncertain + held + unchanged + unreadable;
  const toCorrect = failed + unchanged + unreadable;
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
        {unchanged > 0 && <li>{text.unchanged(unchanged)}</li>}
        {unreadable > 0 && <li>{text.unreadable(unreadable)}</li>}
        {elsewhere > 0 && <li class="quiet">{text.elsewhere(elsewhere)}</li>}
      </ul>
      {warnings.events > 0 && <Warnings source={source} warnings={warnings} />}
      {toCorrect > 0 && file && <Failed label={text.download(toCorrect)} id={id} {...file} />}
      {toCorrect === 0 && isDone && file && (events.skipped ?? 0) > 0 && <WithoutNumber id={id} {...file} />}
      {failed > 0 && !file && <p>{text.failedNeedFile}</p>}
    </Section>
  );
}

/** Shows how many rows are sent with a warning, and links to their events. */
function Warnings({ source, warnings }: Pick<ImportView, 'source' | 'warnings'>) {
  const { lists: text } = words.value;
  const wordsOf = useCodeWords();
  return (
    <>
      <p class="warning">{text.warned(warnings.events)}</p>
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
function WithoutNumber({ id, ...file }: ListOfPage & { readonly id: string }) {
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
}: ListOfPage & { readonly label: string; readonly id: string }) {
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
