import type { Acknowledgement, BodyKind, Handshake, JsonField, NamedHandshake } from '../config.ts';

/**
 * Everything that a known sender needs, in the words of a source entry. Presets live in `receive/senders`; they reach
 * the config as an argument.
 */
export interface Preset {
  readonly name: string;
  /** The sender, as people know it. */
  readonly title: string;
  /** Other names of the sender, and senders with the same format; each with its version, if it has one. */
  readonly alsoCalled?: Readonly<Record<string, string | null>>;
  /**
   * Entries of `verify` in the words of the config, without their secrets, which are the source's. Never empty: a
   * sender that cannot sign is given a token.
   */
  readonly verify: readonly VerifyWords[];
  /** The signing methods of a sender with several versions, by the value of `version` of a source. */
  readonly versions?: Readonly<Record<string, readonly VerifyWords[]>>;
  /** The settings below that differ in a version with other contents. */
  readonly differences?: Readonly<Record<string, PresetDifferences>>;
  /** The sender creates the secret, and announces it only in its handshake: the source may start without one. */
  readonly secretComesLater?: true;
  readonly body?: BodyKind;
  readonly jsonField?: JsonField;
  readonly envelope?: 'cloudevents';
  readonly split?: string;
  readonly eventId?: readonly string[];
  readonly eventType?: string;
  readonly occurredAt?: string;
  readonly answers?: string;
  readonly handshakes?: readonly Handshake[];
  readonly handshake?: NamedHandshake;
  readonly acknowledgement?: Acknowledgement;
  /**
   * The steps at the sender, for someone who does it for the first time; `{url}` is the source's URL, and `setupSteps`
   * chooses the words in `[[by hand|made]]`.
   */
  readonly setup: readonly string[];
}

/** Settings of a preset that a version replaces. */
export type PresetDifferences = Partial<
  Pick<Preset, 'body' | 'split' | 'eventId' | 'eventType' | 'occurredAt' | 'answers' | 'acknowledgement'>
>;

/** An entry of `verify` as the config has it. */
export type VerifyWords = Readonly<Record<string, unknown>>;
