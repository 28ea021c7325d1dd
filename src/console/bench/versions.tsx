import { useSignal } from '@preact/signals';
import type { KeptVersion } from '../../edit/versions.ts';
import { getWhole, post } from '../api.ts';
import { Trouble } from '../parts/pieces.tsx';
import { Ago } from '../parts/time.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { CompareDialog } from './compare.tsx';
import { announce, type Desk } from './desk.ts';

/** Shows the earlier versions of a file. A person can compare one with the text, or restore it. */
export function Versions({ desk }: { readonly desk: Desk }) {
  const { bench: text } = words.value;
  const found = useSignal<readonly KeptVersion[] | undefined>(undefined);
  const compared = useSignal<string | undefined>(undefined);
  const task = useTask();
  const of = new URLSearchParams({ mapping: desk.name });
  const list = () =>
    task.run(async () => {
      found.value = (await getWhole<{ versions: readonly KeptVersion[] }>(`bench/versions?${of}`)).versions;
    });
  const compare = (id: string) =>
    task.run(async () => {
      compared.value = (
        await post<{ text: string }>('bench/version', { who: undefined, mapping: desk.name, id })
      ).text;
    });
  const restore = () => {
    if (compared.value === undefined) return;
    desk.text.value = compared.value;
    announce(desk, each => each.restored);
    compared.value = undefined;
  };
  return (
    <details
      class="versions"
      onToggle={event => {
        if (event.currentTarget.open) void list();
      }}
    >
      <summary>{text.versions}</summary>
      {task.error.value && <Trouble error={task.error.value} />}
      {found.value?.length === 0 && <p class="quiet">{text.noVersions}</p>}
      <ul class="rows">
        {(found.value ?? []).map(({ id, replacedAt }) => (
          <li key={id}>
            {text.replacedAt} <Ago at={replacedAt} />{' '}
            <button type="button" onClick={() => void compare(id)}>
              {text.compare}
            </button>
          </li>
        ))}
      </ul>
      {compared.value !== undefined && (
        <CompareDialog
          title={text.versions}
          left={{ title: text.earlierText, text: compared.value }}
          right={{ title: text.ownText, text: desk.text.value }}
          close={() => {
            compared.value = undefined;
          }}
        >
          <button type="button" class="primary" onClick={restore}>
            {text.restore}
          </button>
        </CompareDialog>
      )}
    </details>
  );
}
