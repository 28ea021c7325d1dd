import { onceForText } from '../../diagnostics/once-for-text.ts';

const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const words = new Set(['and', 'or', 'in', 'true', 'false', 'null']);

/** Returns a path as a mapping writes it: `['$headers', 'x-tag']` as `$headers."x-tag"`. */
export function pathText([first = '', ...rest]: readonly string[]): string {
  return rest.reduce(pathBelow, first.startsWith('$') ? first : pathBelow('', first));
}

/** Appends a key to a written path. An empty path is the payload itself. */
export function pathBelow(path: string, key: string): string {
  return path === '' ? firstText(key) : `${path}.${keyText(key)}`;
}

/** Returns a key as it is written after a dot. */
export function keyText(key: string): string {
  if (isPlain(key)) return key;
  return /["\\\p{Cc}]/u.test(key) && isFitForBackticks(key) ? `\`${key}\`` : JSON.stringify(key);
}

/** A quoted name at the start would be a text, so it takes backticks there. */
function firstText(key: string): string {
  if (isPlain(key)) return key;
  return isFitForBackticks(key) ? `\`${key}\`` : `$.${JSON.stringify(key)}`;
}

const isPlain = onceForText((key: string): boolean => plainName.test(key) && !words.has(key));

/** Backticks allow no escapes. */
function isFitForBackticks(key: string): boolean {
  return !/[`\p{Cc}]/u.test(key);
}
