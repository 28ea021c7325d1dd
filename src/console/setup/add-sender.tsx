import { useSignal } from '@preact/signals';
import type { SetupProgress } from '../../server/api/routes/setup/setup-state.ts';
import { getWhole, post } from '../api.ts';
import { folded } from '../parts/folded.ts';
import { unusedName } from '../parts/free-name.ts';
import { Loading, Section, Trouble } from '../parts/pieces.tsx';
import { senderTitle } from '../parts/sender-title.ts';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { address, go, query } from '../router.ts';
import { words } from '../words/words.ts';
import { SetupTrouble } from './advice.tsx';
import { Field, nameOf, wholeName } from './field.tsx';
import type { ListedSender, ShownSecrets } from './setup-answers.ts';
import { showSecrets } from './shown-secrets.ts';

/** The value in the address for an unlisted sender; no known sender has this name. */
const another = '*';

interface Adding {
  readonly progress: SetupProgress;
  readonly reload: () => void;
}

/** Adds a sender in two steps: choosing it, and naming its source. */
export function AddSender(adding: Adding) {
  const { setup: text } = words.value;
  const asked = useResource(
    'senders',
    abort => getWhole<{ senders: readonly ListedSender[] }>('setup/senders', abort),
    'once',
  );
  const senders = asked.value.value?.senders;
  const chosen = query.value.get('sender');
  if (asked.error.value) return <Trouble error={asked.error.value} retry={asked.reload} />;
  if (!senders) return <Loading />;
  const known = senders.find(({ name }) => name === chosen);
  if (known || chosen === another) return <NameSender key={chosen} sender={known} {...adding} />;
  return (
    <Section title={text.senderTitle}>
      <p>{text.senderExplain}</p>
      <SenderList senders={senders} />
    </Section>
  );
}

function SenderList({ senders }: { readonly senders: readonly ListedSender[] }) {
  const { setup: text } = words.value;
  const sought = query.value.get('find') ?? '';
  const wanted = folded(sought)
    .split(/[\s-]+/)
    .filter(Boolean);
  const isWanted = (name: string) => wanted.every(word => folded(name).includes(word));
  const found = senders.filter(({ name, title, alsoCalled }) =>
    [name, title, senderTitle(name, title), ...alsoCalled].some(isWanted),
  );
  const only = wanted.length > 0 && found.length === 1 ? found[0] : undefined;
  return (
    <>
      <search class="filter">
        <label>
          <span>{text.findSender}</span>
          <input
            type="search"
            id="search"
            value={sought}
            autocomplete="off"
            onKeyDown={event => {
              if (event.key === 'Enter' && only) go(address(['setup'], { add: 'sender', sender: only.name }));
            }}
            onInput={event =>
              go(address(['setup'], { add: 'sender', find: event.currentTarget.value }), 'replace')
            }
          />
        </label>
      </search>
      <p role="status">{found.length === 0 ? text.noSuchSender : text.sendersFound(found.length)}</p>
      <ul class="senders">
        {found.map(({ name, title, alsoCalled }) => (
          <li key={name}>
            <a class="button" data-row href={address(['setup'], { add: 'sender', sender: name })}>
              {senderTitle(name, title)}
              <OtherName
                name={
                  isWanted(title) || isWanted(senderTitle(name, title))
                    ? undefined
                    : alsoCalled.find(isWanted)
                }
              />
            </a>
          </li>
        ))}
        <li>
          <a class="button" data-row href={address(['setup'], { add: 'sender', sender: another })}>
            {text.anotherSender}
          </a>
        </li>
      </ul>
    </>
  );
}

/** Returns the other name of a sender that matched the search, if its title does not match. */
function OtherName({ name }: { readonly name: string | undefined }) {
  return name === undefined ? null : <span class="quiet">&nbsp;({name})</span>;
}

function NameSender({ sender, progress, reload }: Adding & { readonly sender: ListedSender | undefined }) {
  const { setup: text } = words.value;
  const name = useSignal(
    unusedName(
      sender?.name ?? 'form',
      progress.sources.map(source => source.name),
    ),
  );
  const secret = useSignal('');
  const publicUrl = useSignal('');
  const task = useTask();

  const add = (event: Event) => {
    event.preventDefault();
    return task.once(async () => {
      const made = await post<ShownSecrets>('setup/sources', {
        name: wholeName(name.value),
        ...(sender && { sender: sender.name }),
        ...(secret.value.trim() && { secret: secret.value.trim() }),
        ...(publicUrl.value.trim() && { publicUrl: publicUrl.value.trim() }),
      });
      showSecrets({ ...made, preset: sender?.name ?? null });
      go(address(['setup'], { source: made.name }));
      reload();
    });
  };
  const error = task.error.value;
  const needsUrl = publicUrl.value !== '' || error?.code === 'needs-public-url';

  return (
    <Section title={sender ? senderTitle(sender.name, sender.title) : text.anotherSender}>
      {!sender && <p>{text.anotherExplain}</p>}
      <form onSubmit={event => void add(event)}>
        <Field
          label={text.senderName}
          help={text.nameHelp}
          value={name.value}
          tidy={nameOf}
          set={value => {
            name.value = value;
          }}
        />
        {sender && (
          <Field
            label={text.ownSecret}
            help={sender.secretComesLater ? text.secretLater : text.ownSecretHelp}
            type="password"
            isOptional
            value={secret.value}
            set={value => {
              secret.value = value;
            }}
          />
        )}
        {needsUrl && (
          <Field
            label={text.publicUrl}
            help={text.publicUrlHelp}
            value={publicUrl.value}
            set={value => {
              publicUrl.value = value;
            }}
          />
        )}
        {error && <SetupTrouble error={error} />}
        <div class="buttons">
          <button type="submit" class="primary">
            {text.add}
          </button>
          <a class="button" data-back href={address(['setup'], { add: 'sender' })}>
            {text.otherChoice}
          </a>
        </div>
      </form>
    </Section>
  );
}
