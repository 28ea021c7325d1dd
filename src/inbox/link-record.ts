/** A link between a person of a sender and a customer of a destination, as people see it. */
export interface LinkRecord {
  people: string;
  link: string;
  destination: string;
  customerId: string;
  updatedAt: string;
}

/** Returns the cursor after this link in a list of links (Store.links). */
export function linkCursor(link: LinkRecord): string {
  return JSON.stringify([link.people, link.link, link.destination]);
}

/** The inverse of `linkCursor`: people, link and destination. What cannot be read begins at the beginning. */
export function readLinkCursor(cursor: string | undefined): readonly [string, string, string] {
  try {
    const [people, link, destination] = JSON.parse(cursor ?? '[]');
    return [String(people ?? ''), String(link ?? ''), String(destination ?? '')];
  } catch {
    return ['', '', ''];
  }
}

/** A row of the table `link`. */
export interface StoredLinkRow {
  readonly people: string;
  readonly link_id: string;
  readonly destination: string;
  readonly customer_id: string;
  readonly updated_at: number;
}

/** Returns a link as people see it. */
export function linkRecordOf(row: StoredLinkRow): LinkRecord {
  return {
    people: row.people,
    link: row.link_id,
    destination: row.destination,
    customerId: row.customer_id,
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
