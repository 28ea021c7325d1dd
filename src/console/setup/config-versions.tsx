import { type Signal, useSignal } from '@preact/signals';
import type { KeptVersion } from '../../edit/versions.ts';
import { getWhole, post } from '../api.ts';
import { Marked } from '../parts/marked.tsx';
import { Ago } from '../parts/time.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { SetupTrouble } from './advice.tsx';

/** An earlier version beside the config on disk, as the API returns it. */
interface Compared {
  readonly id: string;
  readonly earlier: string;
  readonly current: string;
  readonly version: string | null;
  readonly faults: readonly string[];
  /** The comparison of two texts is loaded when a person opens it. */
  readonly Dialog: typeof import('../bench/compare.tsx').CompareDialog;
}

/** Shows the earlier versions of the config. A person can compare one with the config on disk, or restore it. */
export function ConfigVersions({ reload }: { readonly reload: () => void }) {
  const { setup: text, bench } = words.value;
  const found = useSignal<readonly KeptVersion[] | undefined>(undefined);
  const compared = useSignal<Compared | undefined>(undefined);
  const isRestored = useSignal(false);
  const task = useTask();
  const list = () =>
    task.run(async () => {
      found.value = (await getWhole<{ versions: readonly KeptVersion[] }>('setup/versions')).versions;
    });
  const compare = (id: string) =>
    task.run(async () => {
      isRestored.value = false;
      const [shown, { CompareDialog }] = await Promise.all([
        post<Omit<Compared, 'id' | 'Dialog'>>('setup/version', { id }),
        import('../bench/compare.tsx'),
      ]);
      compared.value = { ...shown, id, Dialog: CompareDialog };
    });
  const restored = () => {
    isRestored.value = true;
    reload();
    void list();
  };
  return (
    <details
      class="versions"
      onToggle={event => {
        if (event.currentTarget.open) void list();
      }}
    >
      <summary>{text.configVersions}</summary>
      <p class="quiet">
        <Marked text={text.configVersionsExplain} />
      </p>
      {task.error.value && <SetupTrouble error={task.error.value} />}
      <div role="status">{isRestored.value && <p class="good">{text.configRestored}</p>}</div>
      {found.value?.length === 0 && <p class="quiet">{text.noConfigVersions}</p>}
      <ul class="rows">
        {(found.value ?? []).map(({ id, replacedAt }) => (
          <li key={id}>
            {bench.replacedAt} <Ago at={replacedAt} />{' '}
            <button type="button" onClick={() => void compare(id)}>
              {text.lookAt}
            </button>
          </li>
        ))}
      </ul>
      {compared.value && <Comparison key={compared.value.id} of={compared} restored={restored} />}
    </details>
  );
}

function Comparison({
  of,
  restored,
}: {
  readonly of: Signal<Compared | undefined>;
  readonly restored: () => void;
}) {
  const { setup: text, bench } = words.value;
  const task = useTask();
  const shown = of.value;
  if (!shown) return null;
  const { id, earlier, current, version, faults, Dialog } = shown;
  const isSame = earlier === current;
  const restore = () =>
    task.run(async () => {
      await post('setup/restore', { id, version });
      of.value = undefined;
      restored();
    });
  return (
    <Dialog
      title={text.configVersions}
      explain={isSame ? text.sameConfig : text.configDiffers}
      left={{ title: bench.earlierText, text: earlier }}
      right={{ title: text.currentConfig, text: current }}
      close={() => {
        of.value = undefined;
      }}
    >
      {faults.length > 0 ? (
        <div class="trouble" role="alert">
          <p>{text.configNotValid}</p>
          {faults.map(each => (
            <p key={each} lang="en">
              {each}
            </p>
          ))}
        </div>
      ) : (
        <button type="button" class="primary" onClick={() => void restore()}>
          {text.restoreConfig}
        </button>
      )}
      {task.error.value && <SetupTrouble error={task.error.value} />}
    </Dialog>
  );
}
