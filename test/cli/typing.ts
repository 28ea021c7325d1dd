import { PassThrough, Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';

/** The result of a command at a terminal. */
export interface Typed {
  readonly status: number;
  /** The whole text of the screen, without colours. */
  readonly screen: string;
  /** The prompts in order. */
  readonly prompts: readonly string[];
}

/**
 * Runs the command line at a terminal of 80 columns, on which an answer is typed at each prompt. The terminal is
 * closed after the last answer, or once `endWhen` was shown.
 */
export async function typing(
  argv: readonly string[],
  answers: readonly (string | (() => void))[],
  {
    directory,
    env = {},
    endWhen,
  }: { directory: string; env?: Readonly<Record<string, string>>; endWhen?: string },
): Promise<Typed> {
  const left = [...answers];
  const prompts: string[] = [];
  let screen = '';
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const out = new Writable({
    write(chunk, _encoding, done) {
      screen += String(chunk);
      const [, prompt] = /(?:^|\n)([^\n]*): $/.exec(screen) ?? [];
      done();
      if (endWhen !== undefined && String(chunk).includes(endWhen)) setImmediate(() => input.end());
      if (prompt === undefined) return;
      prompts.push(prompt);
      const next = left.shift();
      screen += '\n';
      setImmediate(() => {
        if (next === undefined) input.end();
        else if (typeof next === 'string') input.write(`${next}\n`);
        else next();
      });
    },
  });
  const terminal = Object.assign(out, { isTTY: true, columns: 80 });
  const status = await run(argv, {
    out: terminal,
    err: terminal,
    input,
    env: { NO_COLOR: '1', ...env },
    directory,
  });
  return { status, screen, prompts };
}
