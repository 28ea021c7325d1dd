import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isOfElse, isOfGuardian, thirdPartyOf } from '../../../inbox/keys-of-others.ts';
import { lettersOfKey, namesBirthday } from '../../../inbox/named-person.ts';
import { personKeyOf } from '../../evaluate/person/person-keys.ts';
import { isNameKind, mayBeName, namesInObject } from '../../evaluate/person/whole-names.ts';
import { shortTextOf } from '../../evaluate/short-text.ts';
import { nameOthers } from '../../people-list.ts';
import type { NamesAndAddresses } from './same-person.ts';

/** True for the key or the label of the person whom a booking is for: `student`, "Name des Kindes", "Für wen?". */
export const isOfBeneficiary = onceForText(
  (key: string): boolean => beneficiaries.test(lettersOfKey(key)) && !isOfGuardian(key),
);

const beneficiaries =
  /schul(?:er|kind)|schueler|pupil|student|child|kind(?!ly|ergart)|(?:^|my|your)kids?(?:$|name|first)|teilnehm|participant|attendee|player|spieler|recipient|beschenk|beneficiar|begunstigt|beguenstigt|geschenkfur|giftfor|rider|reiter(?!fahr)|swimmer|schwimmer|dancer|tanzer|taenzer|passenger|passagier|travell?er|reisende|leerling|deelnemer|eleve|enfant|alumn[oa]|alliev[oa]|bambin|hij[oa]$|figli[oa]|uczen|dziecko|uczestni|deltagare|deltager|elev|forwhom|whoisitfor|whoisthisfor|furwen|fuerwen|pourqui|voorwie|perchi|paraquien|dlakogo|prokoho|azubi|lehrling|trainee/;

/**
 * True for the key of somebody who stands beside a customer as a matter of course: an employee, a parent, whoever pays, a contact for
 * an emergency, the receiver of a parcel.
 */
export const isOfSomebodyBeside = onceForText((key: string): boolean => {
  const letters = lettersOfKey(key);
  if (isOfGuardian(key) || beside.test(letters) || personKeyOf(key) === 'payer') return true;
  const isCompanion = nameOthers(key) && /s$|en$|r$/.test(letters) && !isOfBeneficiary(key);
  return thirdPartyOf(key) !== undefined || isCompanion || (isOfElse(key) && !beneficiaries.test(letters));
});

const beside =
  /user|actor|account|operator|cashier|kassier|ansprech|contactperson|ship|liefer|deliver|verzend|envio|school|schule$|insur|versicher|kasse$|manager|supervisor|instructor|dozent|guide|calendar|kalender|resource|inviter|referr|werber|affiliate|sign|payment|card|utm|app|bot|device|browser|meta|config|settings|previous|former|old|before|vorher|changes|diff|guests|gaste|children$|kinder$|companions|begleit/;

/** Returns the person that an object names by its values; undefined if it is not certainly one of a person. */
export function personAt(object: object, key: string): NamesAndAddresses | undefined {
  const kinds = new Map<string, string>();
  const emails: string[] = [];
  let isBorn = false;
  for (const each of Object.keys(object).slice(0, mostKeys)) {
    const text = shortTextOf(ownValue(object, each));
    if (text === '') continue;
    const kind = personKeyOf(each);
    if (kind !== undefined && !kinds.has(kind)) kinds.set(kind, text);
    if (address.test(text)) emails.push(text.toLowerCase());
    isBorn ||= namesBirthday(each);
  }
  const isPerson = personKeyOf(key) === 'person' || isOfBeneficiary(key);
  const isCertain = isPerson || isBorn || emails.length > 0;
  const first = kinds.get('first') ?? kinds.get('bare-first');
  const alone = first ?? (isCertain ? (kinds.get('given') ?? kinds.get('name')) : undefined);
  const whole = namesInObject(withoutOthers(object), isPerson ? 'person' : key);
  const names = whole.length > 0 ? whole : [alone ?? ''].filter(text => mayBeName.test(text));
  if (names.length === 0 && !(isPerson && emails.length > 0)) return undefined;
  return { names, emails };
}

/** Returns an object without those in it, except for the parts of a name. Another person may be in them. */
function withoutOthers(object: object): object {
  const own = Object.entries(object).slice(0, mostKeys);
  return Object.fromEntries(
    own.filter(([key, value]) => typeof value !== 'object' || isNameKind(personKeyOf(key))),
  );
}

const mostKeys = 50;
const address = /^[^\s@]{1,100}@[^\s@]{3,200}$/;
