import type { Expression } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';

/** The reason why several webhooks have one event id, in words. */
export interface SharedEventId {
  readonly message: string;
  readonly hint: string;
}

/**
 * Returns the reason why an event id is the same for several webhooks, by the names of its values: they identify a form
 * or a person. All webhooks but the first would count as duplicates. Undefined if one value may be unique for each
 * webhook.
 */
export function sharedEventId(eventId: readonly Expression[]): SharedEventId | undefined {
  const parts = eventId.filter(({ isConstant }) => !isConstant);
  const kinds = parts.map(({ path }) => (path ? kindOf(path) : undefined));
  if (kinds.length === 0 || kinds.includes(undefined)) return undefined;
  const names = parts.map(({ source }) => source.trim());
  const isOfPerson = kinds.includes('person');
  return sharedBy(names.join(' and '), isOfPerson ? 'person' : 'form', [...names, 'submitted_at']);
}

/** The same for an event id that is a person's e-mail address in an event. */
export function sharedByPerson(path: string): SharedEventId {
  return sharedBy(path, 'address', [path, 'submitted_at']);
}

function sharedBy(name: string, kind: 'person' | 'form' | 'address', list: readonly string[]): SharedEventId {
  const what = {
    form: `${name}, by its name the same for each webhook: every webhook but the first`,
    person: `${name}, by its name that of a person: each further webhook about the same person`,
    address: `${name}, the e-mail address of a person: each further webhook about the same person`,
  };
  return {
    message: `eventId is ${what[kind]} would count as a duplicate, and would not be delivered`,
    hint: `name the id of one submission or delivery; if the sender has none, remove eventId, or add a part that changes, as in eventId: [${list.join(', ')}]`,
  };
}

function kindOf(path: readonly string[]): 'person' | 'form' | undefined {
  const [last = '', before = ''] = path.toReversed().map(inWords);
  const name =
    /^(?:id|uuid|key|nr|no|number|nummer)$/.test(last) && before !== '' ? `${before}_${last}` : last;
  if (ofPerson.test(name)) return 'person';
  return ofForm.test(name) ? 'form' : undefined;
}

/** Converts `formId` and `Form-ID` to `form_id`. */
function inWords(step: string): string {
  return step
    .replace(/^\$/, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

const ofForm =
  /^(?:(?:form|formular|survey|umfrage|flow|list|liste|page|site|website|tenant|account|campaign|kampagne|portal|workspace|location|filiale|template|company|organi[sz]ation|project|workflow|automation|scenario|trigger)_?(?:id|uuid|key|name|title|titel)|form|formular|event|action|trigger|event_?type|event_?name|type|typ|topic|kind|status|source|quelle)$/;
const ofPerson =
  /^(?:e_?mail(?:_?addresse?|_?adresse)?|mail|phone|mobile|telefon|handy|(?:contact|kontakt|person|customer|kunden?|client|subscriber|user|member|patient|gast|object|entity|primary_entity)_?(?:id|nr|no|number|nummer|uuid|e_?mail))$/;

/** Returns the path of an event id with a single value, for messages. */
export function nameOfEventId(eventId: readonly Expression[]): string | undefined {
  const [only, ...others] = eventId;
  return only?.path && others.length === 0 ? pathText(only.path) : undefined;
}
