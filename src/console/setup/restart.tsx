import type { Signal } from '@preact/signals';
import type { SetupProgress } from '../../server/api/routes/setup/setup-state.ts';
import { apiErrorOf, post } from '../api.ts';
import { Section } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { SetupTrouble } from './advice.tsx';

/**
 * Shows a change that needs a restart. If the program can restart itself, a button does it, and the page reconnects.
 */
export function Restart({
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
        // The answer may be lost where the bridge is faster than its answer.
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
