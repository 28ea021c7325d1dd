import { spellings } from '../diagnostics/spellings.ts';

/**
 * True if a name stands for the permission to give data of a person to others, or to act for the person: `bank_release`,
 * "Vollmacht Steueramt", "Weitergabe an Dritte", "procuration". False for what only belongs to one, such as its number or date.
 */
export function isDisclosureName(name: string): boolean {
  const named = name.slice(0, longest).replace(remark, ' ');
  return spellings(named).some(text => isOfDisclosure(text) && !belonging.test(text) && !promised.test(text));
}

/** True for a name that refuses such a permission: "Keine Weitergabe an Dritte", `auskunftssperre_bank`, `block_bank_release`. */
export function deniesDisclosure(name: string): boolean {
  return spellings(name.slice(0, longest)).some(
    text =>
      barred.test(text) ||
      (denied.test(text) && isOfDisclosure(text)) ||
      (secret.test(text) && !released.test(text) && isShort(text)),
  );
}

function isOfDisclosure(text: string): boolean {
  return disclosures.test(text) || (allowed.test(text) && allowable.test(text));
}

/** A longer label only mentions the secret: "Ich habe die Hinweise zum Bankgeheimnis gelesen". */
function isShort(text: string): boolean {
  return text.split(' ').length <= 2;
}

const longest = 400;
const remark = /\([^()]{1,200}\)/g;
/** A promise beside another question: "Ihre E-Mail wird nicht an Dritte weitergegeben". */
const promised = /\b(?:keine?|keinerlei|nicht|nie|ohne|no|not|never|without|pas|sans|non|senza|nessuna?)\b/;

const disclosures =
  /vollmacht\b|bevollmachtig|bevollmaechtig|ermachtigung\b|ermaechtigung\b|(?<!(?:termin|wissens|artikel|staffel)(?:s|n)?)weitergabe\b|offenlegung\b|datenaustausch\b|datenubermittlung\b|datenuebermittlung\b|entbindung (?:von der )?schweigepflicht|schweigepflicht ?s?entbindung|auskunftserteilung\b|akteneinsicht\b|\b(?:bank|data|records?|tax|medical|insurance|school|info|information|documents?|account|file|credit|health|employer) release\b|\brelease (?:of|to) |\bdisclosures?\b|\bdisclose\b|\bpower of attorney\b|\bpoa\b|\b(?:data|information|info|document|file) sharing\b|\bshar(?:e|ing) (?:my |your |of |the )*(?:data|info|information|documents|records|with)\b|\bthird part(?:y|ies)\b|\b(?:an|mit) dritten?\b|\bauthori[sz]ation (?:to|for) |\b(?:bank|tax|medical|data) authori[sz]ation\b|\bprocuration\b|\bdivulgation\b|\bpartage (?:de |des |d |avec )|\b(?:a des|aux|avec des) tiers\b|\btransmission (?:de|des) donnees\b|\bprocura\b|\bdelega\b|\bdivulgazione\b|\bcondivisione (?:dei |di |con )?(?:dati|terzi)\b|\b(?:a|con) terzi\b|\b(?:comunicazione|trasmissione|cessione) (?:dei |di )?dati\b/;
const allowed =
  /\b(?:ok|okay|erlaubt|erlaubnis|gestattet|allowed|allow|permission|permitted|freigegeben|freigabe|genehmigt|zugestimmt|autorise\w*|autorisation|autorizzat\w*|autorizzazione|consentit\w*|permess\w*)\b/;
const allowable =
  /\b(?:auskunfte?|auskuenfte|anfragen (?:an|bei|der|von)|rucksprache|ruecksprache|datenabruf|ki|ai|ia|cloud|dritten?|tiers|terzi|renseignements|informazioni)\b/;
/** Words for something else that has such a name: the number of a power of attorney, the liability to a third party. */
const belonging =
  /\b(?:nr|nummer|number|numero|no|date|datum|data del|vom|name|namen|nom|nome|inhaber|holder|titulaire|titolare|typ|type|art|tipo|file name|datei|scan|pdf|url|link|version|note|notes|notiz|bemerkung|press|bis|until|seit|since|wem|whom|grund|reason|recipient|empfanger|empfaenger|liability|insurance policy|damage|haftpflicht\w*|count|anzahl|id|ids|geburt|birth|agent|app|cookies?|risk|software)\b/;

const denied =
  /^(?:(?:ich |wir )?(?:wunsche|wuensche|mochte|moechte|will|erlaube|gestatte) )?(?:keine?|keinerlei|nicht|no|not|non|ohne|without|never|nie|pas de|pas d|aucune?|sans|nessuna?|senza|niente)\b|^(?:do not|dont|don t|ne pas|non)\b/;
const barred =
  /(?:auskunft|weitergabe|ubermittlung|uebermittlung|daten|bank|info|kontakt|versand|mail)s?(?:sperre|verbot)\b|\b(?:auskunft|weitergabe|bank|daten|versand) (?:sperre|gesperrt)\b|^(?:sperre|block|stop) (?:bank|auskunft|weitergabe|release|disclosure|sharing|newsletter|marketing|e ?mails?|sms|calls?|contact|data)\b|^(?:bank|release|disclosure|sharing|newsletter|marketing|e ?mail|sms|call|contact|data) block\b|^(?:bank |data )?(?:release|disclosure|sharing) (?:block|blocked|denied|refused|opposed)\b|^(?:opposition|blocage|blocco|divieto) (?:de |des |di |a |la |au |du )*(?:divulgation|partage|transmission|divulgazione|condivisione|comunicazione|banque|banca)\b/;
/** A secret is the opposite of a disclosure, unless somebody is released from it. */
const secret =
  /(?:bank|steuer|arzt|berufs|amts)geheimnis\b|geheimhaltung\b|schweigepflicht\b|verschwiegenheit\w{0,10}\b|\b(?:bank|banking|tax) secrecy\b|\bconfidential(?:ity)?\b|\bsecret (?:bancaire|fiscal|professionnel)\b|\bsegreto (?:bancario|fiscale|professionale)\b/;
const released =
  /entbindung|aufhebung|aufgehoben|verzicht|waiv|releas|lifted|levee|rinuncia|gelesen|read|informiert|hinweis|belehr|accept|akzept/;
