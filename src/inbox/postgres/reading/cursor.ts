/** The number before which a page begins; one that cannot be read begins at the newest. */
export function readCursor(cursor: string | undefined): number {
  return cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER;
}
