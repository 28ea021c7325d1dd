import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { type ExpressionUse, expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { Wanted } from '../trial.ts';

/**
 * Warns about rules that read the customer's address or contact from a location of the company: an object `location`
 * with an id and a name of its own, as an event shows. One without them may be the place of the customer.
 */
export function checkLocations(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  return expressionUses(mapping).flatMap(use => {
    const holder = locationOf(use);
    if (!holder || !events.some(({ scope }) => isOwnPlace(holder.reduce(ownValue, scope.input)))) return [];
    const { path, place } = use;
    const at = pathText(holder);
    const name = path.replace(/^additionalFields\./, '');
    const message = `${name} reads ${use.expression.source.trim()}, and ${at} has an id and a name of its own: it is a location of the company, the same for many customers`;
    const hint = `read what stands for the customer; if ${at} is the customer, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place, path })];
  });
}

/** Returns the steps to the location from which a rule reads a part of an address or a contact. */
function locationOf({ expression: { path, answer }, rule }: ExpressionUse): readonly string[] | undefined {
  if (!rule || rule.because !== undefined || answer !== undefined || !path) return undefined;
  const at = path.findIndex(step => locations.test(step));
  const isBelowPerson = path.slice(0, at).some(step => persons.test(step));
  return at === -1 || isBelowPerson || !parts.test(path.at(-1) ?? '') || path.length < at + 2
    ? undefined
    : path.slice(0, at + 1);
}

function isOwnPlace(object: unknown): boolean {
  if (!isPlainObject(object)) return false;
  return ['id', 'name'].every(key => ['string', 'number'].includes(typeof ownValue(object, key)));
}

const locations = /^(?:location|standort|site|venue)$/i;
const persons = /^(?:contact|customer|client|patient|person|profile|lead|kunde|kontakt)s?$/i;
const parts =
  /^(?:(?:full_?)?address(?:_?(?:line)?_?\d)?|street|stra(?:ß|ss)e|city|town|ort|stadt|zip(?:_?code)?|post(?:al)?_?code|plz|e?_?mail|phone|telefon|mobile|website)$/i;
