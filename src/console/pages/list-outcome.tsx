import type { Status } from '../../inbox/event.ts';
import type { ScannedList } from '../../lists/scan-list.ts';
import type { ImportView } from '../../server/api/routes/imports.ts';
import { failedFile, type ListRun } from '../parts/list-run.ts';
import { Section, StatusChip, Trouble } from '../parts/pieces.tsx';
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

/** What became of the rows of a list so far. `file`: where this page has it. */
export function Outcome({
  view: { id, source, rows, events },
  file,
}: {
  readonly view: ImportView;
  readonly file?: { readonly run: ListRun; readonly list: ScannedList };
}) {
  const { lists: text } = words.value;
  const total = Object.values(events).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const { queued = 0, failed = 0, delivered = 0, uncertain = 0, held = 0 } = events;
  const isDone = queued === 0 && (file !== undefined || total > 0);
  const elsewhere = file ? Math.max(0, rows - total) : 0;
  return (
    <Section title={text.becomes}>
      {!isDone && <Moving words={text.delivered} done={total - queued} total={file ? total : rows} />}
      {!isDone && <p class="quiet">{text.goesOn}</p>}
      {isDone && (
        <p role="status" class="lead">
          {failed + uncertain + held === 0
            ? text.allDone(delivered)
            : text.someLeft(failed + uncertain + held)}
        </p>
      )}
      {!file && total < rows && <p class="warning">{text.partly(total, rows)}</p>}
      <ul class="facts spaced">
        {order.map(status => {
          const count = events[status] ?? 0;
          return count === 0 ? null : (
            <li key={status}>
              <StatusChip status={status} />{' '}
              <a href={address(['events'], { source, status })}>{text.rows(count)}</a> {text.means[status]}
            </li>
          );
        })}
        {elsewhere > 0 && <li class="quiet">{text.elsewhere(elsewhere)}</li>}
      </ul>
      {failed > 0 && file && <Failed count={failed} id={id} {...file} />}
      {failed > 0 && !file && <p>{text.failedNeedFile}</p>}
    </Section>
  );
}

/** The failed rows as a file: mended, it is chosen on this page again. */
function Failed({
  count,
  id,
  run,
  list,
}: {
  readonly count: number;
  readonly id: string;
  readonly run: ListRun;
  readonly list: ScannedList;
}) {
  const { lists: text } = words.value;
  const task = useTask();
  const save = () =>
    task.run(async () => {
      const { name, contents } = await failedFile(run, list, id);
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
          {text.download(count)}
        </button>
      </div>
      <p class="quiet">{text.mend}</p>
      {task.error.value && <Trouble error={task.error.value} />}
      <ChooseFile source={run.source} />
    </>
  );
}
