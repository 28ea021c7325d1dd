import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** The command line that runs the program again, in the way in which it was started. */
export interface Program {
  /** From the folder in which it was started. */
  readonly here: string;
  /** From any folder. */
  readonly anywhere: string;
  /** The npm folder in which `here` works; npx finds the program in folders below it too. */
  readonly npxFolder?: string;
}

/** The program, called by its name: the default if the way of starting it does not matter. */
export const byName: Program = { here: 'fieldbridge', anywhere: 'fieldbridge' };

/**
 * Returns how the program was started: by its name, by npx, by a script of its package or by its file. npx and npm find
 * it only from the folder in which they were called, and elsewhere may call another program; but a package in npx's
 * cache is found everywhere.
 * @param file the started file, as an absolute path
 */
export function startedAs(
  file: string,
  {
    env,
    directory,
  }: { readonly env: Readonly<Record<string, string | undefined>>; readonly directory: string },
): Program {
  const fetched = npxSpec(file);
  const npxFolder = env.npm_config_local_prefix;
  if (fetched !== undefined) {
    const called = npxProgram(fetched, directory);
    // A package that npx fetched from its own checkout.
    return npxFolder && fetched === npxFolder ? { ...called, here: 'npx fieldbridge', npxFolder } : called;
  }
  const anywhere = `node ${shellWord(file)}`;
  const npx = {
    here: 'npx fieldbridge',
    anywhere,
    ...(npxFolder && { npxFolder }),
  };
  if (env.npm_command === 'exec') return npx;
  if (env.npm_command === 'run' || env.npm_command === 'run-script' || env.npm_command === 'start') {
    const isOurs = env.npm_package_name === 'fieldbridge';
    return isOurs ? { here: 'npm run fieldbridge --', anywhere } : npx;
  }
  if ((env.PATH ?? '').split(':').includes(dirname(file)) && file.endsWith('/fieldbridge')) return byName;
  if (!/\.[jt]s$/.test(file)) return { here: shellWord(file), anywhere: shellWord(file) };
  const path = relative(directory, file);
  const isBelow = !path.startsWith('..') && !isAbsolute(path);
  return { here: isBelow ? `node ${shellWord(path)}` : anywhere, anywhere };
}

/**
 * Returns the package that npx fetched, as it was typed: a name, perhaps with a version, or a place. Undefined if the
 * program is not in npx's cache, whose path nobody should have to type.
 */
function npxSpec(file: string): string | undefined {
  const [cache] = /^.*[/\\]_npx[/\\][0-9a-f]+(?=[/\\]node_modules[/\\])/.exec(file) ?? [];
  if (cache === undefined) return undefined;
  try {
    const { _npx } = JSON.parse(readFileSync(join(cache, 'package.json'), 'utf8')) as {
      _npx?: { packages?: unknown };
    };
    const [only, ...more] = Array.isArray(_npx?.packages) ? _npx.packages : [];
    return typeof only === 'string' && more.length === 0 ? only : 'fieldbridge';
  } catch {
    return 'fieldbridge';
  }
}

/** A relative path works only in the folder where it was typed; for other folders it is written in full. */
function npxProgram(spec: string, directory: string): Program {
  const isPath = /^(?:\.{1,2}|~)?[/\\]|^\.{1,2}$|^file:/.test(spec) || /^[^@:]+\.t(?:ar\.)?gz$/.test(spec);
  const path = spec.replace(/^file:/, '');
  const full = isPath && !path.startsWith('~') ? resolve(directory, path) : spec;
  return { here: `npx ${shellWord(spec)}`, anywhere: `npx ${shellWord(full)}` };
}

/** Returns the command line for a folder (an absolute path) other than the one of the start. */
export function calledIn(folder: string, { here, anywhere, npxFolder }: Program): string {
  return npxFolder !== undefined && isOfPackage(folder, npxFolder) ? here : anywhere;
}

/** True if npm uses this package for a folder: npm goes up to the nearest folder that looks like a package. */
function isOfPackage(folder: string, packageFolder: string): boolean {
  if (folder === packageFolder) return true;
  if (!folder.startsWith(packageFolder.replace(/[/\\]?$/, sep))) return false;
  const isOwn = ['package.json', 'node_modules'].some(name => existsSync(join(folder, name)));
  return !isOwn && isOfPackage(dirname(folder), packageFolder);
}

/** Quotes a word for a shell if needed. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
