import { useSignal } from '@preact/signals';
import { type FieldConfiguration, type KnownStatus, unsupportedTypes } from '../../booking/catalog/field.ts';
import type { DestinationView } from '../../deliver/bridge.ts';
import type { EventSummary, EventView } from '../../inbox/event.ts';
import type { EventPage } from '../../inbox/event-filter.ts';
import type { FieldUse } from '../../server/api/routes/destinations.ts';
import { get } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { folded } from '../parts/folded.ts';
import { Marked } from '../parts/marked.tsx';
import { Loading, Section, Trouble } from '../parts/pieces.tsx';
import { Ago } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { address, go, query } from '../router.ts';
import { words } from '../words/words.ts';
import { NeverSet } from './never-set.tsx';

/** Shows the fields and statuses of the live account, searchable by their names in every language. */
export function Fields() {
  const { fields: text, pages } = words.value;
  const asked = useResource('destinations', abort =>
    get<{ destinations: readonly DestinationView[] }>('destinations', abort),
  );
  const destinations = asked.value.value?.destinations;
  const chosen = query.value.get('destination') ?? destinations?.[0]?.name;
  return (
    <>
      <h1>{pages.fields}</h1>
      {asked.error.value && <Trouble error={asked.error.value} retry={asked.reload} />}
      {!destinations && !asked.error.value && <Loading />}
      {destinations?.length === 0 && <p class="empty">{text.noDestination}</p>}
      {destinations && chosen !== undefined && (
        <>
          <Narrow destinations={destinations} chosen={chosen} />
          <Catalog key={chosen} destination={chosen} />
        </>
      )}
    </>
  );
}

function Narrow({
  destinations,
  chosen,
}: {
  readonly destinations: readonly DestinationView[];
  readonly chosen: string;
}) {
  const { fields: text } = words.value;
  const q = query.value.get('field') ?? '';
  return (
    <search class="filter">
      <label>
        <span>{text.search}</span>
        <input
          type="search"
          id="search"
          value={q}
          autocomplete="off"
          onInput={event =>
            go(address(['fields'], { destination: chosen, field: event.currentTarget.value }), 'replace')
          }
        />
      </label>
      <label>
        <span>{text.destination}</span>
        <select
          value={chosen}
          onChange={event =>
            go(address(['fields'], { destination: event.currentTarget.value, field: q }), 'replace')
          }
        >
          {destinations.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </search>
  );
}

function Catalog({ destination }: { readonly destination: string }) {
  const { fields: text } = words.value;
  const of = `destinations/${encodeURIComponent(destination)}`;
  const fields = useResource(`${of}/fields`, abort => get<FieldsAnswer>(`${of}/fields`, abort));
  const statuses = useResource(`${of}/statuses`, abort =>
    get<{ statuses: readonly ShownStatus[]; statusesListedAt: string | null }>(`${of}/statuses`, abort),
  );
  const known = fields.value.value;
  const isListed = typeof statuses.value.value?.statusesListedAt === 'string';
  const originOf = (origin: ShownStatus['origin']) =>
    isListed && origin === 'declared' ? text.notListed : text.origin[origin];
  if (fields.error.value) return <Trouble error={fields.error.value} retry={fields.reload} />;
  if (!known) return <Loading />;
  const wanted = folded(query.value.get('field') ?? '');
  const found = known.fields.filter(each => namesOf(each).some(name => folded(name).includes(wanted)));
  return (
    <>
      <p class="quiet">
        <FetchedAt at={known.fetchedAt} />
      </p>
      {found.length === 0 && <p class="empty">{text.none}</p>}
      <ul class="cards fields">
        {found.map(each => (
          <FieldCard
            key={each.keyName}
            field={each}
            destination={destination}
            usedBy={known.usedBy.find(({ keyName }) => keyName === each.keyName)?.mappings ?? []}
          />
        ))}
      </ul>
      <NeverSet destination={destination} />
      <Section title={text.statuses}>
        {statuses.error.value && <Trouble error={statuses.error.value} retry={statuses.reload} />}
        {statuses.value.value?.statuses.length === 0 && (
          <p class="empty">
            <Marked text={text.noStatuses} />
          </p>
        )}
        <ul class="rows">
          {(statuses.value.value?.statuses ?? []).map(each => (
            <li key={each.name}>
              <b>{each.name}</b> <span class="quiet">{originOf(each.origin)}</span> <Ago at={each.at} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** The fields of an account, and the mappings that fill them. */
interface FieldsAnswer {
  readonly fields: readonly FieldConfiguration[];
  readonly fetchedAt: string;
  readonly usedBy: readonly FieldUse[];
}

/** The number of the newest delivered events of a mapping that are examined. */
const mostLookedAt = 5;

/** Finds, on request, the last event that filled a field. Its values are visible there. */
function LastValue({
  destination,
  keyName,
  mappings,
}: {
  readonly destination: string;
  readonly keyName: string;
  readonly mappings: readonly string[];
}) {
  const { fields: text } = words.value;
  const found = useSignal<EventSummary | null | undefined>(undefined);
  const task = useTask();
  const look = () =>
    task.run(async () => {
      found.value = (await lastFilled(destination, keyName, mappings)) ?? null;
    });
  if (found.value === undefined)
    return (
      <>
        {task.error.value && <Trouble error={task.error.value} />}
        <button type="button" onClick={() => void look()}>
          {text.lastFilled}
        </button>
      </>
    );
  if (found.value === null) return <p class="quiet">{text.notFilled}</p>;
  return (
    <p>
      <a href={address(['events', found.value.id])}>
        {text.filledBy} <Ago at={found.value.receivedAt} />
      </a>
    </p>
  );
}

/** Returns the newest delivered event that set a field, among the newest few of each mapping. */
async function lastFilled(
  destination: string,
  keyName: string,
  mappings: readonly string[],
): Promise<EventSummary | undefined> {
  const events: EventSummary[] = [];
  for (const mapping of mappings) {
    const asked = new URLSearchParams({
      mapping,
      destination,
      status: 'delivered',
      limit: String(mostLookedAt),
    });
    events.push(...(await get<EventPage>(`events?${asked}`)).events);
  }
  for (const event of events.sort((a, b) => b.receivedAt.localeCompare(a.receivedAt))) {
    const { calls } = await get<EventView>(`events/${encodeURIComponent(event.id)}`);
    const isFilled = calls.some(call => {
      const set = call.destination === destination ? call.request?.additionalFields : undefined;
      return typeof set === 'object' && Object.hasOwn(set, keyName);
    });
    if (isFilled) return event;
  }
  return undefined;
}

/** A status, and when it became known (ISO 8601). */
type ShownStatus = Omit<KnownStatus, 'at'> & { readonly at: string };

function FetchedAt({ at }: { readonly at: string }) {
  const [before, behind] = words.value.fields.fetched('\0').split('\0');
  return (
    <>
      {before}
      <Ago at={at} />
      {behind}
    </>
  );
}

function FieldCard({
  field,
  destination,
  usedBy,
}: {
  readonly field: FieldConfiguration;
  readonly destination: string;
  readonly usedBy: readonly string[];
}) {
  const { fields: text } = words.value;
  const others = [...new Set(namesOf(field).slice(2))].filter(name => name !== field.name);
  const isSettable = !unsupportedTypes.has(field.type);
  const types: Readonly<Record<string, string>> = text.types;
  return (
    <li class="card">
      <h2>{field.name}</h2>
      <p>
        <code>{field.keyName}</code> <span class="quiet">{types[field.type] ?? field.type}</span>
      </p>
      {others.length > 0 && <p class="quiet">{others.join(' · ')}</p>}
      {field.selectItems && field.selectItems.length > 0 && (
        <p>
          {text.choices}: {field.selectItems.join(', ')}
        </p>
      )}
      {isSettable || usedBy.length > 0 ? (
        <p class="quiet">{usedBy.length === 0 ? text.unused : `${text.usedBy}: ${usedBy.join(', ')}`}</p>
      ) : (
        <p class="quiet">{text.notSettable}</p>
      )}
      {field.appointmentSpecific && <p class="quiet">{text.ofAppointment}</p>}
      {usedBy.length > 0 && <LastValue destination={destination} keyName={field.keyName} mappings={usedBy} />}
      {mayAct() && isSettable && !field.appointmentSpecific && (
        <p>
          <a
            href={address(['bench'], {
              mapping: usedBy[0],
              destination,
              field: `additionalFields.${field.keyName}`,
            })}
          >
            {text.fill}
          </a>
        </p>
      )}
    </li>
  );
}

function namesOf({ keyName, name, names }: FieldConfiguration): readonly string[] {
  return [keyName, name, ...Object.values(names ?? {})];
}
