import { FaultyList } from './list-fault.ts';

/** The allowed separators between the cells of a list. */
export const separators = [',', ';', '\t'] as const;

/**
 * The character between the cells, by the header.
 * @throws FaultyList where several may be meant, or where the line is a note for a spreadsheet program
 */
export function findSeparator(header: string, said: string | undefined): string {
  if (/^sep=.\s*$/i.test(header)) throw new FaultyList({ fault: 'note for Excel', text: header.trim() });
  if (said !== undefined) return said;
  const found = separators
    .map(separator => ({ separator, count: outsideQuotes(header).split(separator).length - 1 }))
    .filter(({ count }) => count > 0);
  const [only = { separator: ',' }, ...others] = found;
  if (others.length === 0) return only.separator;
  throw new FaultyList({ fault: 'several separators', header, found });
}

function outsideQuotes(header: string): string {
  return header
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
}
