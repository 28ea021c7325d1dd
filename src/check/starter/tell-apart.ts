import type { SourceConfig } from '../../config/config.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { isYesOrNo } from '../../mapping/convert/convert-boolean.ts';
import type { PayloadPath } from './payload-path.ts';
import { payloadPaths } from './payload-paths.ts';

/** The parts of an event by which forms and kinds of events are told apart. */
export interface KindOfEvent {
  readonly payload: unknown;
  readonly type?: string | undefined;
}

/** The conditions that tell webhooks of a new form from those of the mappings that exist. */
export interface ToldApart {
  /** The condition for the new webhooks. */
  readonly when: string;
  /** True if no value names the form, and only a key of its own tells it apart. */
  readonly isByKey: boolean;
  /** Returns the condition for the events of an existing mapping, which excludes the other one. */
  whenOf(events: readonly KindOfEvent[]): string;
}

/**
 * Finds what tells new webhooks from others of the same source: a value that names the form or the kind of event, or
 * else keys that only the new ones have. Undefined if there is neither.
 */
export function tellApart(
  fresh: readonly KindOfEvent[],
  others: readonly KindOfEvent[],
  source?: SourceConfig,
): ToldApart | undefined {
  const own = fresh.map(event => kindsOf(event, source));
  const theirs = others.map(event => kindsOf(event, source));
  const named = [...(own[0]?.keys() ?? [])]
    .filter(path => isApart(path, own, theirs))
    .sort((one, other) => rankOf(one, own) - rankOf(other, own))[0];
  if (named !== undefined) return byValue(named, own, source);
  const key = others.length === 0 ? undefined : keyOnlyIn(fresh, others, source);
  if (key === undefined) return undefined;
  const when = `$exists(${key})`;
  return { when, isByKey: true, whenOf: () => `$not(${when})` };
}

/** Returns the condition for the form of some events by its id or its name; undefined if no value names a form. */
export function conditionOfForm(events: readonly KindOfEvent[], source?: SourceConfig): string | undefined {
  const own = events.map(event => kindsOf(event, source));
  const [named] = [...(own[0]?.keys() ?? [])]
    .filter(path => rankOf(path, own) < afterForms && isApart(path, own, []))
    .sort((one, other) => rankOf(one, own) - rankOf(other, own));
  return named === undefined ? undefined : oneOf(named, own);
}

/** The values that may name the kind of an event, by their expressions, each with the rank of its name. */
type Kinds = ReadonlyMap<string, { readonly value: string | number; readonly rank: number }>;

function kindsOf({ payload, type }: KindOfEvent, source: SourceConfig | undefined): Kinds {
  const kinds = payloadPaths([{ payload, answers: undefined }], source).flatMap(path => {
    const rank = rankOfName(path);
    return rank !== undefined && isName(path.value)
      ? [[path.expression, { value: path.value, rank }] as const]
      : [];
  });
  return new Map([
    ...kinds,
    ...(type === undefined ? [] : [['$event.type', { value: type, rank: afterForms }] as const]),
  ]);
}

/** The rank behind those of all values that name a form. */
const afterForms = 40;

/** True if every new event has a value there that no other event has. */
function isApart(path: string, own: readonly Kinds[], theirs: readonly Kinds[]): boolean {
  const values = own.map(kinds => kinds.get(path)?.value);
  const taken = new Set(theirs.map(kinds => kinds.get(path)?.value));
  return (
    values.every(value => value !== undefined && !taken.has(value)) && new Set(values).size <= mostValues
  );
}

/** More values than these are ids of events. */
const mostValues = 5;

function rankOf(path: string, [first]: readonly Kinds[]): number {
  return first?.get(path)?.rank ?? Number.POSITIVE_INFINITY;
}

function byValue(path: string, own: readonly Kinds[], source: SourceConfig | undefined): ToldApart {
  const when = oneOf(path, own);
  return {
    when,
    isByKey: false,
    whenOf(events) {
      const kinds = events.map(event => kindsOf(event, source));
      const isKnown = kinds.length > 0 && kinds.every(each => each.has(path));
      const isFew = new Set(kinds.map(each => each.get(path)?.value)).size <= mostValues;
      return isKnown && isFew ? oneOf(path, kinds) : `$not(${when})`;
    },
  };
}

function oneOf(path: string, kinds: readonly Kinds[]): string {
  const values = [...new Set(kinds.map(each => each.get(path)?.value))].map(value => JSON.stringify(value));
  return values.length === 1 ? `${path} = ${values[0]}` : `${path} in [${values.join(', ')}]`;
}

/** Parts that identify a form, the most stable first: a title may be changed at the sender. */
const parts = ['id', 'key', 'uuid', 'slug', 'nr', 'nummer', 'number', '', 'name', 'title', 'titel', 'type'];
const ofForm =
  /^(?:web|lead|contact|kontakt)?(?:form|formular|formulaire|formulier|survey|quiz|umfrage|questionnaire|fragebogen)(id|key|uuid|slug|nr|nummer|number||name|title|titel|type)$/;
const ofKind =
  /^(?:webhook|hook)?(?:event|topic|trigger|action|kind|subscription|object|entity|resource|template)(?:name|title|type)?$/;

/** Returns how well the name of a value says that it names a form (low is good); undefined if it does not. */
function rankOfName({ keys, isAnswer }: PayloadPath): number | undefined {
  if (isAnswer) return undefined;
  const [last = '', above = ''] = keys.slice(-2).reverse().map(lettersOf);
  const name = parts.includes(last) ? above + last : last;
  const depth = keys.length / 100;
  const at = ofForm.exec(name)?.[1];
  if (at !== undefined) return parts.indexOf(at) + depth;
  if (ofKind.test(name)) return 50 + depth;
  return last === 'type' && keys.length === 1 ? 60 : undefined;
}

/** Separators and upper case are a matter of taste: `form_id`, `formId`. */
function lettersOf(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isName(value: unknown): value is string | number {
  return (
    (typeof value === 'string' && value.trim() !== '' && value.length <= 100) || typeof value === 'number'
  );
}

/** A key with a text in every new payload that no other payload has. An empty one or a yes may be left out at times. */
function keyOnlyIn(
  fresh: readonly KindOfEvent[],
  others: readonly KindOfEvent[],
  source: SourceConfig | undefined,
): string | undefined {
  const pathsOf = ({ payload }: KindOfEvent) => payloadPaths([{ payload, answers: undefined }], source);
  const taken = new Set(others.flatMap(event => pathsOf(event).map(({ expression }) => expression)));
  const [first = [], ...more] = fresh.map(pathsOf);
  const isOwn = ({ keys, expression, value }: PayloadPath) =>
    expression === pathText(keys) && !taken.has(expression) && isName(value) && !isYesOrNo(String(value));
  const isEverywhere = ({ expression }: PayloadPath) =>
    more.every(paths => paths.some(path => path.expression === expression && isName(path.value)));
  return first.find(path => isOwn(path) && isEverywhere(path))?.expression;
}
