import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { samplePayloads } from '../named-positions.ts';
import { isOfBeneficiary, isOfSomebodyBeside, personAt } from './beneficiary-keys.ts';
import { newAnswerForOther } from './for-whom.ts';
import { type NewValue, newValues } from './new-values.ts';
import { relationTo } from './relation-to-event.ts';
import type { NamesAndAddresses } from './same-person.ts';

/**
 * Returns a warning about an event that names somebody else in an object or an answer that no sample of the mapping has, or that is in
 * every sample about the customer: the booking of `student: {firstName: "Ben"}` is not one of Mia, whose number is read. Employees,
 * parents and whoever pays are usual beside a customer. A mapping that reads the object or the answer knows it.
 */
export function newPerson(
  mapping: Mapping,
  input: Pick<MappingInput, 'payload' | 'answers'>,
  options: { readonly where?: string; readonly isShown?: boolean } = {},
): Diagnostic | undefined {
  const { payload, answers } = input;
  if (samplePayloads(mapping).length === 0 || !isPlainObject(payload)) return undefined;
  const fresh = newValues(mapping, payload, answers);
  return objectOfOther(mapping, payload, fresh, options) ?? newAnswerForOther(mapping, input, fresh, options);
}

function objectOfOther(
  mapping: Mapping,
  payload: object,
  values: readonly NewValue[],
  { where = 'the event' }: { readonly where?: string },
): Diagnostic | undefined {
  const fresh = values.flatMap(({ name, steps, value }): readonly Named[] => {
    const isOfPerson = steps && typeof value === 'object' && value !== null && !isOfSomebodyBeside(name);
    const person = isOfPerson ? personIn(value, name) : undefined;
    return person && steps ? [{ steps, person, isNew: true }] : [];
  });
  const own = ownInSamples(mapping).flatMap((steps): readonly Named[] => {
    const person = personIn(steps.reduce<unknown>(ownValue, payload), steps.at(-1) ?? '');
    return person ? [{ steps, person, isNew: false }] : [];
  });
  // An object with the name of the customer is that of the customer.
  const all = [...fresh, ...own].toSorted((one, other) => rank(one) - rank(other));
  const found = all.find(
    ({ steps, person }) => !isRead(mapping, steps) && relationTo(payload, steps, person) === 'other',
  );
  if (!found) return undefined;
  const at = visibleText(pathText(found.steps));
  const why = found.isNew ? 'no sample of the mapping has it' : 'in every sample it names the customer';
  const message = `${at} of ${where} names another person than the rest of it, and ${why}: the values that are sent may be about that person`;
  const leave = found.isNew
    ? `, ${mapping.when ? `add and $not($exists(${at})) to when` : `write when: '$not($exists(${at}))'`}`
    : ' with when';
  const hint = `read the number of that person, if they are; to leave out such events${leave}; if the customer is right, keep the event as a test (fieldbridge capture)`;
  return diagnostic('mapping/other-name', message, {
    hint,
    place: mapping.when?.place ?? mapping.places?.source,
    path: 'when',
  });
}

/** An object of a payload that names a person. */
interface Named {
  readonly steps: readonly string[];
  readonly person: NamesAndAddresses;
  readonly isNew: boolean;
}

function rank({ steps }: Named): number {
  return isOfBeneficiary(steps.at(-1) ?? '') ? 0 : 1;
}

/** Returns the person that an object names, or the only object of a list. */
function personIn(value: unknown, key: string): NamesAndAddresses | undefined {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isPlainObject(only) ? personAt(only, key) : undefined;
}

/** The objects that name the customer in each sample that has them. */
const ownInSamples = onceFor((mapping: Mapping): readonly (readonly string[])[] => {
  const found = samplePayloads(mapping).flatMap(payload =>
    isPlainObject(payload) ? peopleBelow(payload, []).map(each => ({ ...each, payload })) : [],
  );
  const places = Map.groupBy(found, ({ steps }) => JSON.stringify(steps));
  return [...places.values()].flatMap(all => {
    const isOwn = all.every(({ payload, steps, person }) => relationTo(payload, steps, person) === 'same');
    const [first] = all;
    return first && isOwn && !isRead(mapping, first.steps) ? [first.steps] : [];
  });
});

function peopleBelow(object: object, steps: readonly string[]): readonly Omit<Named, 'isNew'>[] {
  return Object.entries(object)
    .slice(0, mostKeys)
    .flatMap(([key, value]): readonly Omit<Named, 'isNew'>[] => {
      if (!isPlainObject(value) || isOfSomebodyBeside(key)) return [];
      const own = [...steps, key];
      const person = personAt(value, key);
      return [
        ...(person ? [{ steps: own, person }] : []),
        ...(own.length < deepestPerson ? peopleBelow(value, own) : []),
      ];
    });
}

const mostKeys = 200;
const deepestPerson = 3;

/** True if an expression reads the object or a value in it. */
function isRead(mapping: Mapping, steps: readonly string[]): boolean {
  return expressionUses(mapping).some(({ expression }) =>
    pathsRead(expression).some(path => {
      const own = path[0] === '$body' ? path.slice(1) : path;
      return steps.every((step, at) => own[at] === undefined || own[at] === step);
    }),
  );
}
