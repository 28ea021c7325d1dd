/** A link between a person at a sender and a customer of a destination, for display. */
export interface LinkRecord {
  people: string;
  link: string;
  destination: string;
  customerId: string;
  updatedAt: string;
  /**
   * The id of an event that was delivered for another customer: several people seem to share the link, so it stands for
   * nobody until a person decides.
   */
  sharedSince?: string;
}

/** Returns the cursor after this link in a list of links (Store.links). */
export function linkCursor(link: LinkRecord): string {
  return JSON.stringify([link.people, link.link, link.destination]);
}

/** Parses a `linkCursor` into people, link and destination. An unreadable cursor begins at the first link. */
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
  readonly shared_since: string | null;
}

/** Returns a link for display. */
export function linkRecordOf(row: StoredLinkRow): LinkRecord {
  return {
    people: row.people,
    link: row.link_id,
    destination: row.destination,
    customerId: row.customer_id,
    updatedAt: new Date(row.updated_at).toISOString(),
    ...(row.shared_since !== null && { sharedSince: row.shared_since }),
  };
}
