import { onceFor } from '../../../diagnostics/once-for.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { answeredQuestions } from '../../../receive/answers/answers.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import {
  compactKey,
  isEventTypeKey,
  isTypeContainer,
  isTypeHeader,
  isTypeKey,
} from '../event-kind/event-type-keys.ts';

/** A value of an event that names its form or its type. */
export interface FormSign {
  readonly of: 'id of the form' | 'name of the form' | 'type of the event';
  /** As JSON. */
  readonly value: string;
}

/** A sign in a payload, with its path as an expression reads it. */
export interface PlacedSign extends FormSign {
  readonly at: string;
  readonly key: string;
}

/** Returns the signs of an event by their places. */
export const formSigns = onceFor((input: MappingInput): ReadonlyMap<string, FormSign> => {
  const { event, answers, headers, payload } = input;
  const found = new Map<string, FormSign>();
  if (event.type !== undefined) found.set('$event.type', { of: 'type of the event', value: event.type });
  const form = answers && answeredQuestions(answers).form;
  if (form !== undefined) found.set('$form', { of: 'id of the form', value: form });
  for (const [name, value] of Object.entries(headers))
    if (isTypeHeader(name)) found.set(`$headers.${name}`, { of: 'type of the event', value });
  for (const { steps, of, value } of signsIn(payload)) found.set(JSON.stringify(steps), { of, value });
  return found;
});

/** Returns the signs in a payload, with their places. */
export function formPlaces(payload: unknown): readonly PlacedSign[] {
  return isPlainObject(payload) ? placesIn(payload) : [];
}

/** Several doubts ask for those of one event. */
const placesIn = onceFor((payload: object): readonly PlacedSign[] =>
  signsIn(payload).map(({ steps, of, value }) => ({
    of,
    value,
    at: pathText(steps),
    key: steps.at(-1) ?? '',
  })),
);

/** A sign with the keys on the way to it. */
interface FoundSign extends FormSign {
  readonly steps: readonly string[];
}

function signsIn(object: unknown, steps: readonly string[] = []): readonly FoundSign[] {
  if (!isPlainObject(object) || steps.length > deepest) return [];
  const keys = Object.keys(object).slice(0, mostKeys);
  const isOfForm = keyMeans(steps.at(-1) ?? '').isForm;
  const inside = isOfForm ? 'form' : keys.some(key => keyMeans(key).isIdOfForm) ? 'beside' : 'elsewhere';
  const found: FoundSign[] = [];
  for (const key of keys) {
    const value: unknown = ownValue(object, key);
    const { signs, isAround } = keyMeans(key);
    const of = signs[inside];
    const isText = typeof value === 'number' || (typeof value === 'string' && value.length <= longest);
    if (of && isText) found.push({ steps: [...steps, key], of, value: JSON.stringify(value) });
    if (isAround || keys.length === 1) found.push(...signsIn(value, [...steps, key]));
  }
  return found;
}

/** The meanings of a key. */
interface KeyMeanings {
  /** The signs that its value is: in the object of a form, beside the id of a form, and elsewhere. */
  readonly signs: Readonly<Record<'form' | 'beside' | 'elsewhere', FormSign['of'] | undefined>>;
  /** True for the key of the object of a form. */
  readonly isForm: boolean;
  readonly isIdOfForm: boolean;
  /** True for the key of an object in which signs may be. */
  readonly isAround: boolean;
}

const keyMeans = onceForText((key: string): KeyMeanings => {
  const name = compactKey(key);
  return {
    signs: {
      form: signOf(name, partOfForm),
      beside: signOf(name, nameBesideForm),
      elsewhere: signOf(name, undefined),
    },
    isForm: formObject.test(name) && name !== 'formresponse',
    isIdOfForm: idOfForm.test(name),
    isAround: isTypeContainer(key) || formObject.test(name),
  };
});

/** `inForm`: matches the other keys that name the form in its object. */
function signOf(name: string, inForm: RegExp | undefined): FormSign['of'] | undefined {
  if (isTypeKey(name) || isEventTypeKey(name)) return 'type of the event';
  const [, part] = inForm?.exec(name) ?? formKey.exec(name) ?? [];
  if (part === undefined) return undefined;
  return part === 'name' || part === 'title' ? 'name of the form' : 'id of the form';
}

/** A `name` beside it is that of the form (Webflow), but an `id` is that of the entry (Gravity Forms). */
const idOfForm = /^form(?:element)?id$/;
const formKey =
  /^(?:wp|wpforms?|contact|lead|web|jot|hs)?(?:form|formular|survey|umfrage|fragebogen|quiz|formulaire)(id|key|slug|ref|name|title)$/;
const partOfForm = /^(id|key|slug|ref|name|title)$/;
const nameBesideForm = /^(slug|name|title)$/;
const formObject = /^(?:form|survey|formular|formresponse|definition|umfrage|fragebogen|quiz)$/;
const deepest = 3;
const mostKeys = 200;
const longest = 120;
