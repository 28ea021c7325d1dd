import type { Acknowledgement, BodyKind, Handshake, JsonField, NamedHandshake } from '../config.ts';

/**
 * Everything that a known sender needs, in the words of a source entry. Presets live in `receive/senders`; they reach
 * the config as an argument.
 */
export interface Preset {
  readonly name: string;
  /** The sender, as people know it. */
  readonly title: string;
  /** What else people call the sender, or what sends the same way; each with the version that it means, if it means one. */
  readonly alsoCalled?: Readonly<Record<string, string | null>>;
  /**
   * Entries of `verify` in the words of the config, without their secrets, which are the source's. Never empty: a
   * sender that cannot sign is given a token.
   */
  readonly verify: readonly VerifyWords[];
  /** Where the sender has several ways to sign: each by the name that `version` of a source chooses it with. */
  readonly versions?: Readonly<Record<string, readonly VerifyWords[]>>;
  /** What of the words below is otherwise with a version that sends something else, too. */
  readonly differences?: Readonly<Record<string, PresetDifferences>>;
  /** The sender makes the secret, and tells it only in its handshake: the source may begin without one. */
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
  /** What to do at the sender, step by step, for someone who does it for the first time; `{url}` is the source's URL. */
  readonly setup: readonly string[];
}

/** Words of a preset that a version has in place of its own. */
export type PresetDifferences = Partial<
  Pick<Preset, 'body' | 'split' | 'eventId' | 'eventType' | 'occurredAt' | 'answers' | 'acknowledgement'>
>;

/** An entry of `verify` as the config has it. */
export type VerifyWords = Readonly<Record<string, unknown>>;
