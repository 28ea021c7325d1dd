import type { SecretFile } from '../../config/secret-schema.ts';
import { type Clock, isoTime } from '../../inbox/clock.ts';
import type { Log } from '../../log/log.ts';
import type { UnreadableSecret } from '../../server/health/secret-files.ts';

const lookEveryMs = 2_000;

/** Watches over the files that secrets are in. */
export interface SecretFileWatch {
  /** Watches over these from now on. */
  use(files: readonly SecretFile[]): void;
  /** Those that cannot be read now: the last secret of each still counts, and a restart would fail. */
  unreadable(): readonly UnreadableSecret[];
  end(): void;
}

/**
 * Tells when a secret file is gone, empty or cannot be read, and when it can be read again. A file is not there for a
 * moment while it is replaced, so it is told where two looks in a row find the same.
 */
export function watchSecretFiles(
  first: readonly SecretFile[],
  { log, clock, everyMs = lookEveryMs }: { log: Pick<Log, 'info' | 'warn'>; clock: Clock; everyMs?: number },
): SecretFileWatch {
  let files = first;
  const seen = new Map<string, UnreadableSecret>();
  const told = new Map<string, UnreadableSecret>();
  const look = ({ file, whyUnreadable }: SecretFile) => {
    const reason = whyUnreadable();
    const before = seen.get(file);
    if (reason === undefined) {
      seen.delete(file);
      if (told.delete(file)) log.info({ file }, 'a secret file can be read again');
    } else if (before === undefined) {
      seen.set(file, { file, reason, since: isoTime(clock.now()) });
    } else if (!told.has(file)) {
      const found = { ...before, reason };
      told.set(file, found);
      log.warn({ file, reason }, 'a secret file cannot be read; its last secret counts until a restart');
    }
  };
  const timer = setInterval(() => files.forEach(look), everyMs).unref();
  return {
    use(next) {
      files = next;
      const named = new Set(next.map(({ file }) => file));
      for (const each of [seen, told])
        for (const file of each.keys()) if (!named.has(file)) each.delete(file);
    },
    unreadable: () => [...told.values()],
    end: () => clearInterval(timer),
  };
}
