import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { allStatuses } from '../../inbox/event.ts';
import type { EventPage } from '../../inbox/event-filter.ts';
import type { CodeView } from '../../server/api/routes/codes.ts';
import type { OverviewAnswer } from '../../server/api/routes/overview.ts';
import type { SourceView } from '../../server/api/routes/sources.ts';
import { get, getWhole, post } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { useResource } from '../parts/use-resource.ts';
import { address, go, isForgotten, query, sought } from '../router.ts';
import { words } from '../words/words.ts';
import { type FilterCompletion, type KnownValues, readFilter, suggestionsFor } from './complete-filter.ts';

/** The parts of a filter that are in the address. */
const filterNames = [
  'status',
  'needs',
  'source',
  'mapping',
  'destination',
  'code',
  'action',
  'since',
  'until',
] as const;

/** Returns the filter in the address, together with the search words, which are in no address. */
export function filterHere(): Record<string, string> {
  const inAddress = Object.fromEntries(
    filterNames.flatMap(name => {
      const value = query.value.get(name);
      return value ? [[name, value] as const] : [];
    }),
  );
  return { ...inAddress, ...sought.value };
}

/** Loads a page of the events that match a filter. */
export function findEvents(
  filter: Readonly<Record<string, string>>,
  page: { readonly limit?: number; readonly cursor?: string },
  abort?: AbortSignal,
): Promise<EventPage> {
  // In the list an admin sees the person of each event; other values of the events stay masked.
  if (filter.q || filter.person) return post('events/search', { who: undefined, ...filter, ...page }, abort);
  const { limit, cursor } = page;
  const asked = new URLSearchParams({
    ...filter,
    ...(limit !== undefined && { limit: String(limit) }),
    ...(cursor !== undefined && { cursor }),
  });
  return (mayAct() ? getWhole : get)(`events?${asked}`, abort);
}

/** The filter of events: one field that completes itself, two lists, and the selection. */
export function Filter({ filter }: { readonly filter: Record<string, string> }) {
  const { events: text, status: statusWords } = words.value;
  const known = useKnownValues();
  const set = (more: Record<string, string>) => {
    const { q = '', person = '', ...rest } = { ...filter, ...more };
    go(address(['events'], rest), 'replace', { ...(q && { q }), ...(person && { person }) });
  };
  const others = Object.entries(filter).filter(([name]) => !['status', 'source', 'q'].includes(name));
  return (
    <search class="filter">
      <FilterField key={filter.q ?? ''} start={filter.q ?? ''} known={known} set={set} />
      <label>
        <span>{text.status}</span>
        <select value={filter.status ?? ''} onChange={event => set({ status: event.currentTarget.value })}>
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
        <select value={filter.source ?? ''} onChange={event => set({ source: event.currentTarget.value })}>
          <option value="">{text.all}</option>
          {(known.source ?? []).map(({ value }) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
      </label>
      {others.map(([name, value]) => (
        <button
          key={name}
          type="button"
          class="tag"
          onClick={() => set({ [name]: '' })}
          aria-label={`${text.clear}: ${name}`}
        >
          {name}: {value} <span aria-hidden="true">×</span>
        </button>
      ))}
      {isForgotten.value && <p class="quiet">{text.forgotten}</p>}
    </search>
  );
}

/** Codes about files; no event has one of them. */
const ofFiles = /^(yaml|config)\//;

/** Loads the known values for the filter from the bridge. */
function useKnownValues(): KnownValues {
  const { status, events: text, actions } = words.value;
  const sources = useResource('sources', abort =>
    getWhole<{ sources: readonly SourceView[] }>('sources', abort),
  );
  const overview = useResource('names', abort => get<OverviewAnswer>('overview', abort));
  const codes = useResource('codes', abort => get<{ codes: readonly CodeView[] }>('codes', abort), 'once');
  const named = (each: { readonly name: string }) => ({ value: each.name });
  return {
    status: allStatuses.map(each => ({ value: each, about: status[each] })),
    source: (sources.value.value?.sources ?? []).map(named),
    destination: (overview.value.value?.destinations ?? []).map(named),
    mapping: (overview.value.value?.mappings ?? []).map(named),
    code: (codes.value.value?.codes ?? [])
      .filter(({ code }) => !ofFiles.test(code))
      .map(({ code, title }) => ({ value: code, about: title })),
    needs: [{ value: 'person', about: text.needsPerson }],
    action: [
      ...Object.entries(actions).map(([value, about]) => ({ value, about })),
      { value: 'any', about: text.anyAction },
    ],
    since: [],
    until: [],
    ...(mayAct() && { person: [] }),
  };
}

function FilterField({
  start,
  known,
  set,
}: {
  readonly start: string;
  readonly known: KnownValues;
  readonly set: (more: Record<string, string>) => void;
}) {
  const { events: text } = words.value;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const typed = useSignal(start);
  const isOpen = useSignal(false);
  const active = useSignal(-1);
  const found = isOpen.value ? suggestionsFor(typed.value, known) : [];

  function write(value: string): void {
    typed.value = value;
    active.value = -1;
    isOpen.value = value !== '';
  }

  function apply(value: string): void {
    isOpen.value = false;
    const { q, ...rest } = readFilter(value, known);
    typed.value = q;
    set({ ...rest, q });
  }

  function choose(at: number): void {
    const chosen = found[at];
    if (!chosen) return;
    if (chosen.isWhole) apply(chosen.text);
    else write(chosen.text);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (active.value >= 0) choose(active.value);
      else apply(typed.value);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen.value) isOpen.value = true;
      const count = suggestionsFor(typed.value, known).length;
      if (count > 0) active.value = (active.value + (event.key === 'ArrowDown' ? 1 : count)) % count;
    } else if (event.key === 'Escape' && isOpen.value) {
      event.stopPropagation();
      isOpen.value = false;
    }
  }

  return (
    <div class="wide combobox">
      <label for="search">
        <span>{text.search}</span>
      </label>
      <input
        ref={input}
        type="text"
        id="search"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active.value >= 0 ? `${id}-${active.value}` : undefined}
        value={typed.value}
        placeholder={mayAct() ? text.searchHelp : text.searchHelpReader}
        autocomplete="off"
        spellcheck={false}
        maxLength={300}
        onInput={event => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          isOpen.value = false;
        }}
      />
      <Suggestions id={id} found={found} active={active.value} choose={choose} />
    </div>
  );
}

/** The field handles the keys: the list itself is never focused. */
function Suggestions({
  id,
  found,
  active,
  choose,
}: {
  readonly id: string;
  readonly found: readonly FilterCompletion[];
  readonly active: number;
  readonly choose: (at: number) => void;
}) {
  return (
    <div
      id={`${id}-list`}
      class="suggestions"
      role="listbox"
      aria-label={words.value.events.suggestions}
      hidden={found.length === 0}
    >
      {found.map(({ text, shown, about }, at) => (
        <div
          key={text}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          onMouseDown={event => {
            event.preventDefault();
            choose(at);
          }}
        >
          <b>{shown}</b> {about && <span class="quiet">{about}</span>}
        </div>
      ))}
    </div>
  );
}
