import { FaultyList, type FoundSeparator } from './list-fault.ts';

/** The allowed separators between the cells of a list. */
export const separators = [',', ';', '\t'] as const;

/** A line that says the separator to a spreadsheet program: `sep=;`. */
export const separatorNote = /^sep=(.)\s*$/i;

/**
 * The character between the cells, by the header. `next` is the line after it: a header without any separator may be a
 * title above the header, so the separator of that line counts.
 * @throws FaultyList where several may be meant
 */
export function findSeparator(header: string, next: string, said: string | undefined): string {
  const [, noted] = separatorNote.exec(header) ?? [];
  if (said !== undefined) return said;
  if (noted !== undefined) return separators.find(each => each === noted) ?? ',';
  const [only, ...others] = separatorsIn(header);
  if (only && others.length > 0)
    throw new FaultyList({ fault: 'several separators', header, found: [only, ...others] });
  const [most] = separatorsIn(next).toSorted((one, other) => other.count - one.count);
  return (only ?? most)?.separator ?? ',';
}

function separatorsIn(line: string): readonly FoundSeparator[] {
  return separators
    .map(separator => ({ separator, count: outsideQuotes(line).split(separator).length - 1 }))
    .filter(({ count }) => count > 0);
}

function outsideQuotes(header: string): string {
  return header
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
}
