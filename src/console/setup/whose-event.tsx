import { useSignal } from '@preact/signals';
import type { ShownEvent } from '../../server/api/routes/events-read.ts';
import type { NeededNumber } from '../../server/api/routes/needed-numbers.ts';
import { getWhole, post } from '../api.ts';
import { Marked } from '../parts/marked.tsx';
import { isMasked } from '../parts/pieces.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { SetupTrouble } from './advice.tsx';
import { Field } from './field.tsx';

/**
 * Asks for the customer of the first event of a source. When the customer number is known, the event continues
 * automatically.
 */
export function WhoseEvent({
  id,
  hasSandbox,
}: {
  readonly id: string;
  /** True if the account may be the sandbox, whose customers nobody knows. */
  readonly hasSandbox: boolean;
}) {
  // The value must be readable on the page, for somebody who knows the customer.
  const found = useResource(`event ${id}`, abort => getWhole<ShownEvent>(`events/${id}`, abort));
  const event = found.value.value;
  return event ? <WhoseShown event={event} hasSandbox={hasSandbox} /> : null;
}

/** Asks for the customer of an event that waits for its link, or whose link stands for a customer that does not exist. */
export function WhoseShown({
  event,
  hasSandbox = false,
  reload,
}: {
  readonly event: ShownEvent;
  readonly hasSandbox?: boolean;
  readonly reload?: () => void;
}) {
  return (
    <>
      {event.needsNumber?.map(needed => (
        <Question
          key={`${needed.destination} ${needed.isWrong} ${event.about?.customerId}`}
          event={event}
          needed={needed}
          hasSandbox={hasSandbox}
          reload={reload}
        />
      ))}
    </>
  );
}

function Question({
  event: { id, about = {} },
  needed: { destination, isWrong },
  hasSandbox,
  reload,
}: {
  readonly event: ShownEvent;
  readonly needed: NeededNumber;
  readonly hasSandbox: boolean;
  readonly reload: (() => void) | undefined;
}) {
  const { setup: text } = words.value;
  const { link, customerId } = about;
  const number = useSignal('');
  const isSaved = useSignal(false);
  const task = useTask();
  const save = (submitted: Event) => {
    submitted.preventDefault();
    return task.once(async () => {
      await post(`events/${encodeURIComponent(id)}/customer`, { destination, customerId: number.value });
      isSaved.value = true;
      reload?.();
    });
  };
  return (
    <form class="notice" onSubmit={submitted => void save(submitted)}>
      <h3>{text.whoseTitle}</h3>
      <p>
        {isWrong ? text.whoseWrong(isMasked(customerId) ? undefined : customerId) : text.whoseExplain}{' '}
        {!isMasked(link) && <code>{link}</code>}
      </p>
      <Field
        label={text.whoseNumber}
        help={hasSandbox ? `${text.whoseNumberHelp} ${text.sandboxNumbers}` : text.whoseNumberHelp}
        value={number.value}
        pattern="[0-9]{1,18}"
        tidy={typed => typed.trim()}
        set={value => {
          number.value = value;
        }}
      />
      {task.error.value && <SetupTrouble error={task.error.value} />}
      <div role="status">{isSaved.value && <p class="good">{text.whoseSaved}</p>}</div>
      <button type="submit" class="primary" disabled={isSaved.value}>
        {text.whoseSave}
      </button>
      <p class="quiet">
        <Marked text={text.whoseMany} />
      </p>
    </form>
  );
}
