import type { ComponentChildren } from 'preact';
import type { DestinationView, MappingView } from '../../deliver/bridge.ts';
import type { OverviewAnswer } from '../../server/api/routes/overview.ts';
import type { SourceView } from '../../server/api/routes/sources.ts';
import {
  type CodeWords,
  refusalWords,
  type StateWords,
  stateWords,
  useCodeWords,
} from '../parts/code-words.ts';
import { ConfigErrors } from '../parts/config-errors.tsx';
import { Marked } from '../parts/marked.tsx';
import { OwnWords } from '../parts/own-words.tsx';
import { Section } from '../parts/pieces.tsx';
import { clockWords } from '../parts/time.tsx';
import { address } from '../router.ts';
import { words } from '../words/words.ts';
import { SwitchDestination } from './now-destinations.tsx';

/** Shows why events wait or failed, with one helpful step for each cause. */
export function Causes({
  known: { overview, sources },
  reload,
}: {
  readonly known: { readonly overview: OverviewAnswer; readonly sources: readonly SourceView[] };
  readonly reload: () => void;
}) {
  const { now: text } = words.value;
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
    ...overview.mappings.flatMap(each => mappingCauses(each, codeWords)),
    ...(overview.unclaimed > 0
      ? [<Cause key="unclaimed" what={text.unclaimed(overview.unclaimed)} events={{ status: 'held' }} />]
      : []),
    ...unlinkedCauses(overview),
    ...sources.flatMap(senderCauses),
    ...overview.refused.map(refusedCause),
    ...overview.strays.map(strayCause),
    ...configCauses(overview.config),
  ];
  if (causes.length === 0) return null;
  return (
    <Section title={text.causes}>
      <ul class="causes">{causes}</ul>
    </Section>
  );
}

/** Calls that wait for a customer number. A booking may supply it, or a person enters it. */
function unlinkedCauses({ unlinked: { calls, more } }: OverviewAnswer) {
  const { now: text } = words.value;
  if (calls === 0) return [];
  const events = { status: 'queued', code: 'mapping/not-linked' };
  const what = text.unlinked(calls, more === true);
  return [<Cause key="unlinked" what={what} hint={text.unlinkedHint} events={events} />];
}

function configCauses(config: OverviewAnswer['config']) {
  const { now: text } = words.value;
  if (config === undefined || config.state === 'in-use') return [];
  const { since } = config;
  if (config.state === 'faulty')
    return [
      <Cause
        key="config"
        kind="bad"
        what={text.faultyConfig}
        details={<ConfigErrors of={config.errors} />}
        since={since}
        page="setup"
      />,
    ];
  return [<Cause key="config" what={text.configWaits(config.sections.join(', '))} since={since} />];
}

/** Returns one cause for each diagnostic code of failed events, and one for all failures without a code. */
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

function mappingCauses(
  { name, held, usable, calls, diagnostics }: MappingView,
  codeWords: (code: string) => CodeWords | undefined,
) {
  const { now: text } = words.value;
  const key = `m ${name}`;
  if (held) {
    const { since } = held;
    const events = { status: 'held', mapping: name };
    return [
      <Cause
        key={key}
        what={text.heldMapping(name)}
        {...stateWords(held)}
        since={since}
        waiting={calls.held}
        events={events}
      />,
    ];
  }
  const fault = usable ? undefined : diagnostics.find(({ severity }) => severity === 'error');
  if (!fault) return [];
  const known = codeWords(fault.code);
  const translated = known?.english !== undefined;
  const said = translated
    ? { why: known.title, hint: known.advice, english: fault.message }
    : { why: fault.message, hint: fault.hint };
  return [<Cause key={key} what={text.faultyMapping(name)} {...said} />];
}

function senderCauses({ name, streak }: SourceView) {
  if (!streak) return [];
  const { reason, since, count } = streak;
  const what = words.value.now.refused(name, count);
  return [<Cause key={`s ${name}`} what={what} english={reason} since={since} page="senders" />];
}

function refusedCause({ source, webhooks, lastAt, ...refusal }: OverviewAnswer['refused'][number]) {
  const { now: text } = words.value;
  const why = refusalWords(refusal);
  const what = text.unread(source, webhooks);
  const last = text.lastCame(clockWords(lastAt));
  return <Cause key={`r ${source}`} what={what} why={why} hint={last} page="senders" />;
}

function strayCause({ near, posts, lastAt }: OverviewAnswer['strays'][number]) {
  const { now: text } = words.value;
  const last = text.lastCame(clockWords(lastAt));
  return (
    <Cause
      key={`p ${near}`}
      what={text.strays(posts)}
      why={text.strayMeant(near)}
      hint={last}
      page="senders"
    />
  );
}

/** Shows one cause, and the step that helps. */
function Cause(
  given: Partial<StateWords> & {
    readonly kind?: 'bad';
    readonly what: string;
    readonly since?: string | undefined;
    readonly waiting?: number;
    /** The filter of the affected events. */
    readonly events?: Readonly<Record<string, string>>;
    readonly page?: 'senders' | 'setup';
    readonly details?: ComponentChildren;
    /** A step that is shown instead of the link. */
    readonly children?: ComponentChildren;
  },
) {
  const { now: text } = words.value;
  const to = given.page ? address([given.page]) : given.events && address(['events'], given.events);
  return (
    <li class={given.kind}>
      <div>
        <p>
          <b>{given.what}</b>
        </p>
        {given.why && <p>{given.why}</p>}
        {given.details}
        {given.hint && (
          <p class="quiet">
            <Marked text={given.hint} />
          </p>
        )}
        {given.english && <OwnWords text={given.english} />}
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
  const { name, state, since, waiting } = destination;
  return (
    <Cause
      what={state === 'paused' ? text.pausedDestination(name) : text.heldDestination(name)}
      {...stateWords(destination)}
      since={since}
      waiting={waiting}
    >
      <SwitchDestination destination={destination} to="resume" reload={reload} />
    </Cause>
  );
}
