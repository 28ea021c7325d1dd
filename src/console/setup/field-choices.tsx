import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { FilledField } from '../../setup/first-mapping.ts';
import { words } from '../words/words.ts';

const signs: Readonly<Record<FilledField['sureness'], string>> = {
  sure: '✓',
  likely: '~',
  unsure: '?',
  none: '–',
};

/** Shows the fields of the account, each with its proposed value and how certain the proposal is. */
export function FieldChoices({
  fields,
  choose,
}: {
  readonly fields: readonly FilledField[];
  readonly choose: (keyName: string, isFilled: boolean) => void;
}) {
  const { setup: text } = words.value;
  const offered = fields.filter(({ from }) => from !== undefined);
  const others = fields.filter(({ from }) => from === undefined);
  return (
    <>
      <h3>{text.fieldsTitle}</h3>
      <p class="quiet">{text.signs}</p>
      {offered.length === 0 && <p class="empty">{text.noFieldFits}</p>}
      <ul class="rows">
        {offered.map(each => (
          <FieldChoice key={each.keyName} field={each} choose={choose} />
        ))}
      </ul>
      {others.length > 0 && (
        <details>
          <summary>{text.unfilled(others.length)}</summary>
          <p class="quiet">{others.map(({ name }) => name).join(' · ')}</p>
        </details>
      )}
    </>
  );
}

function FieldChoice({
  field,
  choose,
}: {
  readonly field: FilledField;
  readonly choose: (keyName: string, isFilled: boolean) => void;
}) {
  const { setup: text } = words.value;
  const id = useId();
  const { keyName, name, sureness, isTaken = false, from, value, doubt, doubtCode } = field;
  const ownWords = doubtCode === undefined || doubtCode === 'check' ? undefined : text.doubts[doubtCode];
  /** The choice that a person just made, until the next proposal contains it. */
  const chosen = useSignal<boolean | undefined>(undefined);
  useEffect(() => {
    chosen.value = undefined;
  }, [field]);
  const isFilled = chosen.value ?? (isTaken || sureness === 'sure' || sureness === 'likely');
  return (
    <li>
      <label class="check" for={id}>
        <input
          id={id}
          type="checkbox"
          checked={isFilled}
          onChange={event => {
            chosen.value = event.currentTarget.checked;
            choose(keyName, event.currentTarget.checked);
          }}
        />
        <span class={`sureness ${sureness}`} aria-hidden="true">
          {signs[sureness]}
        </span>
        <span>
          <b>{name}</b> ← <code>{from}</code>
          <span class="visually-hidden"> ({text.surenesses[sureness]})</span>
        </span>
      </label>
      <p class="quiet">
        {text.surenesses[sureness]}. {text.valueHere} <code>{value}</code>
      </p>
      {doubt !== undefined && (
        <p class="warning" lang={ownWords === undefined ? 'en' : undefined}>
          {ownWords ?? doubt}
        </p>
      )}
    </li>
  );
}
