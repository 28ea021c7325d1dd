import { comparedEmail, isOfNobody } from '../../../booking/answers/person-addresses.ts';
import { ownDigits } from '../../../inbox/finding/phone-number.ts';
import { isOfElse, isOfGuardian } from '../../../inbox/keys-of-others.ts';
import { lettersOfKey, namesEmergency } from '../../../inbox/named-person.ts';
import { domainOf, type Elsewhere, isRead } from './elsewhere.ts';
import type { EventText } from './event-texts.ts';

/** True for an e-mail address that may be that of the person: of no company, employee or sender. */
export function isOwnEmail(entry: EventText, { sample, senders }: Elsewhere): boolean {
  const email = comparedEmail(entry.text);
  if (!isEmail.test(email) || isOfNobody(email) || ofService.test(email)) return false;
  if (isNamedElse(entry) || ofId.test(lettersOfKey(entry.key))) return false;
  const domain = domainOf(email);
  const isOfSender = senders.has(domain) || (sample.has(`@${domain}`) && !isPublic.test(domain));
  return !isOfSender && !sample.has(email);
}

const isEmail = /^[^\s@]{1,100}@[^\s@]{1,150}\.[^\s@.]{2,20}$/;
/** Keys of ids in the form of an address: `iCalUID`. */
const ofId = /(?:^|u|message|thread|event)id$|^references$|^inreplyto$/;
/** Further addresses of a sender or a company. */
const ofService =
  /^(?:(?:info|no-?reply|do-?not-?reply|support|kontakt|contact|office)[.+_-].*|sales|marketing|news(?:letter)?|notifications?|orders?|billing|accounting|accounts?|hr|jobs?|shop|web|webmaster|postmaster|mailer|system|bot|api|forms?|anmeldung|rechnung|studio|clinic|klinik|hotel)@/;
/** Providers that anybody may have an address of, and the domains of examples. */
const isPublic =
  /^(?:g(?:oogle)?mail|gmx|web|yahoo|outlook|hotmail|live|msn|icloud|me|mac|aol|t-online|freenet|mail|posteo|proton|protonmail|bluewin|orange|wanadoo|free|laposte|libero|wp|o2|onet|interia|seznam|centrum|ziggo|kpn|telenet|inbox|net|example)\.[a-z.]{2,10}$/;

/** Returns the domains of addresses of nobody: beside `info@salon.example`, `eva@salon.example` is an employee. */
export function sendersDomains(texts: readonly string[]): ReadonlySet<string> {
  const emails = texts.filter(each => each.includes('@')).map(comparedEmail);
  const ofNobody = emails.filter(each => isOfNobody(each) || ofService.test(each)).map(domainOf);
  return new Set(ofNobody.filter(each => !isPublic.test(each)));
}

/** True for a phone number that may be that of the person. */
export function isOwnPhone(entry: EventText, { sample, read }: Elsewhere): boolean {
  const { text } = entry;
  if (!mayBePhone.test(text) || ownDigits(text) === undefined || isNamedElse(entry)) return false;
  return !sample.has(ownDigits(text) ?? '') && !isRead(entry, read);
}

/** In a long question, a word for an employee may stand beside the value: `so that our team reaches you`. */
function isNamedElse({ key, names = [] }: EventText): boolean {
  return [key, ...names].some(each =>
    each.length > longestName ? isOfGuardian(each) || namesEmergency(each) : isOfElse(each),
  );
}

const longestName = 40;

const mayBePhone = /^\s*[+0(]/;
