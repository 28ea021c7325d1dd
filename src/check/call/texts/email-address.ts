import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Fault, quoted } from '../../fault.ts';

/**
 * Returns the reason why mail servers cannot deliver to an e-mail address (RFC 5321, 6531); undefined if they
 * may. Unusual addresses pass: a tag after a plus sign, a quoted name, letters of any script, a new or very
 * short domain.
 */
export function emailFault(text: string): Fault | undefined {
  const reason = whyNoAddress(text);
  if (reason === undefined) return undefined;
  const meant = repaired(text).find(each => each !== text && whyNoAddress(each) === undefined);
  return {
    code: 'check/not-an-email',
    message: `${quoted(text)} is not an e-mail address: ${reason}`,
    hint:
      meant === undefined
        ? 'have it corrected where it was entered; onInvalid: drop books without an address'
        : `did you mean ${quoted(meant)}?`,
    meant,
  };
}

/**
 * Returns the doubt about an address that is probably not the customer's: a placeholder, the address of a web
 * page, or the domain of a large mail service with a typing error.
 */
export function emailDoubt(text: string): Fault | undefined {
  const why = whyNobodys(text);
  return why === undefined
    ? mistypedDoubt(text)
    : {
        code: 'check/not-an-email',
        message: `${quoted(text)} ${why}; it is sent unchanged`,
        hint: 'have the form accept no address, or ask the customer for it',
      };
}

/** Matches `noreply@shop.de`, `keine@keine.de`, `x@x.de`, `www.anna@web.de`. */
function whyNobodys(text: string): string | undefined {
  const [name = '', domain = ''] = text.toLowerCase().split('@');
  const [host = ''] = domain.split('.');
  if (name.startsWith('www.')) return 'begins with www., as the address of a page does';
  if (receivesNothing.test(name)) return 'is an address at which nobody reads';
  const isSame = name === host || forNothing.test(host);
  return isSame && (forNothing.test(name) || /^(.)\1*$/.test(name)) ? 'stands for no address' : undefined;
}

const receivesNothing =
  /^(?:no|do-?not|dont|nicht)[-_.]?reply$|^(?:no|keine?|ohne|geen|sans)[-_.]?(?:e-?)?mail(?:adresse)?$|^(?:undefined|null)$/;
const forNothing =
  /^(?:test|tests|tester|keine?|nein|no|none|nope|nichts|niemand|nobody|unbekannt|unknown|onbekend|inconnu|anonym|anonymous|na|nn|xyz|abc|asdf|qwertz?|dummy|fake|email|mail|muster|beispiel|domain)$/;

function mistypedDoubt(text: string): Fault | undefined {
  const domain = domainOf(text).toLowerCase();
  const at = domain.lastIndexOf('.');
  const [name, ending] = [domain.slice(0, at), domain.slice(at + 1)];
  const meant = mistyped.get(domain) ?? `${services.get(name) ?? name}.${endings.get(ending) ?? ending}`;
  if (at === -1 || meant === domain) return undefined;
  const address = text.slice(0, text.length - domain.length) + meant;
  return {
    code: 'check/not-an-email',
    message: `${quoted(text)} ends in ${domain}, which looks like a mistake of typing; it is sent unchanged`,
    hint: `did you mean ${quoted(address)}? Ask the customer`,
    meant: address,
  };
}

/** Endings that no domain has. */
const endings: ReadonlyMap<string, string> = new Map([
  ...['con', 'cmo', 'ocm', 'comm', 'coom', 'vom', 'xom', 'ccom', 'c0m'].map(each => [each, 'com'] as const),
  ...['dee', 'dde'].map(each => [each, 'de'] as const),
]);

/** Domains without a mail service that people type by mistake. */
const services: ReadonlyMap<string, string> = new Map([
  ...['gmial', 'gamil', 'gmai', 'gnail', 'gmal', 'gmil', 'gmaill', 'gmsil'].map(
    each => [each, 'gmail'] as const,
  ),
  ...['googelmail', 'goglemail', 'googlmail'].map(each => [each, 'googlemail'] as const),
  ...['hotmial', 'hotmal', 'hotnail', 'hotmai'].map(each => [each, 'hotmail'] as const),
  ...['outlok', 'outllok', 'outloook'].map(each => [each, 'outlook'] as const),
  ...['yaho', 'yahooo', 'yhaoo'].map(each => [each, 'yahoo'] as const),
  ...['iclod', 'icloude', 'iclould'].map(each => [each, 'icloud'] as const),
  ...['t-onlin', 't-onlne', 't-onine'].map(each => [each, 't-online'] as const),
]);

/** The domain of a large service with the ending of another country. */
const mistyped: ReadonlyMap<string, string> = new Map([
  ...['gmail.de', 'gmail.co', 'gmail.cm', 'gmail.om'].map(each => [each, 'gmail.com'] as const),
  ...['icloud', 'hotmail', 'outlook', 'yahoo'].map(each => [`${each}.co`, `${each}.com`] as const),
  ...['tonline.de', 't-online.com'].map(each => [each, 't-online.de'] as const),
]);

const longestName = 64;
const longestAddress = 254;

function whyNoAddress(text: string): string | undefined {
  if (text.length > longestAddress) return `it has more than ${longestAddress} characters`;
  if (/^mailto:/i.test(text)) return 'mailto: belongs to a link, not to the address';
  if (inBrackets(text) !== undefined) return 'a name or brackets stand around the address';
  const at = text.lastIndexOf('@');
  if (at === -1) return 'it has no @';
  const domain = domainOf(text);
  return whyNoName(text.slice(0, at), domain) ?? whyNoDomain(domain);
}

function whyNoName(name: string, domain: string): string | undefined {
  if (name === '') return 'nothing stands before the @';
  if (name.length > longestName) return `more than ${longestName} characters stand before the @`;
  if (/^"(?:[^"\\\p{Cc}]|\\\P{Cc})+"$/u.test(name)) return undefined;
  if (name.includes('@')) return 'it has more than one @';
  if (/^\.|\.\.|\.$/.test(name) && !withAnyPoints.has(domain.toLowerCase())) {
    return 'a point stands at an end of the name before the @, or beside another point';
  }
  return whyBadCharacter(name, 'before the @', /[()<>[\]:;\\,"]/);
}

/** These services have addresses with dots in places where no other service allows them. */
const withAnyPoints: ReadonlySet<string> = new Set(['docomo.ne.jp', 'ezweb.ne.jp']);

function whyNoDomain(domain: string): string | undefined {
  if (domain === '') return 'nothing stands behind the @';
  // An IP address in place of a domain.
  if (/^\[[\w.:]+\]$/.test(domain)) return undefined;
  const bad = whyBadCharacter(domain, 'behind the @', /[^\w.\-\u0080-\uffff]/);
  if (bad !== undefined) return bad;
  const parts = domain.split('.');
  if (parts.length === 1) return `${quoted(domain)} has no ending such as .de`;
  if (parts.includes('')) return 'a point stands at an end of the domain, or beside another point';
  if (parts.some(each => /^-|-$/.test(each))) return 'a part of the domain begins or ends with a hyphen';
  if (parts.some(each => each.length > 63)) return 'a part of the domain has more than 63 characters';
  const last = parts.at(-1) ?? '';
  return /^xn--|^[a-z]{2,}$|[\u0080-\uffff]/i.test(last) ? undefined : `no domain ends in .${last}`;
}

/** Blanks, invisible characters, and characters with a meaning in addresses. */
function whyBadCharacter(text: string, where: string, signs: RegExp): string | undefined {
  const blank = [...text].find(each => withoutBlankEnds(each) === '' && !joiners.has(each));
  if (blank !== undefined) {
    return `${/\s/.test(blank) ? 'a space' : 'a character that cannot be seen'} stands ${where}`;
  }
  const [sign] = signs.exec(text) ?? [];
  return sign === undefined ? undefined : `${sign === ',' ? 'a comma' : quoted(sign)} stands ${where}`;
}

/** Joiners of letters in some scripts. */
const joiners: ReadonlySet<string> = new Set(['\u200c', '\u200d']);

/** Returns the probable addresses: with one error corrected, or with all of them. */
function repaired(text: string): readonly string[] {
  if (text.length > longestAddress) return [];
  const each = repairs.map(repair => repair(text));
  return [...each, repairs.reduce((before, repair) => repair(before), text)];
}

const repairs: readonly ((text: string) => string)[] = [
  text => text.replace(/^mailto:/i, '').split('?')[0] ?? text,
  text => inBrackets(text) ?? text,
  text => text.replace(/\uff20|%40|&#64;|&commat;|[([{] ?(?:at|ät) ?[)\]}]/i, '@'),
  text => text.replace(/(?<![\s\u200b-\u200f])[\s\u200b-\u200f]+(?=[@.])|(?<=[@.])[\s\u200b-\u200f]+/g, ''),
  text => text.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, ''),
  text => text.replace(/^[<(["'.,;:]+|(?<![>)\]"'.,;:!?])[>)\]"'.,;:!?]+$/g, ''),
  text => text.slice(0, text.lastIndexOf('@') + 1) + domainOf(text).replaceAll(',', '.'),
  text => text.replace(/\.{2,}/g, '.'),
  text => text.replace(/@{2,}/, '@'),
];

function domainOf(text: string): string {
  return text.slice(text.lastIndexOf('@') + 1);
}

/** Returns the text in angle brackets, if it contains an @. */
function inBrackets(text: string): string | undefined {
  const from = text.lastIndexOf('<') + 1;
  const to = text.indexOf('>', from);
  const inside = from > 0 && to !== -1 ? text.slice(from, to) : '';
  return inside.includes('@') ? inside : undefined;
}
