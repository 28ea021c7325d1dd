import type { SecretFile } from '../../config/secrets/secret-schema.ts';
import { type Clock, isoTime } from '../../inbox/clock.ts';
import type { Log } from '../../log/log.ts';
import type { UnreadableSecret } from '../../server/health/secret-files.ts';

const lookEveryMs = 2_000;

/** Watches the files that contain secrets. */
export interface SecretFileWatch {
  /** Watches these files from now on. */
  use(files: readonly SecretFile[]): void;
  /** Returns the files that cannot be read now. Their last secrets are in use, but a restart would fail. */
  unreadable(): readonly UnreadableSecret[];
  end(): void;
}

/**
 * Logs when a secret file is missing, empty or unreadable, and when it is readable again. A file is missing for a
 * moment while it is replaced, so the log reports it only after two equal checks in a row.
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
      if (told.delete(file)) log.info({ file }, 'secret file readable again');
    } else if (before === undefined) {
      seen.set(file, { file, reason, since: isoTime(clock.now()) });
    } else if (!told.has(file)) {
      const found = { ...before, reason };
      told.set(file, found);
      log.warn({ file, reason }, 'cannot read a secret file');
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
