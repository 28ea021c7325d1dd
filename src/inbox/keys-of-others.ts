import { onceForText } from '../diagnostics/once-for-text.ts';
import { lettersOfKey, namesEmergency } from './named-person.ts';

/** True for the key or the label of somebody else: an employee, a parent, a partner, a company, a contact for an emergency. */
export const isOfElse = onceForText(
  (key: string): boolean => ofElse.test(lettersOfKey(key)) || namesEmergency(key),
);

/** True for the key of those who act for the customer, such as the parents of a child. */
export function isOfGuardian(key: string): boolean {
  return ofGuardian.test(lettersOfKey(key));
}

const ofGuardian =
  /guardian|parent|eltern|mutter|vater|mother|father|erziehungsb|sorgeber|vormund|betreu|partner|spouse|voogd|ouders|tuteur|tutor|opiekun|rodzic/;
const ofElse =
  /guardian|erziehungsb|sorgeber|vormund|voogd|ouders|tuteur|tutor|opiekun|rodzic|sibling|geschwister|bruder|schwester|partner|spouse|parent|eltern|mutter|vater|mother|father|child|kind(?!ly)|owner|staff|employee|mitarbeit|betreu|therap|stylist|behandl|doctor|arzt|agent|assign|creat|author|editor|updatedby|sender|support|salon|praxis|practice|studio|shop|store|compan|firma|business|office|hotline|emergency|notfall|recommend|empfehl|freund|friend|referr|^b?cc(?:e?mail)?$|admin|team|location|standort|branch|filiale|provider|merchant|vendor|host|organi[sz]er|coach|trainer|lehrer|teacher|consultant|berater|djelatnik|radnik|zaposlen|angajat|darbuotoj|tootaja|pegawai|nhanvien|terapeut|frizer|lije?car|lijecnik|dokt|medic$|gydytoj|^arst|bacsi/;
