import { useId } from 'preact/hooks';
import type { FirstMapping, FoundPerson } from '../../setup/first-mapping.ts';
import { words } from '../words/words.ts';
import { Advice } from './advice.tsx';

/** Selects the person of a webhook. If no customer number is found, the user selects it. */
export function PersonChoice({
  person,
  numbers,
  links,
  number,
  link,
  choose,
}: {
  readonly person: FoundPerson;
  readonly numbers: FirstMapping['numbers'];
  readonly links: FirstMapping['links'];
  readonly number: string | undefined;
  readonly link: string | undefined;
  readonly choose: (key: 'number' | 'link', from: string) => void;
}) {
  const { setup: text } = words.value;
  return (
    <>
      <h3>{text.personTitle}</h3>
      {person.kind === 'none' && (
        <Advice of={text.noPerson}>
          {links.length + numbers.length > 0 && <p>{text.noPersonChoose}</p>}
        </Advice>
      )}
      {person.kind !== 'none' && (
        <p>
          {person.kind === 'number' ? text.isNumber : text.isLink} <code>{plainName(person.from)}</code>{' '}
          <span class="quiet">
            {text.valueHere} <code>{person.value}</code>
          </span>
        </p>
      )}
      {person.other !== undefined && <Advice of={text.twoNumbers(plainName(person.other))} />}
      {person.kind === 'link' && (
        <div class="notice">
          <p>{text.linkMeans}</p>
          <p>{text.linkOtherwise}</p>
        </div>
      )}
      {person.typedIn === true && (
        <p class="notice">{person.isHidden === true ? text.inLink : text.typedIn}</p>
      )}
      {numbers.length > 0 && (
        <Choice
          label={text.chooseNumber}
          isProposed={person.kind === 'number' && person.other === undefined}
          values={numbers}
          chosen={number}
          choose={from => choose('number', from)}
        />
      )}
      {person.kind !== 'number' && links.length > 0 && (
        <Choice
          label={text.chooseLink}
          isProposed={person.kind === 'link'}
          values={links}
          chosen={link}
          choose={from => choose('link', from)}
        />
      )}
    </>
  );
}

/** A name in backticks is written as in expressions. */
function plainName(from = ''): string {
  return from.replaceAll('`', '');
}

function Choice({
  label,
  isProposed,
  values,
  chosen,
  choose,
}: {
  readonly label: string;
  /** True if the proposal is preselected as the first entry; otherwise nothing is preselected. */
  readonly isProposed: boolean;
  readonly values: FirstMapping['numbers'];
  readonly chosen: string | undefined;
  readonly choose: (from: string) => void;
}) {
  const id = useId();
  return (
    <p>
      <label for={id}>{label}</label>{' '}
      <select id={id} value={chosen ?? ''} onChange={event => choose(event.currentTarget.value)}>
        <option value="">{isProposed ? words.value.setup.asProposed : words.value.setup.notChosen}</option>
        {values.map(({ from, value }) => (
          <option key={from} value={from}>
            {plainName(from)}: {value}
          </option>
        ))}
      </select>
    </p>
  );
}
