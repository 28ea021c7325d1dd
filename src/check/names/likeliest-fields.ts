import type { FieldConfiguration } from '../../booking/catalog/field.ts';

/** Accounts have some hundred fields at most. Up to this many, all are compared. */
const mostCompared = 500;
/** The number of fields that are compared if there are more. */
const likeliest = 250;
/** More of a name is not compared. */
const longestName = 100;
/** The number of classes of pairs of letters. */
const classes = 1_024;

/**
 * The fields that are worth comparing with a name letter by letter: all, or where they are more than any account has,
 * those that share most pairs of neighbouring letters with it. Others wait while names are compared.
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
  // Equal ones keep their order.
  scored.sort((one, other) => other.score - one.score);
  return scored.slice(0, likeliest).map(({ field }) => field);
}

/** Returns the share of a name's pairs that are wanted, and their number: long names have some by chance. */
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
