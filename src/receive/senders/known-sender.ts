import type { Preset } from '../../config/sources/preset.ts';
import type { Answers } from '../answers/answers.ts';
import type { OwnHandshake } from '../handshakes/handshake.ts';

/** All that is known of a sender: its preset, which is data, and what only code can do. */
export interface KnownSender {
  readonly preset: Preset;
  /**
   * Finds the answers of a form in a payload; undefined if the payload does not have this sender's shape. A preset
   * refers to it with `answers` and the name of the sender.
   */
  readonly readAnswers?: (payload: unknown) => Answers | undefined;
  /** The handshake that no other sender has. The preset names it among its `handshakes`. */
  readonly handshake?: OwnHandshake;
}
