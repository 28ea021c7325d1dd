import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EventSummary } from '../../inbox/event.ts';
import { allStatuses } from '../../inbox/event.ts';
import type { EventPage } from '../../inbox/event-filter.ts';
import type { SourceView } from '../../server/api/routes/sources.ts';
import { get, getWhole, session } from '../api.ts';
import { isMasked, Loading, StatusChip, Trouble } from '../parts/pieces.tsx';
import { Ago, agoWords } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { address, go, query } from '../router.ts';
import { words } from '../words/words.ts';

/** What a list of events is narrowed by; each stands in the address. */
const filterNames = [
  'status',
  'source',
  'q',
  'mapping',
  'destination',
  'code',
  'person',
  'since',
  'until',
] as const;

/** The filter that the address has. */
export function filterHere(): Record<string, string> {
  return Object.fromEntries(
    filterNames.flatMap(name => {
      const value = query.value.get(name);
      return value ? [[name, value] as const] : [];
    }),
  );
}

/** The events that a filter finds, the newest first. */
export function Events() {
  const filter = filterHere();
  const key = new URLSearchParams(filter).toString();
  const { events: text, pages, common } = words.value;
  const older = useSignal<EventPage | undefined>(undefined);
  const list = useResource(`events ${key}`, abort => get<EventPage>(`events?${key}`, abort));
  useEffect(() => {
    older.value = undefined;
  }, [key]);
  const first = list.value.value;
  const last = older.value ?? first;
  const events = uniqueEvents([...(first?.events ?? []), ...(older.value?.events ?? [])]);

  async function more(): Promise<void> {
    if (last?.next === undefined) return;
    const page = await get<EventPage>(`events?${key}&cursor=${encodeURIComponent(last.next)}`);
    older.value = { ...page, events: [...(older.value?.events ?? []), ...page.events] };
  }

  return (
    <>
      <h1>{pages.events}</h1>
      <Filter filter={filter} />
      {list.error.value && <Trouble error={list.error.value} retry={list.reload} />}
      {!first && !list.error.value && <Loading />}
      {first && events.length === 0 && <Nothing isFiltered={key !== ''} />}
      {events.length > 0 && <Rows events={events} filter={filter} />}
      {last?.searchedTo && <p class="quiet">{text.searchedTo(agoWords(last.searchedTo))}</p>}
      {last?.next && (
        <button type="button" onClick={() => void more()}>
          {common.more}
        </button>
      )}
    </>
  );
}

function uniqueEvents(all: readonly EventSummary[]): readonly EventSummary[] {
  return [...new Map(all.map(each => [each.id, each])).values()];
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

function Filter({ filter }: { readonly filter: Record<string, string> }) {
  const { events: text, status: statusWords } = words.value;
  const sources = useResource('sources', abort =>
    getWhole<{ sources: readonly SourceView[] }>('sources', abort),
  );
  const set = (name: string, value: string) =>
    go(address(['events'], { ...filter, [name]: value }), 'replace');
  const others = Object.entries(filter).filter(([name]) => !['status', 'source', 'q'].includes(name));
  return (
    <search class="filter">
      {session.value?.role === 'admin' && (
        <label>
          <span>{text.search}</span>
          <input
            type="search"
            id="search"
            value={filter.q ?? ''}
            placeholder={text.searchHelp}
            autocomplete="off"
            maxLength={200}
            onChange={event => set('q', event.currentTarget.value)}
          />
        </label>
      )}
      <label>
        <span>{text.status}</span>
        <select value={filter.status ?? ''} onChange={event => set('status', event.currentTarget.value)}>
          <option value="">{text.all}</option>
          {allStatuses.map(each => (
            <option key={each} value={each}>
              {statusWords[each]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{text.source}</span>
        <select value={filter.source ?? ''} onChange={event => set('source', event.currentTarget.value)}>
          <option value="">{text.all}</option>
          {(sources.value.value?.sources ?? []).map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {others.map(([name, value]) => (
        <button
          key={name}
          type="button"
          class="tag"
          onClick={() => set(name, '')}
          aria-label={`${text.clear}: ${name}`}
        >
          {name}: {value} <span aria-hidden="true">×</span>
        </button>
      ))}
    </search>
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
  return (
    <ul class="events" data-list>
      {events.map(each => (
        <li key={each.id}>
          <a href={address(['events', each.id], filter)} data-row>
            <StatusChip status={each.status} />
            <span class="who">
              <b>{each.source}</b> {each.type}
            </span>
            <span class="why">{isMasked(each.reason) ? '' : each.reason}</span>
            <span class="when">
              <span class="visually-hidden">{text.received}</span> <Ago at={each.receivedAt} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
