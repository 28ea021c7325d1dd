import { onceForText } from '../diagnostics/once-for-text.ts';
import { spellings } from '../diagnostics/spellings.ts';

/** A thing that consents are for: messages by one way, pictures, documents, and the age. */
export type PurposeId =
  | 'texts'
  | 'whatsapp'
  | 'calls'
  | 'letters'
  | 'photos'
  | 'privacy'
  | 'terms'
  | 'account'
  | 'advertising'
  /** Beside another one: by partners and sponsors. */
  | 'partners'
  | 'age';

/** A thing that a consent is for. */
export interface Purpose {
  readonly id: PurposeId;
  readonly words: RegExp;
  readonly called: string;
}

/** Returns the things that a consent is for, by its names. */
export function purposesOf(names: readonly string[]): readonly Purpose[] {
  const texts = names.flatMap(spellings);
  return purposes.filter(({ words }) => texts.some(text => words.test(text)));
}

const purposes: readonly Purpose[] = [
  {
    id: 'texts',
    words: /\bsms\b|\btextnachricht|\btext messages?\b|\b(?:no|not) texts?\b/,
    called: 'text messages',
  },
  { id: 'whatsapp', words: /\bwhats ?app\b/, called: 'WhatsApp' },
  {
    id: 'calls',
    words: /\b(?:phone|calls?|calling|anrufe?|telefon\w*|telefonisch)\b/,
    called: 'phone calls',
  },
  {
    id: 'letters',
    words: /newsletter|nieuwsbrief|infolettre|\bnews\b|\bmailings?\b|\be ?mails?\b/,
    called: 'e-mails',
  },
  { id: 'photos', words: /\b(?:photos?|fotos?|foto\w*|bilder|images?|videos?)\b/, called: 'photos' },
  { id: 'privacy', words: /\b(?:datenschutz\w*|privacy\w*|dsgvo|gdpr|rgpd)\b/, called: 'the privacy policy' },
  {
    id: 'terms',
    words: /\b(?:agbs?|terms|nutzungsbedingungen|geschaftsbedingungen|voorwaarden|cgv)\b/,
    called: 'the terms',
  },
  { id: 'account', words: /^(?:has |is )?(?:user )?(?:account|konto)$/, called: 'an account' },
];

/**
 * Returns the purposes that a refusal of these names concerns, those of advertising and of the age included. A name for all
 * messages, such as "unsubscribed", is about advertising.
 */
export function purposesRefused(names: readonly string[]): ReadonlySet<PurposeId> {
  return new Set(names.flatMap(each => refusedBy(each.slice(0, longestName))));
}

const refusedBy = onceForText((name: string): readonly PurposeId[] => {
  const texts = spellings(name);
  const isOf = (words: RegExp) => texts.some(each => words.test(each));
  const found = purposesOf([name]).map(({ id }) => id);
  const isOfAll = found.length === 0 && isOf(ofAllMessages);
  return [
    ...found,
    ...(isOf(ads) || isOfAll ? ['advertising' as const] : []),
    ...(isOf(byPartners) ? ['partners' as const] : []),
    ...(isOf(moreLetters) ? ['letters' as const] : []),
    ...(isOf(age) ? ['age' as const] : []),
    ...(isOf(processing) ? ['privacy' as const] : []),
    ...(isOf(pictures) ? ['photos' as const] : []),
  ];
});

const longestName = 300;
const ads = /werbung|werbe|marketing|advert|\bads\b|reclame|publicite/;
const byPartners =
  /\bpartner(?:n|s)?\b|\bpartner(?=werb|newsletter|mail|angebot|unternehm|firm)|\b(?:(?:kooperations|werbe|vertrags)partner\w*|dritten?|drittanbieter\w*|third part(?:y|ies)|sponsor\w*|affiliates?)\b/;
const age = /\b(?:adult|min ?age|volljahrig\w*|volljaehrig\w*|mindestalter|of age|over 18|uber 18|ab 18)\b/;
/** The processing of personal data, to which a person objects. */
const processing =
  /\b(?:daten)?verarbeitung\b|\bdatennutzung\b|\bdata processing\b|\bprocessing of\b|\b(?:meiner|personenbezogenen?r?|personlichen?r?) daten\b|\bpersonal data\b|\btraitement\b|\bverwerking\b|\btrattamento\b|\btratamiento\b/;
const pictures = /photo|\bbild(?:er|rechte?)?\b|\bpictures?\b|\baufnahmen\b/;
const moreLetters = /rundbrief|nyhetsbrev|nyhedsbrev|mail ?sperre|\b(?:nl|mails?|boletin)\b/;
const ofAllMessages =
  /opt(?:ed)? ?out|unsubscri|abmeld|abgemeldet|abbestell|austrag|kontakt ?(?:sperre|gesperrt|aufnahme|verbot)|robinson|versand ?sperre|(?:^|\b(?:keine?n?|no|not|nicht|dont) )(?:kontakt|contact)(?:ieren)?$|not ?contact|suppress|uitgeschreven|afmeld|desinscri|desabonn|disiscri|blacklist|blocklist/;

/**
 * True if a refusal with these purposes concerns a consent with others. A refusal of one way is about this way alone, and one of the
 * messages of partners about these alone.
 */
export function concerns(refused: ReadonlySet<PurposeId>, consent: ReadonlySet<PurposeId>): boolean {
  if (refused.has('partners') && !consent.has('partners')) return false;
  const ways = [...refused].filter(each => each !== 'advertising' && each !== 'partners');
  if (ways.length > 0)
    return ways.some(each => consent.has(each) || (each === 'letters' && isOfAds(consent)));
  return [...messages].some(each => consent.has(each));
}

/** Advertising without another way is that by e-mail. */
function isOfAds(consent: ReadonlySet<PurposeId>): boolean {
  return (
    consent.has('advertising') && ![...messages].some(each => each !== 'advertising' && consent.has(each))
  );
}

/**
 * True for the key of a refusal that is about something else than a consent: "Newsletter abbestellen" beside the consent to
 * photos. `names`: those of the consent, the nearest first; the first one with a purpose counts. A key without a purpose is about
 * all consents.
 */
export function isOfOtherPurpose(key: string, names: readonly string[]): boolean {
  const refused = purposesRefused([key]);
  if (refused.size === 0) return false;
  const own = names.map(each => purposesRefused([each])).find(each => each.size > 0);
  return own !== undefined && !concerns(refused, own);
}

/** True for a consent to messages or pictures, and for one without a known purpose. */
export function isOfMessages(consent: ReadonlySet<PurposeId>): boolean {
  return [...consent].every(each => messages.has(each) || each === 'photos' || each === 'partners');
}

const messages: ReadonlySet<PurposeId> = new Set(['advertising', 'letters', 'texts', 'whatsapp', 'calls']);
