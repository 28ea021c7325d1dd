import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { DestinationView, MappingView } from '../../deliver/bridge.ts';
import { allStatuses } from '../../inbox/event.ts';
import type { OverviewAnswer } from '../../server/api/routes/overview.ts';
import type { SourceView } from '../../server/api/routes/sources.ts';
import { get, getWhole, post } from '../api.ts';
import { ActDialog, mayAct } from '../parts/act.tsx';
import { type CodeWords, useCodeWords } from '../parts/code-words.ts';
import { Loading, Section, StatusChip, Trouble } from '../parts/pieces.tsx';
import { agoWords, clockWords } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { address } from '../router.ts';
import { words } from '../words/words.ts';
import { Charts } from './now-charts.tsx';
import { Processes } from './now-processes.tsx';
import { Recovered } from './now-recovered.tsx';
import { SetupLink } from './now-setup.tsx';

/** The answers that this page is made of. */
interface Known {
  readonly overview: OverviewAnswer;
  readonly sources: readonly SourceView[];
}

/** The first page: a sentence, then the causes of what waits, each with one step. */
export function Now() {
  const known = useResource('now', async (abort): Promise<Known> => {
    const [overview, { sources }] = await Promise.all([
      get<OverviewAnswer>('overview', abort),
      getWhole<{ sources: readonly SourceView[] }>('sources', abort),
    ]);
    return { overview, sources };
  });
  const { now: text, pages } = words.value;
  const { value, error, reload } = known;
  return (
    <>
      <h1 class="visually-hidden">{pages.now}</h1>
      {error.value && <Trouble error={error.value} retry={reload} />}
      {!value.value && !error.value && <Loading />}
      {value.value && (
        <>
          <p class="lead">{leadOf(value.value)}</p>
          <SetupLink />
          <Recovered overview={value.value.overview} />
          <Causes known={value.value} reload={reload} />
          <Charts />
          <Section title={text.destinations}>
            <ul class="rows">
              {value.value.overview.destinations.map(each => (
                <DestinationRow key={each.name} destination={each} reload={reload} />
              ))}
            </ul>
          </Section>
          <Processes />
          <Section title={text.numbers}>
            <ul class="numbers">
              {allStatuses.map(status => (
                <li key={status}>
                  <a href={address(['events'], { status })}>
                    <StatusChip status={status} /> <b>{value.value?.overview.statuses[status]}</b>
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </>
  );
}

function leadOf({ overview, sources }: Known): string {
  const { now: text } = words.value;
  const { held, queued } = overview.statuses;
  const last = sources
    .flatMap(each => each.lastAcceptedAt ?? [])
    .sort()
    .at(-1);
  const came = last === undefined ? text.noWebhook : text.lastWebhook(agoWords(last));
  if (overview.needsPerson.events > 0) return `${text.needYou(overview.needsPerson.events)} ${came}`;
  if (held + overview.unclaimed > 0) return `${text.somethingHeld} ${came}`;
  return `${queued > 0 ? text.working(queued) : text.allDelivered} ${came}`;
}

function Causes({ known, reload }: { readonly known: Known; readonly reload: () => void }) {
  const { now: text } = words.value;
  const { overview, sources } = known;
  const codeWords = useCodeWords();
  const { uncertain } = overview.statuses;
  const causes = [
    ...(uncertain > 0
      ? [
          <Cause
            key="uncertain"
            kind="bad"
            what={text.uncertain(uncertain)}
            events={{ status: 'uncertain' }}
          />,
        ]
      : []),
    ...failureCauses(overview, codeWords),
    ...overview.destinations
      .filter(({ state }) => state === 'held' || state === 'paused')
      .map(each => <DestinationCause key={`d ${each.name}`} destination={each} reload={reload} />),
    ...overview.mappings.flatMap(mappingCauses),
    ...(overview.unclaimed > 0
      ? [<Cause key="unclaimed" what={text.unclaimed(overview.unclaimed)} events={{ status: 'held' }} />]
      : []),
    ...sources.flatMap(senderCauses),
    ...configCauses(overview.config),
  ];
  if (causes.length === 0) return null;
  return (
    <Section title={text.causes}>
      <ul class="causes">{causes}</ul>
    </Section>
  );
}

function configCauses(config: OverviewAnswer['config']) {
  const { now: text } = words.value;
  if (config === undefined || config.state === 'in-use') return [];
  const { since } = config;
  if (config.state === 'faulty')
    return [
      <Cause key="config" kind="bad" what={text.faultyConfig} why={config.found.join(', ')} since={since} />,
    ];
  return [<Cause key="config" what={text.configWaits(config.sections.join(', '))} since={since} />];
}

/** One cause for each way in which events failed; one for all of them where no code says why. */
function failureCauses(
  { failures, statuses: { failed } }: OverviewAnswer,
  codeWords: (code: string) => CodeWords | undefined,
) {
  const { now: text } = words.value;
  if (failures.length === 0 && failed > 0) {
    return [<Cause key="failed" kind="bad" what={text.failed(failed)} events={{ status: 'failed' }} />];
  }
  return failures.map(({ code, events, more }) => {
    const known = code === undefined ? undefined : codeWords(code);
    const what = text.failedFor(events, more === true, known?.title ?? code ?? text.otherCause);
    const which = { status: 'failed', ...(code !== undefined && { code }) };
    return <Cause key={`f ${code}`} kind="bad" what={what} hint={known?.advice} events={which} />;
  });
}

function mappingCauses({ name, held, usable, calls, diagnostics }: MappingView) {
  const { now: text } = words.value;
  const key = `m ${name}`;
  if (held) {
    const { reason, since } = held;
    const events = { status: 'held', mapping: name };
    return [
      <Cause
        key={key}
        what={text.heldMapping(name)}
        why={reason}
        since={since}
        waiting={calls.held}
        events={events}
      />,
    ];
  }
  const fault = usable ? undefined : diagnostics.find(({ severity }) => severity === 'error');
  if (!fault) return [];
  return [<Cause key={key} what={text.faultyMapping(name)} why={fault.message} hint={fault.hint} />];
}

function senderCauses({ name, streak }: SourceView) {
  if (!streak) return [];
  const { reason, since, count } = streak;
  const what = words.value.now.refused(name, count);
  return [<Cause key={`s ${name}`} what={what} why={reason} since={since} page="senders" />];
}

/** One cause of what waits or failed, and the one step that helps. */
function Cause(given: {
  readonly kind?: 'bad';
  readonly what: string;
  readonly why?: string | undefined;
  readonly hint?: string | undefined;
  readonly since?: string | undefined;
  readonly waiting?: number;
  /** The filter of the affected events. */
  readonly events?: Readonly<Record<string, string>>;
  readonly page?: 'senders';
  readonly children?: ComponentChildren;
}) {
  const { now: text } = words.value;
  const to = given.page ? address([given.page]) : given.events && address(['events'], given.events);
  return (
    <li class={given.kind}>
      <div>
        <p>
          <b>{given.what}</b>
        </p>
        {given.why && <p>{given.why}</p>}
        {given.hint && <p class="quiet">{given.hint}</p>}
        <p class="quiet">
          {given.since && <>{text.since(clockWords(given.since))} </>}
          {given.waiting !== undefined && text.waiting(given.waiting)}
        </p>
      </div>
      {given.children ??
        (to && (
          <a class="button" href={to}>
            {text.show}
          </a>
        ))}
    </li>
  );
}

function DestinationCause({
  destination,
  reload,
}: {
  readonly destination: DestinationView;
  readonly reload: () => void;
}) {
  const { now: text } = words.value;
  const { name, state, reason, since, waiting } = destination;
  return (
    <Cause
      what={state === 'paused' ? text.pausedDestination(name) : text.heldDestination(name)}
      why={reason}
      since={since}
      waiting={waiting}
    >
      <SwitchDestination destination={destination} to="resume" reload={reload} />
    </Cause>
  );
}

function DestinationRow({
  destination,
  reload,
}: {
  readonly destination: DestinationView;
  readonly reload: () => void;
}) {
  const { state, now: text, fields } = words.value;
  const { name, catalog, waiting, faults } = destination;
  return (
    <li>
      <span class={`state ${destination.state}`}>{state[destination.state]}</span> <b>{name}</b>{' '}
      <span class="quiet">
        {text.waiting(waiting)} {catalog && <>{fields.fetched(agoWords(catalog.fetchedAt))}</>}
      </span>
      {faults && (
        <span class="warning">
          {text.attemptsFailed(faults.count)} <span lang="en">{faults.reason}</span>
        </span>
      )}
      {destination.state === 'open' && (
        <SwitchDestination destination={destination} to="pause" reload={reload} />
      )}
    </li>
  );
}

function SwitchDestination({
  destination: { name },
  to,
  reload,
}: {
  readonly destination: DestinationView;
  readonly to: 'pause' | 'resume';
  readonly reload: () => void;
}) {
  const isAsking = useSignal(false);
  const { now: text } = words.value;
  if (!mayAct()) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {text[to]}
      </button>
      {isAsking.value && (
        <ActDialog
          title={`${text[to]}: ${name}`}
          explain={to === 'pause' ? text.pauseExplain : text.resumeExplain}
          button={text[to]}
          act={async reason => {
            await post(`destinations/${encodeURIComponent(name)}/${to}`, { reason });
            reload();
          }}
          close={() => {
            isAsking.value = false;
          }}
        />
      )}
    </>
  );
}
