import { useSignal } from '@preact/signals';
import { type FieldConfiguration, unsupportedTypes } from '../../booking/catalog/field.ts';
import type { Operation } from '../../inbox/call.ts';
import type { ParameterName } from '../../mapping/mapping.ts';
import { words } from '../words/words.ts';
import type { Desk } from './desk.ts';
import { partTitle } from './part-title.ts';
import { type CallPart, Target } from './target.tsx';

/** The number of unfilled fields that are shown. */
const mostShown = 25;

/** Images and documents cannot be set. Fields of an appointment can be set only by a booking. */
function isSettable({ type, appointmentSpecific }: FieldConfiguration, operation: string): boolean {
  return !unsupportedTypes.has(type) && (!appointmentSpecific || operation === 'persistCustomerData');
}

/** The parameters that a person can select, in the order of the API document. */
const parameterNames: { readonly [operation in Operation]: readonly ParameterName[] } = {
  updateCustomer: ['id', 'note', 'customerStatus'],
  persistCustomerData: [
    'appointmentId',
    'appointmentParticipantId',
    'customerId',
    'customerStatus',
    'genderType',
    'firstName',
    'name',
    'email',
    'mobile',
    'phone',
    'privacy',
    'terms',
    'minAge',
    'rightOfWithdrawal',
    'marketing',
    'hasMarketingBox',
    'appointmentParticipant.customerComment',
  ],
};

const operationLine = /^(operation:[ \t]*)(updateCustomer|persistCustomerData)?/m;

/** Returns the operation of the text, or for an empty text the one with which it begins. */
function operationOf({ text, begins }: Desk): Operation {
  const [line, , named] = operationLine.exec(text.value) ?? [];
  if (line === undefined) return begins.value;
  return named === 'persistCustomerData' ? named : 'updateCustomer';
}

/** Selects the operation of the mapping: to update a customer, or to complete a booking. */
function OperationPick({ desk, operation }: { readonly desk: Desk; readonly operation: Operation }) {
  const { bench: text } = words.value;
  const choose = (chosen: Operation) => {
    desk.begins.value = chosen;
    const found = operationLine.exec(desk.text.value);
    if (!found) return;
    const [line, key = ''] = found;
    const edit = { from: found.index, to: found.index + line.length, text: `${key.trimEnd()} ${chosen}` };
    desk.apply.value?.(edit);
  };
  return (
    <label class="operation">
      <span>{text.operation}</span>
      <select value={operation} onChange={event => choose(event.currentTarget.value as Operation)}>
        {(['updateCustomer', 'persistCustomerData'] as const).map(each => (
          <option key={each} value={each}>
            {text.operations[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Shows the parameters and the fields of the account that no rule fills. */
export function Unfilled({ filled, pane }: { readonly filled: readonly string[]; readonly pane: CallPart }) {
  const sought = useSignal('');
  const { bench: text } = words.value;
  const { desk, fields, point } = pane;
  if (!point) return null;
  const operation = operationOf(desk);
  // The next value goes to another field, so the search is cleared.
  const pointAndForget = (part: string) => {
    point(part);
    sought.value = '';
  };
  const own = ['when', 'link', ...parameterNames[operation]].map(part => ({
    part,
    title: partTitle(part, fields),
    names: [part, partTitle(part, fields) ?? part],
  }));
  const all = [
    ...own.filter(({ part }) => part !== 'when' || !/^when:/m.test(desk.text.value)),
    ...fields
      .filter(each => isSettable(each, operation))
      .map(({ keyName, name, names }) => ({
        part: `additionalFields.${keyName}`,
        title: name,
        names: [keyName, name, ...Object.values(names ?? {})],
      })),
  ];
  const wanted = sought.value.trim().toLowerCase();
  const open = all.filter(
    ({ part, names }) => !filled.includes(part) && names.some(each => each.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <h3>{text.notFilled}</h3>
      <OperationPick desk={desk} operation={operation} />
      <label class="find">
        <span class="visually-hidden">{text.findField}</span>
        <input
          type="search"
          id="search"
          autocomplete="off"
          placeholder={text.findField}
          value={sought.value}
          onInput={event => {
            sought.value = event.currentTarget.value;
          }}
        />
      </label>
      <ul class="open">
        {open.slice(0, mostShown).map(({ part, title }) => (
          <li key={part}>
            <Target part={part} title={title} mapping={desk.name} pane={{ ...pane, point: pointAndForget }} />
          </li>
        ))}
      </ul>
      {open.length > mostShown && <p class="quiet">{text.moreFields(open.length - mostShown)}</p>}
    </>
  );
}
