import { dirname, isAbsolute, relative } from 'node:path';

/** How a person calls the program again, as it was called now. */
export interface Program {
  /** From the folder that it was called in. */
  readonly here: string;
  /** From any folder. */
  readonly anywhere: string;
}

/** Where other programs share the process: whoever reads knows how to call it. */
export const byName: Program = { here: 'fieldbridge', anywhere: 'fieldbridge' };

/**
 * How the program was started: by its name, by npx, by a script of its package or by its file. npx and npm find it only
 * from the folder that they were called in, and elsewhere may take another program for it.
 * @param file the file that was started, as an absolute path
 */
export function startedAs(
  file: string,
  {
    env,
    directory,
  }: { readonly env: Readonly<Record<string, string | undefined>>; readonly directory: string },
): Program {
  const anywhere = `node ${shellWord(file)}`;
  if (env.npm_command === 'exec') return { here: 'npx fieldbridge', anywhere };
  if (env.npm_command === 'run' || env.npm_command === 'run-script' || env.npm_command === 'start') {
    const isOurs = env.npm_package_name === 'fieldbridge';
    return { here: isOurs ? 'npm run fieldbridge --' : 'npx fieldbridge', anywhere };
  }
  if ((env.PATH ?? '').split(':').includes(dirname(file)) && file.endsWith('/fieldbridge')) return byName;
  if (!/\.[jt]s$/.test(file)) return { here: shellWord(file), anywhere: shellWord(file) };
  const path = relative(directory, file);
  const isBelow = !path.startsWith('..') && !isAbsolute(path);
  return { here: isBelow ? `node ${shellWord(path)}` : anywhere, anywhere };
}

/** A word as a shell takes it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
