import { onceForText } from '../../diagnostics/once-for-text.ts';
import { spellings } from '../../diagnostics/spellings.ts';

/** The currencies of a value and of its field. */
export interface OtherCurrency {
  readonly from: string;
  readonly to: string;
}

/** Returns the currencies if the name of a value says one, and the names of its field say another one. */
export function otherCurrency(value: readonly string[], field: readonly string[]): OtherCurrency | undefined {
  const own = currenciesIn(value);
  const wanted = currenciesIn(field);
  const [from] = own;
  const [to] = wanted;
  return from === undefined || to === undefined || own.some(each => wanted.includes(each))
    ? undefined
    : { from, to };
}

/** Returns the currencies that names say. */
export function currenciesIn(names: readonly string[]): readonly string[] {
  const found = names.map(ofName);
  const ofWords = currencies.flatMap(([code]) => (found.some(each => each.words.has(code)) ? [code] : []));
  return [...new Set([...ofWords, ...found.flatMap(each => each.codes)])];
}

/** The currencies that a name says in words, and by their codes. */
const ofName = onceForText((name: string) => {
  const words = wordsIn(name);
  return {
    words: new Set(currencies.flatMap(([code, known]) => (known.test(words) ? [code] : []))),
    codes: name.match(codes) ?? [],
  };
});

/** Returns the currencies that the names of a field may mean: `$` and `¥` are the sign of several. */
export function currenciesMeant(names: readonly string[]): readonly string[] {
  const found = currenciesIn(names);
  const bySign = ['$', '¥'].flatMap(sign =>
    names.some(name => name.includes(sign)) && !names.some(name => /us ?\$|\$ ?us|usd|jpy/i.test(name))
      ? (signs[sign] ?? [])
      : [],
  );
  return [...new Set([...found, ...bySign])];
}

const currencies: readonly (readonly [string, RegExp])[] = [
  ['EUR', /\b(?:eur|euros?|eurocents?)\b|€/],
  ['CHF', /\b(?:chf|sfr|(?:schweizer )?franken|(?:swiss|suisses) francs?|francs? suisses?|rappen)\b/],
  ['USD', /\b(?:usd|(?:us )?dollars?)\b|\$/],
  ['GBP', /\b(?:gbp|sterling)\b|£/],
  ['DKK', /\bdkk\b/],
  ['NOK', /\bnok\b/],
  ['PLN', /(?<!\p{L})(?:pln|złoty|złotych|zloty|zł)(?!\p{L})/u],
  ['CZK', /(?<!\p{L})(?:czk|kč)(?!\p{L})/u],
  ['HUF', /\b(?:huf|forint)\b/],
  ['TRY', /₺|\b(?:türk lirası|turkish lira)\b/],
  ['JPY', /\byen\b|¥/],
  ['RUB', /₽/],
  ['INR', /₹/],
  ['UAH', /₴/],
];
/** Codes that are also other words if they are not in capitals: Sek. are seconds. */
const codes =
  /(?<![\p{L}\p{N}])(?:SEK|TRY|RON|CAD|AUD|JPY|KRW|CNY|BRL|MXN|ZAR|NZD|SGD|HKD|AED|SAR|UAH|RUB|ILS|THB|BGN|ISK|RSD|INR|KWD)(?![\p{L}\p{N}])/gu;

/** Signs, short forms and names. `$` and `kr` are those of several currencies. */
const signs: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  euro: ['EUR'],
  euros: ['EUR'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'ARS', 'CLP', 'COP'],
  dollar: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD'],
  dollars: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD'],
  us$: ['USD'],
  $us: ['USD'],
  'us dollar': ['USD'],
  'us-dollar': ['USD'],
  ca$: ['CAD'],
  c$: ['CAD'],
  a$: ['AUD'],
  au$: ['AUD'],
  nz$: ['NZD'],
  s$: ['SGD'],
  hk$: ['HKD'],
  mx$: ['MXN'],
  r$: ['BRL'],
  '£': ['GBP'],
  pound: ['GBP'],
  pounds: ['GBP'],
  'pound sterling': ['GBP'],
  'british pound': ['GBP'],
  '¥': ['JPY', 'CNY'],
  円: ['JPY'],
  yen: ['JPY'],
  元: ['CNY'],
  rmb: ['CNY'],
  '₺': ['TRY'],
  tl: ['TRY'],
  lira: ['TRY'],
  'türk lirası': ['TRY'],
  'turkish lira': ['TRY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  zł: ['PLN'],
  zl: ['PLN'],
  złoty: ['PLN'],
  zloty: ['PLN'],
  kč: ['CZK'],
  ft: ['HUF'],
  forint: ['HUF'],
  fr: ['CHF'],
  sfr: ['CHF'],
  franken: ['CHF'],
  'schweizer franken': ['CHF'],
  'swiss franc': ['CHF'],
  lei: ['RON'],
  leu: ['RON'],
  лв: ['BGN'],
  '₽': ['RUB'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '฿': ['THB'],
  '₫': ['VND'],
};

/** Returns the currencies that a text may mean, if it is a code, a sign or a name of one: `usd`, `$`, `TL`, `Franken`. */
export function currencyWritten(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined;
  const text = value.trim().replace(/\.$/, '');
  const code = text.toUpperCase();
  if (/^[A-Z]{3}$/.test(code) && isCode(code)) return [code];
  const word = text.toLowerCase();
  return Object.hasOwn(signs, word) ? signs[word] : undefined;
}

/**
 * Returns the currency that stands beside the number in a text, and how it is written: `TL` in "1.249 TL". A code counts
 * in capitals only, as "3 all" is no amount in Albanian lek.
 */
export function currencyOfAmount(
  value: unknown,
): { readonly written: string; readonly codes: readonly string[] } | undefined {
  if (typeof value !== 'string' || value.length > longest || !/\d/.test(value)) return undefined;
  const written = value.replace(/[\d.,'’+–—-]+/g, ' ').trim();
  if (/^[a-z]{3}$/.test(written) && !usual.has(written)) return undefined;
  const found = currencyWritten(written);
  return found && { written, codes: found };
}

const usual: ReadonlySet<string> = new Set(['eur', 'usd', 'chf', 'gbp', 'pln', 'czk', 'huf', 'yen', 'lei']);
const longest = 40;

function isCode(code: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('currency'));
  return known.has(code);
}

let known: ReadonlySet<string> | undefined;

/** Returns the number of decimals of a currency by ISO 4217: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(code: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits;
}

/** True for the name of a value that says the currency of the amounts beside it: `currency`, `order_currency_code`. */
export function isCurrencyKey(key: string): boolean {
  return currencyKey(key) !== undefined;
}

/** Returns the words before the currency in its key: `order` in `order_currency_code`; undefined for another key. */
export function currencyKey(key: string): string | undefined {
  if (key.length > longest) return undefined;
  const name = (spellings(key)[0] ?? '').replaceAll('ı', 'i');
  const found = keys.exec(name);
  return found ? name.slice(0, found.index).trim() : undefined;
}

const keys =
  /(?<![a-z])(?:currency|curr|ccy|wahrung|waehrung|devise|deviza|divisa|moneda|moeda|monnaie|valuta|valutta|valuutta|mena|waluta|penznem|para birimi|parabirimi|doviz|munteenheid|munt|wahrungs|valutakod)(?: ?(?:codes?|iso|iso code|iso ?4217|symbol|sign|id|name|text|value|kod|kodu|kuerzel|kurzel|abbr|abbreviation))?$/;

/** True for names of amounts of money in the languages of accounts. */
export function isMoney(names: readonly string[]): boolean {
  return names.some(name => money.test(spellings(name)[0] ?? ''));
}

const money =
  /\b(?:umsatz|umsatze|jahresumsatz|gesamtumsatz|revenue|turnover|omzet|chiffre d ?affaires|ca|preis|price|prijs|prix|betrag|rechnungsbetrag|montant|bedrag|amount|spent|total spend|ausgaben|guthaben|balance|saldo|solde|ltv|clv|(?:lifetime|order|customer|cart) ?value|(?:bestell|kunden|waren)wert|importe|monto|precio|facturacion|ingresos|gasto|fatturato|importo|prezzo|spesa|faturamento|receita|preco|despesa|trzby|obrat|cena|castka|kwota|obrot|przychod|belopp|omsattning|pris|belob|omsaetning|omsetning|ciro|tutar|fiyat|bevetel|forgalom|osszeg|summa|liikevaihto|hinta)\b/;

function wordsIn(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}€$£¥₺₽₹₴]+/gu, ' ')
    .trim();
}
