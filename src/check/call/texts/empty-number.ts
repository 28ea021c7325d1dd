import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import type { Value } from '../../../inbox/call.ts';
import { type Fault, fieldTitle, quoted } from '../../fault.ts';
import { allNamesOf } from '../../rule-reading.ts';

/**
 * Returns the doubt about the number of a policy, a member or a customer that consists of zeros or is -1 or x: programs
 * and people write it if there is none.
 */
export function emptyNumber(
  field: FieldConfiguration,
  { text, origin, doubts = [] }: Value,
): Fault | undefined {
  const written = text.trim();
  // Every value passes here.
  if (origin !== 'data' || written.length > longest || !none.test(written)) return undefined;
  if (doubts.length > 0 || !types.has(field.type) || (field.selectItems ?? []).length > 0) return undefined;
  if (!allNamesOf(field).some(isNumberOfSomething)) return undefined;
  return {
    code: 'mapping/placeholder-value',
    message: `${quoted(written)} is set to ${fieldTitle(field)}, and senders write it where there is no number`,
    hint: `if this sender does, write from: '$string(PATH) = ${JSON.stringify(written)} ? null : PATH' with the path of the rule; at the source, empty: [${JSON.stringify(written)}] counts for every rule of it`,
  };
}

const longest = 24;
const none = /^(?:0[0 ./-]{0,23}|-1|[xX]{1,3}|\?{1,5})$/;
const types: ReadonlySet<string> = new Set(['text', 'number', 'other']);

function isNumberOfSomething(name: string): boolean {
  const spelt = spellings(name).map(each => each.replaceAll('ı', 'i'));
  return ofSomething.some(pattern => spelt.some(each => pattern.test(each)));
}

/** Names of numbers that identify a person or a contract, in the languages of accounts. */
const ofSomething: readonly RegExp[] = [
  /(?:versicherten|versicherungs|police|policen|mitglieds?|kunden?|patienten|vertrags|kassen|karten|ausweis|steuer|teilnehmer) ?(?:nummer|nr|no)\b/,
  /(?:klant|klanten|polis|leden|lid|lidmaatschaps|verzekerings|patient|kund|kunde|medlems|forsakrings|forsikrings|police|avtals) ?(?:nummer|nr|no)\b/,
  /\b(?:insurance|policy|member|membership|customer|client|patient|contract|card|tax|passport|vat|kv) ?(?:no|nr|num|number)\b/,
  /\b(?:numero|num|no|n) (?:(?:de|d|di|do|da|du|del|della) )?(?:(?:la|l) )?(?:assure|assurance|contrat|police|mutuelle|adherent|client|patient)\b/,
  /\b(?:numero|num|no|n) (?:(?:de|di|do|da|del|della) )?(?:poliza|socio|cliente|afiliado|paciente|seguro|polizza|tessera|paziente|assicurazione|apolice|utente|beneficiario)\b/,
  /\bcislo (?:pojistence|pojisteni|klienta|zakaznika|pacienta|clena|smlouvy|poistenca)\b/,
  /\bnumer (?:polisy|klienta|pacjenta|ubezpieczenia|ubezpieczonego|karty|czlonka)\b/,
  /\b(?:police|musteri|uye|sigorta|hasta|uyelik) (?:no|nosu|numarasi)\b/,
  /\b(?:kotveny|ugyfel|tag|biztositasi|biztositas|taj) ?(?:szam|szama)\b/,
];
