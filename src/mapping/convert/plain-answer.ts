import { asksForOptOut } from '../opt-out.ts';
import { beginningAnswer } from './beginning-answer.ts';
import { answerInWords, meansYes } from './convert-boolean.ts';
import { isLimited } from './limited-answer.ts';

/**
 * Returns the yes or no of an answer whose meaning is plain, in the words of several languages: "ja", "Nein danke", a ticked
 * box. Undefined for all others, such as "Ja, aber nur per Mail".
 */
export function plainAnswer(answer: string | number | boolean): boolean | undefined {
  if (typeof answer === 'boolean') return answer;
  const text = String(answer).trim();
  // The usual case, at every event.
  const word = answerInWords(text);
  if (word !== undefined) return word;
  const said = beginningAnswer(text);
  if (said === false || text === '' || /^[-–—]+$/.test(text) || asksForOptOut(text)) return false;
  if (denials.test(text)) return false;
  if (isLimited(text)) return undefined;
  return said === true || meansYes(text) || tick.test(text) || agreements.test(text) ? true : undefined;
}

/** A mark in a box. */
const tick =
  /^(?:\[?x\]?|[✓✔☑✅☒●•👍]\ufe0f?|angekreuzt|angehakt|markiert|ausgewählt|gesetzt|ticked|selected|set|coché|aangevinkt)$/iu;

/** Words for a yes that `as: boolean` does not read, in further languages, and those of programs. */
const agreements =
  /^(?:si|sí|sì|sim|tak|ano|áno|da|igen|evet|joo?|kyllä|jah|jā|taip|jes|ναι|да|так|はい|是|네|نعم|zgadzam|souhlasím|súhlasím|elfogadom|kabul|aceito|acepto|accetto|acconsento|sunt de acord|согласен|согласна|згоден|згодна|συμφωνώ|hyväksyn|godkänner|godkjenner|godkender|auf jeden fall|mit freude|sehr gern|genehmigt|gelesen)(?:$|[\s,.!])|^(?:freigabe|einwilligung|zustimmung|erlaubnis)? ?(?:erteilt|bestätigt|gegeben)(?:$|[\s,.!])|(?:^|[\s_-])opt[ _-]?in$/iu;
const denials = /^(?:nem|ne|nie|hayır|ei|nē|não|όχι|нет|ні|не)(?:$|[\s,.!])/iu;
