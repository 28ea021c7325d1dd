const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const words = new Set(['and', 'or', 'in', 'true', 'false', 'null']);

/** A path as it is written in an expression: `['$headers', 'x-tag']` as `$headers."x-tag"`. */
export function pathText(path: readonly string[]): string {
  return path.map((step, index) => stepText(step, index === 0)).join('.');
}

/** A key as it is written behind a dot. */
export function keyText(key: string): string {
  return stepText(key, false);
}

/** A quoted name that stands alone or first would be a literal, so there it takes backticks. */
function stepText(step: string, isFirst: boolean): string {
  if (isFirst && step.startsWith('$')) return step;
  if (plainName.test(step) && !words.has(step)) return step;
  if (isFirst || step.includes('"')) return `\`${step}\``;
  return `"${step}"`;
}
