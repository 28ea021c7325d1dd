import { secretForms } from '../config/secret-forms.ts';

/** A shorter piece of Base64 or hex would be found in anything. */
const telling = 8;

/**
 * Makes a search for a text in the ways in which senders and APIs write it: as it is, in a URL or a form, in JSON, XML
 * or HTML with escapes, also needless ones, in Base64 and in hex. Capitals and the way in which accents are put together
 * do not matter.
 */
export function textFinder(text: string): (haystack: string) => boolean {
  const spellings = [...new Set([text, text.toLowerCase(), text.toUpperCase()])].flatMap(each => [
    each.normalize('NFC'),
    each.normalize('NFD'),
  ]);
  const plain = simplified(text);
  const encoded = spellings.flatMap(secretForms).filter(form => form.length >= telling);
  const forms = new Set([plain, ...encoded.map(form => form.toLowerCase())]);
  return haystack => {
    const lower = haystack.toLowerCase();
    for (const form of forms) if (lower.includes(form)) return true;
    if (beyondAscii.test(lower) && simplified(lower).includes(plain)) return true;
    if (!escapes.test(lower)) return false;
    // In a form a blank is a plus; elsewhere a plus is one.
    const ways = plain.includes(' ') ? [lower, lower.replaceAll('+', ' ')] : [lower];
    return ways.some(each => simplified(unescaped(each)).includes(plain));
  };
}

function simplified(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** What another way of putting accents together may begin with. */
const beyondAscii = /\P{ASCII}/u;

/** What an escape begins with. */
const escapes = /\\[u/"\\]|%[0-9a-f]|&[#lgqa]/;

/** A text with the escapes of JSON, URLs, forms, XML and HTML undone, whichever of them it has. */
function unescaped(text: string): string {
  return text
    .replaceAll(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\+([/"\\])/g, '$1')
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
    .replaceAll(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, digits?: string) =>
      character(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/&(lt|gt|quot|apos|amp);/gi, (_, name: string) => entities[name.toLowerCase()] ?? '');
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
