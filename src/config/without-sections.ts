/**
 * Returns the text of a YAML file with empty lines in place of some sections, so that the others are read in a fraction
 * of the time and keep their places. Undefined if that may change the others: they use an alias, or none of these
 * sections is a block (`sources:`, with indented lines below it).
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
  // An asterisk may be an alias; it is not examined further.
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
