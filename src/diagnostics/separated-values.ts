/** The signs and words that people and forms write between several values. */
const separators = [
  ...[',', ';', '/', '|', '+', '&', '\u2022', '\u00b7', '\n', '\t'],
  ...[' und ', ' and ', ' oder ', ' or ', ' en ', ' et ', ' e ', ' y ', ' - '],
];

/**
 * Returns the separators in a text that consists of several values, such as `/` and ` und ` in "Farbe / Pflege und
 * Styling"; undefined for any other text. A separator that is a part of a value never counts.
 */
export function separatorsBetween(
  text: string,
  values: readonly string[],
  isValue: (part: string) => boolean,
): readonly string[] | undefined {
  if (text.length > longest) return undefined;
  const signs = separators.filter(sign => text.includes(sign) && !values.some(each => each.includes(sign)));
  const parts = signs.reduce<readonly string[]>((all, sign) => all.flatMap(part => part.split(sign)), [text]);
  const given = parts.map(each => each.trim()).filter(each => each !== '');
  return given.length > 1 && given.every(isValue) ? signs : undefined;
}

const longest = 500;

/** Returns the second argument of `$split` in an expression that splits at separators. */
export function splittingAt(signs: readonly string[]): string {
  const [only = ',', ...others] = signs;
  if (others.length === 0) return JSON.stringify(only);
  const single = signs.filter(each => each.length === 1).map(each => written[each] ?? each);
  const words = signs.filter(each => each.length > 1);
  const set = single.length === 0 ? [] : [single.length === 1 ? single.join('') : `[${single.join('')}]`];
  return `/${[...set, ...words].join('|')}/`;
}

/** The signs with a meaning of their own in a pattern. */
const written: Readonly<Record<string, string>> = {
  '/': '\\/',
  '|': '\\|',
  '+': '\\+',
  '\n': '\\n',
  '\t': '\\t',
};

/** Returns the commas and semicolons that no value contains: people write both alike. */
export function commasBeside(values: readonly string[]): readonly string[] {
  return [',', ';'].filter(sign => !values.some(each => each.includes(sign)));
}
