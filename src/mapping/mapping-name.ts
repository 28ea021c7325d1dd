import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { spellings } from '../diagnostics/spellings.ts';
import { meantName } from './mapping-files.ts';

/** Returns the name of the mapping in a file, whose path is relative to the folder: `salon/intake`. */
export function mappingName(path: string): string {
  return path.replace(/\.ya?ml$/, '');
}

/**
 * Returns the reason why a file, whose `path` is relative to the folder, cannot have its name. `taken`: the
 * file that has the name.
 */
export function nameFault(file: string, path: string, taken: string | undefined): Diagnostic | undefined {
  const name = mappingName(path);
  if (taken !== undefined) {
    const message = `${path} and ${taken} are both the mapping "${name}"`;
    return fileName(file, message, 'rename one of the two, or remove it');
  }
  if (isName(name)) return undefined;
  return fileName(file, `"${name}" cannot be the name of a mapping; ${nameWords}`, renameHint(path));
}

/** Reports that a file is not read because an editor gave it another extension. */
export function misnamed(file: string, path: string): Diagnostic {
  const message = `${path} is not read: the name of a mapping ends with .yaml`;
  return fileName(file, message, `rename it to ${meantName(path)}`, 'warning');
}

const namePattern = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*$/;
const longestName = 63;

const nameWords = `a name has small letters, digits, - and _, at most ${longestName} of them`;

function isName(name: string): boolean {
  return namePattern.test(name) && name.length <= longestName;
}

/** Returns the nearest usable name, if there is one. */
function renameHint(path: string): string {
  const ending = /\.ya?ml$/i.exec(path)?.[0].toLowerCase() ?? '';
  const parts = path.slice(0, path.length - ending.length).split('/');
  const meant = parts.map(part => (spellings(part).at(-1) ?? '').replaceAll(' ', '-')).join('/');
  return isName(meant) ? `rename it to ${meant}${ending}` : 'rename it, or the folder that it is in';
}

function fileName(
  file: string,
  message: string,
  hint: string,
  severity?: Diagnostic['severity'],
): Diagnostic {
  return diagnostic('mapping/file-name', message, { severity, hint, place: { file, line: 1, column: 1 } });
}
