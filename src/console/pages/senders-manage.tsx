import { useSignal } from '@preact/signals';
import type { SetupProgress, SourceProgress } from '../../server/api/routes/setup/setup-state.ts';
import { post } from '../api.ts';
import { ActDialog, mayAct } from '../parts/act.tsx';
import { Marked } from '../parts/marked.tsx';
import { address } from '../router.ts';
import { whyNotEdit } from '../setup/advice.tsx';
import { SenderPage } from '../setup/at-the-sender.tsx';
import type { ShownSecrets } from '../setup/setup-answers.ts';
import { shownSecrets, showSecrets } from '../setup/shown-secrets.ts';
import { words } from '../words/words.ts';

/** Links to the page that adds a sender, or shows why that is not possible here. */
export function AddSenderLink({ progress }: { readonly progress: SetupProgress | undefined }) {
  const { setup: text } = words.value;
  if (!mayAct()) return <p class="quiet">{text.readerCannot}</p>;
  if (!progress) return null;
  if (!progress.edit.may) {
    const { what, step } = whyNotEdit(progress.edit.code);
    return (
      <p class="quiet">
        <Marked text={`${what} ${step}`} />
      </p>
    );
  }
  return (
    <p>
      <a class="button" href={address(['setup'], { add: 'sender' })}>
        {text.addSender}
      </a>
    </p>
  );
}

/** The changes of a sender: pause, resume, a new secret, remove. */
export function ManageSender({
  source,
  reload,
}: {
  readonly source: SourceProgress;
  readonly reload: () => void;
}) {
  const { setup: text } = words.value;
  const asked = useSignal<keyof typeof dialogs | undefined>(undefined);
  const { name, paused, secrets, verify, step } = source;
  const made = shownSecrets.value.get(name);
  const hasSecret = secrets > 0;
  const deeds = [
    paused ? ('resume' as const) : ('pause' as const),
    ...(hasSecret ? (['secret'] as const) : []),
    'remove' as const,
  ];
  const Dialog = asked.value && dialogs[asked.value];
  return (
    <>
      <p>
        {paused && <span class="state paused">{words.value.state.paused} </span>}
        <a href={address(['setup'], { source: name })}>{step === 'done' ? text.atSenderAgain : text.goOn}</a>
      </p>
      {!made && hasSecret && verify.every(each => each === 'query-token') && (
        <p class="quiet">{text.withoutToken}</p>
      )}
      {made && <SenderPage steps={made} made={made} preset={source.preset} />}
      {secrets > 1 && (
        <div class="notice">
          <p>{text.oldCounts}</p>
          <button
            type="button"
            onClick={() => {
              asked.value = 'settle';
            }}
          >
            {text.settle}
          </button>
        </div>
      )}
      <div class="buttons">
        {deeds.map(each => (
          <button
            key={each}
            type="button"
            class={each === 'remove' ? 'danger' : ''}
            aria-label={`${text.deedNames[each]}: ${name}`}
            onClick={() => {
              asked.value = each;
            }}
          >
            {text.deedNames[each]}
          </button>
        ))}
      </div>
      {Dialog && (
        <Dialog
          name={name}
          reload={reload}
          close={() => {
            asked.value = undefined;
          }}
        />
      )}
    </>
  );
}

interface DialogGiven {
  readonly name: string;
  readonly reload: () => void;
  readonly close: () => void;
}

const dialogs = {
  pause: (given: DialogGiven) => <Change {...given} deed="pause" />,
  resume: (given: DialogGiven) => <Change {...given} deed="resume" />,
  remove: (given: DialogGiven) => <Change {...given} deed="remove" />,
  settle: (given: DialogGiven) => <Change {...given} deed="settle" />,
  secret: (given: DialogGiven) => <Change {...given} deed="secret" />,
};

const paths = {
  pause: 'pause',
  resume: 'resume',
  remove: 'remove',
  settle: 'secret/settle',
  secret: 'secret',
} as const;

/** Asks for the reason, and makes the change. To remove a sender, a person must type its name. */
function Change({ name, reload, close, deed }: DialogGiven & { readonly deed: keyof typeof paths }) {
  const { setup: text } = words.value;
  const ask = deed === 'remove' && { typed: { label: text.typeName(name), text: name } };
  return (
    <ActDialog
      title={`${text.deedNames[deed]}: ${name}`}
      explain={text.deedMeans[deed]}
      button={text.deedNames[deed]}
      {...(ask || {})}
      act={async reason => {
        const path = `setup/sources/${encodeURIComponent(name)}/${paths[deed]}`;
        const made = await post<ShownSecrets>(path, { ...(reason !== undefined && { reason }) });
        if (deed === 'secret') showSecrets(made);
        reload();
      }}
      close={close}
    />
  );
}
