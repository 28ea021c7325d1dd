import { allStatuses } from '../../inbox/event.ts';
import type { OverviewAnswer } from '../../server/api/routes/overview.ts';
import type { ProcessView } from '../../server/api/routes/processes.ts';
import type { SetupProgress } from '../../server/api/routes/setup/setup-state.ts';
import type { SourceView } from '../../server/api/routes/sources.ts';
import { get, getWhole } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { Loading, Section, StatusChip, Trouble } from '../parts/pieces.tsx';
import { Ago, agoWords } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { address } from '../router.ts';
import { words } from '../words/words.ts';
import { Causes } from './now-causes.tsx';
import { Charts } from './now-charts.tsx';
import { DestinationRow } from './now-destinations.tsx';
import { Recovered } from './now-recovered.tsx';

/** The API responses that this page shows. */
interface Known {
  readonly overview: OverviewAnswer;
  readonly sources: readonly SourceView[];
}

/** The first page: a summary in one sentence, then the causes of waiting events, each with one step. */
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
          {value.value.overview.destinations.length > 0 && (
            <Section title={text.destinations}>
              <ul class="rows">
                {value.value.overview.destinations.map(each => (
                  <DestinationRow key={each.name} destination={each} reload={reload} />
                ))}
              </ul>
            </Section>
          )}
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
  if (overview.destinations.length === 0) return text.notSetUp;
  const came = last === undefined ? text.noWebhook : text.lastWebhook(agoWords(last));
  if (overview.needsPerson.events > 0) return `${text.needYou(overview.needsPerson.events)} ${came}`;
  if (held + overview.unclaimed > 0) return `${text.somethingHeld} ${came}`;
  const { calls: unlinked, more } = overview.unlinked;
  const working = more ? 0 : Math.max(0, queued - unlinked);
  if (working > 0) return `${text.working(working)} ${came}`;
  if (unlinked > 0) return `${text.unlinked(unlinked, more === true)} ${came}`;
  return `${overview.refused.length > 0 ? text.someRefused : text.allDelivered} ${came}`;
}

/** Links to the next step of the setup. It is requested only once, because the setup ends at some point. */
function SetupLink() {
  return mayAct() ? <Missing /> : null;
}

function Missing() {
  const { setup: text } = words.value;
  const asked = useResource('setup', abort => getWhole<SetupProgress>('setup', abort), 'once');
  const progress = asked.value.value;
  if (!progress || progress.next === 'done') return null;
  const undone = progress.sources.find(({ step }) => step !== 'done');
  const what =
    progress.next === 'source' && undone
      ? text.missingSource(undone.name, text.setupSteps[stepNames[undone.step]])
      : text.missing[progress.next === 'source' ? 'sender' : progress.next];
  return (
    <div class="notice setup-link">
      <p>{what}</p>
      <a class="button" href={address(['setup'])}>
        {text.goOn}
      </a>
    </div>
  );
}

const stepNames = { webhook: 'webhook', mapping: 'mapping', delivery: 'delivery', done: 'delivery' } as const;

/** Shows the processes that share the store, if there are several. */
function Processes() {
  const { processes: text } = words.value;
  const asked = useResource('processes', abort =>
    get<{ processes: readonly ProcessView[] }>('processes', abort),
  );
  const all = asked.value.value?.processes ?? [];
  if (all.length < 2) return null;
  const differs = (key: 'mappings' | 'config' | 'version') => new Set(all.map(each => each[key])).size > 1;
  return (
    <Section title={text.title}>
      {differs('version') && <p class="warning">{text.otherVersion}</p>}
      {differs('mappings') && <p class="warning">{text.otherMappings}</p>}
      {differs('config') && <p class="warning">{text.otherConfig}</p>}
      <ul class="rows">
        {all.map(({ id, name, version, startedAt, works, delivers }) => (
          <li key={id}>
            <b>{name}</b>{' '}
            <span class="quiet">
              {version} · {text.since} <Ago at={startedAt} />
            </span>
            <p class="quiet">
              {[
                ...works.map(each => text.works[each as keyof typeof text.works] ?? each),
                ...delivers.map(text.delivers),
              ].join(' · ') || text.nothing}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
