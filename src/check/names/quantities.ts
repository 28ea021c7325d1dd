/** A kind of number that the name of a value or a field shows. */
interface Quantity {
  readonly called: string;
  readonly words: RegExp;
}

/**
 * Returns the kind of number that the name of a value shows, in words, if the names of its field show another one: a
 * customer number or a count for "Umsatz", an amount for "Größe (cm)".
 */
export function otherQuantity(value: string, field: readonly string[]): string | undefined {
  const own = wordsIn(value);
  const names = field.map(wordsIn);
  const named = quantities.filter(({ words }) => words.test(own));
  const [only] = named;
  if (!only || named.length > 1) return undefined;
  const wanted = quantities.filter(({ words }) => names.some(each => words.test(each)));
  if (wanted.includes(points) && ofPoints.test(own)) return undefined;
  return wanted.length === 0 || wanted.includes(only) ? undefined : only.called;
}

/** A number of points is often called only this. */
const ofPoints =
  /^(?:\p{L}+ )?(?:balance|saldo|solde|guthaben|amount|counts?|counter|anzahl|aantal|nombre|quantity|menge)$/u;

const points: Quantity = {
  called: 'a number of points',
  words: /(?:\b|bonus|treue|loyalty|spaar)(?:punkte|points?|punten)\b/,
};

const quantities: readonly Quantity[] = [
  points,
  {
    called: 'a number that identifies a person or a record',
    words:
      /\b(?:kd|kunden?|customer|cust|client|klant|member|mitglieds?|membership|patienten?|user|order|bestell|auftrags?|rechnungs?|invoice|beleg|ticket|artikel)(?: (?:nr|no|num|number|nummer|id)|(?:nr|no|nummer|number))\b|\b(?:num[eé]ro|no) (?:de )?(?:client|commande|facture|membre)\b/,
  },
  {
    called: 'a count',
    words:
      /\b(?:counts?|counter|anzahl|number of|how many|wie viele|nombre|aantal|hoeveel|qty|quantity|quantit[eé]|menge|stückzahl|stueckzahl)\b/,
  },
  {
    called: 'an amount of money',
    words:
      /\b(?:umsatz|umsätze|umsaetze|revenue|turnover|omzet|chiffre d? ?affaires|preis|price|prijs|prix|betrag|montant|bedrag|amount|spent|ausgaben|guthaben|balance|saldo|solde|(?:lifetime|order|customer|cart|basket|bestell|waren)(?: ?values?| ?werte?)|ltv|clv|euros?|eur|chf|usd|gbp|franken|dollars?|cents|rappen)\b|[€$£]/,
  },
  {
    called: 'a height or a length',
    words:
      /\b(?:height|(?:körper|koerper|koper)?(?:größe|groesse|grösse)|lengte|cm|(?:c|z)entimet(?:re|er)s?)\b/,
  },
  {
    called: 'a weight',
    words: /\b(?:weight|(?:körper|koerper)?gewicht|poids|kg|kilos?|kilogram(?:m|s)?)\b/,
  },
  { called: 'an age', words: /^(?:das )?(?:alter|age|âge|leeftijd)(?: in jahren| in years)?$/ },
];

/** True for the name of a number for which 0 says something: points, a count, an amount of money. */
export function countsFromZero(names: readonly string[]): boolean {
  return isNamedAs(['a number of points', 'a count', 'an amount of money'], names);
}

/** True for the name of a number that is never 0: a height, a weight, an age, a size. */
export function isMeasured(names: readonly string[]): boolean {
  const measures = ['a height or a length', 'a weight', 'an age'];
  return isNamedAs(measures, names) || names.some(each => sizes.test(wordsIn(each)));
}

const sizes =
  /\b(?:(?:shoe |schuh|konfektions)?(?:sizes?|größen?|groesse|grösse|maat)|pointure|blutdruck|blood pressure|puls|pulse)\b/;

function isNamedAs(called: readonly string[], names: readonly string[]): boolean {
  return quantities.some(
    each => called.includes(each.called) && names.some(name => each.words.test(wordsIn(name))),
  );
}

function wordsIn(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}€$£]+/gu, ' ')
    .trim();
}
