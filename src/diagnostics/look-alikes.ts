/**
 * Characters that word processors, web pages and telephones write instead of those of the keyboard. They look
 * alike, but YAML and expressions distinguish them. Each value fits into a class of a `u` pattern.
 */
export const lookAlikes = {
  /** Blanks other than the space: no-break, thin, ideographic and filling ones, and line separators. */
  blanks:
    '\\u00a0\\u0085\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u2800\\u3000\\u3164\\uffa0\\u115f\\u1160',
  /** Characters without width. */
  invisible: '\\u00ad\\u034f\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff',
  dashes: '\\u02d7\\u2010-\\u2015\\u2043\\u2212\\u2796\\u2e3a\\u2e3b\\ufe58\\ufe63\\uff0d',
  bullets:
    '\\u00b7\\u2022\\u2023\\u2219\\u25aa\\u25ab\\u25cb\\u25cf\\u25e6\\u25a0\\u25a1\\u2605\\u27a2\\u2794\\uf0b7',
  colons: '\\u02d0\\u02f8\\u2236\\ua789\\ufe13\\ufe55\\uff1a',
  doubleQuotes: '“”„‟«»″\\u2036\\uff02\\u301d-\\u301f\\u275d\\u275e\\u02ba\\u02dd',
  singleQuotes: '‘’‚‛‹›′\\u2035\\uff07\\u275b\\u275c\\u02b9\\u02bb-\\u02bd\\u00b4',
} as const;

/** The name of a class, as used in messages. */
export type LookAlike = keyof typeof lookAlikes;

const names = Object.keys(lookAlikes) as readonly LookAlike[];

const classes = Object.fromEntries(
  names.map(name => [name, RegExp(`[${lookAlikes[name]}]`, 'u')]),
) as Readonly<Record<LookAlike, RegExp>>;

/** Returns the class of a look-alike character; undefined for any other. */
export function lookAlikeOf(character: string): LookAlike | undefined {
  return names.find(name => classes[name].test(character));
}

/** True if a text has a character of any of these classes. */
export function hasLookAlike(text: string, ...of: readonly LookAlike[]): boolean {
  return of.some(name => classes[name].test(text));
}

/** Returns the Unicode number of a character, as one looks it up: `U+00A0`. */
export function codePointOf(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${digits.padStart(4, '0')}`;
}
