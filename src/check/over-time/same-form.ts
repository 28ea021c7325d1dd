import { onceFor } from '../../diagnostics/once-for.ts';
import {
  compactKey,
  isEventTypeKey,
  isTypeContainer,
  isTypeHeader,
  isTypeKey,
} from '../../mapping/doubts/event-type-keys.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { answeredQuestions } from '../../receive/answers/answers.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import type { PlacedEvent } from './read-names.ts';

/**
 * Returns events by their form or type, as far as most of them name one: those with and those without the name that a
 * mapping reads. A form without any such sign makes one group. `steps`: the key that is read, which is no sign itself.
 */
export function byForm<Each extends Pick<PlacedEvent, 'trial' | 'isThere'>>(
  seen: readonly Each[],
  steps: readonly string[] = [],
): readonly (readonly Each[])[] {
  const own = JSON.stringify(steps);
  const named = new Map(seen.flatMap(({ trial }) => [...signsOf(trial.input)]));
  const all = [...named.keys()].filter(each => each !== own);
  const parts = [seen.filter(({ isThere }) => isThere), seen.filter(({ isThere }) => !isThere)];
  const usual = all.filter(sign =>
    parts.every(part => {
      const having = part.filter(({ trial }) => signsOf(trial.input).has(sign));
      return having.length >= part.length * mostOf;
    }),
  );
  const distinct = usual.filter(sign => {
    const values = new Set(seen.map(({ trial }) => signsOf(trial.input).get(sign)?.value));
    // More values are data.
    return values.size <= Math.max(fewValues, seen.length / 4);
  });
  // The name of a form may change together with its questions.
  const hasId = distinct.some(each => named.get(each)?.of === 'id of the form');
  const signs = distinct.filter(each => !hasId || named.get(each)?.of !== 'name of the form');
  const keyOf = ({ trial }: Each) => JSON.stringify(signs.map(sign => signsOf(trial.input).get(sign)?.value));
  return [...Map.groupBy(seen, keyOf).values()];
}

const mostOf = 0.9;
const fewValues = 3;

/** A value of an event that names its form or its type. */
interface Sign {
  readonly of: 'id of the form' | 'name of the form' | 'type of the event';
  readonly value: string;
}

/** The signs of an event by their places. */
const signsOf = onceFor((input: MappingInput): ReadonlyMap<string, Sign> => {
  const { event, answers, headers, payload } = input;
  const found = new Map<string, Sign>();
  if (event.type !== undefined) found.set('$event.type', { of: 'type of the event', value: event.type });
  const form = answers && answeredQuestions(answers).form;
  if (form !== undefined) found.set('$form', { of: 'id of the form', value: form });
  for (const [name, value] of Object.entries(headers))
    if (isTypeHeader(name)) found.set(`$headers.${name}`, { of: 'type of the event', value });
  addSigns(payload, [], found);
  return found;
});

function addSigns(object: unknown, steps: readonly string[], found: Map<string, Sign>): void {
  if (!isPlainObject(object) || steps.length > deepest) return;
  const entries = Object.entries(object).slice(0, mostKeys);
  const isForm = formObject.test(compactKey(steps.at(-1) ?? ''));
  for (const [key, value] of entries) {
    const name = compactKey(key);
    const of = signOf(name, isForm);
    const isText = typeof value === 'number' || (typeof value === 'string' && value.length <= longest);
    if (of && isText) found.set(JSON.stringify([...steps, key]), { of, value: JSON.stringify(value) });
    if (isTypeContainer(key) || formObject.test(name) || entries.length === 1)
      addSigns(value, [...steps, key], found);
  }
}

/** `isForm`: the key is one of an object about the form. */
function signOf(name: string, isForm: boolean): Sign['of'] | undefined {
  if (isTypeKey(name) || isEventTypeKey(name)) return 'type of the event';
  const [, part] = (isForm ? partOfForm : formKey).exec(name) ?? [];
  if (part === undefined) return undefined;
  return part === 'name' || part === 'title' ? 'name of the form' : 'id of the form';
}

const formKey =
  /^(?:wp|contact|lead|web)?(?:form|formular|survey|umfrage|fragebogen|quiz|formulaire)(id|key|slug|ref|name|title)$/;
const partOfForm = /^(id|key|slug|ref|name|title)$/;
const formObject = /^(?:form|survey|formular|formresponse|definition|umfrage|fragebogen|quiz)$/;
const deepest = 3;
const mostKeys = 200;
const longest = 120;
