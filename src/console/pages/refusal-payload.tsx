import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { RefusalView } from '../../inbox/refusal.ts';
import type { CorrectionPreview } from '../../server/api/routes/preview.ts';
import { post } from '../api.ts';
import { ActDialog } from '../parts/act.tsx';
import { Trouble } from '../parts/pieces.tsx';
import { afterRest } from '../parts/time.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { WouldSend } from './event-correct.tsx';

/** Lets a person write the payload of a refused webhook with an unreadable body, shows the calls, and accepts it. */
export function WritePayload({
  refusal: { id, source, reason, refusedAgain },
  accept,
  close,
}: {
  readonly refusal: RefusalView;
  readonly accept: (written: {
    readonly reason: string | undefined;
    readonly payload: unknown;
  }) => Promise<void>;
  readonly close: () => void;
}) {
  const { senders: text } = words.value;
  const written = useSignal('');
  const preview = useSignal<CorrectionPreview | undefined>(undefined);
  const asking = useTask();
  const payload = useComputed(() => objectIn(written.value));
  const field = useId();
  useEffect(() => {
    void asking.run(async () => {
      const { body } = await post<{ body?: string }>(`refusals/${encodeURIComponent(id)}/values`);
      if (body !== undefined && written.value === '') written.value = body;
    });
  }, []);
  useEffect(() => {
    const wanted = payload.value;
    preview.value = undefined;
    if (!wanted) return;
    return afterRest(() => {
      void asking.run(async () => {
        const found = await post<CorrectionPreview>('preview', {
          who: undefined,
          refusalId: id,
          payload: wanted,
        });
        if (payload.value === wanted) preview.value = found;
      });
    });
  }, [payload.value]);
  return (
    <ActDialog
      title={text.writePayload}
      explain={`${source}: ${refusedAgain ?? reason}. ${text.writePayloadExplain}`}
      button={text.accept}
      needsReason
      isReady={payload.value !== undefined}
      close={close}
      act={why => accept({ reason: why, payload: payload.value })}
    >
      <label for={field}>{text.payload}</label>
      <textarea
        id={field}
        rows={10}
        spellcheck={false}
        value={written.value}
        onInput={change => {
          written.value = change.currentTarget.value;
        }}
      />
      {!payload.value && <p class="warning">{text.payloadIsNoObject}</p>}
      {asking.error.value && <Trouble error={asking.error.value} />}
      {preview.value && <WouldSend preview={preview.value} isDiscarded={false} />}
    </ActDialog>
  );
}

/** Parses the JSON object that a person typed; undefined if the text is not a JSON object. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
