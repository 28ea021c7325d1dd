import type { FirstMapping } from '../../setup/first-mapping.ts';
import type { SourceProposal } from '../../setup/propose-source.ts';

/** A sender that is known by name. */
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
  /** An address, or only its path where the config names no public one. */
  readonly url: string;
  readonly isPublic: boolean;
  /** The parameter of the URL that contains the secret; `null`: the secret is entered elsewhere. */
  readonly tokenParameter: string | null;
  readonly setup: readonly string[];
}

/** The same, with secrets that were just made. They are shown once. */
export interface ShownSecrets extends SenderSteps {
  readonly secret: string | null;
  readonly verifyToken: string | null;
  /** The sender, where it was just added and is known by name. */
  readonly preset?: string | null;
}

/** A first mapping as the API proposes it. */
export interface MappingOffer extends Omit<FirstMapping, 'sample'> {
  readonly destination: string;
  readonly eventId: string;
  readonly saved: boolean;
}

/** The proposal for reading the webhooks of a source, made by the API from one of them. */
export interface ReadingOffer extends SourceProposal {
  /** True if one of the usual ways to sign fits the secret that was given. */
  readonly fits?: boolean;
  readonly verify: Readonly<Record<string, unknown>> | null;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: unknown;
  /** True if the source needs no change for it. */
  readonly inForce: boolean;
  readonly saved: boolean;
}
