import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { CommandFailed, exit, type Surroundings, wantsColor } from '../surroundings.ts';
import { columnsOf, wrap } from './wrap.ts';

/** A question to the person at the terminal. */
export interface Question<T> {
  /** A few words; the default is added to them. */
  readonly asks: string;
  /** An explanation, in sentences. */
  readonly explains?: string;
  /** The default, for pressing only Enter. */
  readonly otherwise?: string;
  /** True if the typed text is hidden. */
  readonly isSecret?: true;
  /** Parses an answer; throws `WrongAnswer` with the reason if the question must be asked again. */
  readonly read: (answer: string) => T;
}

/** An invalid answer; the message says why, and what is allowed. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** Asks the person at the terminal, one question after the other. */
export interface Dialogue {
  say(text: string): void;
  ask<T>(question: Question<T>): Promise<T>;
  /** Rejects when the person ends the dialogue, also between two questions. */
  readonly ended: Promise<never>;
  /** Restores the terminal. */
  close(): void;
}

/** Opens a dialogue; undefined if there is no terminal. */
export function openDialogue(surroundings: Surroundings): Dialogue | undefined {
  const { input, out, env } = surroundings;
  if (!input.isTTY || !out.isTTY) return undefined;
  const shown = { isMuted: false };
  const lines = createInterface({ input, output: mutable(out, shown), terminal: 'setRawMode' in input });
  const ended = new Promise<never>((_, reject) => {
    lines.once('close', () =>
      reject(new CommandFailed('ended before its last question; nothing was written', exit.usage)),
    );
    lines.once('SIGINT', () => lines.close());
  });
  // It always rejects at the end, when no question may be open.
  ended.catch(() => {});
  const color = wantsColor(out, env);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  const columns = Math.min(80, columnsOf(out));
  const say = (text: string) =>
    void out.write(
      `${text
        .split('\n')
        .map(line => wrap(line, columns, /^ */.exec(line)?.[0].length ?? 0))
        .join('\n')}\n`,
    );

  /** Reads one line, trimmed. */
  async function answerTo(prompt: string, isSecret: boolean): Promise<string> {
    const typing = lines.question(prompt);
    // The prompt is shown by now; only the typed text is hidden.
    shown.isMuted = isSecret;
    const typed = await Promise.race([typing, ended]);
    shown.isMuted = false;
    if (isSecret) out.write('\n');
    return typed.trim();
  }

  async function ask<T>({ asks, explains, otherwise, isSecret, read }: Question<T>): Promise<T> {
    out.write('\n');
    if (explains !== undefined) say(paint('dim', wrap(explains, columns, 0)));
    for (;;) {
      const hint = otherwise === undefined ? '' : paint('dim', ` [${otherwise}]`);
      const typed = await answerTo(`${paint('bold', asks)}${hint}: `, isSecret === true);
      try {
        return read(typed === '' && !isSecret ? (otherwise ?? typed) : typed);
      } catch (error) {
        if (!(error instanceof WrongAnswer)) throw error;
        say(paint('yellow', error.message));
      }
    }
  }
  return { say, ask, ended, close: () => lines.close() };
}

/** Passes a stream through, except for typed secrets. */
function mutable(out: Surroundings['out'], shown: { isMuted: boolean }): Writable {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      if (!shown.isMuted) out.write(chunk);
      done();
    },
  });
  return Object.assign(stream, { isTTY: true, columns: out.columns });
}
