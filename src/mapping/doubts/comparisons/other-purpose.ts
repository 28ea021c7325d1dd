import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { spellings } from '../../../diagnostics/spellings.ts';

/**
 * True for the key of a withdrawal that is about something else than a consent: "Newsletter abbestellen" beside the consent to
 * photos. `names`: those of the consent, the nearest first; the first one with a purpose counts. A key without a purpose is about
 * all consents.
 */
export function isOfOtherPurpose(key: string, names: readonly string[]): boolean {
  const withdrawn = purposesIn(key);
  if (withdrawn.length === 0) return false;
  const own = names.map(purposesIn).find(each => each.length > 0) ?? [];
  return own.length > 0 && !own.some(each => withdrawn.includes(each));
}

/** Every key beside a consent passes here. */
const purposesIn = onceForText((name: string): readonly string[] => {
  const texts = spellings(name.slice(0, longestName));
  return Object.entries(purposes).flatMap(([purpose, words]) =>
    texts.some(text => words.test(text)) ? [purpose] : [],
  );
});

const longestName = 200;

/** Words for advertising are about every way of messages. */
const purposes: Readonly<Record<string, RegExp>> = {
  letters:
    /newsletter|nieuwsbrief|infolettre|rundbrief|nyhetsbrev|nyhedsbrev|\b(?:news|nl|mailings?|e ?mails?|mails?|boletin)\b|werbung|\bwerbe|marketing|reclame|publicit/,
  sms: /\bsms\b|\btext(?:nachricht|s| messages?)|werbung|\bwerbe|marketing|reclame|publicit/,
  whatsapp: /whats ?app|werbung|\bwerbe|marketing|reclame|publicit/,
  calls: /\b(?:phone|calls?|calling|anrufe?|telefon\w*)\b|werbung|\bwerbe|marketing|reclame|publicit/,
  photos: /foto|photo|\b(?:bild(?:er)?|bildrecht\w*|pictures?|images?|videos?|aufnahmen)\b/,
  privacy: /datenschutz|privacy|\b(?:dsgvo|gdpr|rgpd)\b/,
  terms: /\b(?:agbs?|terms|cgv)\b|nutzungsbedingung|geschaftsbedingung|voorwaarden/,
};
