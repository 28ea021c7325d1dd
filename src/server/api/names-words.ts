/** Lists names for a person, at most ten of them. */
export function namesWords(names: Iterable<string>): string {
  const all = [...names].sort();
  if (all.length === 0) return 'there is none';
  const shown = all.slice(0, 10).join(', ');
  return all.length > 10 ? `${shown} and ${all.length - 10} more` : shown;
}
