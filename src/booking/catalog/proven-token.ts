import { Secret } from '../../config/secret.ts';

/** The token of a destination. If it comes from a file, it may change at any time. */
export interface ProvenToken {
  /** The current token, for probes. */
  readonly latest: Secret;
  /** The token of the last successful probe, for calls; before the first one, the current token. */
  readonly proven: Secret;
  /** True if the current token is not the one of the last successful probe. */
  isUnproven(): boolean;
  /** Records that a probe succeeded. */
  prove(): void;
}

/** Uses a new token for calls only after a probe with it succeeded. */
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
