import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { type ApiError, apiErrorOf, session } from '../api.ts';
import { words } from '../words/words.ts';
import { Trouble } from './pieces.tsx';

/** A dialog that asks for a reason, and then runs an action. */
export function ActDialog({
  title,
  explain,
  button,
  needsReason = false,
  isReady = true,
  typed,
  act,
  close,
  children,
}: {
  readonly title: string;
  readonly explain: string;
  readonly button: string;
  readonly needsReason?: boolean;
  /** True if the dialog has all necessary inputs. */
  readonly isReady?: boolean;
  /** A text that a person must type to confirm the action. */
  readonly typed?: { readonly label: string; readonly text: string };
  /** Runs the action. The dialog shows an error that it throws. */
  readonly act: (reason: string | undefined) => Promise<void>;
  readonly close: () => void;
  readonly children?: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const error = useSignal<ApiError | undefined>(undefined);
  const isBusy = useSignal(false);
  const reason = useSignal('');
  const repeated = useSignal('');
  const isMeant = !typed || repeated.value.trim() === typed.text;
  const id = useId();
  const { common } = words.value;
  useEffect(() => dialog.current?.showModal(), []);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (isBusy.value || !isReady || !isMeant) return;
    isBusy.value = true;
    try {
      await act(reason.value.trim() || undefined);
      close();
    } catch (caught) {
      error.value = apiErrorOf(caught);
    } finally {
      isBusy.value = false;
    }
  }

  return (
    <dialog ref={dialog} onClose={close} aria-labelledby={`${id}-title`}>
      <form onSubmit={submit}>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{explain}</p>
        {children}
        {typed && (
          <>
            <label for={`${id}-typed`}>{typed.label}</label>
            <input
              id={`${id}-typed`}
              required
              value={repeated.value}
              autocomplete="off"
              onInput={event => {
                repeated.value = event.currentTarget.value;
              }}
            />
          </>
        )}
        <label for={`${id}-reason`}>{common.reason}</label>
        <input
          id={`${id}-reason`}
          required={needsReason}
          maxLength={1000}
          value={reason.value}
          autocomplete="off"
          aria-describedby={`${id}-help`}
          onInput={event => {
            reason.value = event.currentTarget.value;
          }}
        />
        <p class="quiet" id={`${id}-help`}>
          {common.reasonHelp}
        </p>
        {error.value && <Trouble error={error.value} />}
        <div class="buttons">
          <button type="submit" class="primary" disabled={isBusy.value || !isReady || !isMeant}>
            {button}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {common.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** True if this session may change anything. */
export function mayAct(): boolean {
  return session.value?.role === 'admin';
}
