import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { elementsOf } from '../../../expressions/convert/presence.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import type { Call } from '../../../inbox/call.ts';
import { requestView } from '../../../inbox/request-view.ts';
import { staysText } from '../../convert/stays-text.ts';
import type { Mapping } from '../../mapping.ts';
import { namedRules, ruleExpressions } from '../../rules-of.ts';
import { readQuietly } from '../read-quietly.ts';
import { countryOfCityBeside } from './city-beside.ts';
import { countryBeside } from './country-beside.ts';
import { phoneCountries } from './phone-countries.ts';

/**
 * Returns warnings about post codes that became numbers on their way: `4105` for 04105 in Germany, `10115.0`, `10.115`.
 * Whether a zero is missing depends on the country or the city that the event names. Without one, all signs must agree: the phone
 * numbers of the event and the country of the mapping.
 */
export function lostZeros(mapping: Mapping, scope: Scope, call: Call): readonly Diagnostic[] {
  const reads = postCodesRead(mapping);
  if (reads.length === 0) return [];
  return reads.flatMap(read => {
    const found = elementsOf(readQuietly(read.values, scope)).flatMap(
      value => spoilt(value, read, mapping, scope) ?? [],
    )[0];
    if (!found || !isSent(found.text, read.path, call)) return [];
    const message = `${read.path}: ${shown(found.text)} ${found.what}; it is sent unchanged`;
    const hint = `format the column as text in the spreadsheet, or have the sender send a text${found.cure}; if it is right, add because: with the reason`;
    return [diagnostic('mapping/lost-zero', message, { hint, place: read.place, path: read.path })];
  });
}

/** A value that a rule reads and whose name is that of a post code. */
interface PostCodeRead {
  readonly path: string;
  readonly place: Place;
  readonly written: string;
  /** Its path in the payload; undefined for an answer. */
  readonly steps: readonly string[] | undefined;
  readonly values: (scope: Scope) => unknown;
}

/** Every event passes here, and most mappings read no post code. */
const postCodesRead = onceFor((mapping: Mapping): readonly PostCodeRead[] =>
  namedRules(mapping).flatMap(({ path, rule }) => {
    const isText = staysText(rule.as) || rule.as === 'number';
    if (rule.because !== undefined || rule.lookup || !isText || !carriesText.test(path)) return [];
    const expressions = ruleExpressions(rule);
    const isNamed = expressions.length === 1 && isPostCode(path.replace(/^additionalFields\./, ''));
    return expressions.flatMap(each =>
      readsOf(each, isNamed).map(read => ({ ...read, path, place: rule.base.place })),
    );
  }),
);

const carriesText = /^(?:additionalFields\.|note$|appointmentParticipant\.customerComment$)/;

function readsOf(expression: Expression, isNamed: boolean): readonly Omit<PostCodeRead, 'path' | 'place'>[] {
  const { answer, evaluateDirectly, source } = expression;
  if (answer !== undefined) {
    if (!evaluateDirectly || !(isNamed || isPostCode(answer))) return [];
    return [{ written: source, steps: undefined, values: scope => evaluateDirectly(scope) }];
  }
  const paths = placedPaths(expression).filter(({ from }) => from === 0);
  return paths.flatMap(({ steps, offset, length }) => {
    if (!isPostCode(steps.at(-1) ?? '') && !(isNamed && paths.length === 1)) return [];
    const text = source.slice(offset, offset + length);
    const isOfPayload = !steps[0]?.startsWith('$');
    return [{ written: text, steps: isOfPayload ? steps : undefined, values: pathReader({ steps, text }) }];
  });
}

/** True for the name of a post code: `PLZ`, `shipping_zip`, `postalCode`. */
function isPostCode(name: string): boolean {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ');
  return /(?:^| )(?:plz|postleitzahl|zip|zipcode|postcode|post code|postal|postalcode|postnummer|code postal)(?: |$)/.test(
    words,
  );
}

interface Spoilt {
  readonly text: string;
  readonly what: string;
  /** The line to write, with its beginning. */
  readonly cure: string;
}

function spoilt(value: unknown, read: PostCodeRead, mapping: Mapping, scope: Scope): Spoilt | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  // Every post code passes here, and hardly any is spoilt.
  if (!/^\d{1,6}(?:[.,]\d{1,3})?$/.test(text) || /^\d{5}$/.test(text)) return undefined;
  if (/^\d{3,6}[.,]0$/.test(text))
    return { text, what: 'is a post code with a decimal, as programs write a number', cure: '' };
  if (/^\d{1,2}[.,]\d{3}$/.test(text))
    return {
      text,
      what: 'is a post code with the separator of thousands, as spreadsheets write a number',
      cure: '',
    };
  const country = countryOf(text, read, value, mapping, scope).find(each => losesZeros(text, each));
  const digits = country === undefined ? undefined : lengths[country];
  if (digits === undefined) return undefined;
  return {
    text,
    what: `has ${text.length} digits, and a post code of ${country} has ${digits}: spreadsheets and numbers drop a leading zero`,
    cure: `, or write $pad($string(${read.written}), -${digits}, "0")`,
  };
}

/**
 * Returns the only country that a post code can be of; empty if there are several, or if none is known. One that the
 * event names beside the post code counts before all others, then the one of a city beside it.
 */
function countryOf(
  text: string,
  { steps }: PostCodeRead,
  value: unknown,
  mapping: Mapping,
  scope: Scope,
): readonly string[] {
  const { input, bindings } = scope;
  const [path, root] = steps ? [steps, input] : [['answer'], bindings.answers];
  const named = countryBeside(path, root, value);
  if (named) return named.code === undefined ? [] : [named.code];
  const ofCity = countryOfCityBeside(text, path, root);
  if (ofCity !== undefined) return [ofCity];
  const all = new Set([...phoneCountries(input), ...homeCountry(mapping)]);
  return all.size === 1 ? [...all] : [];
}

/** The country of the defaults, or of the mapping's own phone numbers, or of its only time zone. */
const homeCountry = onceFor((mapping: Mapping): readonly string[] => {
  const rules = namedRules(mapping).map(({ rule }) => rule);
  const ofPhones = rules.flatMap(({ phone }) => phone.country ?? []);
  const ofZones = rules.flatMap(({ date }) => countryOfZone[date.zone ?? ''] ?? []);
  const all = mapping.country !== undefined ? [mapping.country] : ofPhones.length > 0 ? ofPhones : ofZones;
  return [...new Set(all)];
});

const countryOfZone: Readonly<Record<string, string>> = {
  'Europe/Berlin': 'DE',
  'Europe/Busingen': 'DE',
  'Europe/Vienna': 'AT',
  'Europe/Zurich': 'CH',
  'Europe/Paris': 'FR',
  'Europe/Rome': 'IT',
  'Europe/Madrid': 'ES',
  'Europe/Helsinki': 'FI',
  'Europe/Amsterdam': 'NL',
  'Europe/Brussels': 'BE',
};

/** The number of digits of countries with post codes that begin with 0. In Austria, Switzerland and Denmark none does. */
const lengths: Readonly<Record<string, number>> = {
  DE: 5,
  FR: 5,
  IT: 5,
  ES: 5,
  FI: 5,
  US: 5,
  TR: 5,
  LT: 5,
};

function losesZeros(text: string, country: string): boolean {
  const missing = (lengths[country] ?? 0) - text.length;
  if (!/^[1-9]\d+$/.test(text) || missing < 1) return false;
  // No German post code begins with 05: it is one of a country with four digits, such as 5020 Salzburg.
  if (country === 'DE' && text.startsWith('5')) return false;
  return missing === 1 || (missing === 2 && (country === 'IT' || country === 'US'));
}

/** True if a text reaches the account as it is, without the zero that a rule may put before it. */
function isSent(text: string, path: string, call: Call): boolean {
  const view = requestView(call);
  const key = path.startsWith('additionalFields.') ? path.slice('additionalFields.'.length) : undefined;
  const sent = key === undefined ? view[path] : ownValue(view.additionalFields, key);
  return typeof sent === 'string' && sent.match(/\d+(?:[.,]\d+)*/g)?.includes(text) === true;
}
