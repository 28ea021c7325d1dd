import { type Answers, answersByKey } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

const script = `Open your form, the menu with three dots, "Apps Script", and replace its contents with this script[[. Enter a long random text instead of YOUR-SECRET, and the same as \`secret:\` of this source]]:

     function sendToFieldbridge(e) {
       const answers = {};
       e.response.getItemResponses().forEach(each => {
         answers[each.getItem().getTitle()] = each.getResponse();
       });
       const request = {
         method: 'post',
         contentType: 'application/json',
         headers: { Authorization: 'Bearer YOUR-SECRET' },
         payload: JSON.stringify({
           formId: e.source.getId(),
           responseId: e.response.getId(),
           submittedAt: e.response.getTimestamp().toISOString(),
           email: e.response.getRespondentEmail(),
           answers: answers,
         }),
       };
       for (let wait = 2000; ; wait *= 3) {
         try {
           return UrlFetchApp.fetch('{url}', request);
         } catch (error) {
           if (wait > 60000) throw error;
           Utilities.sleep(wait);
         }
       }
     }

     Then save it.`;

/**
 * Google Forms, by a script of the form that posts JSON with a token. A response keeps its id when it is
 * edited, so the id and the answers identify an event. With another script, all sent values do.
 */
export const googleForms: KnownSender = {
  preset: {
    name: 'google-forms',
    title: 'Google Forms (with a short Apps Script)',
    alsoCalled: { 'google-form': null, gforms: null, 'apps-script': null },
    verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    body: 'json',
    eventId: [
      'responseId',
      'submittedAt ? submittedAt : "no time"',
      'answers ? answers : namedValues ? namedValues : $',
    ],
    eventType: 'formId',
    occurredAt: 'submittedAt',
    answers: 'google-forms',
    setup: [
      script,
      'Choose "Triggers" (the clock) and "Add Trigger": sendToFieldbridge, "From form", "On form submit". Choose "Notify me immediately" for failures.',
      'Allow what Google asks for: the script reads the responses and calls your server.',
      'Send the form once. "Executions" in Apps Script shows whether it arrived.',
      'To identify the customer, ask for the customer number in a separate question and give customers pre-filled links ("Get pre-filled link" in the menu of the form).',
      'Mappings find an answer by the title of its question (`$answers."Do you have allergies?"`): change a title only together with the mapping. Give every question a different title: of two questions with the same title only the last is sent.',
    ],
  },
  readAnswers,
};

/**
 * Answers of a Google form, by the title of the question: the `answers` of the form's script, or the
 * `namedValues` of a script of the sheet with the responses, in which every answer is a list of one text.
 */
function readAnswers(payload: unknown): Answers | undefined {
  const byTitle = inside(payload, 'answers');
  if (isPlainObject(byTitle)) return answersByKey(Object.entries(byTitle));
  const values = inside(payload, 'namedValues');
  if (!isPlainObject(values)) return undefined;
  return answersByKey(
    Object.entries(values).map(([title, value]) => [
      title,
      Array.isArray(value) && value.length === 1 ? value[0] : value,
    ]),
  );
}
