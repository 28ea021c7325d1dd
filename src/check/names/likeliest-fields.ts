import type { FieldConfiguration } from '../../booking/catalog/field.ts';

/** Accounts have some hundred fields at most. Up to this number, all are compared. */
const mostCompared = 500;
/** The number of fields that are compared if there are more. */
const likeliest = 250;
/** The length of a name up to which it is compared. */
const longestName = 100;
/** The number of classes of pairs of letters. */
const classes = 1_024;

/**
 * Returns the fields to compare with a name letter by letter: all, or, above the usual number, those that
 * share the most pairs of adjacent letters with it. This limits the time for which other work waits.
 */
export function likeliestFields(
  name: string,
  fields: readonly FieldConfiguration[],
): readonly FieldConfiguration[] {
  if (fields.length <= mostCompared) return fields;
  const wanted = new Uint8Array(classes);
  for (const pair of pairsOf(name)) wanted[pair] = 1;
  const scored = fields.map(field => ({
    field,
    score: Math.max(sharedPairs(wanted, field.keyName), sharedPairs(wanted, field.name)),
  }));
  // Fields with an equal score keep their order.
  scored.sort((one, other) => other.score - one.score);
  return scored.slice(0, likeliest).map(({ field }) => field);
}

/** Returns the share of a name's pairs that are wanted, times their number: long names share some anyway. */
function sharedPairs(wanted: Uint8Array, name: string): number {
  const pairs = pairsOf(name);
  const shared = pairs.reduce((count, pair) => count + (wanted[pair] ?? 0), 0);
  return pairs.length === 0 ? 0 : shared ** 2 / pairs.length;
}

function pairsOf(name: string): readonly number[] {
  const letters = name.slice(0, longestName).toLowerCase();
  const pairs: number[] = [];
  for (let at = 1; at < letters.length; at += 1) {
    pairs.push((letters.charCodeAt(at - 1) * 31 + letters.charCodeAt(at)) % classes);
  }
  return pairs;
}
