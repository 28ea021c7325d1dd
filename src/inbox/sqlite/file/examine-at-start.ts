import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { type Examination, examineBeside } from './examine-beside.ts';
import { assertWhole, inspect } from './inspect.ts';
import { damaged, unusable } from './unusable.ts';

/** How patient a start is. */
export interface ExaminationLimits {
  /** A store of so many bytes is looked through before anything else: that takes some hundredths of a second. */
  readonly atOnceBytes: number;
  /** For so long a larger one is waited for. */
  readonly waitMs: number;
}

/** So large a store is looked through in some hundredths of a second. */
export const atOnceBytes = 32 * 1024 * 1024;

const usual: ExaminationLimits = { atOnceBytes, waitMs: 100 };

/**
 * Looks through a store for damage, before anything is changed about it as far as that is a matter of a moment. A large
 * one is looked through beside everything else; the answer is that look, where it goes on. Where one has found damage,
 * the next is waited for, whatever it takes, so that nothing more is taken into a damaged store.
 * @throws StoreUnusable where the file is damaged, not a store, or of a newer version; it is left as it is
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
      // Who reads a store that has no log yet would keep the start from giving it one.
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
 * Keeps for the next start that this store is damaged, in words for whoever finds the file. Where that cannot be
 * written, the next start takes events in until it has found out by itself.
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

/** Whether a start has found damage in this store, and none after it has found it whole. */
export function isMarkedDamaged(path: string): boolean {
  return existsSync(markOf(path));
}

function markOf(path: string): string {
  return `${path}-damaged`;
}

/** What a promise gives, where that is soon. */
async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
