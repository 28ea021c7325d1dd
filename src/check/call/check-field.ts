import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { shapeOf } from '../../diagnostics/shape-of.ts';
import { type AdditionalField, blameOf, type Operation, type Value } from '../../inbox/call.ts';
import { droppedElements } from '../../mapping/evaluate/drop-elements.ts';
import { diagnose, type Fault, fieldTitle, quoted } from '../fault.ts';
import type { CallChecking } from './call-checking.ts';
import { dividedElement } from './choices/divided-element.ts';
import { unnamedChoice } from './choices/unnamed-choice.ts';
import { withDateHint } from './days/accepted-dates.ts';
import { inFormOfAccount } from './days/account-dates.ts';
import { birthdayFault, birthdayToday, comingDayDoubt, farDayDoubt } from './days/birthday.ts';
import { whyDayZero } from './days/day-zero.ts';
import { findField, holdsSeveral, unknownField, unsettable } from './field-key.ts';
import { choiceFault, clearFault, doubtfulChoices, inAccountSpelling } from './field-value.ts';
import { type CallFinding, type Checked, judge, leftOut } from './judge.ts';
import { never } from './suggestion-budget.ts';
import { emptyNumber } from './texts/empty-number.ts';
import { measureDoubt } from './texts/measure-doubt.ts';
import { dayZeroDoubt, typeDoubt, typeFault } from './typed-value.ts';
import { unreadableValidator, validatorFault } from './validator-fault.ts';

/** Checks one additional field of a call: its keyName, its type and its value. */
export function checkField(
  field: AdditionalField,
  operation: Operation,
  checking: CallChecking,
): Checked<AdditionalField> {
  const path = `additionalFields.${field.key}`;
  const configuration = findField(field.key, checking.catalog);
  const byMapping = { path, blame: 'mapping', onInvalid: 'fail' } as const;
  if (configuration === undefined) {
    const fault = unknownField(field.key, checking.catalog, checking.destination, operation, checking.budget);
    return checking.policy.onUnknownField === 'drop' ? leftOut(fault, path) : judge(field, fault, byMapping);
  }
  const fault = unsettable(configuration, operation);
  if (fault) return judge(field, fault, byMapping);
  const { keyName: key } = configuration;
  if ('clear' in field.change) return judge({ ...field, key }, clearFault(configuration), byMapping);
  const { set: value } = field.change;
  if (value.unlessCheckbox === undefined || configuration.type === 'checkbox')
    return checkValue({ ...field, key }, value, configuration, checking);
  return checkEmpty({ ...field, key }, value.unlessCheckbox, configuration, checking);
}

/** Checks a value that the sender writes for an empty value, in a field that has no such value. */
function checkEmpty(
  field: AdditionalField,
  instead: NonNullable<Value['unlessCheckbox']>,
  configuration: FieldConfiguration,
  checking: CallChecking,
): Checked<AdditionalField> {
  const path = `additionalFields.${field.key}`;
  if (instead === 'skip') return { kept: undefined, findings: [] };
  if (instead === 'clear') return clearedField(field, configuration, path);
  if (instead === 'fail') {
    const message = `${path} is required, but it is empty: the sender writes this value for an empty one`;
    const fault = {
      code: 'mapping/missing-value',
      message,
      hint: 'correct the value',
    } as const;
    return judge(field, fault, { path, blame: 'data', onInvalid: 'fail' });
  }
  return checkValue(field, { ...instead, origin: 'mapping' }, configuration, checking);
}

/** For a list whose rule has `onInvalid: drop`, only the unknown choices are left out. */
function checkValue(
  field: AdditionalField,
  given: Value,
  configuration: FieldConfiguration,
  checking: CallChecking,
): Checked<AdditionalField> {
  const value = inFormOfAccount(given, configuration);
  const chosen = withoutBadElements(configuration, value);
  if (!chosen) return checkWhole(field, value, configuration, checking);
  const path = `additionalFields.${field.key}`;
  const diagnostic = droppedElements(chosen.shapes, chosen.of, { path });
  const { kept, findings } = checkWhole(field, chosen.value, configuration, checking);
  return { kept, findings: [{ weight: 'note', diagnostic }, ...findings] };
}

function checkWhole(
  field: AdditionalField,
  value: Value,
  configuration: FieldConfiguration,
  { policy, validators, budget, now }: CallChecking,
): Checked<AdditionalField> {
  const path = `additionalFields.${field.key}`;
  const text = inAccountSpelling(configuration, value);
  const sent = { ...field, change: { set: { ...value, text } } };
  // Only the choices of a checkbox_group are checked one by one.
  const blame = configuration.type === 'checkbox_group' ? value.origin : blameOf(value);
  const where = { path, blame, onInvalid: value.onInvalid ?? policy.onInvalid };
  const choice =
    listFault(configuration, value) ??
    choiceFault(configuration, value, budget) ??
    typeFault(configuration, text) ??
    birthdayFault(configuration, text, now);
  const noticed: CallFinding[] = [];
  const note = (found: Fault | undefined) => {
    if (found) noticed.push(noted(found, path));
  };
  note(unreadableValidator(configuration));
  for (const each of doubtfulChoices(configuration, value)) note(each);
  if (!choice) note(unnamedChoice(configuration, value, text) ?? doubtOfType(configuration, value, text));
  if (!choice && value.origin === 'data') {
    note(emptyNumber(configuration, value));
    note(dividedElement(configuration, value));
    note(measureDoubt(configuration, text));
    note(
      farDayDoubt(
        configuration,
        { text, ...(value.written !== undefined && { written: value.written }) },
        now,
      ) ??
        comingDayDoubt(configuration, text, now) ??
        birthdayToday(configuration, text, now),
    );
  }
  const refused = validatorFault(configuration, text);
  const pattern = withDateHint(refused, { field: configuration, text, from: blame });
  if (choice === undefined && validators === 'warn') {
    note(pattern);
    return { kept: sent, findings: noticed };
  }
  const clear = () => clearedField(field, configuration, path);
  const judged = judge(sent, choice ?? pattern, where, clear);
  return noticed.length === 0 ? judged : { ...judged, findings: [...noticed, ...judged.findings] };
}

/** A day that programs write for none is only noted, or right, if a person may have given it. */
function doubtOfType(configuration: FieldConfiguration, value: Value, text: string): Fault | undefined {
  const { dayMeant, origin, written } = value;
  const isMeant = dayMeant !== undefined && whyDayZero(text.trim()) !== undefined;
  if (isMeant && dayMeant === 'confirmed') return undefined;
  const found =
    typeDoubt(configuration, text, written) ??
    (origin === 'data' ? dayZeroDoubt(configuration, text, written) : undefined);
  return found && isMeant && configuration.type === 'birthday' ? { ...found, severity: 'info' } : found;
}

/** Returns a field whose value is deleted at the destination, unless it must have a value. */
function clearedField(
  field: AdditionalField,
  configuration: FieldConfiguration,
  path: string,
): Checked<AdditionalField> {
  const cleared = { ...field, change: { clear: true } as const };
  return judge(cleared, clearFault(configuration), { path, blame: 'mapping', onInvalid: 'fail' });
}

/** Returns the fault of a list of several in a field with one value, if the rule does not expect a list. */
function listFault(configuration: FieldConfiguration, { list, oneOfList }: Value): Fault | undefined {
  if (list !== true || holdsSeveral(configuration)) return undefined;
  const hasChoices = (configuration.selectItems ?? []).length > 0;
  const one = oneOfList ?? 'use one of them';
  return {
    code: 'mapping/invalid-value',
    message: `${fieldTitle(configuration)} takes one ${hasChoices ? 'of its choices' : 'value'}, and the event has a list of several`,
    hint: hasChoices
      ? severalChoices(oneOfList)
      : texts.has(configuration.type) && !one.startsWith('write ')
        ? `${one}; to send all of them as one text, add as: list to the rule`
        : one,
  };
}

/** To take the first of several answers would lose the others, and all of them as one text are no choice. */
function severalChoices(oneOfList: string | undefined): string {
  const cure =
    'have the form ask for one answer; or, if people may have several, have the account make it a field with several choices (checkbox_group)';
  return oneOfList === undefined || oneOfList.startsWith('to take the first')
    ? cure
    : `${oneOfList}; or ${cure}`;
}

/** The types of fields that take any text. */
const texts: ReadonlySet<string> = new Set(['text', 'textArea', 'other']);

function noted(fault: Fault, path: string): CallFinding {
  const severity = fault.severity ?? (fault.code === 'check/forgiven-choice' ? 'info' : 'warning');
  return { weight: 'note', diagnostic: diagnose(fault, { path, severity }) };
}

/** A list without its bad elements, the shapes of these, and the original number of elements. */
interface WithoutBadElements {
  readonly value: Value;
  readonly shapes: readonly string[];
  readonly of: number;
}

/**
 * Returns a list without the elements that are not choices of the field, if its rule has `onInvalid: drop`.
 * Undefined if none or all of them are bad, and for a value that is not a list.
 */
function withoutBadElements(field: FieldConfiguration, value: Value): WithoutBadElements | undefined {
  const { elements, onInvalid, origin } = value;
  const isList = elements !== undefined && elements.length > 1 && elements.length <= mostElements;
  if (!isList || onInvalid !== 'drop' || origin !== 'data' || field.type !== 'checkbox_group')
    return undefined;
  const isBad = (text: string) =>
    choiceFault(field, { ...value, text, elements: [text] }, never) !== undefined;
  const bad = elements.filter(isBad);
  if (bad.length === 0 || bad.length === elements.length) return undefined;
  const good = elements.filter(each => !bad.includes(each));
  const text = good.join(value.separator ?? ',');
  return {
    value: { ...value, text, elements: good },
    shapes: bad.map(each => quoted(shapeOf(each))),
    of: elements.length,
  };
}

/** No field has more choices. Each element is searched separately. */
const mostElements = 1_000;
