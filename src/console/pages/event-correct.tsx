import { useComputed, useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { RemainingValues } from '../../deliver/planning/remaining-values.ts';
import type { MappingTrace } from '../../mapping/explain/trace.ts';
import type { CorrectionEffect } from '../../server/api/replay-effect.ts';
import type { ShownAnswer, ShownEvent } from '../../server/api/routes/events-read.ts';
import type { CorrectionPreview } from '../../server/api/routes/preview.ts';
import { post } from '../api.ts';
import { ActDialog } from '../parts/act.tsx';
import {
  faultyPlaces,
  type Leaf,
  leavesOf,
  patchOf,
  placeText,
  questionsOfLeaves,
  writtenValue,
} from '../parts/correction.ts';
import { Loading, Trouble } from '../parts/pieces.tsx';
import { placeKey } from '../parts/pointing.ts';
import { afterRest } from '../parts/time.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { EventLinks, Planned } from './event-planned.tsx';

/** With more values than this, the page offers a search. */
const manyLeaves = 8;

/** Corrects values of an event's payload, with a preview of the calls, and sends the event again. */
export function Correct({
  event,
  traces,
  done,
  close,
}: {
  readonly event: ShownEvent;
  /** The origins of the values of each mapping. */
  readonly traces: readonly MappingTrace[];
  /** Called with the effect of the stored correction. */
  readonly done: (effect: CorrectionEffect) => void;
  readonly close: () => void;
}) {
  const { events: text } = words.value;
  const path = `events/${encodeURIComponent(event.id)}`;
  return (
    <CorrectValues
      title={text.amend}
      explain={text.amendExplain}
      faulty={faultyPlaces(event, traces)}
      isDiscarded={event.status === 'discarded'}
      load={async () => {
        const whole = await post<ShownEvent>(`${path}/values`);
        const { corrected, payload, amendments = [], answers } = whole;
        return { value: corrected ?? payload, seen: amendments.length, ...(answers && { answers }) };
      }}
      tried={{ eventId: event.id }}
      send={async ({ reason, patch, seen }) =>
        done(await post<CorrectionEffect>(`${path}/amend`, { reason, patch, seen }))
      }
      close={close}
    />
  );
}

/** The payload that a person corrects, and its number of corrections at the start. */
interface Loaded {
  readonly value: unknown;
  readonly seen: number;
  readonly answers?: readonly ShownAnswer[];
}

const noFaults: ReadonlySet<string> = new Set();

/** Stands for no preview yet. */
const unasked = Symbol('unasked');

/** Corrects values of a payload, of an event or of a refused webhook, with a preview of the calls, and sends it. */
export function CorrectValues({
  title,
  explain,
  faulty = noFaults,
  isDiscarded = false,
  mayLeave = false,
  load,
  tried,
  send,
  close,
}: {
  readonly title: string;
  readonly explain: string;
  /** The places whose values made the event fail; they are listed first. */
  readonly faulty?: ReadonlySet<string>;
  readonly isDiscarded?: boolean;
  /** True if it may also be sent unchanged. */
  readonly mayLeave?: boolean;
  readonly load: () => Promise<Loaded>;
  /** The event or the refused webhook that is previewed. */
  readonly tried: { readonly eventId: string } | { readonly refusalId: string };
  readonly send: (correction: {
    readonly reason: string | undefined;
    readonly patch: unknown;
    readonly seen: number | undefined;
  }) => Promise<unknown>;
  readonly close: () => void;
}) {
  const { events: text } = words.value;
  const payload = useSignal<Loaded | undefined>(undefined);
  const written = useSignal<ReadonlyMap<string, string>>(new Map());
  const preview = useSignal<CorrectionPreview | undefined>(undefined);
  /** The correction of the preview. */
  const previewed = useSignal<unknown>(unasked);
  const asking = useTask();
  useEffect(() => {
    void asking.run(async () => {
      payload.value = await load();
    });
  }, []);
  const patch = useComputed(() => {
    if (!payload.value) return undefined;
    const changes = changesOf(leavesOf(payload.value.value), written.value);
    return changes.length === 0 ? undefined : patchOf(payload.value.value, changes);
  });
  useEffect(() => {
    const wanted = patch.value;
    const isTried = wanted !== undefined || (mayLeave && payload.value !== undefined);
    return afterRest(() => {
      void asking.run(async () => {
        const found =
          isTried && (await post<CorrectionPreview>('preview', { who: undefined, ...tried, patch: wanted }));
        if (patch.value !== wanted) return;
        preview.value = found || undefined;
        previewed.value = wanted;
      });
    });
  }, [patch.value, mayLeave && payload.value]);
  // Its faults and its effect must be visible before it can be sent; if it cannot be tried, the error is.
  const isPreviewed = previewed.value === patch.value || asking.error.value !== undefined;
  return (
    <ActDialog
      title={title}
      explain={explain}
      button={preview.value && isFaulty(preview.value) ? text.keepAnyway : title}
      needsReason={patch.value !== undefined || !mayLeave}
      isReady={(patch.value !== undefined || mayLeave) && isPreviewed}
      close={close}
      act={async reason => void (await send({ reason, patch: patch.value, seen: payload.value?.seen }))}
    >
      {asking.error.value && <Trouble error={asking.error.value} />}
      {!payload.value && !asking.error.value && <Loading />}
      {payload.value && (
        <Values
          leaves={leavesOf(payload.value.value)}
          faulty={faulty}
          questions={questionsOfLeaves(leavesOf(payload.value.value), payload.value.answers ?? [])}
          written={written.value}
          write={(key, value) => {
            written.value = new Map(written.value).set(key, value);
          }}
        />
      )}
      {preview.value && <WouldSend preview={preview.value} isDiscarded={isDiscarded} />}
    </ActDialog>
  );
}

/** Shows the calls that would be sent, and their remaining faults. */
export function WouldSend({
  preview,
  isDiscarded,
}: {
  readonly preview: CorrectionPreview;
  readonly isDiscarded: boolean;
}) {
  const { events: text } = words.value;
  return (
    <>
      <h3>{text.wouldSend}</h3>
      {isFaulty(preview) && <p class="warning">{text.stillFails}</p>}
      {isDiscarded && <p class="warning">{text.wasDiscarded}</p>}
      <Remaining all={preview.remains} />
      {preview.unread && <p class="warning">{text.unread(preview.unread.join(', '))}</p>}
      <Reshaped all={preview.reshaped} />
      <Planned preview={preview} isShown />
    </>
  );
}

/** Warns of objects and lists that a correction replaces by one value, or the reverse. */
export function Reshaped({ all = [] }: { readonly all: CorrectionEffect['reshaped'] }) {
  const { events: text } = words.value;
  return (
    <>
      {all.map(({ path, was, becomes, removes }) => (
        <p key={path} class="warning">
          {text.reshaped(path, text.shapes[was], text.shapes[becomes])}{' '}
          {removes.length > 0 && text.removes(removes.join(', '))}
        </p>
      ))}
    </>
  );
}

function changesOf(leaves: readonly Leaf[], written: ReadonlyMap<string, string>) {
  return leaves.flatMap(({ place, value }) => {
    const typed = written.get(placeText(place));
    return typed === undefined || typed === textOf(value)
      ? []
      : [{ place, value: writtenValue(value, typed) }];
  });
}

/** Shows the delivered values that stay in the account. */
export function Remaining({ all = [] }: { readonly all: readonly RemainingValues[] | undefined }) {
  return (
    <>
      {all.map(each => (
        <Fragment key={`${each.mapping} ${each.destination}`}>
          {remainsWords(each) && <p class="warning">{remainsWords(each)}</p>}
          <LeftOut remaining={each} />
        </Fragment>
      ))}
    </>
  );
}

/** Shows the earlier events whose values can be sent since this event does not set them any more. */
export function LeftOut({
  remaining: { leftOut = [], customerId },
}: {
  readonly remaining: RemainingValues;
}) {
  const { events: text } = words.value;
  return (
    <>
      {leftOut.map(({ event, names }) => (
        <p key={event} class="warning">
          {text.leftOutBefore(names.join(', '), customerId)} <EventLinks ids={[event]} />
        </p>
      ))}
    </>
  );
}

/** Describes the remaining values that no earlier event can replace. */
function remainsWords({ customerId, otherCustomer, names, leftOut = [] }: RemainingValues): string {
  const { events: text } = words.value;
  const later = new Set(leftOut.flatMap(each => each.names));
  const rest = names.filter(name => !later.has(name));
  if (rest.length === 0) return '';
  return (otherCustomer ? text.remainsAtOther : text.remains)(rest.join(', '), customerId);
}

function isFaulty({ calls, diagnostics }: CorrectionPreview): boolean {
  const all = [...diagnostics, ...calls.flatMap(each => each.diagnostics)];
  return all.some(({ severity }) => severity === 'error');
}

function Values({
  leaves,
  faulty,
  questions,
  written,
  write,
}: {
  readonly leaves: readonly Leaf[];
  /** Returns the places whose values made the event fail; they are listed first. */
  readonly faulty: ReadonlySet<string>;
  /** The questions of a form, by the places of their answers; their values come next. */
  readonly questions: ReadonlyMap<string, string>;
  readonly written: ReadonlyMap<string, string>;
  readonly write: (key: string, value: string) => void;
}) {
  const { events: text } = words.value;
  const wanted = useSignal('');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('input')?.focus(), [faulty.size]);
  const isFaultyPlace = ({ place }: Leaf) => faulty.has(placeKey(place.map(String)));
  const questionOf = ({ place }: Leaf) => questions.get(placeText(place));
  const rank = (each: Leaf) => (isFaultyPlace(each) ? 0 : questionOf(each) === undefined ? 2 : 1);
  const ordered = [...leaves].sort((one, other) => rank(one) - rank(other));
  const fits = (each: Leaf) =>
    `${placeText(each.place)} ${questionOf(each) ?? ''} ${textOf(each.value)}`
      .toLowerCase()
      .includes(wanted.value.trim().toLowerCase());
  return (
    <>
      {leaves.length > manyLeaves && (
        <>
          <label for={`${id}-find`}>{text.findValue}</label>
          <input
            id={`${id}-find`}
            type="search"
            autocomplete="off"
            value={wanted.value}
            onInput={change => {
              wanted.value = change.currentTarget.value;
            }}
          />
        </>
      )}
      <div class="values" ref={list}>
        {ordered.filter(fits).map(leaf => {
          const { place, value } = leaf;
          const isWrong = isFaultyPlace(leaf);
          const key = placeText(place);
          const before = textOf(value);
          const now = written.get(key) ?? before;
          return (
            <label key={key} class={now !== before ? 'changed' : isWrong ? 'faulty' : ''}>
              <span>
                {questionOf(leaf) !== undefined && `${questionOf(leaf)} `}
                <code>{key}</code> {isWrong && <b class="bad">{text.faultyValue}</b>}
              </span>
              <input
                type="text"
                autocomplete="off"
                spellcheck={false}
                value={now}
                onInput={change => write(key, change.currentTarget.value)}
              />
              {now !== before && <span class="quiet">{text.was(before)}</span>}
            </label>
          );
        })}
      </div>
    </>
  );
}

function textOf(value: Leaf['value']): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}
