import { partsAroundTexts } from '../outside-texts.ts';

/** One token of a formula: a sign, word, text or number. */
interface Token {
  readonly kind: 'text' | 'word' | 'number' | 'sign';
  readonly text: string;
}

type Write = (parts: readonly string[]) => string | undefined;

const ternary: Write = ([when, yes, no = '']) =>
  when === undefined || yes === undefined
    ? undefined
    : no === ''
      ? `${when} ? ${yes}`
      : `${when} ? ${yes} : ${no}`;
const joined =
  (sign: string): Write =>
  parts =>
    parts.length < 2 ? undefined : parts.join(` ${sign} `);
const [all, any, texts] = [joined('and'), joined('or'), joined('&')];
const loose: ReadonlySet<Write> = new Set([ternary, all, any, texts]);
const called =
  (name: string, count: number): Write =>
  parts =>
    parts.length === count ? `$${name}(${parts.join(', ')})` : undefined;

const isMissing: Write = parts => (parts.length === 1 ? `$not($exists(${parts[0]}))` : undefined);
const beginning: Write = parts =>
  parts.length === 2 ? `$substring(${parts[0]}, 0, ${parts[1]})` : undefined;

/** The functions of spreadsheets, by their names in English, German and Dutch, with their translation. */
const named: readonly (readonly [names: string, write: Write])[] = [
  ['if iif wenn als', ternary],
  ['and und en', all],
  ['or oder of', any],
  ['not nicht niet', called('not', 1)],
  ['concatenate concat verketten textkette tekst.samenvoegen', texts],
  ['upper gross hoofdletters', called('uppercase', 1)],
  ['lower klein kleine.letters', called('lowercase', 1)],
  ['trim glätten glaetten spaties.wissen', called('trim', 1)],
  ['len länge laenge lengte', called('length', 1)],
  ['value wert waarde', called('number', 1)],
  ['isblank istleer isleeg', isMissing],
  ['left links', beginning],
];
const functions = new Map(
  named.flatMap(([names, write]) => names.split(' ').map(name => [name, write] as const)),
);

const constants: ReadonlyMap<string, string> = new Map([
  ['wahr', 'true'],
  ['falsch', 'false'],
  ['waar', 'true'],
  ['onwaar', 'false'],
]);

/**
 * Translates a formula of a spreadsheet (`IF(vip="ja";"VIP";"guest")`) into an expression. Undefined for any
 * other text, or if one of its functions has no counterpart.
 */
export function fromSpreadsheet(source: string): string | undefined {
  const tokens = tokensOf(source.trim().replace(/^=\s*/, ''));
  const reader = { tokens, at: 0, hasFunction: false };
  const meant = tokens.length > 0 ? expressionOf(reader, 'whole') : undefined;
  return reader.at === tokens.length && reader.hasFunction ? meant : undefined;
}

const token =
  /\s*(?:("(?:[^"]|"")*"|'[^']*'|`[^`]*`)|(\$*[\p{L}_][\p{L}\p{N}_.$]*)|(\d+(?:[.,]\d+)?)|(<>|<=|>=|!=|==|[-+*/=<>&(),;?:[\]{}!]))/uy;

/** Returns undefined if a character cannot occur in a formula. */
function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  // If semicolons separate the arguments, a comma is the decimal separator.
  const isCommaDecimal = partsAroundTexts(source).some(
    (part, index) => index % 2 === 0 && part.includes(';'),
  );
  token.lastIndex = 0;
  while (token.lastIndex < source.trimEnd().length) {
    const [, text, word, number, sign] = token.exec(source) ?? [];
    if (text !== undefined)
      tokens.push({ kind: 'text', text: text[0] + text.slice(1, -1).replaceAll('""', '\\"') + text[0] });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (number !== undefined) tokens.push(...numberOf(number, isCommaDecimal));
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: signs.get(sign) ?? sign });
    else return [];
  }
  return tokens;
}

function numberOf(text: string, isCommaDecimal: boolean): readonly Token[] {
  if (isCommaDecimal || !text.includes(',')) return [{ kind: 'number', text: text.replace(',', '.') }];
  const [one = '', other = ''] = text.split(',');
  return [
    { kind: 'number', text: one },
    { kind: 'sign', text: ',' },
    { kind: 'number', text: other },
  ];
}

const signs = new Map([
  ['<>', '!='],
  ['==', '='],
]);

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  hasFunction: boolean;
}

const ends = new Set([')', ';', ',']);

/**
 * Returns the text up to the end of an argument. A condition or a joined text gets parentheses unless it is
 * the whole of it.
 */
function expressionOf(reader: Reader, place: 'whole' | 'inside'): string | undefined {
  const isInside = place === 'inside';
  const parts: { text: string; isLoose: boolean }[] = [];
  let written = '';
  for (
    let next = reader.tokens[reader.at];
    next && !(isInside && ends.has(next.text));
    next = reader.tokens[reader.at]
  ) {
    const part = operandOf(reader, next);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  for (const { text, isLoose } of parts) {
    const shown = isLoose && (isInside || parts.length > 1) ? `(${text})` : text;
    written += written === '' || shown === ')' || written.endsWith('(') ? shown : ` ${shown}`;
  }
  return parts.length === 0 ? undefined : written;
}

function operandOf(reader: Reader, { kind, text }: Token): { text: string; isLoose: boolean } | undefined {
  reader.at += 1;
  const isCall = kind === 'word' && reader.tokens[reader.at]?.text === '(';
  if (isCall) return callOf(reader, text);
  if (text === '(') {
    const inside = expressionOf(reader, 'inside');
    if (reader.tokens[reader.at]?.text !== ')') return undefined;
    reader.at += 1;
    return inside === undefined ? undefined : { text: `(${inside})`, isLoose: false };
  }
  if (kind === 'sign' && /^[)[\]{},;?:!]$/.test(text)) return undefined;
  return { text: (kind === 'word' && constants.get(text.toLowerCase())) || text, isLoose: false };
}

function callOf(reader: Reader, name: string): { text: string; isLoose: boolean } | undefined {
  const isOurs = name.startsWith('$');
  const known = functions.get(name.toLowerCase());
  if (!known && !isOurs) return undefined;
  reader.hasFunction ||= known !== undefined;
  const parts: string[] = [];
  do {
    reader.at += 1;
    const part = expressionOf(reader, 'inside');
    if (part === undefined) return undefined;
    parts.push(part);
  } while (reader.tokens[reader.at]?.text === ';' || reader.tokens[reader.at]?.text === ',');
  if (reader.tokens[reader.at]?.text !== ')') return undefined;
  reader.at += 1;
  const text = known ? known(parts) : `${name}(${parts.join(', ')})`;
  return text === undefined ? undefined : { text, isLoose: known !== undefined && loose.has(known) };
}
