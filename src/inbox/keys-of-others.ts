import { onceForText } from '../diagnostics/once-for-text.ts';
import { spellings } from '../diagnostics/spellings.ts';
import { lettersOfKey, namesEmergency } from './named-person.ts';

/** True for the key or the label of somebody else: an employee, a parent, a partner, a company, a contact for an emergency. */
export const isOfElse = onceForText(
  (key: string): boolean => ofElse.test(lettersOfKey(key)) || namesEmergency(key),
);

/** True for the key of those who act for the customer, such as the parents of a child. */
export function isOfGuardian(key: string): boolean {
  return ofGuardian.test(lettersOfKey(key));
}

/**
 * Returns the kind of a key for the data of somebody whose number is not that of the person of an event: an owner, or an agent, an
 * employee, a host, a seller, a partner. A child or a company may be the customer itself.
 */
export const thirdPartyOf = onceForText((key: string): 'owner' | 'partner' | 'other' | undefined => {
  const words = spellings(key.slice(0, longestKey)).flatMap(each => each.split(' '));
  if (words.some(word => owners.has(word))) return 'owner';
  if (words.some(word => partners.has(word))) return 'partner';
  return words.some(word => thirdParties.has(word)) ? 'other' : undefined;
});

const longestKey = 100;
const owners: ReadonlySet<string> = new Set(
  (
    'owner eigentumer eigentuemer eigentumerin eigentuemerin besitzer besitzerin eigenaar eigenaresse ' +
    'proprietaire proprietario proprietaria propietario propietaria wlasciciel majitel'
  ).split(' '),
);
const thirdParties: ReadonlySet<string> = new Set(
  (
    'agent agentin makler maklerin broker realtor makelaar courtier immobilienmakler immobilienmaklerin ' +
    'employee mitarbeiter mitarbeiterin staff bearbeiter bearbeiterin sachbearbeiter sachbearbeiterin medewerker ' +
    'assignee berater beraterin advisor adviser consultant conseiller conseillere stylist stylistin therapist ' +
    'therapeut therapeutin host hostess gastgeber gastgeberin organizer organiser organisator ' +
    'seller vendor verkaufer verkaeufer verkauferin verkaeuferin vendeur venditore verkoper ' +
    'vermieter vermieterin landlord verhuurder bailleur'
  ).split(' '),
);
const partners: ReadonlySet<string> = new Set(
  'partner partnerin spouse lebenspartner lebenspartnerin ehepartner ehepartnerin'.split(' '),
);

/** True for the key of an animal, whose owner is the customer. */
export const isOfAnimal = onceForText((key: string): boolean =>
  spellings(key.slice(0, longestKey)).some(each => animals.test(each)),
);

const animals =
  /\b(?:haus)?tiere?s?\b|\b(?:pets?|animals?|patient|hunde?s?|dogs?|katzen?|cats?|pferde?s?|horses?|chien|chat|cheval)\b/;

const ofGuardian =
  /guardian|parent|eltern|mutter|vater|mother|father|erziehungsb|sorgeber|vormund|betreu|partner|spouse|voogd|ouders|tuteur|tutor|opiekun|rodzic/;
const ofElse =
  /guardian|erziehungsb|sorgeber|vormund|voogd|ouders|tuteur|tutor|opiekun|rodzic|sibling|geschwister|bruder|schwester|partner|spouse|parent|eltern|mutter|vater|mother|father|child|kind(?!ly)|owner|staff|employee|mitarbeit|betreu|therap|stylist|behandl|doctor|arzt|agent|assign|creat|author|editor|updatedby|sender|support|salon|praxis|practice|studio|shop|store|compan|firma|business|office|hotline|emergency|notfall|recommend|empfehl|freund|friend|referr|^b?cc(?:e?mail)?$|admin|team|location|standort|branch|filiale|provider|merchant|vendor|host|organi[sz]er|coach|trainer|lehrer|teacher|consultant|berater|djelatnik|radnik|zaposlen|angajat|darbuotoj|tootaja|pegawai|nhanvien|terapeut|frizer|lije?car|lijecnik|dokt|medic$|gydytoj|^arst|bacsi/;
