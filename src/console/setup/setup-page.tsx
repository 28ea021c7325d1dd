import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SetupProgress, SourceProgress } from '../../server/api/routes/setup/setup-state.ts';
import { apiErrorOf, getWhole, post } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { ConfigErrors } from '../parts/config-errors.tsx';
import { Marked } from '../parts/marked.tsx';
import { Loading, Section, Trouble } from '../parts/pieces.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { address, query } from '../router.ts';
import { words } from '../words/words.ts';
import { ConnectAccount } from './account.tsx';
import { AddSender } from './add-sender.tsx';
import { Advice, SetupTrouble, whyNotEdit } from './advice.tsx';
import { ConfigVersions } from './config-versions.tsx';
import { shownSecrets } from './shown-secrets.ts';
import { JustAdded, SourceSetup } from './source-setup.tsx';

/** Leads from an empty folder to the first delivered webhook, and to each further sender and location. */
export function SetupPage() {
  const { setup: text } = words.value;
  const asked = useResource('setup', abort => getWhole<SetupProgress>('setup', abort), 'moving');
  const isRestarting = useSignal(false);
  const progress = asked.value.value;
  const waits = progress?.waits.length ?? 0;
  useEffect(() => {
    if (waits === 0) isRestarting.value = false;
  }, [waits]);
  const isAway = asked.error.value !== undefined && !isRestarting.value;
  return (
    <>
      <h1>{text.title}</h1>
      {!mayAct() && <p class="empty">{text.readerCannot}</p>}
      {isAway && asked.error.value && <Trouble error={asked.error.value} retry={asked.reload} />}
      {!progress && !asked.error.value && <Loading />}
      {progress && mayAct() && (
        <>
          <Steps at={stepAt(progress)} />
          {!progress.edit.may && (
            <Advice of={whyNotEdit(progress.edit.code)}>
              {progress.edit.path && (
                <p>
                  <code>{progress.edit.path}</code>
                </p>
              )}
            </Advice>
          )}
          {progress.faults.length > 0 && <Faults of={progress.faults} />}
          {waits > 0 && <Restart progress={progress} isRestarting={isRestarting} />}
          <Focused on={stageOf(progress)} label={stepName(progress)}>
            <Step progress={progress} reload={() => void asked.reload()} />
          </Focused>
          {progress.edit.may && <ConfigVersions reload={() => void asked.reload()} />}
        </>
      )}
    </>
  );
}

/**
 * Moves the focus to the new content when it replaces the focused one, so that keyboard and screen readers continue
 * there.
 */
function Focused({
  on,
  label,
  children,
}: {
  readonly on: string;
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  const here = useRef<HTMLDivElement>(null);
  const before = useRef(on);
  useEffect(() => {
    const isOther = before.current !== on;
    before.current = on;
    if (isOther && document.activeElement === document.body) here.current?.focus();
  }, [on]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of one form
    <div ref={here} class="step" role="group" tabIndex={-1} aria-label={label}>
      {children}
    </div>
  );
}

/** Returns a key that differs between steps, and between the questions in a step. */
function stageOf(progress: SetupProgress): string {
  const asked = ['add', 'sender', 'source', 'look'].map(key => query.value.get(key) ?? '');
  return [stepAt(progress), progress.next, ...asked].join(' ');
}

function stepName(progress: SetupProgress): string {
  const { setup: text } = words.value;
  const step = steps[stepAt(progress)];
  return step ? text.setupSteps[step] : text.title;
}

const steps = ['account', 'sender', 'webhook', 'mapping', 'delivery'] as const;

/** Returns the selected source: the one of the address, else the first that is not done. */
function meantSource({ sources }: SetupProgress): SourceProgress | undefined {
  const named = query.value.get('source');
  return named === null
    ? sources.find(({ step }) => step !== 'done')
    : sources.find(({ name }) => name === named);
}

function stepAt(progress: SetupProgress): number {
  const add = query.value.get('add');
  if (progress.next === 'account' || progress.next === 'restart' || add === 'location') return 0;
  if (add === 'sender') return 1;
  const source = meantSource(progress);
  if (!source) return query.value.has('source') ? 2 : progress.sources.length === 0 ? 1 : steps.length;
  return source.step === 'done' ? steps.length : steps.indexOf(source.step);
}

function Steps({ at }: { readonly at: number }) {
  const { setup: text } = words.value;
  return (
    <ol class="steps" aria-label={text.steps}>
      {steps.map((each, index) => (
        <li
          key={each}
          class={index < at ? 'past' : index === at ? 'now' : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          <span aria-hidden="true">{index < at ? '✓' : index + 1}</span> {text.setupSteps[each]}
          {index < at && <span class="visually-hidden"> ({text.stepDone})</span>}
        </li>
      ))}
    </ol>
  );
}

function Faults({ of }: { readonly of: SetupProgress['faults'] }) {
  return (
    <div class="trouble" role="alert">
      <p>
        <Marked text={words.value.setup.faultyFile} />
      </p>
      <ConfigErrors of={of} />
    </div>
  );
}

function Step({ progress, reload }: { readonly progress: SetupProgress; readonly reload: () => void }) {
  const add = query.value.get('add');
  const named = query.value.get('source');
  if (progress.next === 'restart') return null;
  if (progress.next === 'account' || add === 'location')
    return progress.edit.may ? <ConnectAccount progress={progress} reload={reload} /> : null;
  if (add === 'sender' || (named === null && progress.sources.length === 0))
    return progress.edit.may ? <AddSender progress={progress} reload={reload} /> : null;
  const source = meantSource(progress);
  if (source) return <SourceSetup key={source.name} source={source} progress={progress} reload={reload} />;
  const made = named === null ? undefined : shownSecrets.value.get(named);
  if (made) return <JustAdded made={made} />;
  return named === null ? <Done /> : <NoSource name={named} />;
}

/** Shows a source that the address names and that does not exist, or does not exist yet. */
function NoSource({ name }: { readonly name: string }) {
  const { setup: text } = words.value;
  return (
    <Links>
      <p class="empty">{text.noSource(name)}</p>
    </Links>
  );
}

function Done() {
  const { setup: text } = words.value;
  return (
    <Links>
      <p class="lead good">
        <span aria-hidden="true">✓</span> {text.allDone}
      </p>
    </Links>
  );
}

function Links({ children }: { readonly children: ComponentChildren }) {
  const { setup: text, pages } = words.value;
  return (
    <>
      {children}
      <div class="buttons">
        <a class="button" href={address(['setup'], { add: 'sender' })}>
          {text.addSender}
        </a>
        <a class="button" href={address(['setup'], { add: 'location' })}>
          {text.addLocation}
        </a>
        <a class="button" href={address(['senders'])}>
          {pages.senders}
        </a>
      </div>
    </>
  );
}

/**
 * Shows a change that needs a restart. If the program can restart itself, a button does it, and the page reconnects.
 */
function Restart({
  progress: { canRestart, waits },
  isRestarting,
}: {
  readonly progress: SetupProgress;
  readonly isRestarting: Signal<boolean>;
}) {
  const { setup: text } = words.value;
  const task = useTask();
  const restart = () =>
    task.run(async () => {
      isRestarting.value = true;
      try {
        await post('setup/restart');
      } catch (error) {
        // The response may be lost if the bridge restarts before it is sent.
        if (apiErrorOf(error).status === 0) return;
        isRestarting.value = false;
        throw error;
      }
    });
  return (
    <Section title={text.restartTitle}>
      <p>
        {waits.every(each => each === 'destinations')
          ? text.restartForAccount
          : text.restartWaits(waits.join(', '))}
      </p>
      {task.error.value && <SetupTrouble error={task.error.value} />}
      <div role="status">{isRestarting.value && <p>{text.restarting}</p>}</div>
      {canRestart ? (
        <button type="button" class="primary" disabled={isRestarting.value} onClick={() => void restart()}>
          {text.restart}
        </button>
      ) : (
        <p>{text.restartYourself}</p>
      )}
    </Section>
  );
}
