import { asksForOptOut } from '../../mapping/opt-out.ts';

/** True if a plain name asks the opposite: `kein Newsletter`, `nicht anrufen`, `unsubscribed`. */
export function isNegated(name: string): boolean {
  if (negatedFirst.test(name)) return true;
  // `Allergien (falls keine, leer lassen)` asks for allergies.
  const [before, negation] = name.split(negations, 2);
  if (negation !== undefined) return !condition.test(before ?? '');
  return !/^no\b/.test(name) && asksForOptOut(name);
}

const negations =
  /\b(?:kein(?:e[nrms]?)?|nicht|never|nie|ohne|without|do(?:es)?n ?t|not|pas|sans|geen|niet|nooit|zonder|nessun[ao]?|senza|ningun[ao]?|aucune?)\b/;
const negatedFirst = /^(?:no|non|nee)\b(?! (?:of\b|\d))./;
const condition = /\b(?:falls|wenn|sofern|if|when|si|indien|oder|or|ou)\b/;

/** True if a plain name says that its value is no longer valid: `Alte E-Mail`, `newsletter_before`. */
export function isEarlier(name: string): boolean {
  return (
    earlier.test(name) || (name.split(' ').length <= mostWords && before.test(name) && !after.test(name))
  );
}

const earlier =
  /\b(?:alte[nsm]?|(?<!\b(?:wie|jahre?) )alt|(?<!\b(?:how|years?) )old(?! enough)|(?<!\b(?:hoe|jaar) )oude?|former(?:ly)?|previous(?:ly)?|prior|past|obsolete|outdated|fr(?:u|ue)here[nsmr]?|vorherige[nsmr]?|bisherige[nsmr]?|ehemalige[nsmr]?|damalige[nsmr]?|ancien(?:ne)?s?|precedente?s?|vorige|eerdere|vroegere|antigu[oa]|anterior|vecchi[oa])\b/;
/** Words that only a short name uses in this sense: a question may ask "Have you been here before?". */
const before = /\b(?:before|vorher|zuvor|fr(?:u|ue)her|avant|earlier|eerder|vroeger|veraltet)\b/;
/** Photos "vorher/nachher" are not those of before. */
const after = /\b(?:nachher|danach|after|apres|naderhand|na|dopo|despues|depois|po|efter)\b/;
const mostWords = 3;
