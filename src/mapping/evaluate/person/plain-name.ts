import { wordsOfName } from '../../../booking/answers/name-words.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { lettersOfKey } from '../../../inbox/named-person.ts';
import { type PersonKey, personKeyOf } from './person-keys.ts';

/**
 * Returns the property with the whole name of a person, among those that are called plainly `name` beside the customer
 * number: `Vogt, Karl-Heinz` below `Kunde` too. The form of the text decides: such a key may name anything.
 */
export function plainName(keys: readonly string[], textOf: (key: string) => string): string | undefined {
  const called = (...kinds: (PersonKey | undefined)[]) =>
    keys.filter(key => kinds.includes(personKeyOf(key)));
  const inverted = called('name', 'given', 'person').find(key => lastAndFirst.test(textOf(key)));
  if (inverted !== undefined) return inverted;
  if (keys.some(isKeyOfThing)) return undefined;
  return (
    called('name', 'given').find(key => isWholeName(textOf(key))) ??
    keys.find(key => isKeyOfPerson(key) && isWholeName(textOf(key)))
  );
}

const isKeyOfThing = onceForText((key: string): boolean => ofThing.test(lettersOfKey(key)));
const isKeyOfPerson = onceForText((key: string): boolean => person.test(lettersOfKey(key)));

/** Keys that mean the customer and nothing else, below which lists have the name. */
const person =
  /^(?:kund(?:e|in)|patient(?:in)?|klient(?:in)?|mitglied|teilnehmer(?:in)?|schuler(?:in)?|gast|customer|client|member|guest|student|klant|cliente?|deelnemer)$/;

/** `Vogt, Karl-Heinz` and `van der Molen, Pieter` */
const lastAndFirst =
  /^(?:\p{Ll}{2,4} ){0,3}\p{Lu}[\p{L}\p{M}'’.-]+(?: \p{Lu}[\p{L}\p{M}'’.-]+)?, ?\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2}$/u;

/** True for two to four capitalised words, beside forms of address and particles, none of which means a thing. */
function isWholeName(text: string): boolean {
  const parts = text.split(/\s+/).filter(part => wordsOfName(part).length > 0);
  const areCapitalised = parts.every(part => /^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(part));
  const isLong = parts.length > 4;
  return parts.length > 1 && !isLong && areCapitalised && !parts.some(isThing);
}

/** True for a word of a company, a product, a course or a form. */
export function isThing(word: string): boolean {
  return thing.test(lettersOfKey(word));
}

/** Keys of an object that is a product, a course, a form, an animal. Its `name` is that of the thing. */
const ofThing =
  /^(?:unit|net|gross|total|list|sale|einzel|gesamt)?(?:price|preis|prix|prijs|precio|prezzo|preco|cena|pris|amount|betrag)(?:eur|net|gross|netto|brutto)?$|^(?:sku|ean|gtin|isbn|barcode|qty|quantity|menge|stueckzahl|aantal|quantite|cantidad|quantita|capacity|slug|permalink|assignees?|board|project|projekt|task|ticket|aufgabe|due(?:on|date|at)?)(?:id|name|key|url|nr|number)?$|^(?:artikel|article|product|produkt|produit|producto|prodotto|produto|item|variant|form|formular|kurs|course|class|campaign|kampagne|list)(?:id|nr|no|nummer|number|type|typ|art|code|key)?$|^(?:hunde?|katzen?|pferde?|tier)?rasse|^race$|^ras$|breed|^raza$|^razza$|chipn|microchip|^(?:hund|katze|pferd|tier|haustier|dog|cats?(?!eg)|horse|pet|animal|chien|chat|cheval|perro|gato|cane|gatto|hond|kat(?!eg))/;

const thing =
  /^(?:anmeldung|abmeldung|anfrage|angebot|auftrag|bestellung|buchung|rechnung|newsletter|kontakt|formular|form|contact|booking|request|order|signup|survey|umfrage|premium|basic|gold|silber|silver|standard|plus|pro|deluxe|classic|gutschein|geschenk|karte|voucher|card|masque|masker?|cours|corso|curso|kurs|course|yoga|pilates|massage|soin|corte|taglio|knippen|herren|damen|kinder|men|women|kids|herbst|winter|sommer|summer|spring|autumn|taxi|gebr|gebruder|bruder|sohne|sons|fils|partner|team|gemeinde|stadt|kita|schule|apotheke|autohaus|spedition|kanzlei|stiftung|verband|haus|adler)$|(?:anmeldung|schnitt|kurs|paket|karte|wechsel|service|dienst|check|abo|erei|verein|werke|verwaltung|technik|transporte|handel|gruppe|schule|zentrum|center|apotheke|kanzlei|liste|aktion|termin)$/;
