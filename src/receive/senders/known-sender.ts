import type { Preset } from '../../config/sources/preset.ts';
import type { Answers } from '../answers/answers.ts';
import type { OwnHandshake } from '../handshakes/handshake.ts';

/** A known sender: its preset, which is data, and the parts that need code. */
export interface KnownSender {
  readonly preset: Preset;
  /**
   * Finds the answers of a form in a payload; undefined if the payload does not have this sender's shape. A preset
   * refers to it with `answers` and the name of the sender.
   */
  readonly readAnswers?: (payload: unknown) => Answers | undefined;
  /** The handshake that only this sender uses. The preset names it among its `handshakes`. */
  readonly handshake?: OwnHandshake;
}
