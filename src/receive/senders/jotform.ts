import { type Answers, namedAnswers } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * JotForm: multipart, with the answers as JSON in `rawRequest`. Unsigned and without custom headers; put a
 * token into its URL. An edited submission keeps its id, so the id and the answers identify an event.
 */
export const jotform: KnownSender = {
  preset: {
    name: 'jotform',
    title: 'Jotform',
    verify: [{ type: 'query-token', name: 'token' }],
    body: 'multipart',
    jsonField: { name: 'rawRequest', whole: false },
    eventId: ['submissionID', 'rawRequest'],
    eventType: 'formID',
    occurredAt: 'rawRequest.submitDate ? rawRequest.submitDate : submitDate',
    answers: 'jotform',
    setup: [
      '[[Create a long random text of letters and digits, and put it into `secret:` of this source.]]',
      'Open your form in the form builder, then Settings, Integrations, and search for "WebHooks".',
      'Enter {url}?token=YOUR-SECRET[[ with your text instead of YOUR-SECRET]], and choose "Complete Integration".',
      'To identify the customer, add a "Short Text" question such as contactId, hide it (its properties, Advanced, "Hide field"), and link to the form with ?contactId=... at the end of its address.',
      'Mappings find an answer by the name of its question (`$answers.email`; in the properties of the question: Advanced, Field Details, "Unique Name") or by its number (`$answers."4"`).',
      'Change a unique name only together with the mapping. Keep the URL secret: anyone who knows it can send.',
    ],
  },
  readAnswers,
};

/**
 * Answers of JotForm, from its `rawRequest`: `q3_fullName` is found as `fullName` and as `3`. A question with several
 * boxes stays an object: `$answers.fullName.first`, `$answers.phoneNumber.full`, `$answers.birthDate.year`.
 */
function readAnswers(payload: unknown): Answers | undefined {
  const raw = inside(payload, 'rawRequest');
  if (!isPlainObject(raw)) return undefined;
  const answered = Object.entries(raw).flatMap(([key, value]) => {
    const [, number, name] = /^q(\d+)_(.+)$/s.exec(key) ?? [];
    return number === undefined ? [] : [{ keys: [name, number], labels: [], value }];
  });
  const texts = textsAsked(
    inside(payload, 'pretty'),
    answered.map(({ value }) => value),
  );
  return namedAnswers(
    answered.map((each, at) => {
      const asks = texts.get(at);
      return asks === undefined ? each : { ...each, asks };
    }),
  );
}

/**
 * Returns the texts of questions by the positions of their answers. `pretty` has them in the order of the form, as
 * `Photos allowed?:Yes, City:Bonn`, without the empty ones. An answer that it has more or less often than the form is left out,
 * because its question would be a guess, and so is a text with a colon, which may have a part of an answer.
 */
function textsAsked(pretty: unknown, values: readonly unknown[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (typeof pretty !== 'string' || pretty.length > longestPretty) return found;
  const places = Map.groupBy(
    values.flatMap((value, at) => (typeof value === 'string' && value !== '' ? [[value, at] as const] : [])),
    ([value]) => value,
  );
  for (const [value, same] of places) {
    const ends = endsOf(pretty, `:${value}`);
    if (ends.length !== same.length) continue;
    for (const [index, end] of ends.entries()) {
      const text = (pretty.slice(0, end).split(separator).at(-1) ?? '').trim();
      const at = same[index]?.[1];
      if (at !== undefined && text !== '' && !text.includes(':')) found.set(at, text);
    }
  }
  return found;
}

/** Returns the positions at which a text stands before a separator or at the end. */
function endsOf(pretty: string, text: string): readonly number[] {
  const found: number[] = [];
  for (let at = pretty.indexOf(text); at >= 0; at = pretty.indexOf(text, at + 1)) {
    const next = pretty.slice(at + text.length, at + text.length + separator.length);
    if (next === '' || next === separator) found.push(at);
  }
  return found;
}

const separator = ', ';
const longestPretty = 100_000;
