import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { DestinationView } from '../../deliver/bridge.ts';
import type { Erased, ErasurePreview, FoundApart, PersonView } from '../../inbox/erasure.ts';
import type { SourceView } from '../../server/api/routes/sources.ts';
import { get, getWhole, post } from '../api.ts';
import { ActDialog } from '../parts/act.tsx';
import { Check } from '../parts/check.tsx';
import { Section, Trouble } from '../parts/pieces.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { address } from '../router.ts';
import { words } from '../words/words.ts';

const targets = ['customerId', 'link', 'q', 'event'] as const;
type Target = (typeof targets)[number];

/** The erasure that a person requested. */
interface Wish {
  readonly by: Signal<Target>;
  readonly value: Signal<string>;
  readonly destination: Signal<string>;
  readonly people: Signal<string>;
  readonly person: Signal<boolean>;
  readonly everyone: Signal<boolean>;
  /** True to find a text also if its words are in several values. */
  readonly apart: Signal<boolean>;
}

type Apart = { readonly apart?: FoundApart };
type Counts = Omit<Erased, 'kind'> & Apart;
type Preview = Omit<ErasurePreview, 'kind'> & Apart;

/** Erases all stored data of a person: shows a preview, then asks the admin to type a confirmation. */
export function ErasePerson() {
  const { erase: text } = words.value;
  const wish: Wish = {
    by: useSignal<Target>('customerId'),
    value: useSignal(''),
    destination: useSignal(''),
    people: useSignal(''),
    person: useSignal(true),
    everyone: useSignal(false),
    apart: useSignal(false),
  };
  const preview = useSignal<Preview | undefined>(undefined);
  const erased = useSignal<Counts | undefined>(undefined);
  const isAsking = useSignal(false);
  const task = useTask();
  const look = (event: Event) => {
    event.preventDefault();
    erased.value = undefined;
    preview.value = undefined;
    void task.run(async () => {
      preview.value = (await post<{ preview: Preview }>('erase', { ...bodyOf(wish), preview: true })).preview;
    });
  };
  const found = preview.value;
  return (
    <Section title={text.title}>
      <p class="quiet">{text.explain}</p>
      <form onSubmit={look}>
        <WishFields
          wish={wish}
          changed={() => {
            preview.value = undefined;
          }}
        />
        <div class="buttons">
          <button type="submit">{text.look}</button>
        </div>
      </form>
      {task.error.value && <Trouble error={task.error.value} />}
      {found && <Found preview={found} />}
      {found && found.events + found.links + found.refusals > 0 && (
        <div class="buttons">
          <button
            type="button"
            class="danger"
            onClick={() => {
              isAsking.value = true;
            }}
          >
            {text.erase}
          </button>
        </div>
      )}
      {isAsking.value && (
        <ActDialog
          title={text.erase}
          explain={text.cannotUndo}
          button={text.erase}
          needsReason
          typed={{ label: text.typeAgain(wish.value.value.trim()), text: wish.value.value.trim() }}
          act={async reason => {
            erased.value = await post<Counts>('erase', { ...bodyOf(wish), reason });
            preview.value = undefined;
            wish.value.value = '';
          }}
          close={() => {
            isAsking.value = false;
          }}
        />
      )}
      {erased.value && <Outcome erased={erased.value} />}
    </Section>
  );
}

function bodyOf({ by, value, destination, people, person, everyone, apart }: Wish) {
  const isPerson = person.value && by.value !== 'event' ? { person: true } : {};
  return {
    [by.value]: value.value.trim(),
    ...(by.value === 'customerId' && destination.value && { destination: destination.value }),
    ...(by.value === 'link' && people.value && { people: people.value }),
    ...isPerson,
    ...(everyone.value && { everyone: true }),
    ...(apart.value && by.value === 'q' && { apart: true }),
  };
}

function WishFields({ wish, changed }: { readonly wish: Wish; readonly changed: () => void }) {
  const { erase: text, events, fields } = words.value;
  const id = useId();
  const sources = useResource('sources', abort =>
    getWhole<{ sources: readonly SourceView[] }>('sources', abort),
  );
  const destinations = useResource('destinations', abort =>
    get<{ destinations: readonly DestinationView[] }>('destinations', abort),
  );
  const people = [...new Set((sources.value.value?.sources ?? []).map(each => each.people))];
  const places = (destinations.value.value?.destinations ?? []).map(each => each.name);
  const { by, value } = wish;
  return (
    <div class="filter">
      <label>
        <span>{text.by}</span>
        <select
          value={by.value}
          onChange={event => {
            by.value = targets.find(each => each === event.currentTarget.value) ?? 'customerId';
            changed();
          }}
        >
          {targets.map(each => (
            <option key={each} value={each}>
              {text.targets[each]}
            </option>
          ))}
        </select>
      </label>
      <label class="wide" for={id}>
        <span>{text.targets[by.value]}</span>
        <input
          id={id}
          required
          minLength={by.value === 'q' ? 3 : 1}
          maxLength={200}
          autocomplete="off"
          value={value.value}
          onInput={event => {
            value.value = event.currentTarget.value;
            changed();
          }}
        />
      </label>
      {by.value === 'customerId' && places.length > 1 && (
        <Choice label={fields.destination} all={events.all} options={places} value={wish.destination} />
      )}
      {by.value === 'link' && people.length > 1 && (
        <Choice label={text.people} all={events.all} options={people} value={wish.people} />
      )}
      {by.value !== 'event' && <Check label={text.wholePerson} value={wish.person} />}
      <Check label={text.everyone} value={wish.everyone} />
      {by.value === 'q' && <Check label={text.apart} value={wish.apart} />}
    </div>
  );
}

function Choice({
  label,
  all,
  options,
  value,
}: {
  readonly label: string;
  readonly all: string;
  readonly options: readonly string[];
  readonly value: Signal<string>;
}) {
  return (
    <label>
      <span>{label}</span>
      <select
        value={value.value}
        onChange={event => {
          value.value = event.currentTarget.value;
        }}
      >
        <option value="">{all}</option>
        {options.map(each => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

function Found({ preview }: { readonly preview: Preview }) {
  const { erase: text } = words.value;
  const { events, links, refusals, people, mentioned, further, unsearched, apart } = preview;
  return (
    <div role="status">
      <ul class="facts">
        <li>
          <b>{text.wouldErase(events, links, refusals)}</b>
        </li>
        {[...people, ...(apart?.people ?? [])].map(each => (
          <li key={JSON.stringify(each)}>{personWords(each)}</li>
        ))}
        {apart && <li class="warning">{text.foundApart(apart.events, apart.links, apart.refusals)}</li>}
        {people.length > 1 && <li class="warning">{text.several(people.length)}</li>}
        {further && <li class="warning">{text.further(further.events)}</li>}
        {mentioned > 0 && <li class="warning">{text.mentioned(mentioned)}</li>}
        {unsearched && <Unsearched ids={unsearched.ids} />}
      </ul>
    </div>
  );
}

function personWords({ customers, linked }: PersonView): string {
  const { people: text } = words.value;
  return [
    ...customers.map(each => text.customer(each.customerId, each.destination)),
    ...linked.map(each => `${each.link} (${each.people})`),
  ].join(', ');
}

/** Lists data that could not be searched, which a person must check. */
function Unsearched({ ids }: { readonly ids: readonly string[] }) {
  const { erase: text } = words.value;
  return (
    <li class="warning">
      {text.unsearched(ids.length)}{' '}
      {ids.slice(0, 10).map(each => (
        <a key={each} href={address(['events', each])}>
          {each}{' '}
        </a>
      ))}
    </li>
  );
}

function Outcome({ erased }: { readonly erased: Counts }) {
  const { erase: text } = words.value;
  const { events, links, refusals, underWay, mentioned, further, unsearched, complete } = erased;
  return (
    <div role="status">
      <ul class="facts">
        <li>
          <b>{text.erased(events, links, refusals)}</b>
        </li>
        {underWay > 0 && <li class="warning">{text.underWay(underWay)}</li>}
        {further && <li class="warning">{text.further(further.events)}</li>}
        {mentioned > 0 && <li class="warning">{text.mentioned(mentioned)}</li>}
        {unsearched && <Unsearched ids={unsearched.ids} />}
        <li class={complete ? 'good' : 'warning'}>{complete ? text.complete : text.incomplete}</li>
      </ul>
    </div>
  );
}
