import { useSignal } from '@preact/signals';
import type { EventView } from '../../inbox/event.ts';
import { getWhole, postList } from '../api.ts';
import { Marked } from '../parts/marked.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { SetupTrouble } from './advice.tsx';
import { Field } from './field.tsx';

/**
 * Asks for the customer of an event that waits for its link. When the link is known, the event continues automatically.
 */
export function WhoseEvent({ id, people }: { readonly id: string; readonly people: string }) {
  const { setup: text } = words.value;
  // The value is one that the page has shown: a link cannot be made of a masked one.
  const asked = useResource(`event ${id}`, abort => getWhole<EventView>(`events/${id}`, abort));
  const number = useSignal('');
  const isSaved = useSignal(false);
  const task = useTask();
  const event = asked.value.value;
  const call = event?.calls.find(({ diagnostics }) =>
    diagnostics.some(each => each.code === 'mapping/not-linked'),
  );
  const link = event?.about?.link;
  if (!call || link === undefined) return null;
  const save = (submitted: Event) => {
    submitted.preventDefault();
    return task.run(async () => {
      await postList('links', [{ people, link, destination: call.destination, customerId: number.value }]);
      isSaved.value = true;
    });
  };
  return (
    <form class="notice" onSubmit={submitted => void save(submitted)}>
      <h3>{text.whoseTitle}</h3>
      <p>
        {text.whoseExplain} <code>{link}</code>
      </p>
      <Field
        label={text.whoseNumber}
        help={text.whoseNumberHelp}
        value={number.value}
        tidy={typed => typed.replace(/\D/g, '')}
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
