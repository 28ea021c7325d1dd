import type { Defaults } from '../../config/defaults.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call, Link } from '../../inbox/call.ts';
import type { KnownLink } from '../../inbox/decide/links.ts';
import type { NearLink } from '../../inbox/decide/near-link.ts';

/** The data of an event for a mapping's expressions (`$answers`, `$headers`, `$query`, `$body`, `$event`). */
export interface MappingInput {
  readonly payload: unknown;
  readonly answers: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** True if the body of a stored event is so short that reading it again for each event costs little. */
  readonly hasShortBody?: boolean;
  readonly event: {
    readonly id: string;
    readonly source: string;
    readonly type?: string;
    readonly receivedAt: string;
    readonly occurredAt?: string;
  };
}

/** The known facts about the person of a link, at a destination. */
export type FindLink = (link: Link, destination: string) => Promise<string | undefined>;

/** Returns a link that several people seem to share, so that it stands for nobody. */
export type SharedLink = (link: Link, destination: string) => Promise<KnownLink | undefined>;

/** Returns a link in another spelling, unless the link itself is known. */
export type FindNearLink = (link: Link, destination: string) => Promise<NearLink | undefined>;

/** The settings of a destination in the config that rules use. */
export interface DestinationSettings {
  readonly locale?: string | undefined;
  readonly defaults?: Defaults | undefined;
}

export type SettingsOf = (destination: string) => DestinationSettings | undefined;

/** Returns the choices of a field in the account of a destination, by the path of its rule; none if they are not known. */
export type ChoicesOf = (destination: string, path: string) => readonly string[];

/** The result of evaluating one mapping for one event. */
export type Evaluation =
  /** `when` was not true. */
  | { readonly kind: 'not-wanted' }
  | {
      readonly kind: 'call';
      readonly destination: string;
      readonly link: Link | undefined;
      readonly call: Call;
      /** Warnings, such as values left out. */
      readonly diagnostics: readonly Diagnostic[];
    }
  /** `$linked` is used, no customer number is known for the link, and `whenUnlinked` is wait. */
  | {
      readonly kind: 'waiting';
      readonly destination: string;
      readonly link: Link;
      /** The known values without faults, as a call that is checked but never sent. */
      readonly unfaulty?: Call;
      readonly diagnostics: readonly Diagnostic[];
    }
  /** There is nothing to send, or `whenUnlinked` is skip. */
  | {
      readonly kind: 'skipped';
      readonly destination: string;
      readonly link: Link | undefined;
      readonly diagnostics: readonly Diagnostic[];
    }
  /** The event's data cannot be mapped, or an expression failed. `destination` is empty if its rule did. */
  | {
      readonly kind: 'failed';
      readonly destination: string;
      readonly link: Link | undefined;
      /**
       * The part without faults, as a call that is checked but never sent, so that all faults are reported at
       * once.
       */
      readonly unfaulty?: Call;
      readonly diagnostics: readonly Diagnostic[];
    };
