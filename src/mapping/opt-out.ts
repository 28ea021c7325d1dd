import { onceForText } from '../diagnostics/once-for-text.ts';
import { spellings } from '../diagnostics/spellings.ts';
import { tableEntry } from '../diagnostics/yaml/table-entry.ts';
import { isDeniedElsewhere, isNotToMiss, isRefusedElsewhere } from './denials.ts';
import { deniesDisclosure, isDisclosureName } from './disclosures.ts';

/**
 * True if a yes to a question means no consent, by its name or label: `unsubscribed`, `fotos_verboten`, "Ich möchte keine
 * SMS erhalten". False for two negations ("Ich möchte keine Angebote verpassen") and for a remark beside the question
 * ("Newsletter (Abmeldung jederzeit möglich)").
 */
export function asksForOptOut(name: string): boolean {
  if (deniesDisclosure(name)) return true;
  const clauses = clausesOf(name);
  const [first = '', second = ''] = clauses;
  const isTicked = ticking.test(clauses.join(' '));
  return clauses.some((clause, at) => {
    const isJudged =
      at === 0 ||
      isTicked ||
      (clause === second && at === 1 && first.split(' ').length <= topicWords) ||
      (declared.test(clause) && !approving.test(first)) ||
      wishing.test(clause);
    return isJudged && (isTicked || !condition.test(clause)) && isNegatedClause(clause);
  });
}

/** A first clause of so few words only names the topic: "SMS: nicht erwünscht". */
const topicWords = 2;
const longestLabel = 400;

/** Returns the clauses of a label in plain letters, without those that only introduce others: "Ja, bitte". */
function clausesOf(name: string): readonly string[] {
  return name
    .slice(0, longestLabel)
    .split(/[,;!?()[\]–—:|/\n]|\.\s|\s-\s|\s(?:und|and|sowie)\s/iu)
    .map(each => (spellings(each)[0] ?? '').replace(harmless, ' ').replace(asking, '').trim())
    .filter(each => each !== '' && !introducing.test(each));
}

const asking = /^(?:please|kindly|merci de) /;
const introducing =
  /^(?:(?:ja|nein|bitte|hiermit|hinweis|danke|yes|no|please|ok|okay|oui|non|si|nee|optional|freiwillig)(?: |$))+$/;

/** Negations without a meaning for the answer: "nicht nur", "kein Spam", "nicht verpflichtend", "ja oder nicht". */
const harmless =
  /\b(?:(?:ohne|without|sans|zonder) (?:this|your|my|diese|ihre|deine|meine|cette|votre|mon|deze|uw|jouw|mijn) (?:consent|agreement|zustimmung|einwilligung|consentement|accord|toestemming)|(?:nicht|not|niet|non|pas) (?:nur|allein|only|just|alleen|seulement|uniquement|verpflicht\w*|pflicht\w*|erforderlich|notwendig|notig|zwingend|bindend|required|necessary|mandatory|obligat\w*|verplicht|nodig|necessaire)|(?:keine?|no|geen|pas de|ohne|without|sans) (?:sorge|angst|problem\w*|worr\w*|spam|zwang|pflicht\w*|verpflicht\w*|obligation\w*|weitergabe|haftung|gewahr)|(?:nicht|not|niet|pas) (?:an dritte|weiter\w*|to third|shared|doorgegeven)|(?:oder|or|of|ou) (?:nicht|not|niet|non|pas|nein|no)|no objections?|not (?:object|mind)|non profit)\b/g;

/** A question that says how it is answered: "Bitte ankreuzen, wenn Sie keine Werbung wünschen". */
const ticking = /\b(?:an(?:zu)?kreuzen|anhaken|haken|tick|check(?:box)?|cochez|aanvinken|vink)\b/;
const condition = /^(?:falls|wenn|sofern|if|when|si|indien)\b/;
const declared = /^(?:dass|das|that|dat|que)\b/;
const approving =
  /\b(?:einverstanden|stimme|zustimm\w*|willige|einwillig\w*|erlaube|gestatte|akzeptiere|bestatige|agree|accept|consent|allow|confirm|accepte|akkoord)\b/;
/** Words of a wish, which count in every clause. */
const wishing =
  /\b(?:un(?:er|ge)wunscht|nicht (?:er|ge)wunscht|nicht einverstanden|lehnen?|ablehn\w*|widerspr[ei]ch\w*|verbiete|untersage|nein danke|no thanks|opt out|unsubscribe|not (?:agree|want|wish)|refuse|weiger|bezwaar|oppose)\b/;

function isNegatedClause(clause: string): boolean {
  const isDenied = denial.test(clause) || deniedFirst.test(clause) || isDeniedElsewhere(clause);
  const mayRefuse = possible.test(clause);
  const isRefused =
    !mayRefuse &&
    (refusal.test(clause) ||
      joinedRefusal.test(clause.replaceAll(' ', '')) ||
      objecting.test(clause) ||
      isRefusedElsewhere(clause));
  const isRevoked = !mayRefuse && revocation.test(clause);
  const isWaiver = /\bverzicht/.test(clause) && clause.includes('widerruf');
  if (isDenied && (undoing.test(clause) || isNotToMiss(clause))) return false;
  if (clause.split(' ').some(word => optOutWord.test(word))) return true;
  return isDenied !== ((isRefused || isRevoked) && !isWaiver);
}

/** Words after a negation that make a yes of it: "keine Angebote verpassen", "keine Einwände". */
const undoing =
  /\b(?:verpass\w*|versaum\w*|entgehen|entgeht|vergess\w*|einw(?:a|ae)nde?|bedenken|(?:da)?gegen|miss|missen|forget|manquez|manquer|vergeten)\b/;

const denial =
  /\b(?:kein(?:e[nrms]?|erlei)?|nichts?|nie|niemals|never|not|dont|(?:do|does|did|wo|is|are)n t|geen|niet|nooit|pas|aucune?|jamais|nessun[ao]?|ningun[ao]?)\b|\bdo ?not/;
/** Words that deny what follows at the beginning: `no_marketing`, `ohne Foto`, but not `No. of visits`. */
const deniedFirst =
  /^(?:no|nein|non|nee|ohne|without|sans|zonder|senza|sin)\b(?= )(?! (?:of\b|\d|ja\b|yes\b|oui\b))/;

/** A consent that can be revoked later: "Ich kann jederzeit widersprechen". */
const possible =
  /\b(?:kann|konnen|darf|jederzeit|moglich(?:keit)?|can|may|any ?time|peux|peut|pouvez|tout moment|kan|kunt|moment)\b/;

const refusal =
  /^stopp?\b|\b(?:dnd|blocked|blacklisted|blocklisted|suppressed|muted|gesperrt|sperre|revoked|withdrawn|widerrufen|entzogen|disabled|deaktiviert|lehn(?:en?|t)|verbiete[nt]?|verboten\w*|untersag\w*|verweiger\w*|unterlass\w*|un(?:er|ge)wunscht\w*|unerwuenscht\w*|ungewollt\w*|verzicht\w*|ausgeschlossen|ausschluss|dagegen|stoppen|refus\w*|declin\w*|den(?:y|ied)|(?:i |we )object|objections?|objected|forbid\w*|prohibit\w*|unwanted|reject\w*|disallow\w*|exclude[ds]?|oppos(?:e|ed|ition)|interdi[ts]\w*|weiger\w*|bezwaar|verbied\w*|ongewenst|afgewezen|rifiut\w*|vietat\w*|oppongo|rechaz\w*|opongo|minderjahrig|minor|unter 18|under 18)\b/;
/** Questions that ask for an objection, and requests to be removed: "Do you mind if we take photos?" */
const objecting =
  /\b(?:you|they) object\b|\bplease stop\b|\b(?:you|i) mind\b|\bwithdraw (?:my|our|the) (?:consent|permission)|\b(?:remove|take|delete) (?:me|us) (?:off|from)|\bcancel (?:my|the) (?:subscription|newsletter)|\b(?:haben|hatten|hast|habe) (?:\w+ )?(?:einw(?:a|ae)nde|bedenken|(?:et)?was gegen)\b|\bst(?:o|oe)r(?:t|en) (?:es|sie|dich|mich|uns)\b|\b(?:newsletter|rundbrief\w*|werbung|werbe\w*|sms|e?mails?|versand|zusendung\w*|benachrichtigung\w*|erinnerung\w*) (?:bitte )?einstellen\b|\babsehen$|\bverschon(?:en|t|e) (?:sie )?(?:mich|uns)\b|\bbleib(?:en|t) privat\b|\bschrijf (?:mij|me|ons) uit\b|\bgegen \w+ aus(?:sprechen|zusprechen)?$|\b(?:aus|von) (?:dem|der|unserem|unserer) (?:verteiler|newsletter|liste|mailingliste)\b|\bstreich(?:en)? (?:sie )?(?:mich|uns)\b|\boppos(?:er|ez|ons)\b/;
/** The revocation of a consent. The right to revoke a contract is another thing: "Widerruf gelesen". */
const revocation =
  /(?:sms|mails?|newsletter|nieuwsbrief|werbung|werbe|marketing|reclame|anruf|kontakt|contact|foto|bild|photo|whatsapp|erinnerung|einwilligung|zustimmung|consent|toestemming)s? ?(?:widerruf|revocation|revoked?|withdrawal|withdrawn|intrekking)$|^(?:widerruf|revocation|withdrawal|intrekking|retrait) (?:(?:der|des|von|of|the|van|de|du) )?(?:sms|mails?|newsletter|werbung|marketing|reclame|foto|whatsapp|einwilligung|zustimmung|consent|toestemming)/;
const joinedRefusal =
  /blacklisted|blocklisted|suppressed|werbesperre|verbot(?!en)|optout|optedout|unsubscri|austrag|abmeld|abgemeldet|abbestell|abgewahlt|abwahl|abgelehnt|ablehn|widerspr(?:uch(?!s(?:recht|hinweis|belehr|frist))|och|[ei]ch)|desinscri|desabonn|afmeld|uitschrij/;

/** True if a name says by itself that something is not wanted, whatever its field is: `DoNotCall`, `optout`. */
export function statesOptOut(name: string): boolean {
  const words = wordsOfName(name);
  return words.some(word => optOutWord.test(word)) || optOut.test(words.join(''));
}

const optOut =
  /optout|optedout|unsubscri|austrag|abmeld|abgemeldet|abbestell|widerspruch|widersprochen|desinscri|desabonn|afmeld|donot/;
const optOutWord =
  /^dont|^no(?:bulk|call|e?mail|marketing|newsletter|sms)|^keine?(?:anrufe?|e?mails?|newsletter|sms|werbung)|^nicht(?:anrufen|kontaktieren)|(?:kontakt|mail|newsletter|werbe)sperre$/;

/** True if a name is that of a consent: `newsletter`, `einwilligung_werbung`, `optIn`, `AGB gelesen`. */
export function asksForConsent(name: string): boolean {
  const words = wordsOfName(name);
  return !asksForOptOut(name) && (words.includes('agb') || consents.test(words.join('')));
}

/**
 * True if a name stands for a consent: also one to photos, to messages over one way (`photo.ok`, "WhatsApp erlaubt",
 * `sms_allowed`), or to pass data on (`bank_release`). A value with such a name may be something else; a field is a consent.
 */
export const isConsentName = onceForText((name: string): boolean => {
  if (asksForConsent(name)) return true;
  const [text = ''] = spellings(name.slice(0, longestLabel));
  const isPermission =
    permissions.test(text) || (allowed.test(text) && allowable.test(text)) || isDisclosureName(name);
  return isPermission && !asksForOptOut(name);
});

/** True for the key of an object with consents: `consents`, `freigabe`, `permissions`. */
export const holdsConsents = onceForText((key: string): boolean =>
  holders.test(spellings(key.slice(0, longestLabel))[0] ?? ''),
);

const holders =
  /^(?:consents?|permissions?|preferences?|subscriptions?|approvals?|einwilligung(?:en)?|zustimmung(?:en)?|freigaben?|erlaubnisse?|erlaubnis|genehmigung(?:en)?|vollmacht(?:en)?|berechtigung(?:en)?|einverstandnisse?)$/;

/** True if the name of a field is about messages or pictures, so that a yes in it allows them: `sms.erinnerung`. */
export const allowsContact = onceForText((name: string): boolean => {
  if (isConsentName(name)) return true;
  return !asksForOptOut(name) && allowable.test(spellings(name.slice(0, longestLabel))[0] ?? '');
});

const permissions =
  /(?:foto|bild|kontakt|whatsapp|sms|anruf)\w*(?:erlaubnis|freigabe|genehmigung)\b|\bphoto (?:release|permission)\b/;
const allowed =
  /\b(?:ok|okay|erlaubt|erlaubnis|allowed|allow|permission|permitted|freigegeben|freigabe|genehmigt|zugestimmt|autorise\w*|autorisation|toegestaan|permesso|permitido)\b/;
const allowable =
  /\b(?:photos?|fotos?|bild(?:er)?|pictures?|images?|videos?|whats ?app|sms|messenger|signal|telegram|anrufe?|calls?|e ?mails?|kontakt(?:aufnahme)?|contact|aufnahmen|reminders?|erinnerung(?:en)?)\b/;

function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');
}

const consents =
  /newsletter|nieuwsbrief|infolettre|mailing|marketing|werbung|werbe|advert|reclame|publicit|optin|optedin|einwillig|einverst|zustimm|consent|toestemming|datenschutz|privacy|dsgvo|gdpr|rgpd|terms|nutzungsbedingung|geschäftsbedingung|voorwaarden/;

/**
 * Returns a look-up table that inverts an answer, in the words of the value: `{ja: false, nein: true}`. A person who did not
 * object has consented to nothing, so the table of a consent sends nothing for a no: `{ja: false, nein: null}`. `no`: the
 * choice for a no of a field with choices, or null if it has none. If no answer was seen, the table has the words of a form and
 * the values of a box: `{ja: false, nein: null, true: false, false: null}`.
 */
export function reversedTable(
  seen: unknown,
  { isConsent, no: choice = false }: { readonly isConsent: boolean; readonly no?: string | false | null },
): string {
  const text = String(seen).trim();
  const pair = pairs.find(words => words.includes(text.toLowerCase())) ?? ['ja', 'nein'];
  const isUpper = /^\p{Lu}/u.test(text);
  const words = pair.map(word => (isUpper ? word.charAt(0).toUpperCase() + word.slice(1) : word));
  const lines = (text === '' ? [words, ['true', 'false']] : [words]).flatMap(([yes = '', no = '']) => [
    choice === false ? `${yes}: false` : (tableEntry(yes, choice) ?? `${yes}: …`),
    `${no}: ${isConsent ? null : true}`,
  ]);
  return `{${lines.join(', ')}}`;
}

const pairs: readonly (readonly [string, string])[] = [
  ['ja', 'nein'],
  ['yes', 'no'],
  ['true', 'false'],
  ['on', 'off'],
  ['1', '0'],
  ['wahr', 'falsch'],
  ['oui', 'non'],
  ['ja', 'nee'],
  ['sì', 'no'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sim', 'não'],
  ['tak', 'nie'],
  ['ano', 'ne'],
  ['áno', 'nie'],
  ['igen', 'nem'],
  ['evet', 'hayır'],
  ['checked', 'unchecked'],
  ['y', 'n'],
];
