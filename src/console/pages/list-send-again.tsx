import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ReplayPreview } from '../../inbox/event-filter.ts';
import type { EarlierRows, EventOfRow } from '../../lists/known-rows.ts';
import { post } from '../api.ts';
import { ActDialog, mayAct } from '../parts/act.tsx';
import { Check } from '../parts/check.tsx';
import { Loading, Trouble } from '../parts/pieces.tsx';
import { clockWords } from '../parts/time.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { Counted } from './bulk.tsx';

/** The number of events in a request. */
const eventsTogether = 100;
const mostNamed = 50;

/** Describes the rows that an earlier version of a mapping has sent. */
export function earlierWords({ rows, mappings, from = '', to = from }: EarlierRows): string {
  const [first, last] = [clockWords(from), clockWords(to)];
  const named = `${rows.slice(0, mostNamed).join(', ')}${rows.length > mostNamed ? ', …' : ''}`;
  const when = first === last ? first : `${first} – ${last}`;
  return words.value.lists.earlier(rows.length, named, mappings.join(', '), when);
}

/** Offers to send rows again, after the effect was shown. */
export function SendAgain({
  rows,
  explain,
  wish = 'newer values stay',
  sent,
}: {
  readonly rows: readonly EventOfRow[];
  readonly explain: string;
  /** `force`: the rows are sent with the values that newer events have set since. */
  readonly wish?: 'newer values stay' | 'force';
  /** Called with the number of rows that are planned again. */
  readonly sent: (count: number) => void;
}) {
  const { lists: text } = words.value;
  const isOpen = useSignal(false);
  if (!mayAct()) return null;
  return (
    <div class="buttons">
      <button
        type="button"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {text.sendAgain(rows.length)}
      </button>
      {isOpen.value && (
        <SendDialog
          rows={rows}
          explain={explain}
          isForced={wish === 'force'}
          done={sent}
          close={() => {
            isOpen.value = false;
          }}
        />
      )}
    </div>
  );
}

function SendDialog({
  rows,
  explain,
  isForced,
  done,
  close,
}: {
  readonly rows: readonly EventOfRow[];
  readonly explain: string;
  readonly isForced: boolean;
  readonly done: (count: number) => void;
  readonly close: () => void;
}) {
  const { lists: text, bulk } = words.value;
  const preview = useSignal<ReplayPreview | undefined>(undefined);
  const force = useSignal(isForced);
  const asking = useTask();
  useEffect(() => {
    void asking.run(async () => {
      preview.value = await previewOf(rows);
    });
  }, []);
  const found = preview.value;
  return (
    <ActDialog
      title={text.sendAgain(rows.length)}
      explain={explain}
      button={text.sendAgain(rows.length)}
      close={close}
      isReady={found !== undefined && found.events > 0}
      act={async reason => {
        let count = 0;
        for (const ids of parts(rows)) {
          const body = { ids, reason, again: true, force: force.value };
          count += (await post<{ replayed: number }>('events/replay', body)).replayed;
        }
        done(count);
      }}
    >
      {asking.error.value && <Trouble error={asking.error.value} />}
      {!found && !asking.error.value && <Loading />}
      {found && <Counted {...found} />}
      {found && found.newer > 0 && <Check label={bulk.force} value={force} />}
    </ActDialog>
  );
}

async function previewOf(rows: readonly EventOfRow[]): Promise<ReplayPreview> {
  const sum = { events: 0, newer: 0, nothingLeft: 0, otherCustomer: 0 };
  for (const ids of parts(rows)) {
    const body = { ids, again: true, preview: true };
    const { preview } = await post<{ preview: ReplayPreview }>('events/replay', body);
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += preview[key] ?? 0;
  }
  return sum;
}

function parts(rows: readonly EventOfRow[]): readonly (readonly string[])[] {
  const count = Math.ceil(rows.length / eventsTogether);
  return Array.from({ length: count }, (_, at) =>
    rows.slice(at * eventsTogether, (at + 1) * eventsTogether).map(({ id }) => id),
  );
}
