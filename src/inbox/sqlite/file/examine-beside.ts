import { spawn } from 'node:child_process';

/** The result of examining a whole store. `cut off`: it ended too early; `stopped`: it was stopped on purpose. */
export type Examined = 'whole' | 'cut off' | 'stopped' | { readonly damage: string };

/** An examination of a whole store in the background. */
export interface Examination {
  readonly ended: Promise<Examined>;
  /** Stops the examination, if it is running. */
  stop(): void;
}

/** The result codes of SQLite that mean a fault of the file and not of the circumstances (CORRUPT, NOTADB). */
const damageCodes = [11, 26];

const program = `
  const { DatabaseSync } = require('node:sqlite');
  let found = 'ok';
  try {
    const database = new DatabaseSync(process.argv[1], { readOnly: true, timeout: 60_000 });
    found = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
  } catch (error) {
    if (!${JSON.stringify(damageCodes)}.includes(error.errcode & 0xff)) throw error;
    found = error.message;
  }
  process.stdout.write(String(found));
`;

/**
 * Examines a whole store for damage, in a separate process: reading some gigabytes takes long, nothing in SQLite
 * interrupts it, and a thread would keep this process from ending. Nothing is changed. The examination ends with this
 * process.
 */
export function examineBeside(path: string): Examination {
  const args = ['--disable-warning=ExperimentalWarning', '-e', program, path];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let stopped = false;
  const stop = () => {
    stopped = true;
    child.kill('SIGKILL');
  };
  process.once('exit', stop);
  let printed = '';
  child.stdout.on('data', data => {
    printed += data;
  });
  const { promise, resolve } = Promise.withResolvers<Examined>();
  child.once('error', () => resolve('cut off'));
  child.once('close', code => {
    process.off('exit', stop);
    resolve(code === 0 ? verdict(printed) : stopped ? 'stopped' : 'cut off');
  });
  return { ended: promise, stop };
}

function verdict(printed: string): Examined {
  return printed === 'ok' ? 'whole' : { damage: printed.replaceAll(/\s+/g, ' ').slice(0, 300) };
}
