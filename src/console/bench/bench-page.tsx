import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MappingView } from '../../deliver/bridge.ts';
import { get, getWhole } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { unusedName } from '../parts/free-name.ts';
import { Loading, Trouble } from '../parts/pieces.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { address, go, query } from '../router.ts';
import { words } from '../words/words.ts';
import type { MappingFile } from './answers.ts';
import { createDesk, type Desk } from './desk.ts';
import { DeskView } from './desk-view.tsx';
import { readFile } from './saving.tsx';

/** The page for writing a mapping: payload, text and call side by side. */
export function BenchPage() {
  const { bench: text, pages } = words.value;
  const mappings = useResource('mappings', abort =>
    getWhole<{ mappings: readonly MappingView[] }>('mappings', abort),
  );
  const isShown = useSignal(false);
  const list = mappings.value.value?.mappings;
  const named = query.value.get('mapping');
  const chosen = named ?? (list && likeliest(list)?.name);
  const view = list?.find(({ name }) => name === chosen);
  const isNew = useSignal(false);
  /** An existing mapping whose name was typed for a new one. */
  const isThere = useSignal<string | undefined>(undefined);
  return (
    <div class="bench">
      <div class="bench-head">
        <h1>{pages.bench}</h1>
        {list && <MappingPick list={list} chosen={chosen} isNew={isNew} />}
      </div>
      {mappings.error.value && <Trouble error={mappings.error.value} retry={mappings.reload} />}
      {!list && !mappings.error.value && <Loading />}
      {list && (isNew.value || chosen === undefined) && (
        <NewMapping names={list.map(({ name }) => name)} isNew={isNew} isThere={isThere} />
      )}
      {chosen !== undefined && isThere.value === chosen && (
        <p class="notice" role="status">
          {text.isThere(chosen)}
        </p>
      )}
      {list && chosen !== undefined && <Opened key={chosen} name={chosen} view={view} isShown={isShown} />}
      {!chosen && <p class="quiet">{text.explain}</p>}
    </div>
  );
}

/** Returns the mapping for an event of a source, or for a field of an account; undefined if a new one is needed. */
function likeliest(list: readonly MappingView[]): MappingView | undefined {
  const { source, destination } = askedBeside();
  const fits = list.filter(
    each =>
      (source === undefined || each.source === source) &&
      (destination === undefined || each.destination === destination),
  );
  if (source === undefined && destination === undefined) return fits[0];
  const updates = fits.filter(({ operation }) => operation === 'updateCustomer');
  // The mapping that is used most has events to try it on.
  return (updates.length > 0 ? updates : fits).toSorted(
    (one, other) => other.calls.delivered - one.calls.delivered,
  )[0];
}

/** The parts of the address of the Bench, apart from the mapping. */
function askedBeside(): Readonly<Record<string, string | undefined>> {
  const names = ['event', 'field', 'source', 'destination'];
  return Object.fromEntries(names.map(name => [name, query.value.get(name) ?? undefined]));
}

function MappingPick({
  list,
  chosen,
  isNew,
}: {
  readonly list: readonly MappingView[];
  readonly chosen: string | undefined;
  readonly isNew: Signal<boolean>;
}) {
  const { bench: text } = words.value;
  const names = list.map(({ name }) => name);
  const all = chosen === undefined || names.includes(chosen) ? names : [chosen, ...names];
  if (all.length === 0) return null;
  return (
    <>
      <label>
        <span>{text.mapping}</span>
        <select
          value={chosen}
          onChange={event => {
            const { field, destination } = askedBeside();
            go(address(['bench'], { mapping: event.currentTarget.value, field, destination }));
          }}
        >
          {all.map(each => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      {mayAct() && (
        <button
          type="button"
          onClick={() => {
            isNew.value = !isNew.value;
          }}
        >
          {text.newMapping}
        </button>
      )}
    </>
  );
}

const spelling: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ' ': '-', '.': '-' };

/** Converts a name as a person types it into the name of a file: capitals, umlauts and spaces are not refused. */
function nameAsWritten(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9_/-]/g, sign => spelling[sign] ?? '');
}

/** Asks for the name of a new mapping. */
function NewMapping({
  names,
  isNew,
  isThere,
}: {
  /** The names of the existing mappings. */
  readonly names: readonly string[];
  readonly isNew: Signal<boolean>;
  readonly isThere: Signal<string | undefined>;
}) {
  const { bench: text } = words.value;
  const { source = '' } = askedBeside();
  const name = useSignal(unusedName(nameAsWritten(source), names));
  if (!mayAct()) return <p class="empty">{text.noMappings}</p>;
  return (
    <form
      class="new-mapping"
      onSubmit={event => {
        event.preventDefault();
        isNew.value = false;
        const mapping = name.value.trim();
        isThere.value = names.includes(mapping) ? mapping : undefined;
        go(address(['bench'], { ...askedBeside(), mapping }));
      }}
    >
      {names.length === 0 && <p>{text.noMappings}</p>}
      <label>
        <span>{text.newName}</span>
        <input
          required
          pattern="([a-z0-9][a-z0-9_\-]*/)*[a-z0-9][a-z0-9_\-]*"
          maxLength={63}
          autocomplete="off"
          title={text.newNameHelp}
          value={name.value}
          onInput={event => {
            name.value = nameAsWritten(event.currentTarget.value);
          }}
        />
      </label>
      <button type="submit" class="primary">
        {text.begin}
      </button>
      <p class="quiet">{text.newNameHelp}</p>
    </form>
  );
}

/** A mapping whose file has been read. */
function Opened({
  name,
  view,
  isShown,
}: {
  readonly name: string;
  readonly view: MappingView | undefined;
  readonly isShown: Signal<boolean>;
}) {
  const desk = useSignal<{ readonly desk: Desk; readonly file: MappingFile } | undefined>(undefined);
  const task = useTask();
  const open = (abort: AbortSignal) =>
    task.run(async () => {
      const file = mayAct() ? await readFile(name, abort) : await readRules(name, abort);
      if (!abort.aborted) desk.value = { file, desk: createDesk(file, mayAct(), isShown) };
    });
  useEffect(() => {
    const leaving = new AbortController();
    void open(leaving.signal);
    return () => {
      leaving.abort();
      desk.value?.desk.close();
    };
  }, []);
  if (task.error.value)
    return <Trouble error={task.error.value} retry={() => void open(new AbortController().signal)} />;
  if (!desk.value) return <Loading />;
  return <DeskView desk={desk.value.desk} file={desk.value.file} view={view} />;
}

/** Reads the parts of a file that a reader may see: no payload of a test. */
async function readRules(name: string, abort: AbortSignal): Promise<MappingFile> {
  const asked = `bench/file?${new URLSearchParams({ mapping: name })}`;
  const { rules, ...file } = await get<MappingFile & { readonly rules: string }>(asked, abort);
  return { ...file, text: rules, refusal: 'reader' };
}
