import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EventSummary } from '../../inbox/event.ts';
import type { EventPage } from '../../inbox/event-filter.ts';
import { useCodeWords } from '../parts/code-words.ts';
import { isMasked, Loading, StatusChip, Trouble } from '../parts/pieces.tsx';
import { Ago, agoWords } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { address } from '../router.ts';
import { language, words } from '../words/words.ts';
import { Bulk } from './bulk.tsx';
import { Filter, filterHere, findEvents } from './event-filter.tsx';

/** Lists the events that match a filter, the newest first. */
export function Events() {
  const filter = filterHere();
  const asked = new URLSearchParams(filter).toString();
  return (
    <>
      <h1>{words.value.pages.events}</h1>
      <Filter filter={filter} />
      <List key={asked} asked={asked} filter={filter} />
    </>
  );
}

/** A list that does not move while a person reads it: statuses are updated, and new events wait behind a button. */
function List({ asked, filter }: { readonly asked: string; readonly filter: Record<string, string> }) {
  const { events: text, common } = words.value;
  const newest = useResource(`events ${asked}`, abort => findEvents(filter, {}, abort));
  const shown = useSignal<EventPage | undefined>(undefined);
  const older = useTask();
  const latest = newest.value.value;
  useEffect(() => {
    shown.value ??= latest;
  }, [latest]);
  const page = shown.value ?? latest;
  const known = new Map(latest?.events.map(each => [each.id, each]));
  const events = page?.events.map(each => known.get(each.id) ?? each) ?? [];
  const ids = new Set(events.map(each => each.id));
  const fresh = latest?.events.filter(each => !ids.has(each.id)).length ?? 0;

  const more = () =>
    older.run(async () => {
      if (page?.next === undefined) return;
      const next = await findEvents(filter, { cursor: page.next });
      shown.value = { ...next, events: [...page.events, ...next.events] };
    });

  return (
    <>
      {newest.error.value && <Trouble error={newest.error.value} retry={newest.reload} />}
      {!page && !newest.error.value && <Loading />}
      {fresh > 0 && (
        <button
          type="button"
          onClick={() => {
            shown.value = latest;
          }}
        >
          {text.fresh(fresh)}
        </button>
      )}
      {page && events.length === 0 && <Nothing isFiltered={asked !== ''} />}
      {asked !== '' && events[0] && (
        <Bulk filter={filter} newestAt={events[0].receivedAt} done={() => void newest.reload()} />
      )}
      {events.length > 0 && <Rows events={events} filter={filter} />}
      {page?.searchedTo && <p class="quiet">{text.searchedTo(agoWords(page.searchedTo))}</p>}
      {older.error.value && <Trouble error={older.error.value} />}
      {page?.next && (
        <button type="button" onClick={() => void more()}>
          {common.more}
        </button>
      )}
    </>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const { events: text } = words.value;
  if (!isFiltered) return <p class="empty">{text.noneYet}</p>;
  return (
    <p class="empty">
      {text.none} <a href={address(['events'])}>{text.clear}</a>
    </p>
  );
}

/** Shows the person of an event, if it is known and this session may see it. */
function Who({ event: { about = {}, source, type } }: { readonly event: EventSummary }) {
  const { events: text } = words.value;
  const known = [
    about.name ?? about.email,
    about.customerId && text.customer(about.customerId),
    !about.name && !about.email && !about.customerId && about.link,
  ].filter(
    (each): each is string =>
      Boolean(each) && !isMasked(about.name ?? about.email ?? about.customerId ?? about.link),
  );
  return (
    <span class="who">
      {known.length === 0 ? <b>{source}</b> : <b>{known.join(' · ')}</b>}
      <span class="quiet">
        {known.length > 0 && source} {!isMasked(type) && type}
      </span>
    </span>
  );
}

/** Shows the reason of the status, and the step that the customer must still take. */
function Why({
  event: { status, reason, action },
  title,
}: {
  readonly event: EventSummary;
  readonly title: string | undefined;
}) {
  const { events: text, actions } = words.value;
  // For an event with nothing to send, the title is enough. Its page shows the reason, which is in English.
  const isSaid = title !== undefined && (status === 'skipped' || language.value !== 'en');
  const own = isMasked(reason) || isSaid ? undefined : reason;
  const known: Readonly<Record<string, string>> = actions;
  return (
    <span class="why">
      {action && <b>{Object.hasOwn(known, action) ? known[action] : `${text.mustStill} ${action}`}</b>}
      {title && <b>{title}</b>}
      {title && own ? ' · ' : ''}
      {own && <span lang="en">{own}</span>}
    </span>
  );
}

function Rows({
  events,
  filter,
}: {
  readonly events: readonly EventSummary[];
  readonly filter: Record<string, string>;
}) {
  const { events: text } = words.value;
  const wordsOf = useCodeWords();
  const titleOf = ({ status, code, warnings = [] }: EventSummary) => {
    const told = code ?? (status === 'delivered' ? warnings[0] : undefined);
    return told === undefined ? undefined : wordsOf(told)?.title;
  };
  return (
    <ul class="events" data-list>
      {events.map(each => (
        <li key={each.id}>
          <a href={address(['events', each.id], filter)} data-row data-keep>
            <StatusChip status={each.status} />
            <Who event={each} />
            <Why event={each} title={titleOf(each)} />
            <span class="when">
              <span class="visually-hidden">{text.received}</span> <Ago at={each.receivedAt} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
