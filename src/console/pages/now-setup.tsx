import type { SetupProgress } from '../../server/api/routes/setup/setup-state.ts';
import { getWhole } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { useResource } from '../parts/use-resource.ts';
import { address } from '../router.ts';
import { words } from '../words/words.ts';

/** Links to the next step of the setup. It is requested once, because setup ends some day. */
export function SetupLink() {
  return mayAct() ? <Missing /> : null;
}

function Missing() {
  const { setup: text } = words.value;
  const asked = useResource('setup', abort => getWhole<SetupProgress>('setup', abort), 'once');
  const progress = asked.value.value;
  if (!progress || progress.next === 'done') return null;
  const undone = progress.sources.find(({ step }) => step !== 'done');
  const what =
    progress.next === 'source' && undone
      ? text.missingSource(undone.name, text.setupSteps[stepNames[undone.step]])
      : text.missing[progress.next === 'source' ? 'sender' : progress.next];
  return (
    <div class="notice setup-link">
      <p>{what}</p>
      <a class="button" href={address(['setup'])}>
        {text.goOn}
      </a>
    </div>
  );
}

const stepNames = { webhook: 'webhook', mapping: 'mapping', delivery: 'delivery', done: 'delivery' } as const;
