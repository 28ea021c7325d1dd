import { onceForText } from '../../diagnostics/once-for-text.ts';
import { spellings } from '../../diagnostics/spellings.ts';

/** The two sides of a pair that names tell apart. */
interface Pair {
  readonly one: RegExp;
  readonly other: RegExp;
  /** True for words with many other meanings, which count at the end of a short name only: "Urlaub bis". */
  readonly isLast?: true;
}

/**
 * True if a value by its name is the opposite side of a field: `brillenstaerke_r` and "Brillenstärke links", `sph.os` and
 * `sph.od`, `max_temp` and "Temperatur min". `above`: the keys above the value, outermost first.
 */
export function areOppositeSides(
  fieldNames: readonly string[],
  read: readonly string[],
  above: readonly string[] = [],
): boolean {
  return sidesOf(fieldNames, read, above)?.areOpposite === true;
}

/** Returns how the sides of a field and of a value are to each other; undefined if one of them has none. */
export function sidesOf(
  fieldNames: readonly string[],
  read: readonly string[],
  above: readonly string[] = [],
): { readonly areOpposite: boolean; readonly isOfSpan: boolean } | undefined {
  // A field for web addresses may have the name Links.
  const field = fieldNames.map(plain).filter(name => name !== 'links');
  const own = read.map(plain);
  const holders = above.map(plain);
  const found = pairs.flatMap(({ one, other, isLast }) => {
    const wanted = sideOf(field, one, other);
    const side = sideOf(own, one, other) ?? (isLast ? undefined : sideOf(holders, one, other));
    if (wanted === undefined || side === undefined) return [];
    return [{ areOpposite: wanted !== side, isOfSpan: isLast === true }];
  });
  return found.find(({ areOpposite }) => areOpposite) ?? found[0];
}

function sideOf(names: readonly string[], one: RegExp, other: RegExp): 'one' | 'other' | undefined {
  const [isOne, isOther] = [one, other].map(side => names.some(name => side.test(name)));
  if (isOne === isOther) return undefined;
  return isOne ? 'one' : 'other';
}

const longest = 100;

/** Returns a name in plain letters, without a unit in parentheses: "Dauer (min)". */
const plain = onceForText(
  (name: string) => spellings(name.slice(0, longest).replace(/\([^()]*\)/g, ' '))[0] ?? '',
);

const pairs: readonly Pair[] = [
  {
    one: /\b(?:rechts?|rechte[rnsm]?|re|r|right|od|droite?|destr[ao]|dx|rechter(?:oog|kant))\b/,
    other: /\b(?:links|linke[rnsm]?|li|l|left|os|gauche|sinistr[ao]|sx|linker(?:oog|kant))\b/,
  },
  {
    one: /\b(?:oben|obere[rnsm]?|upper|top|boven(?:ste)?|haut)\b/,
    other: /\b(?:unten|untere[rnsm]?|lower|bottom|onder(?:ste)?|bas)\b/,
  },
  {
    one: /\b(?:vorne?|vordere[rnsm]?|front|voor(?:ste|kant)?|avant)\b/,
    other: /\b(?:hinten|hintere[rnsm]?|rear|back|achter(?:ste|kant)?|arriere)\b/,
  },
  {
    one: /\b(?:min|minimum|minimal(?:e[rnsm]?)?|mindest\w*)\b/,
    other: /\b(?:max|maximum|maximal(?:e[rnsm]?)?|hochst(?!e[rnsm]? abschluss)\w*)\b/,
  },
  {
    one: /^(?:\S+ ){0,2}(?:von|ab|from|start|beginn|begin|anfang|van|du)$|^(?:von|ab|from|start|beginn|anfang)(?: \S+){0,2}$/,
    other:
      /^(?:\S+ ){0,2}(?:bis|until|to|ende?|schluss|tot|au)$|^(?:bis|until|ende?|schluss|tot)(?: \S+){0,2}$/,
    isLast: true,
  },
];

/** Returns a name whose last word for a side is written out: "Brillenstärke R" is `brillenstarke rechts`. */
export function withSide(plainName: string): string {
  return plainName.replace(
    shortSide,
    (_, name: string, word: string) => `${name} ${sides.get(word) ?? word}`,
  );
}

const shortSide = /^(.*\S) (r|re|od|right|rechtes|rechter|rechte|l|li|os|left|linkes|linker|linke)$/;
const sides: ReadonlyMap<string, string> = new Map([
  ...['r', 're', 'od', 'right', 'rechtes', 'rechter', 'rechte'].map(word => [word, 'rechts'] as const),
  ...['l', 'li', 'os', 'left', 'linkes', 'linker', 'linke'].map(word => [word, 'links'] as const),
]);
