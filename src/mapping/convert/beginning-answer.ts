import { spellings } from '../../diagnostics/spellings.ts';

/**
 * Returns the answer with which a text begins: "Nein, danke" and "Non, merci" are a no, "Ja, gerne" is a yes. Undefined
 * for a text that says that there is no answer, such as "Keine Angabe" and "No preference", and for "Ja/Nein".
 */
export function beginningAnswer(text: string): boolean | undefined {
  const [words = ''] = spellings(text.slice(0, longestAnswer));
  if (words === '' || both.test(words)) return undefined;
  if (no.some(each => each.test(words))) return false;
  return yes.test(words) ? true : undefined;
}

const longestAnswer = 200;

/** Both words of a form, of which none was chosen: "Ja / Nein", "yes or no". */
const both =
  /^(?:ja|yes|oui|si)(?: (?:oder|or|ou|o|of))? (?:nein|no|non|nee)\b|^(?:nein|no|non|nee)(?: (?:oder|or|ou|o|of))? (?:ja|yes|oui|si)\b/;

const no: readonly RegExp[] = [
  /^(?:nein|nee|nej|nao|noe|nope)\b(?! (?:weiss nicht|keine angabe))/,
  /^(?:no|non)(?:$| (?:thank|thanks|thx|danke|dank|bedankt|gracias|grazie|merci|obrigad[oa]|please|i|we|way|je|voglio|desidero|quiero|deseo|never|jamais|mai)\b)/,
  /^(?:(?:ich|wir) )?(?:mochte|moechte|mochten|moechten|will|wollen|wunsche|wuensche) (?:nicht|kein)/,
  /^(?:(?:ich|wir) )?(?:stimme|willige|bin|sind) nicht (?:zu|ein|einverstanden)\b/,
  /^(?:lieber|bitte|auf keinen fall|derzeit|im moment|aktuell|leider) (?:nein|nicht|kein)/,
  /^auf keinen fall\b/,
  /^nicht (?:gewunscht|gewuenscht|erwunscht|erwuenscht|einverstanden|interessiert|erlaubt|zugestimmt|angemeldet|abonniert)\b/,
  /^kein(?:e|en|er)? (?:interesse|bedarf|newsletter|werbung|werbe\w*|einwilligung|zustimmung|e ?mails?|mails?|sms|fotos?|anrufe?)\b/,
  /^(?:i|we) (?:do not|don t|dont|would rather not|refuse|decline|disagree)\b/,
  /^not (?:interested|wanted|subscribed|agreed|allowed)\b/,
  /^(?:pas (?:interesse|d accord)|geen (?:interesse|toestemming)|liever niet|niet akkoord|non (?:interessat|accett|acconsent)\w*)\b/,
  /^(?:nem|nie|nei|ne|hayir|hayır|ei|oxi|οχι|нет|ні|не)$/,
  /^(?:abgelehnt|abgemeldet|widerrufen|widersprochen|declined?|denied|refused?|rejected|unsubscribed?|withdrawn|revoked|opted out|opt out)$/,
];

const yes =
  /^(?:tak|ano|igen|evet|kylla|joo|jah|taip|da|ναι|да|так)$|^(?:ja|jawohl|jep|yes|yep|oui|sim)\b|^(?:si|klar|sicher|gerne?|naturlich|natuerlich|sure|of course|d accord|akkoord|einverstanden|zugestimmt|angemeldet|subscribed|opted in|opt in)$|^si (?:gracias|grazie|volentieri|claro|per favore|por favor)\b|^(?:ich |i )?(?:stimme zu|willige ein|bin einverstanden|agree|accept|consent|mochte gern\w*|moechte gern\w*)\b/;
