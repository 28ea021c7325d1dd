import { useSignal } from '@preact/signals';
import type { CallView, EventView } from '../../inbox/event.ts';
import type { ImportedLinks } from '../../server/api/routes/links.ts';
import type { SourceView } from '../../server/api/routes/sources.ts';
import { get, getWhole, post, postList } from '../api.ts';
import { Marked } from '../parts/marked.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import { SetupTrouble } from './advice.tsx';
import { Field } from './field.tsx';

/** A call with no customer number yet, or with one that does not exist; and the link that stands for the customer. */
interface Asked {
  readonly id: string;
  readonly people: string;
  readonly link: string;
  readonly destination: string;
  readonly hasSandbox: boolean;
  /** The number that does not exist. */
  readonly wrong?: string;
}

/**
 * Asks for the customer of an event that waits for its link, or whose link stands for a customer that does not exist.
 * When the link is known, the event continues automatically.
 */
export function WhoseEvent({
  id,
  people,
  hasSandbox,
}: {
  readonly id: string;
  readonly people: string;
  /** True if the account may be the sandbox, whose customers nobody knows. */
  readonly hasSandbox: boolean;
}) {
  // The value must be shown on the page: a masked value cannot become a link.
  const found = useResource(`event ${id}`, abort => getWhole<EventView>(`events/${id}`, abort));
  const event = found.value.value;
  return event ? <WhoseOf event={event} people={people} hasSandbox={hasSandbox} /> : null;
}

/** Asks for the customer of an event of any source, once its values are shown. */
export function WhoseShown({ event }: { readonly event: EventView }) {
  const sources = useResource(
    'sources',
    abort => get<{ sources: readonly SourceView[] }>('sources', abort),
    'once',
  );
  const source = sources.value.value?.sources.find(({ name }) => name === event.source);
  return source ? <WhoseOf event={event} people={source.people} /> : null;
}

function WhoseOf({
  event,
  people,
  hasSandbox = false,
}: {
  readonly event: EventView;
  readonly people: string;
  readonly hasSandbox?: boolean;
}) {
  const { link, customerId } = event.about ?? {};
  if (link === undefined) return null;
  const has = (code: string) => (call: CallView) => call.diagnostics.some(each => each.code === code);
  const waiting = event.calls.find(has('mapping/not-linked'));
  const about = ({ destination }: CallView): Asked => ({
    id: event.id,
    people,
    link,
    destination,
    hasSandbox,
  });
  if (waiting) return <Question key="waiting" asked={about(waiting)} />;
  const failed = event.calls.find(has('delivery/unknown-customer'));
  if (failed?.status !== 'failed' || customerId === undefined) return null;
  return <IfLinked asked={{ ...about(failed), wrong: customerId }} />;
}

/** Asks only if the number came from the link: a number in the webhook is corrected in the webhook. */
function IfLinked({ asked }: { readonly asked: Asked & { readonly wrong: string } }) {
  const { people, link, destination, wrong: customerId } = asked;
  const same = useResource(
    `link ${people} ${link} ${destination} ${customerId}`,
    () => postList<ImportedLinks>('links?dryRun=true', [{ people, link, destination, customerId }]),
    'once',
  );
  return same.value.value?.equal === 1 ? <Question key={`wrong ${customerId}`} asked={asked} /> : null;
}

function Question({ asked }: { readonly asked: Asked }) {
  const { id, people, link, destination, hasSandbox, wrong } = asked;
  const { setup: text } = words.value;
  const number = useSignal('');
  const isSaved = useSignal(false);
  const task = useTask();
  const save = (submitted: Event) => {
    submitted.preventDefault();
    return task.once(async () => {
      const known = [{ people, link, destination, customerId: number.value }];
      await postList(wrong === undefined ? 'links' : 'links?replace=true', known);
      if (wrong !== undefined) await post(`events/${id}/replay`);
      isSaved.value = true;
    });
  };
  return (
    <form class="notice" onSubmit={submitted => void save(submitted)}>
      <h3>{text.whoseTitle}</h3>
      <p>
        {wrong === undefined ? text.whoseExplain : text.whoseWrong(wrong)} <code>{link}</code>
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
