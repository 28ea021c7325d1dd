import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { MappingView } from '../../deliver/bridge.ts';
import type { EventPage } from '../../inbox/event-filter.ts';
import { get, getWhole, post } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { Trouble } from '../parts/pieces.tsx';
import { createPointing } from '../parts/pointing.ts';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { query } from '../router.ts';
import { words } from '../words/words.ts';
import type { EventWithPayload, FieldList, MappingFile, StatusList } from './answers.ts';
import { RightBar } from './bar.tsx';
import { CallPane } from './call-pane.tsx';
import type { Desk } from './desk.ts';
import { MappingEditor } from './editor.tsx';
import { EventPick } from './event-pick.tsx';
import { NewTest } from './new-test.tsx';
import { PayloadPane } from './payload-pane.tsx';
import { PickedNotice } from './picked-notice.tsx';
import { usePicking } from './picking.ts';
import { SaveButtons, useSaving } from './saving.tsx';
import { Versions } from './versions.tsx';

const tabs = ['payload', 'text', 'call'] as const;
type Tab = (typeof tabs)[number];

/** Shows the current payload, text and call of one mapping. */
export function DeskView({
  desk,
  file,
  view,
}: {
  readonly desk: Desk;
  readonly file: MappingFile;
  readonly view: MappingView | undefined;
}) {
  const { bench: text } = words.value;
  // To write the first rule, a person starts at a value and not in an empty editor.
  const isBegun = desk.text.value.trim() !== '' && !query.value.has('field');
  const tab = useSignal<Tab>(isBegun ? 'text' : 'payload');
  const traces = useComputed(() => desk.trial.value?.why ?? []);
  const pointing = useMemo(() => createPointing(traces), []);
  const saving = useSaving(desk);
  const task = useTask();
  const named = namedIn(desk.text.value);
  const source = named.source ?? view?.source ?? query.value.get('source') ?? undefined;
  const fields = useFields(named.destination ?? view?.destination ?? undefined);
  const about = { destination: fields.destination, source };
  const picking = usePicking(desk, about);
  const loading = useEvent(desk, source);
  useEffect(() => {
    const field = query.value.get('field');
    if (field) desk.picked.value = { part: field };
    desk.ask();
  }, []);
  useUnsavedWarning(desk);
  const tabList = useRef<HTMLFieldSetElement>(null);
  useTabOfTheOtherEnd(desk, tab, tabList);
  const call = useRef<HTMLDivElement>(null);
  const isChosen = desk.picked.value.place !== undefined;
  // The fields to choose from are then at the top.
  useEffect(() => {
    if (!isChosen) return;
    desk.wrote.value = undefined;
    call.current?.scrollTo(0, 0);
  }, [isChosen]);
  const mayPoint = mayAct();
  return (
    <div class="desk" data-tab={tab.value}>
      <div class="desk-head">
        <EventPick desk={desk} source={source} />
        <SaveButtons desk={desk} file={file} saving={saving} fields={fields.all} />
      </div>
      <div class="thin">
        <RightBar desk={desk} fields={fields.all} />
        <Told desk={desk} />
      </div>
      <PickedNotice desk={desk} about={about} fields={fields.all} />
      {[loading, desk.error, picking.error].map(
        (each, at) => each.value && <Trouble key={at} error={each.value} />,
      )}
      <fieldset ref={tabList} class="tabs" aria-label={text.tabs}>
        {tabs.map(each => (
          <button
            key={each}
            type="button"
            aria-pressed={tab.value === each}
            onClick={() => {
              tab.value = each;
            }}
          >
            {text[each]}
          </button>
        ))}
      </fieldset>
      <div class="panes">
        <div class="pane payload">
          <PayloadPane
            desk={desk}
            pointing={pointing}
            point={mayPoint ? picking.place : undefined}
            showValues={
              mayPoint && !desk.isShown.value && desk.on.value.kind === 'event'
                ? () => {
                    desk.isShown.value = true;
                  }
                : undefined
            }
          />
        </div>
        <section class="pane text card" aria-label={text.text}>
          <MappingEditor
            desk={desk}
            pointing={pointing}
            isFixed={!mayPoint}
            save={() => file.refusal === undefined && void task.run(saving.save)}
          />
          {task.error.value && <Trouble error={task.error.value} />}
          {mayPoint && <NewTest desk={desk} />}
          {mayPoint && <Versions desk={desk} />}
          <p class="quiet keys-help">
            {file.refusal === undefined && text.keysSave}
            {text.keysHelp}
          </p>
        </section>
        <div class="pane call" ref={call}>
          {mayPoint && <CallPane desk={desk} pointing={pointing} {...fields.account} point={picking.part} />}
        </div>
      </div>
    </div>
  );
}

/** Shows the last action, and offers to undo a rule. */
function Told({ desk }: { readonly desk: Desk }) {
  const { bench: text } = words.value;
  const { value: withRule } = desk.undoable;
  // A rule that was changed since is no longer as it was reported.
  const isOver = withRule !== undefined && withRule !== desk.text.value;
  const said = isOver ? undefined : desk.told.value?.(text);
  const takeBack = () => {
    desk.undo.value?.();
    desk.told.value = undefined;
  };
  return (
    <>
      <p class="told" aria-live="polite">
        {said}
      </p>
      {said !== undefined && withRule !== undefined && (
        <button type="button" class="jump" onClick={takeBack}>
          {text.takeBack}
        </button>
      )}
    </>
  );
}

/** Returns the names in a text, as far as they can be found before it can be parsed. */
function namedIn(text: string): {
  readonly source: string | undefined;
  readonly destination: string | undefined;
} {
  const of = (key: string) => new RegExp(`^${key}: *["']?([\\w.-]+)`, 'm').exec(text)?.[1];
  return { source: of('source'), destination: of('destination') };
}

/** Loads the fields of the account that a mapping fills; of the first account if the mapping names none. */
function useFields(named: string | undefined) {
  const destinations = useResource(
    'destinations',
    abort => getWhole<{ destinations: readonly { readonly name: string }[] }>('destinations', abort),
    'once',
  );
  const known = destinations.value.value?.destinations.map(({ name }) => name) ?? [];
  const asked = [named, query.value.get('destination') ?? undefined];
  const destination = asked.find(each => each !== undefined && known.includes(each)) ?? known[0];
  const found = useResource(
    `fields ${destination}`,
    async abort =>
      destination === undefined
        ? { fields: [] }
        : getWhole<FieldList>(`destinations/${encodeURIComponent(destination)}/fields`, abort),
    'once',
  );
  const statuses = useResource(
    `statuses ${destination}`,
    async abort =>
      destination === undefined
        ? { statuses: [], statusesListedAt: null }
        : getWhole<StatusList>(`destinations/${encodeURIComponent(destination)}/statuses`, abort),
    'once',
  );
  const all = found.value.value?.fields ?? [];
  const { statuses: listed = [], statusesListedAt = null } = statuses.value.value ?? {};
  // A status of the config that the account did not list is refused.
  const isRefuted = ({ origin, at }: { readonly origin: string; readonly at: string }) =>
    origin === 'declared' && statusesListedAt !== null && Date.parse(at) <= Date.parse(statusesListedAt);
  const names = listed.filter(each => !isRefuted(each)).map(({ name }) => name);
  return { destination, all, account: { fields: all, statuses: names } };
}

/** Loads the event in the address, or else the last one; again, with its values, when they are shown. */
function useEvent(desk: Desk, source: string | undefined) {
  const task = useTask();
  const named = query.value.get('event');
  const isShown = desk.isShown.value;
  useEffect(() => {
    const leaving = new AbortController();
    void task.run(async () => {
      const id = named ?? (await lastEvent(desk.name, source, leaving.signal));
      if (id === undefined || leaving.signal.aborted) return;
      const of = `events/${encodeURIComponent(id)}`;
      const event = isShown
        ? await post<EventWithPayload>(`${of}/values`)
        : await get<EventWithPayload>(of, leaving.signal);
      if (leaving.signal.aborted) return;
      desk.on.value = { kind: 'event', event };
      desk.ask();
    });
    return () => leaving.abort();
  }, [named, isShown, source]);
  return task.error;
}

/** Returns the last event for which the mapping made a call, else the last one of its source. */
async function lastEvent(
  mapping: string,
  source: string | undefined,
  abort: AbortSignal,
): Promise<string | undefined> {
  const first = async (filter: Record<string, string>) => {
    const page = await get<EventPage>(`events?${new URLSearchParams({ ...filter, limit: '1' })}`, abort);
    return page.events[0]?.id;
  };
  return (await first({ mapping })) ?? (await first(source === undefined ? {} : { source }));
}

/** If one tab shows at a time, the tab with the missing target or the sought value opens, at its top. */
function useTabOfTheOtherEnd(
  desk: Desk,
  tab: Signal<Tab>,
  tabList: { readonly current: HTMLFieldSetElement | null },
): void {
  const { place, part } = desk.picked.value;
  useEffect(() => {
    if (place) tab.value = 'call';
    else if (part !== undefined) tab.value = 'payload';
    const isNarrow = tabList.current?.checkVisibility() === true;
    if (isNarrow && (place || part !== undefined)) tabList.current?.scrollIntoView({ block: 'start' });
  }, [place, part]);
  const sought = desk.sought.value;
  useEffect(() => {
    if (sought) tab.value = 'payload';
  }, [sought]);
}

/** The browser asks the person before it leaves a page with unsaved text. */
function useUnsavedWarning(desk: Desk): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (desk.isChanged.value) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [desk]);
}
