import { FaultyList, type FoundSeparator } from './list-fault.ts';

/** The allowed separators between the cells of a list. */
export const separators = [',', ';', '\t'] as const;

/** A line that tells a spreadsheet program the separator: `sep=;`. */
export const separatorNote = /^sep=(.)\s*$/i;

/**
 * Finds the separator of cells in the header. `next` is the following line: a header without separators may be a
 * title, so then the separator of that line counts.
 * @throws FaultyList if there are several possible separators
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
