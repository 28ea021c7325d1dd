import { isSpreadsheetError } from './spreadsheet-error.ts';

/** The kind of a placeholder, a text that stands in place of a value. */
export type PlaceholderKind =
  /** A sign or a word for an empty value. */
  | 'nothing'
  /** The name of a field in brackets or other signs, which the sender did not replace by a value. */
  | 'unfilled'
  /** The text that a program or a spreadsheet writes for a failed value. */
  | 'failed'
  /** The text that a sender writes into a test: `Lorem ipsum dolor`, `hidden_value`, `xxxxx`. */
  | 'sample';

/**
 * Returns the kind of placeholder that a trimmed text is or contains; undefined if it is a value. Case
 * matters if the same letters are a name or an answer: `null` is empty, `Null` a surname.
 */
export function placeholderIn(text: string): PlaceholderKind | undefined {
  const isShort = text.length <= longestWord;
  const word = isShort && beginnings.has(text.charAt(0)) ? wordFor(text) : undefined;
  if (word !== undefined) return word;
  if (samples.has(text.charAt(0)) && sample.test(text)) return 'sample';
  // Every value of every event passes here.
  if (!signs.test(text)) return undefined;
  if (/\[object [A-Z][A-Za-z]{1,30}\]/.test(text)) return 'failed';
  if (isShort && isNameInSigns(text)) return 'unfilled';
  return unfilled.some(pattern => pattern.test(text)) ? 'unfilled' : undefined;
}

/** The maximum length of a word for an empty value, and of a name in signs. */
const longestWord = 80;

const nothing: ReadonlySet<string> = new Set([
  ...'n/a N/A N/a n.a. N.A. n.a N.A n/a. N/A. n/A k.A. k.a. k/A n.v.t. n.b.'.split(' '),
  ...'n/d N/D n.d. N.D. b.d. \\N NIL'.split(' '),
  ...'null NULL nil none None NONE undefined Undefined UNDEFINED'.split(' '),
  ...'n. a. |N. A. |k. A. |k. a. |not set|(not set)|- none -|-- none --|- keine -|[] |{}'
    .split('|')
    .map(each => each.trim()),
]);

/** Only signs, as people and programs write them into a required field. */
const signsAlone = /^(?:\.{2,5}|\u2026|\/{1,2}|'{1,2}|"{1,2}|_{2}(?:empty|null|none)_{2})$/i;
/** Only dashes; then words for an empty value between signs: `(null)`, `<empty>`, `--None--`. */
const dashes = /^[-\u2010-\u2015\u2212_]{1,5}$/;
const inSigns =
  /^(?:[([<{"']|-{1,2} ?)(?:null|nil|none|undefined|empty|blank|not set|unset|leer|redacted|removed|filtered|masked|n\/a)(?:[)\]>}"']| ?-{1,2})$/i;
const repeated =
  /^(?:undefined|null|NULL|None|NaN|nan)(?:[ ,;/|-]{1,3}(?:undefined|null|NULL|None|NaN|nan)){1,9}$/;

/** The entry of a list that means "nothing chosen", in any case, with or without dots or dashes around it. */
const unchosen =
  /^(?:[-\u2013\u2014]{1,3} ?|\(|\[)?(?:bitte (?:aus)?w\u00e4hlen|bitte w\u00e4hlen? (?:sie )?(?:eine option|aus)|keine angaben?|nicht angegeben|nie podano|nie dotyczy|brak danych|non renseign\u00e9|niet (?:in|op)gevuld|niet opgegeven|not (?:specified|provided)|no especificado|non specificato|please select|please (?:choose|select) an option|please choose|choose an option|select an option)(?:\.{3}|\u2026|:|\)|\]| ?[-\u2013\u2014]{1,3})?$/i;

/** These words count only with dots or dashes. Without them they may be answers. */
const unchosenWithSigns =
  /^(?:[-\u2013\u2014]{1,3} ?)?(?:select|choose|ausw\u00e4hlen)(?:\.{3}|\u2026| ?[-\u2013\u2014]{1,3})$/i;
/** A position that a program should fill in, if it is the whole text. */
const position = /^(?:%[sd@]|\{\d\})$/;

const failed: ReadonlySet<string> = new Set([
  'NaN',
  'nan',
  'NaT',
  'Array',
  'Invalid Date',
  'Invalid date',
  'Invalid DateTime',
]);

/** The text of a cell whose formula is not calculated yet. */
const notCalculated = /^(?:Loading|Wird geladen)(?:\.{3}|\u2026)$/;
/** The day zero of databases. */
const dayZero = /^(?:0000-00-00|00[./]00[./]0000)(?:[T ]00:00(?::00)?(?:\.0+)?Z?)?$/;

/** The filling of layouts, and the texts that form tools put into a test or into a link that is to be completed. */
const sample = /^(?:lorem ipsum(?![\p{L}\p{N}])|hidden_value$|[xX]{4,12}$)/iu;
/** The first characters of `sample`. */
const samples: ReadonlySet<string> = new Set('lLhHxX');

/** The first characters of the words and patterns above. */
const beginnings: ReadonlySet<string> = new Set(
  '\\nNkuULWE-\u2010\u2011\u2012\u2013\u2014\u2015\u2212_([<{"\'#0AaIBbKkNnPpCcSs./\u2026%',
);

function wordFor(text: string): PlaceholderKind | undefined {
  if (
    nothing.has(text) ||
    dashes.test(text) ||
    signsAlone.test(text) ||
    unchosenWithSigns.test(text) ||
    inSigns.test(text) ||
    unchosen.test(text) ||
    repeated.test(text)
  )
    return 'nothing';
  if (position.test(text)) return 'unfilled';
  return failed.has(text) || isSpreadsheetError(text) || notCalculated.test(text) || dayZero.test(text)
    ? 'failed'
    : undefined;
}

/** Every placeholder between signs contains one of these. */
const signs = /[[{<%«]|\*\||!\*|~[A-Z]|##|@@|\$\$|\|\||__|^[$@:|~^#(]/;

/** The signs of senders and template languages around a name, anywhere in a text. */
const unfilled: readonly RegExp[] = [
  /\{\{[^{}\n]{1,80}\}\}/,
  /\{%[^{}%\n]{1,80}%\}/,
  /[$#@]\{[A-Za-z_][^{}\n]{0,80}\}/,
  /<%[^<>%\n]{1,80}%>/,
  /%%[A-Za-z_][A-Za-z0-9_ .:-]{0,60}%%/,
  /(?<![\w%])%[A-Za-z][A-Za-z0-9_]{2,40}%(?![\w%])/,
  /\*\|[^|*\n]{1,60}\|\*/,
  /!\*[A-Za-z_][A-Za-z0-9_.]{0,60}\*!/,
  /~[A-Z][A-Za-z]{1,30}\.[A-Za-z_]{1,40}~/,
  /\[(?:your[-_ ][a-z]{2,20}|(?:first|last|full|contact|customer|client|lead)[-_ ]?name|[fl]name|vorname|nachname)\]/i,
];

/** A text that is only a name between signs: `[First Name]`, `{first_name}`, `##NAME##`. */
const namedInSigns = [
  /^\[{1,2}([\p{L}\p{N}_ .:-]{1,60})\]{1,2}$/u,
  /^\{([\p{L}\p{N}_ .:-]{1,60})\}$/u,
  /^<([\p{L}\p{N}_ .:-]{1,60})>$/u,
  /^([#$@|_])\1([\p{L}\p{N}_ .:-]{1,60})\1\1$/u,
  /^(?:<<|«)\s?([\p{L}\p{N}_ .:-]{1,60}?)\s?(?:>>|»)$/u,
  /^\(\(([\p{L}\p{N}_ .:-]{1,60})\)\)$/u,
  /^\$[([]([\p{L}\p{N}_ .:-]{1,60})[)\]]$/u,
  /^%\{([\p{L}\p{N}_ .:-]{1,60})\}$/u,
  /^\{[$!#@=:]\s?([\p{L}\p{N}_ .:-]{1,60})\}$/u,
  /^\[%\s?([\p{L}\p{N}_ .:-]{1,60}?)\s?%\]$/u,
  /^([|~^#]|::)([\p{L}\p{N}_ .-]{1,60})\1$/u,
  // Variables in the notation of programs and databases.
  /^[$@%:]([\p{L}_][\p{L}\p{N}_.]{0,60})$/u,
] as const;
const identifier = /^\{(?:[a-z]\w{0,30}[_.:][\w.:]{1,60}|[a-z]{3,40})\}$/;

function isNameInSigns(text: string): boolean {
  if (identifier.test(text)) return true;
  const inner = namedInSigns.map(pattern => pattern.exec(text)?.at(-1)).find(each => each !== undefined);
  return inner !== undefined && namesAField(inner);
}

/** True if all words of a text occur in names of fields. `[VIP]` and `[1]` are values. */
export function namesAField(text: string): boolean {
  const words = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[\s_.:-]+/)
    .filter(each => each !== '' && !/^\d+$/.test(each));
  return words.length > 0 && words.every(each => fieldWords.has(each));
}

const fieldWords: ReadonlySet<string> = new Set(
  (
    'name first last middle full given family nick fname lname firstname lastname fullname surname vorname nachname ' +
    'familienname email e mail phone tel telefon telephone mobile handy cell number nummer no nr address adresse street ' +
    'strasse straße city stadt ort zip plz post code postcode postal country land state company firma organisation ' +
    'organization birthday birthdate birth date datum geburtstag geburtsdatum dob time zeit gender geschlecht anrede ' +
    'salutation title titel your my dein deine ihr ihre contact kontakt customer kunde client lead user subscriber person ' +
    'patient member guest field feld value wert input text textarea insert enter bitte please id uuid url website message ' +
    'nachricht subject betreff comment kommentar note notiz merge tag variable placeholder platzhalter'
  ).split(' '),
);
