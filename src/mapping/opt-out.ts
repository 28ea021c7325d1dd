/**
 * True if a name is the opposite of a consent: `optout`, `unsubscribed`, `abmeldung`, `kein_newsletter`. A
 * yes to such a question means no consent.
 */
export function asksForOptOut(name: string): boolean {
  const words = wordsOfName(name);
  const isNegated = words.length > 1 && negations.has(words[0] ?? '');
  return isNegated || words.some(word => optOutWords.has(word)) || declines(words);
}

/** True if a name says by itself that something is not wanted, whatever its field is: `DoNotCall`, `optout`. */
export function statesOptOut(name: string): boolean {
  return declines(wordsOfName(name));
}

function declines(words: readonly string[]): boolean {
  return words.some(word => optOutWord.test(word)) || optOut.test(words.join(''));
}

/** True if a name is that of a consent: `newsletter`, `einwilligung_werbung`, `optIn`, `AGB gelesen`. */
export function asksForConsent(name: string): boolean {
  const words = wordsOfName(name);
  return !asksForOptOut(name) && (words.includes('agb') || consents.test(words.join('')));
}

function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');
}

const consents =
  /newsletter|nieuwsbrief|infolettre|mailing|marketing|werbung|werbe|advert|reclame|publicit|optin|optedin|einwillig|einverst|zustimm|consent|toestemming|datenschutz|privacy|dsgvo|gdpr|rgpd|terms|nutzungsbedingung|geschäftsbedingung|voorwaarden/;

const negations: ReadonlySet<string> = new Set(
  'kein keine keinen nicht ohne no not never dont without'.split(' '),
);
const optOutWords: ReadonlySet<string> = new Set(
  'dnd blocked blacklisted blocklisted suppressed muted gesperrt werbesperre werbeverbot sperre revoked withdrawn widerrufen'.split(
    ' ',
  ),
);
const optOut =
  /optout|optedout|unsubscri|austrag|abmeld|abgemeldet|abbestell|widerspruch|widersprochen|desinscri|afmeld|donot/;
const optOutWord =
  /^dont|^no(?:bulk|call|e?mail|marketing|newsletter|sms)|^keine?(?:anrufe?|e?mails?|newsletter|sms|werbung)|^nicht(?:anrufen|kontaktieren)|(?:kontakt|mail|newsletter|werbe)sperre$/;

/** Returns a look-up table that inverts an answer, in the words of the value: `{ja: false, nein: true}`. */
export function reversedTable(seen: unknown): string {
  const text = String(seen).trim();
  const pair = pairs.find(words => words.includes(text.toLowerCase())) ?? ['ja', 'nein'];
  const isUpper = /^\p{Lu}/u.test(text);
  const [yes, no] = pair.map(word => (isUpper ? word.charAt(0).toUpperCase() + word.slice(1) : word));
  return `{${yes}: false, ${no}: true}`;
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
  ['checked', 'unchecked'],
  ['y', 'n'],
];
