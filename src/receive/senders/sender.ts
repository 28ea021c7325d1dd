import type { Preset } from '../../config/config.ts';
import type { Answers } from '../answers/answers.ts';
import type { OwnHandshake } from '../handshakes/handshake.ts';

/** All that is known of a sender: its preset, which is data, and what only code can do. */
export interface Sender {
  readonly preset: Preset;
  /**
   * What the person at a form answered, found in a payload; nothing where that is not of this sender's shape. A preset
   * asks for it with `answers` and the name of the sender.
   */
  readonly readAnswers?: (payload: unknown) => Answers | undefined;
  /** How it is answered what no other sender asks. A preset has it by its name among its `handshakes`. */
  readonly handshake?: OwnHandshake;
}
