import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { type NamedRule, ruleExpressions } from '../mapping/rules-of.ts';
import { type RuleReading, ruleName } from './rule-reading.ts';

/** Warns about the parts of an address, or of the data of a person, that come from two places of the payload. */
export function partsApart(rules: readonly RuleReading[]): readonly Diagnostic[] {
  return [
    ...apart(
      rules.flatMap(each => partOf(addressParts, each)),
      { whole: 'an address', kindOf: placeOf },
    ),
    ...apart(
      rules.flatMap(each => (personParts.has(each.path) ? [each] : [])),
      { whole: 'the data of one person', kindOf: relativeOf },
    ),
  ];
}

/** Warns about the parts that come from another place than most, or than the first of two. */
function apart(
  parts: readonly RuleReading[],
  { whole, kindOf }: { readonly whole: string; readonly kindOf: (reading: RuleReading) => string },
): readonly Diagnostic[] {
  const kinds = Map.groupBy(parts, kindOf);
  const [most, ...others] = [...kinds.values()].toSorted((one, other) => other.length - one.length);
  const [first] = most ?? [];
  if (!first) return [];
  return others.flat().map(({ path, rule, written }) => {
    const message = `${ruleName(path)} reads ${written}, and ${ruleName(first.path)} reads ${first.written}: ${whole} should come from one place of the payload`;
    const hint = `read both from one place; if it is right, add because: with the reason`;
    return diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path });
  });
}

function partOf(parts: RegExp, reading: RuleReading): readonly RuleReading[] {
  const { field } = reading;
  return field && [field.keyName, field.name].every(name => parts.test(plain(name))) ? [reading] : [];
}

const addressParts =
  /^(?:street|streetname|strasse|straße|strassehausnummer|straßehausnummer|straat|rue|address|adresse|adres|anschrift|zip|zipcode|plz|postleitzahl|postcode|postalcode|city|town|ort|wohnort|stadt|ville|plaats|woonplaats)$/;

/** Returns the kind of address that a value belongs to by its name; empty for one without a kind. */
function placeOf({ value, rule }: RuleReading): string {
  const [own = ''] = value.names;
  const name = [...(value.above ?? []), own].map(plain).join(' ');
  const kind = addressKinds.findIndex(each => each.test(name)).toString();
  // Below the brackets of a list of addresses stands a part of one, and not the value of any field.
  const isPart = addressParts.test(plain(own)) || partWords.test(spelt(own));
  return `${kind} ${isPart ? entryOf(rule) : ''}`;
}

/** Words for a part of an address in a longer name: `code_postal`, `ZIP / Postal Code`, `line1`. */
const partWords =
  /\b(?:street|strasse|straße|straat|rue|address|adresse|adres|line|zip|plz|postal|postcode|city|town|ort|stadt|ville|plaats)\b/;

function spelt(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}]+/gu, ' ')
    .toLowerCase();
}

/** Returns the entry of a list that a rule reads, as it is written: `addresses[0]`, `addresses[type="home"]`. */
function entryOf(rule: NamedRule['rule']): string {
  const [source = ''] = ruleExpressions(rule).map(each => each.source);
  const end = source.lastIndexOf(']');
  return source
    .slice(0, end + 1)
    .replace(/[\s]/g, '')
    .replaceAll("'", '"');
}

const addressKinds: readonly RegExp[] = [
  /rechnung|billing|invoice|facturation|factuur/,
  /liefer|versand|shipping|delivery|livraison|verzend|bezorg/,
  /firma|company|business|arbeitgeber|employer/,
];

/** The parameters for the data of one person. */
export const personParts: ReadonlySet<string> = new Set(['firstName', 'name', 'email', 'mobile', 'phone']);

/** Returns the relative of the customer that a value belongs to by its name; empty for the customer. */
function relativeOf({ value }: RuleReading): string {
  const name = [...(value.above ?? []), ...value.names].map(plain).join(' ');
  return relatives.exec(name)?.[0] ?? '';
}

const relatives =
  /\b(?:parents?|eltern(?:teil)?|mutter|mother|vater|father|child|kind|sohn|son(?!st)|tochter|daughter|partner|spouse|guardian|moeder|vader|ouders?|enfant|mere|pere)/;

function plain(name: string): string {
  return name.replace(/[^\p{L}]/gu, '').toLowerCase();
}
