import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { NewerValue } from '../../deliver/drop-superseded.ts';
import type { ReplayPreview } from '../../inbox/event-filter.ts';
import type { MappingTrace } from '../../mapping/explain/trace.ts';
import type { CorrectionEffect } from '../../server/api/replay-effect.ts';
import type { ShownEvent } from '../../server/api/routes/events-read.ts';
import type { CorrectionPreview } from '../../server/api/routes/preview.ts';
import { post } from '../api.ts';
import { ActDialog } from '../parts/act.tsx';
import { Check } from '../parts/check.tsx';
import { Loading, Trouble } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';
import { address } from '../router.ts';
import { words } from '../words/words.ts';
import { Correct, LeftOut, Remaining, Reshaped } from './event-correct.tsx';
import { EffectWords, Planned } from './event-planned.tsx';

type Deed = 'amend' | 'replay' | 'discard' | 'resolve';

/** Shows the allowed actions for an event. The next step is first and prominent. */
export function EventActions({
  event,
  traces,
  isShown,
  reload,
}: {
  readonly event: ShownEvent;
  /** The origins of the values of each mapping. */
  readonly traces: readonly MappingTrace[];
  /** True if values are shown. */
  readonly isShown: boolean;
  readonly reload: () => void;
}) {
  const doing = useSignal<Deed | undefined>(undefined);
  const done = useSignal<Done | undefined>(undefined);
  const { events: text } = words.value;
  const mapping = mappingInNeed(event, traces);
  const close = () => {
    doing.value = undefined;
    reload();
  };
  const bench = (
    <a
      class={lacksMapping(event) ? 'button primary' : 'button'}
      data-deed="bench"
      href={address(['bench'], { mapping, event: event.id, source: event.source })}
    >
      {lacksMapping(event) ? text.writeMapping : text.openInBench}
    </a>
  );
  return (
    <>
      <div class="buttons actions">
        {lacksMapping(event) && bench}
        {deedsFor(event).map((deed, at) => (
          <button
            key={deed}
            type="button"
            class={at === 0 && needsPerson(event) && !lacksMapping(event) ? 'primary' : ''}
            data-deed={deed}
            onClick={() => {
              done.value = undefined;
              doing.value = deed;
            }}
          >
            {text[deed]}
          </button>
        ))}
        {!lacksMapping(event) && bench}
        {doing.value === 'amend' && (
          <Correct
            event={event}
            traces={traces}
            done={effect => {
              done.value = { deed: 'amended', ...effect };
            }}
            close={close}
          />
        )}
        {doing.value === 'replay' && (
          <Replay
            event={event}
            isShown={isShown}
            done={effect => {
              done.value = { deed: 'replayed', ...effect };
            }}
            close={close}
          />
        )}
        {doing.value === 'discard' && <Discard event={event} close={close} />}
        {doing.value === 'resolve' && <Resolve event={event} close={close} />}
      </div>
      {done.value && <DoneWords done={done.value} />}
    </>
  );
}

/** A finished correction or replay, and its effect. */
interface Done extends CorrectionEffect {
  readonly deed: 'amended' | 'replayed';
}

/** Shows what a correction or a replay did not send, and why. */
function DoneWords({
  done: { deed, effects = [], unread, reshaped, remains = [] },
}: {
  readonly done: Partial<CorrectionEffect> & Pick<Done, 'deed'>;
}) {
  const { events: text } = words.value;
  const told = effects.filter(({ stays, superseded, uncompared }) => stays || superseded || uncompared);
  const leftOut = remains.filter(each => each.leftOut);
  if (told.length === 0 && !unread && !reshaped && leftOut.length === 0) return null;
  return (
    <div class="notice" role="status">
      <p>{text.done[deed]}</p>
      {told.map(each => (
        <EffectWords key={`${each.mapping} ${each.destination}`} effect={each} />
      ))}
      {unread && <p class="warning">{text.unread(unread.join(', '))}</p>}
      <Reshaped all={reshaped} />
      {leftOut.map(each => (
        <LeftOut key={`${each.mapping} ${each.destination}`} remaining={each} />
      ))}
    </div>
  );
}

/** Returns the mapping to show first: that of an undelivered call, or else one that applies to the event. */
function mappingInNeed({ calls }: ShownEvent, traces: readonly MappingTrace[]): string | undefined {
  const waiting = calls.find(({ status }) => status === 'failed' || status === 'held');
  const wanting = traces.find(({ wanted }) => wanted);
  return (waiting ?? calls[0] ?? wanting ?? traces[0])?.mapping;
}

function needsPerson({ status }: ShownEvent): boolean {
  return status === 'failed' || status === 'uncertain' || status === 'held';
}

/** True if the sender has no mapping: until it has one, no other action helps. */
function lacksMapping({ status, diagnostics }: ShownEvent): boolean {
  return status === 'held' && diagnostics.some(({ code }) => code === 'mapping/no-mapping');
}

function deedsFor({ status }: ShownEvent): readonly Deed[] {
  if (status === 'uncertain') return ['resolve'];
  if (status === 'failed') return ['amend', 'replay', 'discard'];
  const canDiscard = status === 'held' || status === 'queued';
  return canDiscard ? ['replay', 'amend', 'discard'] : ['replay', 'amend'];
}

const pathOf = ({ id }: ShownEvent) => `events/${encodeURIComponent(id)}`;

interface Counted {
  readonly preview: ReplayPreview & { readonly overwrites?: readonly NewerValue[] };
}

function Replay({
  event,
  isShown,
  done,
  close,
}: {
  readonly event: ShownEvent;
  readonly isShown: boolean;
  /** Called with the effect of the replay. */
  readonly done: (effect: CorrectionEffect) => void;
  readonly close: () => void;
}) {
  const { events: text } = words.value;
  const again = useSignal(false);
  const force = useSignal(false);
  const preview = useSignal<CorrectionPreview | undefined>(undefined);
  const counted = useSignal<Counted['preview'] | undefined>(undefined);
  const asking = useTask();
  useEffect(() => {
    void asking.run(async () => {
      const body = { preview: true, again: again.value };
      counted.value = (await post<Counted>(`${pathOf(event)}/replay`, body)).preview;
      const asked = { who: undefined, eventId: event.id, again: again.value };
      preview.value = await post<CorrectionPreview>('preview', asked);
    });
  }, [again.value]);
  return (
    <ActDialog
      title={text.replay}
      explain={text.replayExplain}
      button={text.replay}
      close={close}
      act={async reason => {
        const wish = { reason, again: again.value, force: force.value };
        const effect = await post<CorrectionEffect>(`${pathOf(event)}/replay`, wish);
        if (!force.value) done(effect);
      }}
    >
      <Check label={text.again} value={again} />
      <Remaining all={preview.value?.remains} />
      {counted.value?.overwrites && (
        <Overwrites values={counted.value.overwrites} isShown={isShown} force={force} />
      )}
      <h3>{text.wouldSend}</h3>
      {!isShown && <p class="quiet">{text.maskedPreview}</p>}
      {asking.error.value && <Trouble error={asking.error.value} />}
      {preview.value ? (
        <Planned preview={preview.value} isShown={isShown} isForced={force.value} />
      ) : (
        !asking.error.value && <Loading />
      )}
    </ActDialog>
  );
}

/** Shows values that a newer event has set since, by name; unmasked once values are shown. */
function Overwrites({
  values,
  isShown,
  force,
}: {
  readonly values: readonly NewerValue[];
  readonly isShown: boolean;
  readonly force: Signal<boolean>;
}) {
  const { events: text } = words.value;
  return (
    <>
      <p class="warning">{text.newer}</p>
      <ul class="facts">
        {values.map(({ path, older, newer }) => (
          <li key={path}>
            <code>{path.replace(/^additionalFields\./, '')}</code>
            {isShown && (
              <>
                {' '}
                {text.isNow} <b>{newer || text.cleared}</b>, {text.wouldBe} <b>{older || text.cleared}</b>
              </>
            )}
          </li>
        ))}
      </ul>
      <Check label={text.force} value={force} />
    </>
  );
}

function Discard({ event, close }: { readonly event: ShownEvent; readonly close: () => void }) {
  const { events: text } = words.value;
  return (
    <ActDialog
      title={text.discard}
      explain={text.discardExplain}
      button={text.discard}
      close={close}
      act={async reason => void (await post(`${pathOf(event)}/discard`, { reason }))}
    />
  );
}

const outcomes = [
  ['booked', 'booked', 'bookedMeans'],
  ['not-booked', 'notBooked', 'notBookedMeans'],
  ['give-up', 'giveUp', 'giveUpMeans'],
] as const;

function Resolve({ event, close }: { readonly event: ShownEvent; readonly close: () => void }) {
  const { events: text } = words.value;
  const outcome = useSignal<(typeof outcomes)[number][0] | undefined>(undefined);
  const customerId = useSignal('');
  const id = useId();
  const uncertain = event.calls.flatMap(({ status }, at) => (status === 'uncertain' ? [at] : []));
  return (
    <ActDialog
      title={text.resolve}
      explain={text.resolveExplain}
      button={text.saveOutcome}
      needsReason
      close={close}
      act={async reason => {
        const number = outcome.value === 'booked' ? customerId.value.trim() : '';
        await post(`${pathOf(event)}/resolve`, {
          reason,
          outcome: outcome.value,
          ...(number && { customerId: number }),
          ...(uncertain.length > 1 && { call: uncertain[0] }),
        });
      }}
    >
      <fieldset>
        {outcomes.map(([value, name, means]) => (
          <label key={value} class="check">
            <input
              type="radio"
              name="outcome"
              required
              checked={outcome.value === value}
              onChange={() => {
                outcome.value = value;
              }}
            />{' '}
            <b>{text[name]}</b> <span class="quiet">{text[means]}</span>
          </label>
        ))}
      </fieldset>
      {outcome.value === 'booked' && (
        <>
          <label for={`${id}-number`}>{text.customerNumber}</label>
          <input
            id={`${id}-number`}
            inputMode="numeric"
            autocomplete="off"
            value={customerId.value}
            onInput={change => {
              customerId.value = change.currentTarget.value;
            }}
          />
        </>
      )}
    </ActDialog>
  );
}
