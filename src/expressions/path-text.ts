const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const words = new Set(['and', 'or', 'in', 'true', 'false', 'null']);

/** A path as it is written in a mapping: `['$headers', 'x-tag']` as `$headers."x-tag"`. */
export function pathText([first = '', ...rest]: readonly string[]): string {
  return rest.reduce(pathBelow, first.startsWith('$') ? first : pathBelow('', first));
}

/** A path that goes one key further than one that is written already; from the payload where that is empty. */
export function pathBelow(path: string, key: string): string {
  return path === '' ? firstText(key) : `${path}.${keyText(key)}`;
}

/** A key as it is written behind a dot. */
export function keyText(key: string): string {
  if (isPlain(key)) return key;
  return /["\\\p{Cc}]/u.test(key) && isFitForBackticks(key) ? `\`${key}\`` : JSON.stringify(key);
}

/** A quoted name at the beginning would be a text, so there it takes backticks. */
function firstText(key: string): string {
  if (isPlain(key)) return key;
  return isFitForBackticks(key) ? `\`${key}\`` : `$.${JSON.stringify(key)}`;
}

function isPlain(key: string): boolean {
  return plainName.test(key) && !words.has(key);
}

/** Nothing is escaped between backticks. */
function isFitForBackticks(key: string): boolean {
  return !/[`\p{Cc}]/u.test(key);
}
