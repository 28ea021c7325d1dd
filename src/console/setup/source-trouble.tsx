import type { SourceProgress } from '../../server/api/routes/setup/setup-state.ts';
import { post } from '../api.ts';
import { OwnWords } from '../parts/own-words.tsx';
import { isMasked } from '../parts/pieces.tsx';
import { Ago } from '../parts/time.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { Advice, type AdviceWords, SetupTrouble } from './advice.tsx';
import { NewSecret } from './new-secret.tsx';

/** Shows the reason why the last webhook was refused, and the step that corrects it. */
export function SourceTroubleView({
  source,
  mayEdit,
  reload,
}: {
  readonly source: SourceProgress;
  readonly mayEdit: boolean;
  readonly reload: () => void;
}) {
  const { trouble, name, path } = source;
  if (!trouble) return null;
  const { code, at, reason, path: posted, method } = trouble;
  return (
    <Advice of={adviceFor(source, code)}>
      {posted !== undefined && (
        <p>
          <code>{posted}</code> → <code>{path}</code>
        </p>
      )}
      <p class="quiet">
        {method !== undefined && <code>{method}</code>} <Ago at={at} />
      </p>
      {reason && !isMasked(reason) && <OwnWords text={reason} />}
      {mayEdit && code === 'paused' && <Resume name={name} reload={reload} />}
      {mayEdit && (code === 'wrong' || code === 'no-secret' || code === 'missing') && (
        <NewSecret name={name} mayEnter={source.preset !== null} reload={reload} />
      )}
    </Advice>
  );
}

/** Returns the sentence and the step for the code of a refusal. */
export function adviceFor({ verify }: Pick<SourceProgress, 'verify'>, code: string): AdviceWords {
  const { sourceFaults, tokenFaults, otherFault } = words.value.setup;
  const ownWords: Readonly<Record<string, AdviceWords>> = tokenFaults;
  const known: Readonly<Record<string, AdviceWords>> = sourceFaults;
  const isToken = verify.includes('query-token');
  return (isToken ? ownWords[code] : undefined) ?? known[code] ?? otherFault;
}

function Resume({ name, reload }: { readonly name: string; readonly reload: () => void }) {
  const task = useTask();
  const resume = () =>
    task.once(async () => {
      await post(`setup/sources/${encodeURIComponent(name)}/resume`);
      reload();
    });
  return (
    <>
      {task.error.value && <SetupTrouble error={task.error.value} />}
      <button type="button" onClick={() => void resume()}>
        {words.value.now.resume}
      </button>
    </>
  );
}
