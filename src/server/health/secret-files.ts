/** A secret file that cannot be read any more. */
export interface UnreadableSecret {
  /** Its path in the config. */
  readonly file: string;
  /** `is empty`, `cannot be read (ENOENT)`. */
  readonly reason: string;
  /** ISO 8601. */
  readonly since: string;
}

/** Describes the file for an operator. */
export function unreadableWords({ file, reason, since }: UnreadableSecret): string {
  return `the secret file ${file} ${reason}, since ${since}; its last secret counts until a restart, which would fail`;
}
