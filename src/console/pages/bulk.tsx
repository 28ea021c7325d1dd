import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DiscardPreview, ReplayPreview } from '../../inbox/event-filter.ts';
import { post } from '../api.ts';
import { ActDialog, mayAct } from '../parts/act.tsx';
import { Check } from '../parts/check.tsx';
import { Loading, Trouble } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';
import type { Words } from '../words/en.ts';
import { words } from '../words/words.ts';

/** The maximum count in a preview, which keeps the wait short. */
const mostCounted = 1_000;

/** The result of an action on all events, in the language of the page. */
type Said = (text: Words['bulk']) => string;

/** Replays or discards all events that match a filter. Events that arrived after `newestAt` are left out. */
export function Bulk({
  filter,
  newestAt,
  done,
}: {
  readonly filter: Readonly<Record<string, string>>;
  readonly newestAt: string;
  readonly done: () => void;
}) {
  const doing = useSignal<'replay' | 'discard' | undefined>(undefined);
  const outcome = useSignal<Said | undefined>(undefined);
  const { bulk: text } = words.value;
  if (!mayAct()) return null;
  const given = {
    filter: { ...filter, until: filter.until ?? after(newestAt) },
    done(said: Said) {
      outcome.value = said;
      done();
    },
    close() {
      doing.value = undefined;
    },
  };
  return (
    <div class="buttons bulk">
      <span class="quiet">{text.all}</span>
      <button
        type="button"
        onClick={() => {
          doing.value = 'replay';
        }}
      >
        {text.replay}
      </button>
      <button
        type="button"
        onClick={() => {
          doing.value = 'discard';
        }}
      >
        {text.discard}
      </button>
      <span role="status">{outcome.value?.(text)}</span>
      {doing.value === 'replay' && <ReplayAll {...given} />}
      {doing.value === 'discard' && <DiscardAll {...given} />}
    </div>
  );
}

interface Given {
  readonly filter: Readonly<Record<string, string>>;
  readonly done: (outcome: Said) => void;
  readonly close: () => void;
}

/** Returns a time 1 ms later: the filter takes events that were stored before it. */
function after(iso: string): string {
  return new Date(Date.parse(iso) + 1).toISOString();
}

function ReplayAll({ filter, done, close }: Given) {
  const { bulk: text } = words.value;
  const again = useSignal(false);
  const force = useSignal(false);
  const preview = useSignal<ReplayPreview | undefined>(undefined);
  const asking = useTask();
  useEffect(() => {
    preview.value = undefined;
    const body = { ...filter, preview: true, limit: mostCounted, again: again.value };
    void asking.run(async () => {
      preview.value = (await post<{ preview: ReplayPreview }>('events/replay', body)).preview;
    });
  }, [again.value]);
  const found = preview.value;
  return (
    <ActDialog
      title={text.replay}
      explain={text.replayExplain}
      button={text.replay}
      close={close}
      isReady={found !== undefined && found.events > 0}
      act={async reason => {
        const body = { ...filter, reason, again: again.value, force: force.value };
        const { replayed } = await post<{ replayed: number }>('events/replay', body);
        done(each => each.replayed(replayed));
      }}
    >
      {asking.error.value && <Trouble error={asking.error.value} />}
      {!found && !asking.error.value && <Loading />}
      {found && <Counted {...found} />}
      <Check label={text.again} value={again} />
      {found && found.newer > 0 && <Check label={text.force} value={force} />}
    </ActDialog>
  );
}

/** Shows the expected effect of a replay of several events. */
export function Counted({ events, newer, nothingLeft = 0, otherCustomer = 0, more }: ReplayPreview) {
  const { bulk: text } = words.value;
  return (
    <ul class="facts">
      <li>
        <b>{text.match(events, more === true)}</b>
      </li>
      <li>{text.something(events - nothingLeft, more === true)}</li>
      {nothingLeft > 0 && <li class="quiet">{text.nothingLeft(nothingLeft)}</li>}
      {newer > 0 && <li class="warning">{text.newer(newer)}</li>}
      {otherCustomer > 0 && <li class="warning">{text.otherCustomer(otherCustomer)}</li>}
    </ul>
  );
}

function DiscardAll({ filter, done, close }: Given) {
  const { bulk: text } = words.value;
  const preview = useSignal<DiscardPreview | undefined>(undefined);
  const asking = useTask();
  useEffect(() => {
    const body = { ...filter, preview: true, limit: mostCounted };
    void asking.run(async () => {
      preview.value = (await post<{ preview: DiscardPreview }>('events/discard', body)).preview;
    });
  }, []);
  const found = preview.value;
  const stay = found ? found.events - found.discards - (found.uncertain ?? 0) : 0;
  return (
    <ActDialog
      title={text.discard}
      explain={text.discardExplain}
      button={text.discard}
      close={close}
      needsReason
      isReady={found !== undefined && found.discards > 0}
      act={async reason => {
        const { discarded } = await post<{ discarded: number }>('events/discard', { ...filter, reason });
        done(each => each.discarded(discarded));
      }}
    >
      {asking.error.value && <Trouble error={asking.error.value} />}
      {!found && !asking.error.value && <Loading />}
      {found && (
        <ul class="facts">
          <li>
            <b>{text.match(found.events, found.more === true)}</b>
          </li>
          <li>{text.discards(found.discards, found.more === true)}</li>
          {stay > 0 && <li class="quiet">{text.stay(stay)}</li>}
          {found.uncertain !== undefined && <li class="warning">{text.uncertain(found.uncertain)}</li>}
        </ul>
      )}
    </ActDialog>
  );
}
