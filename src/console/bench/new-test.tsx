import { useSignal } from '@preact/signals';
import { post } from '../api.ts';
import { Trouble } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import type { BenchEdit } from './answers.ts';
import { type Desk, triedOn, withoutActor } from './desk.ts';

interface MadeTest {
  readonly edit: BenchEdit;
  readonly name: string;
  readonly replaced: number;
  readonly kept: readonly { readonly path: string; readonly text: string; readonly why: string }[];
}

/** Makes a test from the selected event, with invented values. */
export function NewTest({ desk }: { readonly desk: Desk }) {
  const { bench: text } = words.value;
  const made = useSignal<MadeTest | undefined>(undefined);
  const task = useTask();
  const on = desk.on.value;
  const isReady = on.kind === 'event' && desk.trial.value?.usable === true;
  const make = () =>
    task.run(async () => {
      const before = desk.text.value;
      const asked = { ...withoutActor(desk.name, before), ...triedOn(on) };
      const found = await post<MadeTest>('bench/test', asked);
      if (desk.text.value !== before) return;
      desk.apply.value?.(found.edit);
      made.value = found;
    });
  return (
    <>
      <button type="button" class="make-test" disabled={!isReady} onClick={() => void make()}>
        {text.makeTest}
      </button>
      {task.error.value && <Trouble error={task.error.value} />}
      {made.value && (
        <div class="notice" aria-live="polite">
          <p>{text.testMade(made.value.name, made.value.replaced)}</p>
          <ul>
            {made.value.kept.map(each => (
              <li key={`${each.path} ${each.text}`}>
                <code>{each.path}</code> {each.text}{' '}
                <span class="quiet" lang="en">
                  {each.why}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
