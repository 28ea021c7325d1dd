import { useSignal } from '@preact/signals';
import type { Preview } from '../../deliver/bridge.ts';
import type { AuditEntry } from '../../inbox/audit.ts';
import type { CallView } from '../../inbox/event.ts';
import type { EventPage } from '../../inbox/event-filter.ts';
import type { MappingTrace } from '../../mapping/explain/trace.ts';
import type { ShownEvent } from '../../server/api/routes/events.ts';
import { get, post } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { Diagnostics, isMasked, Loading, Section, StatusChip, Trouble } from '../parts/pieces.tsx';
import { Ago, agoWords } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { ValueTree } from '../parts/value-tree.tsx';
import { address } from '../router.ts';
import { words } from '../words/words.ts';
import { EventActions } from './event-actions.tsx';
import { filterHere } from './events.tsx';

/** One event as a story: what came in, which mappings applied, what was sent, and what to do next. */
export function EventStory({ id }: { readonly id: string }) {
  const asked = `events/${encodeURIComponent(id)}`;
  const event = useResource(asked, abort => get<ShownEvent>(asked, abort));
  const shown = useSignal<ShownEvent | undefined>(undefined);
  const { events: text } = words.value;
  const known = event.value.value;
  const full = shown.value?.id === id ? shown.value : undefined;
  // The values that were shown may be others now, so they are masked again.
  const reload = () => {
    shown.value = undefined;
    void event.reload();
  };
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
          {mayAct() && <EventActions event={known} isShown={full !== undefined} reload={reload} />}
          <Diagnostics all={(full ?? known).diagnostics} />
          <div class="story">
            <Section title={text.cameIn} aside={mayAct() && !full && <ShowValues show={show} />}>
              <p class="quiet">
                <Ago at={known.receivedAt} /> · {known.source} {known.type} · <code>{known.id}</code>
              </p>
              <ValueTree value={(full ?? known).payload} />
            </Section>
            <Section title={text.calls}>
              {known.calls.length === 0 && <p class="empty">{text.noCall}</p>}
              {(full ?? known).calls.map((call, at) => (
                <CallStory
                  key={`${at} ${call.mapping}`}
                  call={call}
                  status={known.calls[at]?.status ?? call.status}
                />
              ))}
            </Section>
          </div>
          {mayAct() && <Mappings id={id} isShown={full !== undefined} />}
          <History entries={known.audit ?? []} />
        </>
      )}
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
        <StatusChip status={event.status} /> {text.headline[event.status]}
      </h1>
      {event.reason && !isMasked(event.reason) && <p>{event.reason}</p>}
      {event.nextAttemptAt && <p class="quiet">{text.nextAttempt(agoWords(event.nextAttemptAt))}</p>}
      {event.duplicateOf && (
        <p class="quiet">
          {text.duplicateOf} <a href={address(['events', event.duplicateOf])}>{event.duplicateOf}</a>
        </p>
      )}
    </header>
  );
}

/** The way to the events beside this one in the list that it was opened from. */
function Siblings({ id }: { readonly id: string }) {
  const filter = filterHere();
  const key = new URLSearchParams(filter).toString();
  const { events: text } = words.value;
  const list = useResource(`siblings ${key}`, abort => get<EventPage>(`events?limit=200&${key}`, abort));
  const ids = (list.value.value?.events ?? []).map(each => each.id);
  const at = ids.indexOf(id);
  const [newer, older] = at === -1 ? [] : [ids[at - 1], ids[at + 1]];
  return (
    <nav class="siblings" aria-label={text.back}>
      <a href={address(['events'], filter)} data-back>
        ← {text.back}
      </a>
      {newer && (
        <a href={address(['events', newer], filter)} data-newer>
          {text.previous}
        </a>
      )}
      {older && (
        <a href={address(['events', older], filter)} data-older>
          {text.next}
        </a>
      )}
    </nav>
  );
}

function CallStory({ call, status }: { readonly call: CallView; readonly status: CallView['status'] }) {
  const { events: text } = words.value;
  const { operation: _, ...sent } = call.request ?? {};
  return (
    <article class="call">
      <p>
        <StatusChip status={status} /> <b>{call.operation}</b> → {call.destination}{' '}
        <span class="quiet">{call.mapping}</span>
      </p>
      {call.reason && !isMasked(call.reason) && <p>{call.reason}</p>}
      {call.result && !isMasked(call.result) && <p>{call.result}</p>}
      {call.action && (
        <p class="warning">
          {text.mustStill} {call.action} {call.url && <code>{call.url}</code>}
        </p>
      )}
      {call.request && <ValueTree value={sent} />}
      {call.attempts.length > 0 && (
        <details>
          <summary>
            {text.attempts} <span class="quiet">{call.attempts.length}</span>
          </summary>
          <ol class="attempts">
            {call.attempts.map(each => (
              <li key={each.at}>
                <Ago at={each.at} /> · {each.outcome} · {each.ms} ms{' '}
                {each.status && <>· HTTP {each.status}</>}
                {each.body && <pre>{each.body}</pre>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </article>
  );
}

/** Every mapping of the sender as it is now, those too that do not apply, each with its reason. */
function Mappings({ id, isShown }: { readonly id: string; readonly isShown: boolean }) {
  const { events: text } = words.value;
  const preview = useSignal<Preview | undefined>(undefined);
  const isOpen = useSignal(false);
  const asking = useTask();
  const open = (event: Event) => {
    isOpen.value = event.currentTarget instanceof HTMLDetailsElement && event.currentTarget.open;
    if (!isOpen.value || preview.value) return;
    void asking.run(async () => {
      preview.value = await post<Preview>('preview', { who: undefined, eventId: id, why: true });
    });
  };
  return (
    <section class="card">
      <details onToggle={open}>
        <summary>
          <h2>{text.mappings}</h2>
        </summary>
        {asking.error.value && <Trouble error={asking.error.value} />}
        {isOpen.value && !preview.value && !asking.error.value && <Loading />}
        {preview.value && (
          <>
            {isShown && <Diagnostics all={preview.value.diagnostics} />}
            {(preview.value.why ?? []).map(each => (
              <Trace key={each.mapping} trace={each} isShown={isShown} />
            ))}
          </>
        )}
      </details>
    </section>
  );
}

/** Reasons may quote a value, so they show once values do. */
function Trace({ trace, isShown }: { readonly trace: MappingTrace; readonly isShown: boolean }) {
  const { events: text } = words.value;
  return (
    <article class="trace">
      <p>
        <b>{trace.mapping}</b>{' '}
        <span class={trace.wanted ? 'good' : 'quiet'}>{trace.wanted ? text.applied : text.notApplied}</span>
      </p>
      {!trace.wanted && <p class="quiet">{text.whenFalse}</p>}
      <ul class="ways">
        {trace.parts.map(({ part, steps, outcome }) => (
          <li key={part}>
            <code>{part}</code> <span class="quiet">{steps.map(each => each.what).join(' → ')}</span>
            {isShown && outcome.why && <p class="quiet">{outcome.why}</p>}
            {outcome.advice && <p class="quiet">{outcome.advice}</p>}
          </li>
        ))}
      </ul>
    </article>
  );
}

function History({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { events: text } = words.value;
  if (entries.length === 0) return null;
  return (
    <Section title={text.history}>
      <ul class="rows">
        {entries.map(each => (
          <li key={`${each.at} ${each.what}`}>
            <Ago at={each.at} /> · <b>{each.who}</b> · {each.what} {each.why && <>· {each.why}</>}{' '}
            {each.detail}
          </li>
        ))}
      </ul>
    </Section>
  );
}
