import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { StoreUnusable } from '../../store-unusable.ts';
import { atOnceBytes, isMarkedDamaged } from './examine-at-start.ts';
import { examineBeside } from './examine-beside.ts';
import { assertOurs, assertWhole, inspectEnds } from './inspect.ts';

import { assertNotMoved } from './moved.ts';

import { damaged, unusable } from './unusable.ts';

/**
 * The result of examining a store. `unclosed`: the last process was interrupted, and only the next start can examine
 * it without a trace. `too large`: it could not be examined in time; the examined part has no damage. `wrong`: the
 * reason, and the next step.
 */
export type LookedThrough = 'empty' | 'whole' | 'unclosed' | 'too large' | { readonly wrong: string };

/**
 * Examines a store's file for damage, within a time, and leaves no trace: no lock, no log, no file that the bridge
 * could not write afterwards. It may be in use meanwhile. Only a large one takes a second process, and its memory.
 */
export async function lookThrough(
  file: string,
  { isInUse, withinMs }: { readonly isInUse: boolean; readonly withinMs: number },
): Promise<LookedThrough> {
  try {
    const { bytes } = inspectEnds(file, isInUse ? 'being written' : 'at rest');
    if (bytes === 0) return 'empty';
    const location = readableAs(file, isInUse);
    if (location === undefined) return 'unclosed';
    assertOurs(file, location);
    assertNotMoved(file, location);
    if (bytes <= atOnceBytes) {
      assertWhole(file, location);
      return 'whole';
    }
    const examination = examineBeside(location);
    const timer = setTimeout(() => examination.stop(), withinMs);
    const found = await examination.ended;
    clearTimeout(timer);
    if (typeof found === 'object') throw damaged(file, found.damage);
    if (found === 'cut off') throw new StoreUnusable(`the store ${file} could not be looked through`);
    if (found === 'whole') return 'whole';
    return isMarkedDamaged(file) ? { wrong: damaged(file, 'the last start found it').message } : 'too large';
  } catch (error) {
    return { wrong: unusable(file, error).message };
  }
}

/**
 * Returns the name with which SQLite opens a file without creating another one; undefined if that is impossible. If the store has no log, a reader
 * would create it, and leave it to a bridge that may not write it. Nobody uses such a store, so it is opened as
 * immutable.
 */
export function readableAs(file: string, isInUse: boolean): string | undefined {
  const sizeOf = (end: string) => statSync(file + end, { throwIfNoEntry: false })?.size;
  if (sizeOf('') === undefined) return undefined;
  if (isInUse) return file;
  if ((sizeOf('-journal') ?? 0) > 0) return undefined;
  if ((sizeOf('-wal') ?? 0) === 0) return `${pathToFileURL(file)}?immutable=1`;
  return sizeOf('-shm') === undefined ? undefined : file;
}
