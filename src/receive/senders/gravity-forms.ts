import { type Answers, answersByKey, type FormQuestion, isGiven, namedAnswers } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
import { listInText } from '../answers/list-in-text.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * Gravity Forms with its Webhooks add-on: JSON or a form; keys such as `1.3`. Unsigned; set a header with a
 * token. An edited entry keeps its id, so id and time of the last change identify an event. Times are in UTC.
 */
export const gravityForms: KnownSender = {
  preset: {
    name: 'gravity-forms',
    title: 'Gravity Forms (WordPress, with Webhooks)',
    alsoCalled: { gravity: null, 'gravity-form': null },
    verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    eventId: ['form_id', 'id', 'date_updated ? date_updated : date_created'],
    eventType: '$exists(date_created) ? form_id',
    occurredAt: 'date_updated ? date_updated : date_created',
    answers: 'gravity-forms',
    setup: [
      'In WordPress open Forms, Add-Ons, and install "Webhooks" (part of the Elite licence).',
      'Open your form, then Settings, Webhooks, and choose "Add New".',
      'Enter {url} as "Request URL"; choose the method POST and the format JSON.',
      'Under "Request Headers" choose Authorization, and enter [["Bearer " and a long random text as its value (with a space between them); put the same text into `secret:` of this source|"Bearer YOUR-SECRET" as its value]].',
      'Choose "All Fields" as "Request Body". To identify the customer, add a hidden field that is filled by a parameter of the page ("Allow field to be populated dynamically").',
      'Mappings find an answer by the number of its field (`$answers."2"`, `$answers."1.3"`; the editor shows it as ID). Gravity Forms ignores the response and does not retry failed webhooks: look at /api/refusals after the first try.',
    ],
  },
  readAnswers,
};

/**
 * Answers of Gravity Forms: by the id of the field (`"2"`) or of its input (`"1.3"`). A field of several inputs, such
 * as checkboxes, is also found as a whole, as the list of the given values. A multi-select and several files arrive as
 * JSON in a text, and are a list. With "Select Fields" the keys are the chosen ones. A consent field has the text that was ticked
 * in its second input; without the tick, this text is no answer.
 */
function readAnswers(payload: unknown): Answers | undefined {
  if (!isPlainObject(payload)) return undefined;
  const inputs = Object.entries(payload)
    .filter(([key]) => /^\d+(\.\d+)?$/.test(key))
    .map(([key, value]) => [key, isOfUnticked(key, payload) ? undefined : value] as const);
  if (inputs.length === 0) return chosenFields(payload);
  const parts = inputs.filter(([key]) => key.includes('.'));
  const wholes = [...Map.groupBy(parts, ([key]) => key.split('.')[0] ?? '')].map(([field, ofField]) => {
    const inOrder = ofField.toSorted(([one], [other]) => inputNumber(one) - inputNumber(other));
    return [field, inOrder.map(([, value]) => value).filter(isGiven)] as const;
  });
  const ownKeys = new Set(inputs.map(([key]) => key));
  return namedAnswers([
    ...wholes
      .filter(([field]) => !ownKeys.has(field))
      .map(([key, value]) => ({ keys: [key], labels: [], value })),
    ...inputs.map(([key, value]) => ({
      keys: [key],
      labels: [],
      value: listInText(value),
      ...partOfName(key, ownKeys),
      ...textOfConsent(key, payload),
    })),
  ]);
}

/** True for the text and the version of a consent field that is not ticked: they are there in any case. */
function isOfUnticked(key: string, payload: object): boolean {
  const [field, input] = key.split('.');
  if (input !== '2' && input !== '3') return false;
  const [ticked, text, version] = ['1', '2', '3'].map(each => inside(payload, `${field}.${each}`));
  const isConsent =
    Object.hasOwn(payload, `${field}.1`) &&
    !Object.hasOwn(payload, `${field}.4`) &&
    typeof text === 'string' &&
    text.trim().includes(' ') &&
    /^\d+$/.test(String(typeof version === 'number' || typeof version === 'string' ? version : ''));
  return isConsent && ['', '0', false].includes((ticked ?? '') as string | boolean);
}

/** Returns the text of a ticked consent field: `11.1` is "1", `11.2` the text, and `11.3` the number of its version. */
function textOfConsent(key: string, payload: object): Pick<FormQuestion, 'asks'> {
  const [field, input] = key.split('.');
  const [ticked, text, version = ''] = [key, `${field}.2`, `${field}.3`].map(each => inside(payload, each));
  if (input !== '1' || !(ticked === '1' || ticked === 1) || Object.hasOwn(payload, `${field}.4`)) return {};
  const isVersion = typeof version === 'number' || (typeof version === 'string' && /^\d*$/.test(version));
  return isVersion && typeof text === 'string' && text.trim() !== '' ? { asks: text } : {};
}

/**
 * A field for a name has the inputs 2 (form of address), 3 (first name), 4 (second name), 6 (last name) and 8 (suffix). Addresses
 * and checkboxes have an input 1 too.
 */
function partOfName(key: string, keys: ReadonlySet<string>): Pick<FormQuestion, 'partOfName'> {
  const [field = '', input] = key.split('.');
  const isName = ofName.every(each => keys.has(`${field}.${each}`));
  const isOther = notOfName.some(each => keys.has(`${field}.${each}`));
  if (!isName || isOther || (input !== '3' && input !== '6')) return {};
  return { partOfName: { field, part: input === '3' ? 'first' : 'last' } };
}

const ofName = ['3', '6'];
const notOfName = ['1', '5', '7', '9'];

/**
 * The keys that the plugin itself sends with an entry. A single one may also be the chosen name of an answer.
 */
function chosenFields(payload: object): Answers | undefined {
  if (Object.hasOwn(payload, 'form_id') && Object.hasOwn(payload, 'date_created')) return undefined;
  return answersByKey(Object.entries(payload).map(([key, value]) => [key, listInText(value)]));
}

function inputNumber(key: string): number {
  return Number(key.split('.')[1]);
}
