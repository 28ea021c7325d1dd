import { onceForText } from '../../diagnostics/once-for-text.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { allowsContact, asksForOptOut, holdsConsents, isConsentName } from '../../mapping/opt-out.ts';

/** The characters of the longest name or remark that is read. */
export const longestRemark = 300;

/** The meaning of a name for the consents of an event. */
interface Meaning {
  readonly isOptOut: boolean;
  readonly isConsent: boolean;
  /** True for the name of a consent that is nothing else, unlike `photo` and `contact`. */
  readonly isPermission: boolean;
  /** True for a name that has to do with consents at all. */
  readonly isAbout: boolean;
  readonly isState: boolean;
  readonly isRemark: boolean;
  readonly isOfTags: boolean;
}

/** A name that has nothing to do with consents. */
export const nothing: Meaning = {
  isOptOut: false,
  isConsent: false,
  isPermission: false,
  isAbout: false,
  isState: false,
  isRemark: false,
  isOfTags: false,
};

/** Returns the meaning of a name. Every key of an event with a consent passes here. */
export const meaningOf = onceForText(
  (name: string): Meaning => {
    const [text = ''] = spellings(name.slice(0, longestRemark));
    if (text === '') return nothing;
    const isRefused = isOptOut(name, text);
    const mayConsent = !isRefused && ![asksForThing, former, happened].some(each => each.test(text));
    const isPermission = mayConsent && (isConsentName(name) || ofAge.test(text));
    const isConsent = isPermission || (mayConsent && allowsContact(name));
    const isAbout = isRefused || isConsent || allowsContact(name) || holdsConsents(name);
    const isState = states.test(text);
    const ofRemark = remarks.test(text);
    const isOfTags = tags.test(text);
    return isAbout || isState || ofRemark || isOfTags
      ? { isOptOut: isRefused, isConsent, isPermission, isAbout, isState, isRemark: ofRemark, isOfTags }
      : nothing;
  },
  { longest: longestRemark },
);

const bars =
  /sperre\b|sperrvermerk|robinson|\b(?:suppressions?|opt ?outs?|unsubscribes?|unsubscriptions?|blocklist|blacklist|sperrliste)\b/;
/** Questions about a thing that somebody has: "Haben Sie Fotos dabei?" */
const asksForThing = /^(?:haben|hast|gibt|sind|liegen|have|has|do you have|did|are there|any)\b/;
/** A confirmation of the age, which is a consent of bookings. */
const ofAge = /^(?:is )?(?:volljahrig|volljaehrig|adult|min ?age|over ?18|of age)\b/;
const former = /^(?:old|previous|prev|former|before|vorher\w*|bisher\w*|alte[rs]?)\b/;
/** Something that happened to a message, such as that it was opened. "Werbung erhalten" may ask for a permission. */
const happened =
  /^(?:last |letzter? )?(?:newsletters?|e ?mails?|mailings?|news|advert\w*|campaigns?|kampagne) (?:(?:was|wurde|is) )?(?:received|opened|clicked|sent|delivered|geoffnet|geklickt|gesendet|verschickt|versendet|versandt|zugestellt)(?: at| on| am)?$/;
const states =
  /^(?:(?:email|marketing|newsletter|subscription|opt ?in|abo|consent) )?(?:status|state|reason|grund)$/;
const remarks =
  /\b(?:note|notes|notiz(?:en)?|nachricht|message|comments?|kommentare?|bemerkung(?:en)?|anmerkung(?:en)?|hinweise?|wunsche?|remarks?|remarque|opmerking(?:en)?|mitteilung|sonstiges)\b/;
const tags =
  /^(?:contact |customer |kunden ?)?(?:tags?|labels?|schlagworte?|schlagworter|stichworte?|merkmale?)$/;
/** True for a remark that refuses something. Some remarks are those of a form: "keine". */
export const refuses = onceForText((text: string): boolean => isOptOut(text, spellings(text)[0] ?? ''), {
  longest: longestRemark,
});

/** `text`: the name in plain letters. */
function isOptOut(name: string, text: string): boolean {
  return text !== '' && (asksForOptOut(name) || bars.test(text));
}
