import { wordsOfKey } from './value-kind.ts';

/**
 * Returns true for the kind of a phone number, an e-mail address or an address beside it: the label "home". It says nothing
 * about a person, and a mapping may select by it.
 */
export function isKindOfValue(key: string, text: string): boolean {
  return keys.has(wordsOfKey(key).at(-1) ?? '') && kinds.has(text.trim().toLowerCase());
}

const keys: ReadonlySet<string> = new Set('label type kind category typ art bezeichnung'.split(' '));

const kinds: ReadonlySet<string> = new Set(
  (
    'home work mobile cell landline primary secondary main default other office personal private business fax pager ' +
    'billing shipping delivery mailing phone email ' +
    'privat private geschäftlich geschaeftlich dienstlich arbeit büro buero zuhause haupt hauptnummer sonstige sonstiges ' +
    'andere mobil handy festnetz telefon e-mail rechnung rechnungsadresse lieferung lieferadresse firma beruflich ' +
    'domicile maison travail bureau autre portable fixe principal professionnel personnel facturation livraison ' +
    'casa trabajo oficina otro móvil movil fijo personale lavoro ufficio altro cellulare ' +
    'thuis werk privé prive mobiel vast anders zakelijk dom praca komórka inny'
  ).split(' '),
);
