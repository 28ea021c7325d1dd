/** Returns an unused name: the wanted one, or with the first number that makes it new, as in `form-2`. */
export function unusedName(wanted: string, names: readonly string[]): string {
  const taken = new Set(names);
  if (wanted === '' || !taken.has(wanted)) return wanted;
  const numbered = names.map((_, index) => `${wanted}-${index + 2}`);
  return numbered.find(each => !taken.has(each)) ?? wanted;
}
