/** A list that keeps its newest items. */
export interface BoundedList<T> {
  add(item: T): void;
  /** The kept items, oldest first. */
  items(): readonly T[];
}

/**
 * A list of at most `limit` items. `onDropped` is called with each item that is no longer kept. Memory is freed in
 * batches, so adding stays cheap.
 */
export function boundedList<T>(limit: number, onDropped?: (item: T) => void): BoundedList<T> {
  let items: T[] = [];
  let start = 0;
  return {
    add(item) {
      items.push(item);
      if (items.length - start <= limit) return;
      const oldest = items[start];
      start += 1;
      if (oldest !== undefined) onDropped?.(oldest);
      if (start < limit) return;
      items = items.slice(start);
      start = 0;
    },
    items: () => items.slice(start),
  };
}
