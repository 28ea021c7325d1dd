import type { FirstMapping } from '../../setup/first-mapping.ts';
import type { SourceProposal } from '../../setup/propose-source.ts';

/** A known sender. */
export interface ListedSender {
  readonly name: string;
  readonly title: string;
  readonly alsoCalled: readonly string[];
  /** True if the sender shows its secret only after the webhook was created there. */
  readonly secretComesLater: boolean;
}

/** The steps of a person at a sender. */
export interface SenderSteps {
  readonly name: string;
  readonly title: string;
  /** A URL, or only its path if the config has no public URL. */
  readonly url: string;
  readonly isPublic: boolean;
  /** The parameter of the URL that contains the secret; `null`: the secret is entered elsewhere. */
  readonly tokenParameter: string | null;
  readonly setup: readonly string[];
}

/** The steps at a sender with newly made secrets, which are shown once. */
export interface ShownSecrets extends SenderSteps {
  readonly secret: string | null;
  readonly verifyToken: string | null;
  /** The sender, if it was just added and is known. */
  readonly preset?: string | null;
}

/** A first mapping as the API proposes it. */
export interface MappingOffer extends Omit<FirstMapping, 'sample'> {
  readonly destination: string;
  readonly eventId: string;
  readonly saved: boolean;
}

/** The API's proposal for reading the webhooks of a source, made from one of them. */
export interface ReadingOffer extends SourceProposal {
  /** True if one of the common signing methods fits the given secret. */
  readonly fits?: boolean;
  readonly verify: Readonly<Record<string, unknown>> | null;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: unknown;
  /** True if the source needs no change for the proposal. */
  readonly inForce: boolean;
  readonly saved: boolean;
}
