import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SetupProgress } from '../../server/api/routes/setup/setup-state.ts';
import { post } from '../api.ts';
import { Loading, Section } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';
import { ValueTree } from '../parts/value-tree.tsx';
import { address, go, query } from '../router.ts';
import { words } from '../words/words.ts';
import { SetupTrouble } from './advice.tsx';
import { FieldChoices } from './field-choices.tsx';
import { PersonChoice } from './person-choice.tsx';
import type { MappingOffer } from './setup-answers.ts';

/** The choices of a person for a first mapping. The address contains them: names of fields and paths, no value. */
interface MappingChoices {
  readonly leave: readonly string[];
  readonly take: readonly string[];
  readonly number?: string;
  readonly link?: string;
  readonly destination?: string;
}

function choicesInAddress(): MappingChoices {
  const list = (name: string) => (query.value.get(name) ?? '').split(',').filter(Boolean);
  const number = query.value.get('number');
  const link = query.value.get('link');
  const destination = query.value.get('destination');
  return {
    leave: list('leave'),
    take: list('take'),
    ...(number && { number }),
    ...(link && { link }),
    ...(destination && { destination }),
  };
}

function wish(source: string, { leave, take, number, link, destination }: MappingChoices): void {
  const keys = {
    source,
    look: 'yes',
    leave: leave.join(','),
    take: take.join(','),
    number,
    link,
    destination,
  };
  go(address(['setup'], keys), 'replace');
}

/** Shows the first mapping of a source: the value for each field and the reason, beside the resulting call. */
export function MappingPage({
  name,
  newest,
  lookAgain,
  progress,
  reload,
}: {
  readonly name: string;
  /** The id of the newest event, from which a mapping is made on request. */
  readonly newest: string | undefined;
  /** Makes the mapping from the newest event. How the webhooks are read may differ too. */
  readonly lookAgain: () => void;
  readonly progress: SetupProgress;
  readonly reload: () => void;
}) {
  const { setup: text } = words.value;
  const offer = useSignal<MappingOffer | undefined>(undefined);
  const isAsked = useSignal(0);
  const shown = useSignal(newest);
  const task = useTask();
  const wishes = choicesInAddress();
  const path = `setup/sources/${encodeURIComponent(name)}/mapping`;
  useEffect(() => {
    let isLeft = false;
    void task.run(async () => {
      const made = await post<MappingOffer>(path, wishes);
      if (!isLeft) offer.value = made;
    });
    return () => {
      isLeft = true;
    };
  }, [JSON.stringify(wishes), isAsked.value]);
  const save = () =>
    task.once(async () => {
      const saved = await post<MappingOffer>(path, { ...wishes, save: true });
      go(address(['setup'], { source: name, mapping: saved.path.replace(/\.yaml$/, '') }), 'replace');
      reload();
    });
  const known = offer.value;
  const retry = () => {
    shown.value = newest;
    isAsked.value += 1;
  };
  return (
    <Section title={text.mappingTitle}>
      <p>{text.mappingExplain}</p>
      {progress.destinations.length > 1 && (
        <Destination progress={progress} chosen={known?.destination} wishes={wishes} name={name} />
      )}
      {!known && !task.error.value && <Loading />}
      {known && newest !== shown.value && (
        <p class="waiting come">
          {text.newerCame}{' '}
          <button type="button" onClick={lookAgain}>
            {text.lookAtNewer}
          </button>
        </p>
      )}
      {known && <Offer offer={known} wishes={wishes} name={name} />}
      {task.error.value && <SetupTrouble error={task.error.value} retry={retry} />}
      {known?.person.kind === 'none' && progress.edit.may && <p class="notice">{text.unmatched}</p>}
      {known && progress.edit.may && (
        <button
          type="button"
          class={known.person.kind === 'none' ? '' : 'primary'}
          onClick={() => void save()}
        >
          {known.person.kind === 'none' ? text.saveUnmatched : text.saveMapping}
        </button>
      )}
    </Section>
  );
}

function Destination({
  progress,
  chosen,
  wishes,
  name,
}: {
  readonly progress: SetupProgress;
  readonly chosen: string | undefined;
  readonly wishes: MappingChoices;
  readonly name: string;
}) {
  return (
    <label>
      {words.value.fields.destination}{' '}
      <select
        value={chosen}
        onChange={event => wish(name, { ...wishes, destination: event.currentTarget.value })}
      >
        {progress.destinations.map(each => (
          <option key={each.name} value={each.name}>
            {each.name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Offer({
  offer,
  wishes,
  name,
}: {
  readonly offer: MappingOffer;
  readonly wishes: MappingChoices;
  readonly name: string;
}) {
  const { setup: text } = words.value;
  return (
    <div class="story">
      <div>
        <PersonChoice
          person={offer.person}
          numbers={offer.numbers}
          links={offer.links}
          number={wishes.number}
          link={wishes.link}
          choose={(key, from) => wish(name, { ...wishes, [key]: from })}
        />
        <FieldChoices fields={offer.fields} choose={(field, on) => wish(name, chosen(wishes, field, on))} />
      </div>
      <div>
        <h3>{text.callTitle}</h3>
        {offer.calls.length === 0 && <p class="empty">{text.noCalls}</p>}
        {offer.calls.map((call, index) => (
          <div key={`${index} ${offer.path}`}>
            {offer.calls.length > 1 && <p class="quiet">{text.callOf(index + 1, offer.calls.length)}</p>}
            <CallShown call={call} fields={offer.fields} />
          </div>
        ))}
        {offer.person.kind === 'link' && <p class="quiet">{text.exampleNumber}</p>}
        <details>
          <summary>{text.asFile}</summary>
          <pre>{offer.text}</pre>
        </details>
      </div>
    </div>
  );
}

/** Shows a call with the account's names for its fields. */
function CallShown({ call, fields }: { readonly call: unknown; readonly fields: MappingOffer['fields'] }) {
  const { additionalFields, ...others } = propertiesOf(call);
  const named = (keyName: string) => fields.find(each => each.keyName === keyName)?.name ?? keyName;
  const rows: readonly [string, unknown][] = [
    ...Object.entries(others).map(([key, value]): [string, unknown] => [
      key === 'id' ? words.value.setup.whoseNumber : key,
      value,
    ]),
    ...Object.entries(propertiesOf(additionalFields)).map(([key, value]): [string, unknown] => [
      named(key),
      value,
    ]),
  ];
  return (
    <div class="call-shown">
      {rows.map(([name, value]) => (
        <ValueTree key={name} name={name} value={value} />
      ))}
    </div>
  );
}

function propertiesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function chosen(wishes: MappingChoices, field: string, isFilled: boolean): MappingChoices {
  const { leave, take } = wishes;
  const without = (list: readonly string[]) => list.filter(each => each !== field);
  if (isFilled)
    return { ...wishes, leave: without(leave), take: leave.includes(field) ? take : [...take, field] };
  if (take.includes(field)) return { ...wishes, take: without(take) };
  return { ...wishes, leave: [...leave, field] };
}
