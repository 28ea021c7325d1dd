import { normalized } from '../../diagnostics/composed.ts';

/**
 * Returns all readings of a text without escapes: those of URLs and forms, JSON, HTML and XML, and of
 * full-width and decomposed letters. Several kinds of escapes may be nested, and what looks like an escape
 * may be literal. So each kind is undone in each reading.
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

/** Escapes are never nested deeper. */
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

/** Removes comments and CDATA marks, which may stand in the middle of a text. */
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
