import { useSignal } from '@preact/signals';
import type { RefusalView } from '../../inbox/refusal.ts';
import type { SetupProgress, SourceProgress } from '../../server/api/routes/setup/setup-state.ts';
import type { SourceView } from '../../server/api/routes/sources.ts';
import type { UnknownPath } from '../../server/webhooks/unknown-paths.ts';
import { apiErrorOf, get, getWhole, post } from '../api.ts';
import { ActDialog, mayAct } from '../parts/act.tsx';
import { refusalWords } from '../parts/code-words.ts';
import { OwnWords } from '../parts/own-words.tsx';
import { isMasked, Loading, Section, Trouble } from '../parts/pieces.tsx';
import { Ago, pause } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { address } from '../router.ts';
import { adviceFor } from '../setup/source-trouble.tsx';
import { words } from '../words/words.ts';
import { CorrectValues } from './event-correct.tsx';
import { WritePayload } from './refusal-payload.tsx';
import { AddSenderLink, ManageSender } from './senders-manage.tsx';

/** The maximum time until a change of a sender takes effect. Milliseconds. */
const inForceMs = 2_000;

/** Shows a card for each sender, and the refused webhooks. */
export function Senders() {
  const { senders: text, pages } = words.value;
  const sources = useResource('sources', abort =>
    getWhole<{ sources: readonly SourceView[] }>('sources', abort),
  );
  const setup = useResource('setup', abort => getWhole<SetupProgress>('setup', abort));
  const progress = setup.value.value;
  const all = sources.value.value?.sources;
  const reload = async () => {
    await Promise.all([sources.reload(), setup.reload()]);
    // A change of the config takes effect soon after it was written.
    await pause(inForceMs);
    await Promise.all([sources.reload(), setup.reload()]);
  };
  return (
    <>
      <h1>{pages.senders}</h1>
      <AddSenderLink progress={progress} />
      {sources.error.value && <Trouble error={sources.error.value} retry={sources.reload} />}
      {!all && !sources.error.value && <Loading />}
      {all?.length === 0 && <p class="empty">{text.none}</p>}
      <div class="cards">
        {(all ?? []).map(each => (
          <SenderCard
            key={each.name}
            source={each}
            progress={
              progress?.edit.may ? progress.sources.find(({ name }) => name === each.name) : undefined
            }
            reload={() => void reload()}
          />
        ))}
      </div>
      <Refusals />
    </>
  );
}

function SenderCard({
  source,
  progress,
  reload,
}: {
  readonly source: SourceView;
  /** The progress of the setup; undefined if this bridge cannot be changed from here. */
  readonly progress: SourceProgress | undefined;
  readonly reload: () => void;
}) {
  const { senders: text, now, lists } = words.value;
  const { name, preset, streak, lastAcceptedAt } = source;
  return (
    <section class={streak ? 'card warn' : 'card'}>
      <header>
        <h2>{name}</h2>
        <span class="quiet">{preset ? `${text.preset}: ${preset}` : text.other}</span>
      </header>
      <p>
        {text.lastWebhook}: {lastAcceptedAt ? <Ago at={lastAcceptedAt} /> : text.never}
      </p>
      {streak && (
        <>
          <p class="warning">
            {text.streak(streak.count)} {adviceFor(progress ?? { verify: [] }, streak.fault).what}
          </p>
          <OwnWords text={streak.reason} />
        </>
      )}
      <Url of={source} />
      <p>
        <a href={address(['events'], { source: name })}>{now.show}</a>
        {mayAct() && (
          <>
            {' · '}
            <a href={address(['senders', name, 'list'])}>{lists.open}</a>
          </>
        )}
      </p>
      {progress && mayAct() && <ManageSender source={progress} reload={reload} />}
    </section>
  );
}

function Url({ of: { url, path } }: { readonly of: SourceView }) {
  const { senders: text, common } = words.value;
  const isCopied = useSignal(false);
  const whole = url ?? new URL(path, location.origin).href;
  const copy = async () => {
    await navigator.clipboard.writeText(whole);
    isCopied.value = true;
  };
  return (
    <p>
      {text.url}: <code>{whole}</code>{' '}
      <button type="button" onClick={() => void copy()}>
        {isCopied.value ? common.copied : common.copy}
      </button>
    </p>
  );
}

function Refusals() {
  const { senders: text, now } = words.value;
  const asked = useResource('refusals', abort =>
    get<{ refusals: readonly RefusalView[]; unknownPaths?: readonly UnknownPath[] }>('refusals', abort),
  );
  const strays = (asked.value.value?.unknownPaths ?? []).filter(({ method }) => method === 'POST');
  const refusals = asked.value.value?.refusals;
  return (
    <Section title={text.refusals}>
      {asked.error.value && <Trouble error={asked.error.value} retry={asked.reload} />}
      {!refusals && !asked.error.value && <Loading />}
      {refusals?.length === 0 && strays.length === 0 && <p class="empty">{text.noRefusals}</p>}
      {strays.map(({ path, near, count, lastAt }) => (
        <p key={`${path} ${lastAt}`} class="warning">
          <Ago at={lastAt} /> · {now.strays(count)} {!isMasked(path) && <code>{path}</code>}{' '}
          {near !== undefined && near !== path && now.strayMeant(near)}
        </p>
      ))}
      <ul class="rows">
        {(refusals ?? []).map(each => (
          <RefusalRow key={each.id} refusal={each} reload={asked.reload} />
        ))}
      </ul>
    </Section>
  );
}

function RefusalRow({ refusal, reload }: { readonly refusal: RefusalView; readonly reload: () => void }) {
  const { senders: text } = words.value;
  const isAsking = useSignal(false);
  const { at, source, status, reason, verified, acceptable, acceptedAs, refusedAgain } = refusal;
  const said = refusalWords(refusal);
  return (
    <li>
      <Ago at={at} /> · <b>{source}</b> · HTTP {status} · {said ?? <span lang="en">{reason}</span>}{' '}
      {!verified && <span class="quiet">({text.unverified})</span>}
      {acceptedAs?.map(event => (
        <a key={event} href={address(['events', event])}>
          {text.accepted} {event}
        </a>
      ))}
      {said !== undefined && said !== reason && <OwnWords text={reason} />}
      {refusedAgain !== undefined && <span class="quiet">{text.refusedAgain}</span>}
      {acceptable && !acceptedAs && mayAct() && (
        <button
          type="button"
          onClick={() => {
            isAsking.value = true;
          }}
        >
          {refusedAgain === undefined ? text.accept : text.writePayload}
        </button>
      )}
      {isAsking.value && (
        <Accept
          refusal={refusal}
          reload={reload}
          close={() => {
            isAsking.value = false;
          }}
        />
      )}
    </li>
  );
}

/**
 * Accepts a refused webhook. If it is one event, a person may correct its values first; if its body cannot be read, a person
 * writes its payload.
 */
function Accept({
  refusal,
  reload,
  close,
}: {
  readonly refusal: RefusalView;
  readonly reload: () => void;
  readonly close: () => void;
}) {
  const { senders: text } = words.value;
  const { id, source, reason } = refusal;
  const path = `refusals/${encodeURIComponent(id)}`;
  const isSeveral = useSignal(false);
  const send = async (body: {
    readonly reason: string | undefined;
    readonly patch?: unknown;
    readonly payload?: unknown;
  }) => {
    await post(`${path}/accept`, body);
    reload();
  };
  const about = { title: text.accept, explain: `${source}: ${refusalWords(refusal) ?? reason}`, close };
  if (refusal.refusedAgain !== undefined)
    return <WritePayload refusal={refusal} accept={send} close={close} />;
  if (isSeveral.value) {
    return <ActDialog {...about} button={text.accept} act={why => send({ reason: why })} />;
  }
  return (
    <CorrectValues
      {...about}
      mayLeave
      load={async () => {
        try {
          return { value: (await post<{ payload: unknown }>(`${path}/values`)).payload, seen: 0 };
        } catch (error) {
          // A webhook of several events is accepted unchanged; each event can then be corrected.
          if (apiErrorOf(error).status === 409) isSeveral.value = true;
          throw error;
        }
      }}
      tried={{ refusalId: id }}
      send={({ reason: why, patch }) => send({ reason: why, patch })}
    />
  );
}
