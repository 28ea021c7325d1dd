/** Returns the number before which a page begins; an unreadable cursor begins at the newest. */
export function readCursor(cursor: string | undefined): number {
  return cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER;
}
