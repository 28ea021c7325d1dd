import type { ComponentChildren } from 'preact';
import type { ApiError } from '../api.ts';
import { Marked } from '../parts/marked.tsx';
import { OwnWords } from '../parts/own-words.tsx';
import { Trouble } from '../parts/pieces.tsx';
import { words } from '../words/words.ts';

/** A sentence that describes a fault, and the step that corrects it. */
export interface AdviceWords {
  readonly what: string;
  readonly step: string;
}

/** Shows the description and the step. */
export function Advice({
  of: { what, step },
  children,
}: {
  readonly of: AdviceWords;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="trouble" role="alert">
      <p>
        <b>
          <Marked text={what} />
        </b>
      </p>
      <p>
        <Marked text={step} />
      </p>
      {children}
    </div>
  );
}

/** Shows the reason why a change of the setup was refused, by the code of the API. */
export function SetupTrouble({ error, retry }: { readonly error: ApiError; readonly retry?: () => void }) {
  const known: Readonly<Record<string, AdviceWords>> = words.value.setup.changeFaults;
  const advice = error.code === undefined ? undefined : known[error.code];
  if (!advice) return <Trouble error={error} {...(retry && { retry })} />;
  return (
    <Advice of={advice}>
      {error.code === 'config-faulty' && <OwnWords text={error.message} />}
      {retry && (
        <button type="button" onClick={retry}>
          {words.value.common.retry}
        </button>
      )}
    </Advice>
  );
}

/** Returns the reason why this bridge cannot be set up from here, by the code of the API. */
export function whyNotEdit(code: string | undefined): AdviceWords {
  const { changeFaults, cannotEdit } = words.value.setup;
  const known: Readonly<Record<string, AdviceWords>> = changeFaults;
  return (code === undefined ? undefined : known[code]) ?? cannotEdit;
}
