import type { Acknowledgement, BodyKind, Handshake, JsonField, NamedHandshake } from '../config.ts';

/**
 * All settings for a known sender, with the keys of a source entry. Presets live in `receive/senders`; the config
 * gets them as an argument.
 */
export interface Preset {
  readonly name: string;
  /** The sender's name for people. */
  readonly title: string;
  /** Other names of the sender, and senders with the same format; each with its version, if it has one. */
  readonly alsoCalled?: Readonly<Record<string, string | null>>;
  /**
   * Entries of `verify` with the keys of the config, without their secrets, which the source adds. Never empty: a
   * sender that cannot sign gets a token.
   */
  readonly verify: readonly VerifyWords[];
  /** The signing methods of a sender with several versions, by the value of `version` of a source. */
  readonly versions?: Readonly<Record<string, readonly VerifyWords[]>>;
  /** The settings below that differ in a version with another format. */
  readonly differences?: Readonly<Record<string, PresetDifferences>>;
  /** True if only the sender's handshake announces the secret: a source may start without one. */
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

/** An entry of `verify`, as in the config. */
export type VerifyWords = Readonly<Record<string, unknown>>;
