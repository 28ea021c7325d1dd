import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Preview } from '../../deliver/bridge.ts';
import type { AuditEntry } from '../../inbox/audit.ts';
import type { ShownEvent } from '../../server/api/routes/events-read.ts';
import { get, post } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { Diagnostics, isMasked, Loading, Section, StatusChip, Trouble } from '../parts/pieces.tsx';
import { createPointing, type Pointing } from '../parts/pointing.ts';
import { Ago, untilWords } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { ValueTree } from '../parts/value-tree.tsx';
import { address } from '../router.ts';
import { WhoseShown } from '../setup/whose-event.tsx';
import { words } from '../words/words.ts';
import { EventActions } from './event-actions.tsx';
import { CallStory } from './event-call.tsx';
import { filterHere, findEvents } from './event-filter.tsx';
import { Mappings } from './event-mappings.tsx';
import { Unread } from './event-unread.tsx';
import { AuditRows } from './log.tsx';

/** Shows the story of one event: the webhook, the mappings that applied, the calls, and the next step. */
export function EventStory({ id }: { readonly id: string }) {
  const asked = `events/${encodeURIComponent(id)}`;
  const event = useResource(asked, abort => get<ShownEvent>(asked, abort));
  const shown = useSignal<ShownEvent | undefined>(undefined);
  const { events: text } = words.value;
  const known = event.value.value;
  const full = shown.value?.id === id ? shown.value : undefined;
  // The values may have changed since they were shown, so they are masked again.
  const reload = () => {
    shown.value = undefined;
    void event.reload();
  };
  const preview = useSignal<Preview | undefined>(undefined);
  const previewing = useTask();
  const traces = useComputed(() => preview.value?.why ?? []);
  const pointing = useMemo(() => createPointing(traces), []);
  useEffect(() => {
    if (!mayAct()) return;
    void previewing.run(async () => {
      preview.value = await post<Preview>('preview', { who: undefined, eventId: id, why: true });
    });
  }, [id]);
  const showing = useTask();
  const show = () =>
    showing.run(async () => {
      shown.value = await post<ShownEvent>(`${asked}/values`);
    });
  return (
    <>
      <Siblings id={id} />
      {event.error.value && <Trouble error={event.error.value} retry={event.reload} />}
      {showing.error.value && <Trouble error={showing.error.value} />}
      {!known && !event.error.value && <Loading />}
      {known && (
        <>
          <Headline event={full ?? known} />
          {mayAct() && (
            <EventActions event={known} traces={traces.value} isShown={full !== undefined} reload={reload} />
          )}
          <Diagnostics all={(full ?? known).diagnostics} />
          {mayAct() && <WhoseShown event={full ?? known} reload={reload} />}
          <div class="story">
            <Section title={text.cameIn} aside={mayAct() && !full && <ShowValues show={show} />}>
              <p class="quiet">
                <Ago at={known.receivedAt} /> · {known.source} {known.type} · <code>{known.id}</code>
              </p>
              <Payload event={full ?? known} pointing={pointing} />
              <Unread all={(full ?? known).unread} />
            </Section>
            <Section title={text.calls}>
              {known.calls.length === 0 && <p class="empty">{text.noCall}</p>}
              {(full ?? known).calls.map((call, at) => (
                <CallStory
                  key={`${at} ${call.mapping}`}
                  call={call}
                  status={known.calls[at]?.status ?? call.status}
                  pointing={pointing}
                />
              ))}
            </Section>
          </div>
          {mayAct() && (
            <Mappings preview={preview.value} error={previewing.error.value} isShown={full !== undefined} />
          )}
          <History entries={known.audit ?? []} />
        </>
      )}
    </>
  );
}

/** Shows the payload as mappings see it. If it was corrected, the received payload follows. */
function Payload({ event, pointing }: { readonly event: ShownEvent; readonly pointing: Pointing }) {
  const { events: text } = words.value;
  const { payload, corrected, amendments = [] } = event;
  if (amendments.length === 0) return <ValueTree value={payload} pointing={pointing} />;
  return (
    <>
      <ValueTree value={corrected} pointing={pointing} />
      {amendments.map(({ at, who, why }, number) => (
        <p key={`${number} ${at}`} class="quiet">
          {text.correctedBy(who)} <Ago at={at} /> {why && !isMasked(why) && <>· {why}</>}
        </p>
      ))}
      <details>
        <summary>{text.asReceived}</summary>
        <ValueTree value={payload} />
      </details>
    </>
  );
}

function ShowValues({ show }: { readonly show: () => Promise<void> }) {
  const { events: text } = words.value;
  return (
    <button type="button" title={text.showingIsAudited} onClick={() => void show()}>
      {text.showValues}
    </button>
  );
}

function Headline({ event }: { readonly event: ShownEvent }) {
  const { events: text } = words.value;
  return (
    <header class="headline">
      <h1>
        <StatusChip status={event.status} /> {headlineOf(event)}
      </h1>
      {event.reason && !isMasked(event.reason) && <p lang="en">{event.reason}</p>}
      {event.nextAttemptAt && <p class="quiet">{text.nextAttempt(untilWords(event.nextAttemptAt))}</p>}
      {event.duplicateOf && (
        <p class="quiet">
          {text.duplicateOf} <a href={address(['events', event.duplicateOf])}>{event.duplicateOf}</a>
        </p>
      )}
    </header>
  );
}

function headlineOf({ status, diagnostics }: ShownEvent): string {
  const { events: text } = words.value;
  const isSuperseded = status === 'skipped' && diagnostics.some(({ code }) => code === 'delivery/superseded');
  return isSuperseded ? text.allSuperseded : text.headline[status];
}

/** Links to the previous and the next event in the list from which this one was opened. */
function Siblings({ id }: { readonly id: string }) {
  const filter = filterHere();
  const key = new URLSearchParams(filter).toString();
  const { events: text } = words.value;
  const list = useResource(`siblings ${key}`, abort => findEvents(filter, { limit: 200 }, abort));
  const ids = (list.value.value?.events ?? []).map(each => each.id);
  const at = ids.indexOf(id);
  const [newer, older] = at === -1 ? [] : [ids[at - 1], ids[at + 1]];
  return (
    <div class="siblings">
      <a href={address(['events'], filter)} data-back data-keep>
        ← {text.back}
      </a>
      {newer && (
        <a href={address(['events', newer], filter)} data-newer data-keep>
          {text.previous}
        </a>
      )}
      {older && (
        <a href={address(['events', older], filter)} data-older data-keep>
          {text.next}
        </a>
      )}
    </div>
  );
}

function History({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { events: text } = words.value;
  if (entries.length === 0) return null;
  return (
    <Section title={text.history}>
      <AuditRows entries={entries} />
    </Section>
  );
}
