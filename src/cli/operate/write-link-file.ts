import type { LinkRecord } from '../../inbox/link-record.ts';
import { csvLine } from '../../lists/csv-line.ts';

/** The columns of a list of links, in the order of the CSV header. */
export const linkColumns = ['people', 'link', 'destination', 'customerId'] as const;

/** A link in a list for import and export. */
export type LinkLine = Readonly<Pick<LinkRecord, (typeof linkColumns)[number]>>;

/**
 * Formats links so that `readLinkFile` can read them: as JSON lines, or as CSV (RFC 4180, with line feeds) with a
 * header. No CSV cell is a formula that a spreadsheet would run.
 */
export function writeLinkFile(links: readonly LinkLine[], format: 'csv' | 'json-lines'): string {
  const lines =
    format === 'csv'
      ? [csvLine(linkColumns), ...links.map(link => csvLine(linkColumns.map(name => link[name])))]
      : links.map(link => JSON.stringify(Object.fromEntries(linkColumns.map(name => [name, link[name]]))));
  return lines.map(line => `${line}\n`).join('');
}
