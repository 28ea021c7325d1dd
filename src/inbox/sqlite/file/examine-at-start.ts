import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { type Examination, examineBeside } from './examine-beside.ts';
import { assertWhole, inspect } from './inspect.ts';
import { damaged, unusable } from './unusable.ts';

/** The time limits of a start. */
export interface ExaminationLimits {
  /** The maximum bytes of a store that is examined before anything else, in some hundredths of a second. */
  readonly atOnceBytes: number;
  /** The longest wait for the examination of a larger one. Milliseconds. */
  readonly waitMs: number;
}

/** The size of a store that is examined in some hundredths of a second. */
export const atOnceBytes = 32 * 1024 * 1024;

const usual: ExaminationLimits = { atOnceBytes, waitMs: 100 };

/**
 * Examines a store for damage before it is changed, if that takes only a moment. A large store is examined in the
 * background; while that runs, the result is the examination. If an earlier one found damage, the start waits for the
 * next one, however long it takes, so that a damaged store accepts nothing more.
 * @throws StoreUnusable if the file is damaged, not a store, or of a newer version; it is not changed
 */
export async function examineAtStart(
  path: string,
  { atOnceBytes, waitMs }: ExaminationLimits = usual,
): Promise<Examination | undefined> {
  try {
    const { bytes, isLogged } = inspect(path);
    if (bytes > atOnceBytes) {
      const examination = examineBeside(path);
      const isSuspect = isMarkedDamaged(path);
      // If the store has no log yet, a reader would prevent the start from creating it.
      const found = await (isSuspect || !isLogged ? examination.ended : within(waitMs, examination.ended));
      if (found === undefined) return examination;
      if (typeof found === 'object') throw damaged(path, found.damage);
      if (found !== 'whole') assertWhole(path);
    } else if (bytes > 0) {
      assertWhole(path);
    }
    rmSync(markOf(path), { force: true });
    return undefined;
  } catch (error) {
    throw unusable(path, error);
  }
}

/**
 * Records for the next start that this store is damaged, with a text for a person who finds the file. If that cannot
 * be written, the next start accepts events until it finds the damage.
 */
export function markDamaged(path: string, damage: string): void {
  const words =
    `Damage was found in the store beside this file (${damage}).\n` +
    'The next start looks through all of it before it takes anything in, and takes this file away if it is whole.\n';
  try {
    writeFileSync(markOf(path), words, { mode: 0o600 });
  } catch {
    return;
  }
}

/** True if a start found damage in this store, and no later start found it undamaged. */
export function isMarkedDamaged(path: string): boolean {
  return existsSync(markOf(path));
}

function markOf(path: string): string {
  return `${path}-damaged`;
}

/** Returns the result of a promise, if it is available in time. */
async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
