import { onceForText } from '../../diagnostics/once-for-text.ts';

/** Two units of one kind, and the calculation from the first to the second. */
export interface OtherUnit {
  readonly from: string;
  readonly to: string;
  /** The text to write behind the path. */
  readonly cure: string;
}

/**
 * Returns the units if the name of a value says one, and the names of its field say another one of the same kind:
 * `amount_cents` and "Umsatz (EUR)", `duration_minutes` and "Dauer in Stunden".
 */
export function otherUnit(value: string, field: readonly string[]): OtherUnit | undefined {
  const [own, names] = [unitsIn(value), field.map(unitsIn)];
  for (const units of kinds) {
    const from = units.findLast(each => own.has(each));
    const known = units.filter(unit => names.some(each => each.has(unit)));
    const to = known.length > 0 ? known.at(-1) : undefined;
    if (!from || !to || from === to || known.includes(from)) continue;
    const factor = from.size / to.size;
    const cure = factor >= 1 ? `* ${plain(factor)}` : `/ ${plain(1 / factor)}`;
    return { from: from.called, to: to.called, cure };
  }
  return undefined;
}

/**
 * Returns the unit behind the number of a value, and that of its field, if they differ: "174 lb" and "Gewicht (kg)", "1 Stunde"
 * and "Dauer (Minuten)", "1,82 m" and "Gewicht (kg)".
 */
export function otherUnitOfValue(
  value: string,
  field: readonly string[],
): { readonly from: string; readonly to: string } | undefined {
  const [, unit = ''] = numberWithUnit.exec(value) ?? compoundMeasure.exec(value) ?? [];
  if (unit === '') return undefined;
  const own = wordsIn(signs[unit.toLowerCase()] ?? unit);
  const names = field.map(wordsIn);
  const all = kinds.flat();
  const isOf = ({ words }: Unit, text: string) => words.test(text);
  const from = all.filter(each => isOf(each, own) && own !== '');
  const to = all.filter(each => names.some(name => isOf(each, name)));
  const [first] = to;
  if (from.length === 0 || !first || from.some(each => to.includes(each))) return undefined;
  return { from: from[0]?.called ?? '', to: first.called };
}

const numberWithUnit = /^\s*[-+]?\d[\d.,']{0,15}\s?([\p{L}€$%]{1,14}|["″”])\.?\s*$/u;

/** `5 ft 11 in`, `5'11"`, `11 st 4 lb`: the first unit counts. */
const compoundMeasure =
  /^\s*\d{1,3}\s?(ft|feet|foot|st|stones?|['′’])\.?\s?\d{1,2}\s?(?:in|inch(?:es)?|lbs?|["″”])?\.?\s*$/iu;

/** Units behind a number that are other words elsewhere. */
const signs: Readonly<Record<string, string>> = {
  in: 'inch',
  '"': 'inch',
  '″': 'inch',
  '”': 'inch',
  "'": 'feet',
  '′': 'feet',
  '’': 'feet',
  foot: 'feet',
  st: 'stones',
};

interface Unit {
  readonly called: string;
  readonly size: number;
  readonly words: RegExp;
}

/** In each kind, the unit whose words count before those of others stands last. */
const kinds: readonly (readonly Unit[])[] = [
  [
    {
      called: 'whole euros',
      size: 100,
      words:
        /\b(?:euros?|eur|chf|usd|dollars?|franken|preis|price|prix|prijs|betrag|umsatz|revenue|turnover|summe|amount|guthaben|balance)\b|[€$]/,
    },
    {
      called: 'cents',
      size: 1,
      words:
        /\b(?:cents?|ct|rappen|minor units?|unit amount|amount (?:total|subtotal|due|paid|received|refunded))\b/,
    },
  ],
  [
    { called: 'hours', size: 3_600, words: /\b(?:hours?|hrs?|h|stunden?|std|heures?|uren)\b/ },
    { called: 'minutes', size: 60, words: /\b(?:minutes?|mins?|minuten?)\b/ },
    { called: 'seconds', size: 1, words: /\b(?:seconds?|secs?|sekunden?|secondes?)\b/ },
    { called: 'milliseconds', size: 0.001, words: /\b(?:ms|millis|milliseconds?|millisekunden?)\b/ },
  ],
  [
    { called: 'miles', size: 1_609_344, words: /\b(?:miles?|meilen?)\b/ },
    { called: 'kilometres', size: 1_000_000, words: /\b(?:km|kilomet(?:re|er)s?|kilomètres?)\b/ },
    { called: 'feet', size: 304.8, words: /\b(?:feet|ft)\b/ },
    {
      called: 'inches',
      size: 25.4,
      words: /\b(?:inch(?:es)?|zoll)\b|\b(?:height|length|width|size|waist|chest|hips?) in$/,
    },
    { called: 'metres', size: 1_000, words: /\b(?:m|met(?:re|er)s?|mètres?)\b/ },
    { called: 'centimetres', size: 10, words: /\b(?:cm|(?:c|z)entimet(?:re|er)s?)\b/ },
    { called: 'millimetres', size: 1, words: /\b(?:mm|millimet(?:re|er)s?)\b/ },
  ],
  [
    { called: 'stones', size: 6_350.29318, words: /\bstones?\b/ },
    { called: 'pounds of 500 grams', size: 500, words: /\b(?:pfund|pond)\b/ },
    { called: 'pounds', size: 453.59237, words: /\b(?:lbs?|pounds?)\b/ },
    { called: 'ounces', size: 28.349523125, words: /\b(?:oz|ounces?)\b/ },
    { called: 'kilograms', size: 1_000, words: /\b(?:kg|kilos?|kilograms?|kilogramm)\b/ },
    { called: 'grams', size: 1, words: /\b(?:g|grams?|gramm)\b/ },
  ],
  [
    { called: 'percent', size: 1, words: /\b(?:percent|percentage|prozent|procent|pourcent)\b|%/ },
    { called: 'a fraction of one', size: 100, words: /\b(?:fraction|ratio|bruchteil)\b/ },
  ],
];

/** Returns the only unit of a kind that the first of these texts with one names: that of "Geburtsgewicht (g)". */
export function unitOf(
  texts: readonly string[],
  kind: 'length' | 'mass',
): { readonly called: string; readonly size: number } | undefined {
  const units = kinds[kind === 'length' ? lengths : masses] ?? [];
  for (const text of texts) {
    const own = wordsIn(text);
    const [only, ...others] = units.filter(({ words }) => words.test(own));
    // "Größe (S, M, L)" names no unit.
    if (only && /(?<!\p{L})[gm](?!\p{L})/iu.test(text) && !loneLetter.test(text)) return undefined;
    if (only) return others.length === 0 ? only : undefined;
  }
  return undefined;
}

const loneLetter =
  /[([]\s?(?:in |angabe in )?[gm]\s?[)\]]|(?<!\p{L})in [gm](?!\p{L})|\d ?[gm](?!\p{L})|^\p{L}+(?: \p{L}+)? [gm]$/u;
/** The places of kinds in the list. */
const lengths = 2;
const masses = 3;

function plain(factor: number): string {
  return String(Number(factor.toPrecision(6)));
}

/** Returns the units that a name says. */
const unitsIn = onceForText((name: string): ReadonlySet<Unit> => {
  const own = wordsIn(name);
  return new Set(kinds.flat().filter(({ words }) => words.test(own)));
});

function wordsIn(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}€$%]+/gu, ' ')
    .trim();
}
