import { useSignal } from '@preact/signals';
import { post } from '../api.ts';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { SetupTrouble } from './advice.tsx';
import { Field } from './field.tsx';
import type { ShownSecrets } from './setup-answers.ts';
import { showSecrets } from './shown-secrets.ts';

/** Stores the secret that the sender shows, or makes a new one. The old one stays valid until a person removes it. */
export function NewSecret({
  name,
  mayEnter,
  reload,
}: {
  readonly name: string;
  /** True if the sender may have made its own secret. */
  readonly mayEnter: boolean;
  readonly reload: () => void;
}) {
  const { setup: text } = words.value;
  const secret = useSignal('');
  const task = useTask();
  const make = (given: string) =>
    task.once(async () => {
      const path = `setup/sources/${encodeURIComponent(name)}/secret`;
      const made = await post<ShownSecrets>(path, given === '' ? {} : { secret: given });
      secret.value = '';
      showSecrets(made);
      reload();
    });
  return (
    <>
      {mayEnter && (
        <form
          onSubmit={event => {
            event.preventDefault();
            void make(secret.value.trim());
          }}
        >
          <Field
            label={text.secretOfSender}
            type="password"
            value={secret.value}
            set={value => {
              secret.value = value;
            }}
          />
          <button type="submit">{text.useSecret}</button>
        </form>
      )}
      {task.error.value && <SetupTrouble error={task.error.value} />}
      <p>
        <button type="button" onClick={() => void make('')}>
          {text.newSecret}
        </button>
      </p>
    </>
  );
}
