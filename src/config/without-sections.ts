/**
 * The text of a YAML file with the lines of some of its sections empty, so that the others are read in a fraction of the
 * time and stay at their places. Undefined where that may change the others: they use an alias, or no such section is
 * written as a block (`sources:`, and below it lines that are indented).
 */
export function withoutSections(text: string, sections: readonly string[]): string | undefined {
  const lines = text.split('\n');
  let isInside = false;
  let isAny = false;
  const kept = lines.map(line => {
    if (/^[^\s#]/.test(line)) isInside = sections.some(each => beginsBlock(line, `${each}:`));
    isAny ||= isInside;
    return isInside ? '' : line;
  });
  const rest = kept.join('\n');
  // An asterisk is an alias, or part of a text that is not looked at more closely here.
  return isAny && !rest.includes('*') ? rest : undefined;
}

/** True if a line has this key and only a comment after it. */
function beginsBlock(line: string, key: string): boolean {
  const behind = line.slice(key.length);
  return (
    line.startsWith(key) &&
    (behind.trim() === '' || (/^\s/.test(behind) && behind.trimStart().startsWith('#')))
  );
}
