const longest = 32;

/** Returns a value in one short line. */
export function shortValue(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  if (line.trim() === '') return '""';
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}
