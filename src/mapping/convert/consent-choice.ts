import { spellings } from '../../diagnostics/spellings.ts';
import { asksForOptOut } from '../opt-out.ts';
import { beginningAnswer } from './beginning-answer.ts';
import { consentAnswer } from './consent-answer.ts';
import { answerInWords } from './convert-boolean.ts';

/**
 * Returns the answer that a choice of a consent stands for: `nein`, `keiner` and `abgemeldet` are a no, and `monatlich` is a
 * yes. Undefined for a choice that says that there is no answer, such as "keine Angabe".
 */
export function consentChoice(choice: string): boolean | undefined {
  const [words = ''] = spellings(choice.slice(0, longestChoice));
  if (choice.trim() === '' || unanswered.test(words)) return undefined;
  const said = answerInWords(choice) ?? beginningAnswer(choice);
  if (said !== undefined) return said;
  const isShort = words.split(' ').length <= fewWords;
  if (denying.test(words) || asksForOptOut(choice) || (isShort && consentAnswer(choice) === false))
    return false;
  return words === '' ? undefined : true;
}

const longestChoice = 200;
/** In a longer choice, a denial may be about a part of it: "monatlich mit Bildern ohne Werbung". */
const fewWords = 2;

const unanswered =
  /^(?:(?:noch |bisher )?(?:keine? (?:angaben?|antwort|auswahl|praferenz|praeferenz|rueckmeldung|ruckmeldung|info\w*)|nicht (?:bekannt|gefragt|angefragt|angegeben|ausgefullt|ausgefuellt|beantwortet|geklart|geklaert|erfasst))|unbekannt|unklar|offen|ausstehend|egal|weiss (?:ich )?nicht|unknown|undecided|pending|unset|n a|(?:not|never) (?:known|asked|specified|stated|set|answered|provided)|no (?:answer|preference|response|information|selection|data)|pas de (?:reponse|preference)|non renseigne|onbekend|geen (?:antwoord|voorkeur|opgave)|bitte (?:aus)?wahlen|please (?:choose|select))\b/;

const denying =
  /^(?:kein(?:e[nrms]?)?|nichts?|nie(?:mals)?|ohne|none|nothing|not|no|never|without|geen|niet|nooit|zonder|pas|aucune?|jamais|sans|nessun[oa]?|ningun[oa]?|inaktiv|inactive|inactif|fehlt|missing|entzogen)\b/;
