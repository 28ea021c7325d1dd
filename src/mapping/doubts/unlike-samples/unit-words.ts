/** Returns the words of a table by the first one of their line: `km kilometer; m metre`. */
export const namedWords = (entries: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    entries.split('; ').flatMap(entry => {
      const [first = '', ...others] = entry.split(' ');
      return [first, ...others].map(each => [each, first]);
    }),
  );

/** Words for the size, the unit or the period of a number, by the first word for it. */
export const scaleWords = namedWords(
  'Mio mio million millionen millions mill mln; Mrd mrd milliarden billion; TEUR teur tsd tausend thousand k t€; cent cents ct rappen rp pence; qm m² sqm; sqft ft; ha hektar; Jahr jahr jahre jahren jährlich year years yearly annual; Quartal quartal quartalsweise quarter quarterly; Monat monat monate monaten monatlich month months monthly; Woche woche wochen wöchentlich week weeks weekly; Tag tag tage tagen täglich day days daily; Stunde stunde stunden std h hour hours hourly; Minute minute minuten minutes min; Sekunde sekunde sekunden sek seconds sec; km kilometer kilometre kilometers; m meter metre meters; cm zentimeter; mm millimeter; mi mile miles meile meilen; kg kilo kilogramm; g gramm gram grams; lb lbs pounds; Seite seite seiten page pages; Fahrenheit fahrenheit',
);
/** Words for currencies, by their codes. */
export const currencyWords = namedWords(
  'EUR eur euro euros €; CHF chf franken fr sfr; USD usd dollar $; GBP gbp pfund £; PLN pln zł; CZK czk kč; SEK sek; DKK dkk; NOK nok; HUF huf',
);

/** Words that are units only where a unit is written: `L` beside another word may be a size. Degrees without a scale are those of the sender's country. */
const furtherUnits = namedWords(
  '° grad °c degrees degree degrés celsius; fahrenheit °f; m³ m3 cbm kubikmeter cubicmeter cubicmeters cubicmetre cubicmetres; l liter litre liters litres ltr; ml milliliter millilitre milliliters; st stk stück stck piece pieces pcs pc',
);

/** Returns the first word for a unit, a period or a currency, in lower case; a word that is none is itself. */
export function unitCalled(word: string): string {
  const own = word.toLowerCase().replaceAll(' ', '');
  if (Object.hasOwn(furtherUnits, own)) return furtherUnits[own] ?? own;
  const found = Object.hasOwn(scaleWords, own) ? scaleWords[own] : currencyWords[own];
  return (found ?? own).toLowerCase();
}
