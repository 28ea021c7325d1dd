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
