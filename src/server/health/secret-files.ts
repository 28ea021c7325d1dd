/** A secret file that cannot be read any more. */
export interface UnreadableSecret {
  /** Its path, as the config has it. */
  readonly file: string;
  /** `is empty`, `cannot be read (ENOENT)`. */
  readonly reason: string;
  /** ISO 8601. */
  readonly since: string;
}

/** In words, what an operator has to know of it. */
export function unreadableWords({ file, reason, since }: UnreadableSecret): string {
  return `the secret file ${file} ${reason}, since ${since}; its last secret counts until a restart, which would fail`;
}
