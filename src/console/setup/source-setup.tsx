import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { allStatuses } from '../../inbox/event.ts';
import type { SetupProgress, SourceProgress } from '../../server/api/routes/setup/setup-state.ts';
import { mayAct } from '../parts/act.tsx';
import { useCodeWords } from '../parts/code-words.ts';
import { Marked } from '../parts/marked.tsx';
import { Section, StatusChip } from '../parts/pieces.tsx';
import { senderTitle } from '../parts/sender-title.ts';
import { Ago, pause } from '../parts/time.tsx';
import { address, go, query } from '../router.ts';
import { words } from '../words/words.ts';
import { AtTheSender, SenderPage } from './at-the-sender.tsx';
import { MappingPage } from './mapping-page.tsx';
import { ReadingPanel } from './reading.tsx';
import type { ShownSecrets } from './setup-answers.ts';
import { SourceTroubleView } from './source-trouble.tsx';
import { WhoseEvent } from './whose-event.tsx';

/** A sender that was just added: the bridge starts to accept its webhooks within two seconds. */
export function JustAdded({ made }: { readonly made: ShownSecrets }) {
  const { setup: text } = words.value;
  const { preset = null } = made;
  return (
    <Section title={made.name}>
      <SenderPage steps={made} made={made} preset={preset} />
      <p role="status">{text.takingUp}</p>
    </Section>
  );
}

/** Shows the current step of a sender, from its first webhook to its first delivery. */
export function SourceSetup({
  source,
  progress,
  reload,
}: {
  readonly source: SourceProgress;
  readonly progress: SetupProgress;
  readonly reload: () => void;
}) {
  const { setup: text } = words.value;
  const { name, title, step, preset } = source;
  const heading = title === name ? name : `${senderTitle(preset, title)}: ${name}`;
  return (
    <>
      {source.trouble && <SourceTroubleView source={source} mayEdit={progress.edit.may} reload={reload} />}
      {step === 'webhook' ? (
        <Section title={heading}>
          <AtTheSender source={source} mayEdit={progress.edit.may} reload={reload} />
          {progress.edit.may && (
            <p class="quiet">
              {text.wrongSender} <a href={address(['setup'], { add: 'sender' })}>{text.addSender}</a>
              {' · '}
              <a href={address(['senders'])}>{text.removeThis(name)}</a>
            </p>
          )}
        </Section>
      ) : (
        <details class="card">
          <summary>
            <h2>{heading}</h2> <span class="quiet">{text.atSenderAgain}</span>
          </summary>
          <AtTheSender source={source} mayEdit={progress.edit.may} reload={reload} />
        </details>
      )}
      <Arrived source={source} />
      {step === 'mapping' && !query.value.has('mapping') && (
        <Offers source={source} progress={progress} reload={reload} />
      )}
      {step === 'mapping' && query.value.has('mapping') && <p role="status">{text.mappingSaved}</p>}
      {step === 'delivery' && <Delivery source={source} hasSandbox={progress.sandbox} />}
      {step === 'done' && <Delivered source={source} />}
      <Others progress={progress} source={source} />
    </>
  );
}

/** Waits for the first webhook, and turns green automatically. */
function Arrived({ source: { newest, step } }: { readonly source: SourceProgress }) {
  const { setup: text } = words.value;
  return (
    <div role="status">
      {newest === null && step === 'webhook' && (
        <p class="waiting">
          <span aria-hidden="true">◷</span> {text.waiting}
        </p>
      )}
      {newest !== null && step !== 'done' && (
        <p class="waiting come">
          <span aria-hidden="true">✓</span> {text.firstCame} <Ago at={newest.receivedAt} />
        </p>
      )}
    </div>
  );
}

/** The maximum time until a change of a sender takes effect. Milliseconds. */
const inForceMs = 2_000;

/** The webhook is read only on request, because this shows its values and is recorded in the audit log. */
function Offers({
  source,
  progress,
  reload,
}: {
  readonly source: SourceProgress;
  readonly progress: SetupProgress;
  readonly reload: () => void;
}) {
  const { setup: text } = words.value;
  const { name } = source;
  const isTaken = useSignal(false);
  const hasReading = source.preset === null;
  const isRead = useSignal(!hasReading || !progress.edit.may);
  const looked = useSignal(0);
  const lookAgain = () => {
    looked.value += 1;
    isRead.value = !hasReading || !progress.edit.may;
  };
  if (query.value.get('look') !== 'yes')
    return (
      <Section title={text.lookTitle}>
        <p>{text.lookExplain}</p>
        <button
          type="button"
          class="primary"
          onClick={() => go(address(['setup'], { source: name, look: 'yes' }), 'replace')}
        >
          {text.look}
        </button>
      </Section>
    );
  return (
    <>
      {hasReading && (
        <ReadingPanel
          key={looked.value}
          name={name}
          mayEdit={progress.edit.may}
          isRead={isRead}
          taken={async () => {
            await pause(inForceMs);
            isTaken.value = true;
          }}
        />
      )}
      {isRead.value && (
        <MappingPage
          key={`${isTaken.value} ${looked.value}`}
          name={name}
          newest={source.newest?.id}
          lookAgain={lookAgain}
          progress={progress}
          reload={reload}
        />
      )}
    </>
  );
}

function Delivery({
  source: { newest },
  hasSandbox,
}: {
  readonly source: SourceProgress;
  readonly hasSandbox: boolean;
}) {
  const { setup: text, events } = words.value;
  const codeWords = useCodeWords();
  const status = allStatuses.find(each => each === newest?.status);
  if (!newest || !status) return null;
  const known = newest.code === undefined || newest.unsplit ? undefined : codeWords(newest.code);
  return (
    <Section title={text.setupSteps.delivery} aside={<StatusChip status={status} />}>
      <p>{events.headline[status]}</p>
      {known && (
        <p>
          <b>{known.title}.</b> <Marked text={known.advice} />
        </p>
      )}
      {newest.unsplit && <p class="notice">{text.unsplit}</p>}
      {(status === 'queued' || status === 'failed') && (
        <WhoseEvent key={status} id={newest.id} hasSandbox={hasSandbox} />
      )}
      <EventLinks id={newest.id} isBenchNext={status === 'skipped'} />
    </Section>
  );
}

function Delivered({ source: { newest, name } }: { readonly source: SourceProgress }) {
  const { setup: text, pages } = words.value;
  return (
    <section class="card good-card">
      <div role="status">
        <h2>
          <span aria-hidden="true">✓</span> {text.delivered}
        </h2>
      </div>
      <p>{text.deliveredExplain}</p>
      <EventLinks id={newest?.id}>
        <a class="button" href={address(['events'], { source: name })}>
          {pages.events}
        </a>
        <a class="button" href={address(['setup'], { add: 'sender' })}>
          {text.addSender}
        </a>
      </EventLinks>
    </section>
  );
}

function EventLinks({
  id,
  isBenchNext = false,
  children,
}: {
  readonly id: string | undefined;
  /** True if writing rules is the next step. */
  readonly isBenchNext?: boolean;
  readonly children?: ComponentChildren;
}) {
  const { setup: text, events } = words.value;
  const mapping = query.value.get('mapping') ?? undefined;
  return (
    <div class="buttons">
      {id !== undefined && (
        <>
          <a class="button" href={address(['events', id])}>
            {text.openEvent}
          </a>
          <a
            class={isBenchNext ? 'button primary' : 'button'}
            href={address(['bench'], { mapping, event: id })}
          >
            {events.openInBench}
          </a>
        </>
      )}
      {children}
    </div>
  );
}

/** Lists the other senders whose setup is not finished. */
function Others({ progress, source }: { readonly progress: SetupProgress; readonly source: SourceProgress }) {
  const { setup: text } = words.value;
  const others = progress.sources.filter(({ name, step }) => name !== source.name && step !== 'done');
  if (others.length === 0 || !mayAct()) return null;
  return (
    <p class="quiet">
      {text.others}{' '}
      {others.map(({ name }) => (
        <a key={name} href={address(['setup'], { source: name })}>
          {name}{' '}
        </a>
      ))}
    </p>
  );
}
