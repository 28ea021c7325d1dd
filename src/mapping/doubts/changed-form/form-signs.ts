import { onceFor } from '../../../diagnostics/once-for.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
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
  addSigns(payload, [], found);
  return found;
});

/** Returns the signs in a payload, with their places. */
export function formPlaces(payload: unknown): readonly PlacedSign[] {
  return isPlainObject(payload) ? placesIn(payload) : [];
}

/** Several doubts ask for those of one event. */
const placesIn = onceFor((payload: object): readonly PlacedSign[] => {
  const found = new Map<string, FormSign>();
  addSigns(payload, [], found);
  return [...found].map(([place, sign]) => {
    const steps: readonly string[] = JSON.parse(place);
    return { ...sign, at: pathText(steps), key: steps.at(-1) ?? '' };
  });
});

function addSigns(object: unknown, steps: readonly string[], found: Map<string, FormSign>): void {
  if (!isPlainObject(object) || steps.length > deepest) return;
  const entries = Object.entries(object).slice(0, mostKeys);
  const above = compactKey(steps.at(-1) ?? '');
  const isOfForm = formObject.test(above) && above !== 'formresponse';
  const hasForm = entries.some(([key]) => idOfForm.test(compactKey(key)));
  const part = isOfForm ? partOfForm : hasForm ? nameBesideForm : undefined;
  for (const [key, value] of entries) {
    const name = compactKey(key);
    const of = signOf(name, part);
    const isText = typeof value === 'number' || (typeof value === 'string' && value.length <= longest);
    if (of && isText) found.set(JSON.stringify([...steps, key]), { of, value: JSON.stringify(value) });
    if (isTypeContainer(key) || formObject.test(name) || entries.length === 1)
      addSigns(value, [...steps, key], found);
  }
}

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
