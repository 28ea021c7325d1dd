import { normalized } from '../../diagnostics/composed.ts';

/**
 * A text as it is without escapes, in every reading: those of URLs and forms, of JSON, of HTML and XML, and full-width and
 * decomposed letters. It may be written in several of these ways at once, one around the other, and what looks like an
 * escape of one way may be meant as it is; so each way is tried on each reading.
 */
export function readings(text: string): readonly string[] {
  const found = new Set([text]);
  for (const each of found) {
    for (const undo of ways) {
      if (found.size <= mostReadings) found.add(undo(each));
    }
  }
  found.delete(text);
  return [...found];
}

/** True if a text may have more than one reading. */
export function hasEscapes(text: string): boolean {
  return escaped.test(text);
}

const escaped = /[\\%&+]|<!|[^\u0020-\u024f\s]/;

/** Deeper nested escapes do not occur. */
const mostReadings = 32;

/** An invalid escape stays unchanged. */
function undoPercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-9a-f]{2})+/gi, escapes =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

function undoJson(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-f]{4})|(["\\/bfnrt]))/gi, (whole, hex?: string, sign?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return sign === undefined ? whole : (signs[sign] ?? sign);
  });
}

const signs: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function undoEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, ...groups) => {
    const [digits, hex, name] = groups as (string | undefined)[];
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Comments and the marks of CDATA part a text of XML without a trace. */
function undoMarkup(text: string): string {
  if (!text.includes('<!')) return text;
  return text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[|\]\]>/g, '');
}

function undoForms(text: string): string {
  return isPlain.test(text) ? text : normalized(text, 'NFKC');
}

function undoPlus(text: string): string {
  return text.replaceAll('+', ' ');
}

const ways = [undoJson, undoEntities, undoMarkup, undoForms, undoPercent, undoPlus];

const isPlain = /^[ -~\s]*$/;
