import { inside, isPlainObject } from '../../src/receive/answers/inside.ts';
import { listInText } from '../../src/receive/answers/list-in-text.ts';

/**
 * Readers for the answers of known senders, as they were before rules could name questions. Older mappings depend on
 * them, so their results must not change.
 */

type Answers = Readonly<Record<string, unknown>>;
type Named = readonly [name: string, value: unknown];

/**
 * Answers by the keys of questions in a form, and by their labels, which need not be unique. A label of several
 * questions stands for the only answered one, and for none if several were answered. If a label is also a key, the key
 * counts.
 */
function namedAnswers(keyed: readonly Named[], labelled: readonly Named[]): Answers {
  const answers: Record<string, unknown> = Object.create(null);
  for (const [label, same] of Map.groupBy(labelled, ([name]) => name)) {
    const given = same.filter(([, value]) => isGiven(value));
    const [meant] = given.length === 0 ? same : given;
    if (given.length <= 1) answers[label] = meant?.[1];
  }
  for (const [key, value] of keyed) answers[key] = value;
  return answers;
}

/** Answers in a list of objects, each under its text in `name`; objects without one are omitted. */
function answersNamedBy(list: readonly unknown[], name: string, value: string): readonly Named[] {
  return list.flatMap(each => {
    const text = inside(each, name);
    return typeof text === 'string' && text !== '' ? [[text, inside(each, value) ?? null] as const] : [];
  });
}

/** Whether a question was answered with anything but null, an empty text or an empty list. */
function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !(Array.isArray(value) && value.length === 0);
}

function readTypeform(payload: unknown): Answers | undefined {
  const answers = inside(inside(payload, 'form_response'), 'answers');
  if (!Array.isArray(answers)) return undefined;
  const byReference: Record<string, unknown> = Object.create(null);
  for (const answer of answers) {
    const field = inside(answer, 'field');
    const reference = inside(field, 'ref') ?? inside(field, 'id');
    const value = answerValue(answer);
    if (typeof reference === 'string' && value !== undefined) byReference[reference] = value;
  }
  return byReference;
}

function answerValue(answer: unknown): unknown {
  const type = inside(answer, 'type');
  const value = typeof type === 'string' ? inside(answer, type) : undefined;
  if (type === 'choice') return inside(value, 'label') ?? inside(value, 'other');
  if (type !== 'choices') return value;
  const labels = inside(value, 'labels');
  const other = inside(value, 'other');
  return [...(Array.isArray(labels) ? labels : []), ...(other === undefined ? [] : [other])];
}

function readGoogleForms(payload: unknown): Answers | undefined {
  const answers: Record<string, unknown> = Object.create(null);
  const byTitle = inside(payload, 'answers');
  if (isPlainObject(byTitle)) return Object.assign(answers, byTitle);
  const values = inside(payload, 'namedValues');
  if (!isPlainObject(values)) return undefined;
  for (const [title, value] of Object.entries(values)) {
    answers[title] = Array.isArray(value) && value.length === 1 ? value[0] : value;
  }
  return answers;
}

function readPaperform(payload: unknown): Answers | undefined {
  const questions = inside(payload, 'data');
  if (!Array.isArray(questions)) return undefined;
  const by = (name: string) => answersNamedBy(questions, name, 'value');
  return namedAnswers([...by('key'), ...by('custom_key')], by('title'));
}

function readMetaLeads(payload: unknown): Answers | undefined {
  const fields = inside(inside(payload, 'value'), 'field_data');
  if (!Array.isArray(fields)) return undefined;
  const answers: Record<string, unknown> = Object.create(null);
  for (const field of fields) {
    const name = inside(field, 'name');
    const values = inside(field, 'values');
    if (typeof name !== 'string' || !Array.isArray(values)) continue;
    answers[name] = values.length === 1 ? values[0] : values;
  }
  return answers;
}

function readJotform(payload: unknown): Answers | undefined {
  const raw = inside(payload, 'rawRequest');
  if (!isPlainObject(raw)) return undefined;
  const questions = Object.entries(raw).flatMap(([key, value]) => {
    const [, number, name] = /^q(\d+)_(.+)$/s.exec(key) ?? [];
    return number !== undefined && name !== undefined ? [{ number, name, value }] : [];
  });
  const answers: Record<string, unknown> = Object.create(null);
  for (const { name, value } of questions) answers[name] = value;
  for (const { number, value } of questions) answers[number] = value;
  return answers;
}

function readCalendly(payload: unknown): Answers | undefined {
  const pairs = inside(inside(payload, 'payload'), 'questions_and_answers');
  if (!Array.isArray(pairs)) return undefined;
  const labelled = pairs.flatMap(pair => {
    const question = inside(pair, 'question');
    return typeof question === 'string' ? [[question, inside(pair, 'answer') ?? null] as const] : [];
  });
  return namedAnswers([], labelled);
}

function readCalCom(payload: unknown): Answers | undefined {
  const booking = inside(payload, 'payload');
  const groups = [inside(booking, 'responses'), inside(booking, 'userFieldsResponses')].filter(isPlainObject);
  if (groups.length === 0) return undefined;
  const answers: Record<string, unknown> = Object.create(null);
  for (const [key, response] of groups.flatMap(group => Object.entries(group))) {
    const isWrapped = inside(response, 'label') !== undefined;
    const value = isWrapped ? inside(response, 'value') : response;
    if (value !== undefined) answers[key] = value;
  }
  return answers;
}

function readWebflow(payload: unknown): Answers | undefined {
  if (inside(payload, 'triggerType') !== 'form_submission') return undefined;
  const data = inside(inside(payload, 'payload'), 'data');
  return isPlainObject(data) ? Object.assign(Object.create(null), data) : undefined;
}

function readGoogleAds(payload: unknown): Answers | undefined {
  const columns = inside(payload, 'user_column_data');
  if (!Array.isArray(columns)) return undefined;
  const by = (name: string) => answersNamedBy(columns, name, 'string_value');
  return namedAnswers(by('column_id'), by('column_name'));
}

function readTally(payload: unknown): Answers | undefined {
  const fields = inside(inside(payload, 'data'), 'fields');
  if (!Array.isArray(fields)) return undefined;
  const by = (name: string): Named[] =>
    fields.flatMap(field => {
      const text = inside(field, name);
      return typeof text === 'string' ? [[text, fieldValueOfTally(field)] as const] : [];
    });
  return namedAnswers(by('key'), by('label'));
}

function fieldValueOfTally(field: unknown): unknown {
  const value = inside(field, 'value') ?? null;
  const type = inside(field, 'type');
  if (type === 'MATRIX') return matrixValue(field, value);
  if (!Array.isArray(value)) return optionText(inside(field, 'options'), value);
  const texts = value.map(each => inside(each, 'url') ?? optionText(inside(field, 'options'), each));
  const isOfOne = type === 'MULTIPLE_CHOICE' || type === 'DROPDOWN';
  return isOfOne && texts.length === 1 ? texts[0] : texts;
}

/** The text of the option with this id; any other value is returned unchanged. */
function optionText(options: unknown, id: unknown): unknown {
  const option = Array.isArray(options) ? options.find(each => inside(each, 'id') === id) : undefined;
  return inside(option, 'text') ?? inside(option, 'name') ?? id;
}

/** The columns chosen in each row, by the text of the row. */
function matrixValue(field: unknown, value: unknown): unknown {
  const rows: Record<string, unknown> = Object.create(null);
  if (!isPlainObject(value)) return value;
  for (const [row, columns] of Object.entries(value)) {
    const name = String(optionText(inside(field, 'rows'), row));
    const texts = [columns].flat().map(each => optionText(inside(field, 'columns'), each));
    rows[name] = texts.length === 1 ? texts[0] : texts;
  }
  return rows;
}

function readMautic(payload: unknown): Answers | undefined {
  const submission = inside(payload, 'submission');
  const results = inside(submission, 'results');
  if (isPlainObject(results)) return namedAnswers(Object.entries(results), []);
  const groups = inside(inside(payload, 'contact'), 'fields');
  if (!isPlainObject(groups)) return undefined;
  const fields = Object.values(groups)
    .filter(isPlainObject)
    .flatMap(group => Object.values(group));
  const by = (name: string) => answersNamedBy(fields, name, 'value');
  return namedAnswers(by('alias'), by('label'));
}

function readGravityForms(payload: unknown): Answers | undefined {
  if (!isPlainObject(payload)) return undefined;
  const inputs = Object.entries(payload).filter(([key]) => /^\d+(\.\d+)?$/.test(key));
  if (inputs.length === 0) return undefined;
  const answers: Record<string, unknown> = Object.create(null);
  const parts = inputs.filter(([key]) => key.includes('.'));
  for (const [field, ofField] of Map.groupBy(parts, ([key]) => key.split('.')[0] ?? '')) {
    const inOrder = ofField.toSorted(([one], [other]) => inputNumber(one) - inputNumber(other));
    answers[field] = inOrder.map(([, value]) => value).filter(isGiven);
  }
  for (const [key, value] of inputs) answers[key] = listInText(value);
  return answers;
}

function inputNumber(key: string): number {
  return Number(key.split('.')[1]);
}

function readElementor(payload: unknown): Answers | undefined {
  if (!isPlainObject(payload)) return undefined;
  const fields = inside(payload, 'fields');
  if (typeof fields !== 'object' || fields === null) return namedAnswers(Object.entries(payload), []);
  const keyed = Object.entries(fields).map(([id, field]): Named => [id, fieldValueOfElementor(field)]);
  const labelled = Object.values(fields).flatMap(field => {
    const title = inside(field, 'title');
    return typeof title === 'string' && title !== '' ? [[title, fieldValueOfElementor(field)] as const] : [];
  });
  return namedAnswers(keyed, labelled);
}

/** The raw value for several choices, which is a list; the value as people read it for everything else. */
function fieldValueOfElementor(field: unknown): unknown {
  const raw = inside(field, 'raw_value');
  return Array.isArray(raw) ? raw : (inside(field, 'value') ?? raw ?? null);
}

/** The reader of each sender that has one. */
export const olderReaders: Readonly<Record<string, (payload: unknown) => Answers | undefined>> = {
  typeform: readTypeform,
  'google-forms': readGoogleForms,
  paperform: readPaperform,
  'meta-leads': readMetaLeads,
  jotform: readJotform,
  calendly: readCalendly,
  'cal-com': readCalCom,
  webflow: readWebflow,
  'google-ads': readGoogleAds,
  tally: readTally,
  mautic: readMautic,
  'gravity-forms': readGravityForms,
  elementor: readElementor,
};
