import { Secret } from '../../config/secret.ts';

/** The token of a destination, which may change at any time where it comes from a file. */
export interface ProvenToken {
  /** As it is now: for probes. */
  readonly latest: Secret;
  /** The one that a probe was answered well with last: for calls. Before the first, as it is now. */
  readonly proven: Secret;
  /** True if it is another one than the last probe that was answered well had. */
  isUnproven(): boolean;
  /** Notes that a probe was answered well. */
  prove(): void;
}

/** Keeps a new token from meeting a customer's call before a probe has shown that it is good. */
export function provenToken(token: Secret): ProvenToken {
  let probed: string | undefined;
  let proven: string | undefined;
  return {
    latest: new Secret(() => {
      probed = token.reveal();
      return probed;
    }),
    proven: new Secret(() => proven ?? token.reveal()),
    isUnproven: () => proven === undefined || token.reveal() !== proven,
    prove() {
      proven = probed;
    },
  };
}
