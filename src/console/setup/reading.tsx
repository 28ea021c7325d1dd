import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { post } from '../api.ts';
import { Marked } from '../parts/marked.tsx';
import { Loading, Section } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';
import { ValueTree } from '../parts/value-tree.tsx';
import { words } from '../words/words.ts';
import { SetupTrouble } from './advice.tsx';
import { Field } from './field.tsx';
import type { ReadingOffer } from './setup-answers.ts';

/** Proposes, from the first webhook of an unknown sender, how its webhooks are read, with the reasons. */
export function ReadingPanel({
  name,
  mayEdit,
  isRead,
  taken,
}: {
  readonly name: string;
  readonly mayEdit: boolean;
  /** Set to true when the proposal was accepted or skipped, or changes nothing. The mapping is the next step. */
  readonly isRead: Signal<boolean>;
  /** Called when the proposal was accepted. */
  readonly taken: () => Promise<void>;
}) {
  const { setup: text } = words.value;
  const offer = useSignal<ReadingOffer | undefined>(undefined);
  const secret = useSignal('');
  const task = useTask();
  const ask = ({ save }: { readonly save: boolean }) =>
    task.run(async () => {
      const given = secret.value.trim();
      const body = { save, ...(given && { secret: given }) };
      offer.value = await post<ReadingOffer>(`setup/sources/${encodeURIComponent(name)}/proposal`, body);
      if (offer.value.saved) await taken();
      if (offer.value.saved || offer.value.inForce) isRead.value = true;
    });
  useEffect(() => void ask({ save: false }), [name]);
  const known = offer.value;
  return (
    <Section title={text.readingTitle}>
      {!known && !task.error.value && <Loading />}
      {known && (
        <>
          <ul class="bullets">
            {reasonsOf(known).map(each => (
              <li key={each}>
                <Marked text={each} />
              </li>
            ))}
          </ul>
          <Signatures
            offer={known}
            secret={secret.value}
            set={value => {
              secret.value = value;
            }}
            attempt={() => void ask({ save: false })}
          />
          <details>
            <summary>{text.asItCame}</summary>
            <ValueTree name={text.headers} value={known.headers} />
            <ValueTree name={text.body} value={known.payload} />
          </details>
        </>
      )}
      {task.error.value && <SetupTrouble error={task.error.value} retry={() => void ask({ save: false })} />}
      <div role="status">
        {known?.saved && (
          <p class="good">
            <span aria-hidden="true">✓</span> {text.readingTaken}
          </p>
        )}
      </div>
      {known && mayEdit && !known.saved && !known.inForce && (
        <div class="buttons">
          <button type="button" class="primary" onClick={() => void ask({ save: true })}>
            {text.takeReading}
          </button>
          {!isRead.value && (
            <button
              type="button"
              onClick={() => {
                isRead.value = true;
              }}
            >
              {text.leaveReading}
            </button>
          )}
        </div>
      )}
      {known?.inForce && <p class="quiet">{text.nothingToTake}</p>}
    </Section>
  );
}

/** Returns a sentence for each finding, made from the fields of the response. */
function reasonsOf({ body, split, events, eventId, occurredAt, answers }: ReadingOffer): readonly string[] {
  const { setup: text } = words.value;
  const said = [text.bodies[body]];
  if (split !== undefined)
    said.push(split === '$' ? text.isList(events ?? 0) : text.isSplit(split, events ?? 0));
  said.push(eventId === undefined ? text.noEventId : text.hasEventId(eventId));
  if (occurredAt !== undefined) said.push(text.hasEventTime(occurredAt));
  if (answers === 'fields') said.push(text.answersAreFields);
  else if (answers)
    said.push(text.answersAreList(answers.each, answers.label ?? answers.key ?? '', answers.value));
  return said;
}

/** Lists headers that look like a signature. With the sender's secret, the common signing methods are tried on them. */
function Signatures({
  offer: { signatures, fits, verify },
  secret,
  set,
  attempt,
}: {
  readonly offer: ReadingOffer;
  readonly secret: string;
  readonly set: (value: string) => void;
  readonly attempt: () => void;
}) {
  const { setup: text } = words.value;
  if (signatures.length === 0) return <p>{text.noSignature}</p>;
  return (
    <>
      <ul class="bullets">
        {signatures.map(({ name, algorithm, encoding, standard }) => (
          <li key={name}>
            <Marked text={standard ? text.isStandard : text.looksSigned(name, algorithm, encoding)} />
          </li>
        ))}
      </ul>
      <form
        onSubmit={event => {
          event.preventDefault();
          attempt();
        }}
      >
        <Field
          label={text.secretOfSender}
          help={text.signatureHelp}
          type="password"
          value={secret}
          set={set}
        />
        <button type="submit">{text.trySecret}</button>
      </form>
      <div role="status">
        {fits === true && (
          <p class="good">
            <span aria-hidden="true">✓</span> {text.secretFits} <code>{String(verify?.type ?? '')}</code>
          </p>
        )}
        {fits === false && <p class="bad">{text.secretFitsNot}</p>}
      </div>
    </>
  );
}
