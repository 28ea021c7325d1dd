import type { EventSummary } from '../../inbox/event.ts';
import type { EventPage } from '../../inbox/event-filter.ts';
import { get } from '../api.ts';
import { useResource } from '../parts/use-resource.ts';
import { address, go, query } from '../router.ts';
import { language, words } from '../words/words.ts';
import type { Desk } from './desk.ts';

/** The number of the last events that can be chosen. */
const mostListed = 20;

/** Selects the event on which the text is tried. */
export function EventPick({ desk, source }: { readonly desk: Desk; readonly source: string | undefined }) {
  const { bench: text } = words.value;
  const asked = new URLSearchParams({ ...(source !== undefined && { source }), limit: String(mostListed) });
  const found = useResource(`events of ${source}`, abort => get<EventPage>(`events?${asked}`, abort));
  const on = desk.on.value;
  const listed = found.value.value?.events ?? [];
  const current = on.kind === 'event' ? on.event : undefined;
  const all = current && !listed.some(({ id }) => id === current.id) ? [current, ...listed] : listed;
  if (!current || all.length === 0) return null;
  return (
    <label class="event-pick">
      <span>{text.event}</span>
      <select
        value={current.id}
        onChange={event => {
          const field = query.value.get('field') ?? undefined;
          go(address(['bench'], { mapping: desk.name, event: event.currentTarget.value, field }), 'replace');
        }}
      >
        {all.map(each => (
          <option key={each.id} value={each.id}>
            {titleOfEvent(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function titleOfEvent({ receivedAt, type, source, status }: EventSummary): string {
  const at = new Date(receivedAt).toLocaleString(language.value, { dateStyle: 'short', timeStyle: 'medium' });
  return [
    source,
    at,
    words.value.status[status],
    ...(type === undefined || type.includes('[masked]') ? [] : [type]),
  ].join(' · ');
}
