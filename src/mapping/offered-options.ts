import { onceFor } from '../diagnostics/once-for.ts';
import { onceForText } from '../diagnostics/once-for-text.ts';
import { spellings } from '../diagnostics/spellings.ts';
import { pathBelow } from '../expressions/paths/path-text.ts';
import { answerInWords } from './convert/convert-boolean.ts';

/** A list of the options of a question in a payload: the same for everybody, whatever they answered. */
export interface OptionList {
  /** The expression for the list, with the question selected by its key: `form.questions[id="q2"].options`. */
  readonly expression: string;
  /** The names of the question: its id, its label. */
  readonly names: readonly string[];
  readonly idKey: string;
  readonly labelKey: string;
  /** The label of each id. */
  readonly labels: ReadonlyMap<string | number, string>;
}

/** True for a list or an object of a question that has its options, and not its answer: `options`, `choices`. */
export function offersOptions(object: Readonly<Record<string, unknown>>, key: string): boolean {
  const offered = object[key];
  // By its name first, because most keys of an event are no options.
  const { isAlways, isSometimes } = keyOffers(key);
  if (!isAlways && !(isSometimes && optionKeys(offered) !== undefined && !areAnswered(offered))) return false;
  if (Array.isArray(offered) ? offered.length === 0 : !isTableOfLabels(offered)) return false;
  const others = Object.keys(object).filter(each => each !== key);
  return (
    others.some(each => keyOffers(each).isNaming) &&
    others.every(each => keyOffers(each).isNaming || keyOffers(each).isOfQuestion)
  );
}

/** True for a key that may have the options of a question. */
export function mayOffer(key: string): boolean {
  const { isAlways, isSometimes } = keyOffers(key);
  return isAlways || isSometimes;
}

/** The meanings of a key in the object of a question. */
const keyOffers = onceForText(key => ({
  isAlways: always.test(key),
  isSometimes: sometimes.test(key),
  isNaming: naming.test(key),
  isOfQuestion: ofQuestion.test(key),
}));

/** True for `{o5: "Yoga", o6: "Pilates"}`. */
function isTableOfLabels(value: unknown): boolean {
  const entries = isObject(value) ? Object.entries(value) : [];
  return (
    entries.length > 0 && entries.every(([id, label]) => typeof label === 'string' && isOpaqueId(id, label))
  );
}

const always =
  /^(?:(?:answer|possible|available|allowed|valid)?[_-]?(?:options|choices)|(?:possible|available|allowed|valid)[_-]?(?:answers?|values?|items?)|option(?:en|s?list|s?set)|auswahl(?:optionen|m(?:ö|oe)glichkeiten)?|antwort(?:optionen|m(?:ö|oe)glichkeiten)|antwoordopties|opties|keuzes|choix|opciones|opzioni|opcje|enum)$/i;
/** Such a key may also hold the answer. */
const sometimes = /^(?:items?|values?|answers?|entries|elements|antworten|werte|r[eé]ponses|antwoorden)$/i;
const naming =
  /^(?:title|label|(?:question|field|column)(?:[_-]?(?:text|name|label|title|id|key|ref))?|name|key|ref|alias|slug|caption|prompt|text|id|frage|titel|bezeichnung|beschriftung|vraag|libell[eé]|intitul[eé]|pregunta|domanda|pytanie)$/i;
const ofQuestion =
  /^(?:(?:field|question)?[_-]?(?:type|kind)|typ|format|description|beschreibung|help|help[_-]?text|hint|placeholder|group|section|page|order|position|index|number|sort|(?:is[_-]?)?(?:required|multiple|hidden|fixed|visible)|pflicht|multi|settings|properties|validations?|default|uuid|identifier|(?:min|max)\w*|allow\w*)$/i;

/** Returns the lists of options in a payload: of a question, or of elements with an id, a label and no more. */
export function optionLists(payload: unknown): readonly OptionList[] {
  const found: OptionList[] = [];
  const visit = (value: unknown, at: string, depth: number): void => {
    if (depth > deepest || found.length >= mostLists) return;
    if (Array.isArray(value)) visitList(value, at, depth);
    if (!isObject(value)) return;
    for (const [key, each] of Object.entries(value)) {
      const below = pathBelow(at, key);
      if (offersOptions(value, key) || isListOfOptions(key, each))
        found.push(...listOf(each, below, namesOfQuestion(value)));
      else visit(each, below, depth + 1);
    }
  };
  const visitList = (list: readonly unknown[], at: string, depth: number): void => {
    const objects = list.slice(0, mostElements).filter(isObject);
    const key = at === '' ? undefined : selectingKey(objects);
    for (const each of objects) {
      const place = key === undefined ? at : `${at}[${key}=${JSON.stringify(each[key])}]`;
      visit(each, place, depth + 1);
    }
  };
  visit(payload, '', 0);
  return found;
}

const deepest = 12;
const mostLists = 200;
const mostElements = 200;

/**
 * True for a list of questions with their answers, as Acuity sends them: `values: [{name: "Newsletter", value: "yes"}]`. The answer is a yes,
 * a no or a text of several words, which is no id of an option, and the label is no answer itself, as "Yes" of `{name: "Yes", value: "1"}`.
 */
function areAnswered(list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  const labels = list.map(each =>
    isObject(each) ? namesOfQuestion(each).filter(text => /\p{L}/u.test(text)) : [],
  );
  if (labels.flat().some(text => answerInWords(text) !== undefined)) return false;
  return list.some((each, at) => {
    if (!isObject(each)) return false;
    const value = answerKeys.map(key => each[key]).find(one => one !== undefined);
    const isOwnLabel = typeof value === 'string' && labels[at]?.some(text => text.trim() === value.trim());
    return !isOwnLabel && isAnswerOfPerson(value);
  });
}

const answerKeys = ['value', 'answer', 'response', 'antwort', 'wert'];

function isAnswerOfPerson(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value !== 'string' || opaque.test(value.trim()) || generated.test(value.trim())) return false;
  return answerInWords(value) !== undefined || /[\s@]|\d[.:/-]\d/.test(value.trim());
}

/** True for options outside of their question: `choices: [{question: "q2", id: "o5", label: "Yoga"}]`. */
function isListOfOptions(key: string, value: unknown): boolean {
  return always.test(key) && optionKeys(value) !== undefined;
}

/** Returns the names of a question: its id, its label. */
export function namesOfQuestion(question: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(question).flatMap(([key, value]) =>
    naming.test(key) && ['string', 'number'].includes(typeof value) && value !== '' ? [String(value)] : [],
  );
}

function listOf(value: unknown, expression: string, names: readonly string[]): readonly OptionList[] {
  const keys = optionKeys(value);
  if (!keys || !Array.isArray(value)) return [];
  const { idKey, labelKey } = keys;
  const labels = new Map<string | number, string>();
  for (const option of value) {
    const [id, label] = [option[idKey], option[labelKey]];
    if ((typeof id === 'string' || typeof id === 'number') && typeof label === 'string')
      labels.set(id, label);
  }
  return [{ expression, names, idKey, labelKey, labels }];
}

/** Returns the keys of the id and of the label in options that all have both. */
function optionKeys(list: unknown): OptionKeys | undefined {
  return Array.isArray(list) && list.length > 0 ? keysOfList(list) : undefined;
}

interface OptionKeys {
  readonly idKey: string;
  readonly labelKey: string;
}

/** The rules of a mapping read the same lists. */
const keysOfList = onceFor((list: readonly unknown[]): OptionKeys | undefined => {
  if (!list.every(isObject)) return undefined;
  const [first] = list;
  const hasAll = (key: string) =>
    list.every(each => ['string', 'number'].includes(typeof each[key]) && each[key] !== '');
  const keys = Object.keys(first ?? {}).filter(hasAll);
  const idKey = idKeys.map(form => keys.find(key => form.test(key))).find(each => each !== undefined);
  const labelKey = labelKeys
    .map(form => keys.find(key => key !== idKey && form.test(key)))
    .find(each => each !== undefined);
  const ids = new Set(list.map(each => each[idKey ?? '']));
  return idKey !== undefined && labelKey !== undefined && ids.size === list.length
    ? { idKey, labelKey }
    : undefined;
});

const idKeys = [
  /^(?:id|(?:option|choice|answer|item|value)_?id|uuid|guid)$/i,
  /^(?:key|ref|code|slug)$/i,
  /^value$/i,
];
const labelKeys = [
  /^(?:label|display_?(?:name|value|text)|bezeichnung|beschriftung|libell[eé]|etiqueta|etichetta)$/i,
  /^(?:text|title|titel|caption|name)$/i,
  /^(?:value|content)$/i,
];

/** Returns the key that distinguishes the questions of a list. Answers name a question by its id. */
function selectingKey(objects: readonly Readonly<Record<string, unknown>>[]): string | undefined {
  return selecting.find(key => {
    const values = objects.map(each => each[key]);
    const areTexts = values.every(
      each =>
        typeof each === 'number' || (typeof each === 'string' && each !== '' && !/["\\\n\r]/.test(each)),
    );
    return areTexts && objects.length > 0 && new Set(values).size === values.length;
  });
}

const selecting = ['id', 'key', 'ref', 'question_id', 'questionId', 'slug', 'name', 'label', 'title'];

/** True for an id that means nothing to people: o7, opt_12, 42, a UUID. A word of the label is none: `yoga`, `18` of "18-25". */
export function isOpaqueId(id: string | number, label: string): boolean {
  const text = String(id).trim();
  const [own = ''] = spellings(text);
  const isOfLabel = spellings(label).some(each => ` ${each} `.includes(` ${own} `));
  return !isOfLabel && (opaque.test(text) || generated.test(text));
}

const opaque = /^(?:[a-z]{1,2}[_-]?|(?:opt|option|choice|ch|item|sel|val|value|answer|ans)[_-]?)?\d{1,19}$/i;
const generated =
  /^(?:(?:opt|option|choice|ch|item|sel|val|answer)[_-]?\w{0,20}\d\w{0,20}|(?:rec|sel)[A-Za-z0-9]{14}|[0-9a-f]{24}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
