import type { Link } from '../../call.ts';
import type { PlannableEvent } from '../../event.ts';
import { readOnly } from '../file/read-only.ts';
import { contents } from '../intake/contents.ts';
import { findLink } from '../rows/links.ts';

/**
 * One stored event as it would be planned, read beside a bridge that may be running; undefined where the store does
 * not have it.
 * @throws StoreUnusable where the file is no store, or of another version
 */
export function readEvent(path: string, id: string): PlannableEvent | undefined {
  return readOnly(path, connection => contents(connection, id));
}

/**
 * The customer number that a store knows for a link at a destination, read beside a bridge that may be running.
 * @throws StoreUnusable where the file is no store, or of another version
 */
export function readLink(path: string, link: Link, destination: string): string | undefined {
  return readOnly(path, connection => findLink(connection, link, destination));
}
