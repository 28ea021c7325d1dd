import { basename } from 'node:path';
import { escapeText } from '../diagnostics/visible-text.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { meantName } from '../mapping/mapping-files.ts';
import { knownName } from './known-name.ts';
import { CommandFailed, exit, type Surroundings, UsageError } from './surroundings.ts';
import { show, type Workspace } from './workspace.ts';

type Word = string | boolean | readonly string[] | undefined;

/**
 * Returns the mapping that a word of the command line means, by its name or its file, even if it is faulty.
 * @throws UsageError if there is none of this name
 */
export function knownMapping({ mappings }: Pick<Workspace, 'mappings'>, word: Word): string | undefined {
  if (typeof word !== 'string') return undefined;
  const all = [...mappings.mappings, ...mappings.faulty];
  const wanted = inFolder(withoutEnding(word).replace(/^(?:\.\.?\/)+/, ''), all[0]);
  const names = [...new Set(all.map(({ name }) => name))].sort();
  if (names.includes(wanted)) return wanted;
  const files = all.filter(({ file }) => withoutEnding(file) === wanted || endsIn(file, wanted));
  const [first, ...others] = new Set(files.map(({ name }) => name));
  if (first !== undefined && others.length === 0) return first;
  refuseMisnamed(wanted, mappings);
  const alike = names.filter(each => basename(each) === basename(wanted));
  if (alike.length > 0) refuseAlike(word, alike);
  return knownName(wanted, names, 'mapping');
}

/** Removes the folder of the mappings from the beginning of a path. */
function inFolder(path: string, some: { readonly name: string; readonly file: string } | undefined): string {
  const folder = some && basename(withoutEnding(some.file).slice(0, -some.name.length));
  return folder && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

/** True if the path ends with these parts. */
function endsIn(file: string, end: string): boolean {
  return withoutEnding(file).endsWith(`/${end}`);
}

/** @throws UsageError with the mappings that have the same name in other folders */
function refuseAlike(word: string, names: readonly string[]): never {
  const some = names
    .slice(0, 10)
    .map(each => `"${each}"`)
    .join(' or ');
  throw new UsageError(`no single mapping is "${escapeText(word)}"; did you mean ${some}?`);
}

/** @throws UsageError if the folder has such a file, but with an ending that is not read */
function refuseMisnamed(wanted: string, { diagnostics }: Workspace['mappings']): void {
  const name = withoutEnding(meantName(wanted));
  const fault = diagnostics.find(({ code, place }) => {
    const file = place?.file ?? '';
    return code === 'mapping/file-name' && meantName(file) !== file && endsIn(meantName(file), name);
  });
  if (!fault) return;
  throw new UsageError(`there is no mapping "${escapeText(name)}"; ${fault.message}; ${fault.hint}`);
}

/**
 * Returns the mapping that a word of the command line means, by its name or its file.
 * @throws UsageError if there is none of this name; CommandFailed with all faults if it is faulty
 */
export function usableMapping(workspace: Workspace, word: string, surroundings: Surroundings): Mapping {
  const name = knownMapping(workspace, word);
  const { mappings, faulty } = workspace.mappings;
  const mapping = mappings.find(each => each.name === name);
  if (mapping) return mapping;
  const { file, diagnostics } = faulty.find(each => each.name === name) ?? { file: word, diagnostics: [] };
  const faults = show(diagnostics, workspace.texts, surroundings, surroundings.err);
  throw new CommandFailed(`${file} cannot be used\n\n${faults}`, exit.wrong);
}

/**
 * Returns the source that a word of the command line names.
 * @throws UsageError if there is none of this name
 */
export function knownSource({ config }: Workspace, word: Word): string | undefined {
  return typeof word === 'string' ? knownName(word, [...config.sources.keys()], 'source') : undefined;
}

function withoutEnding(path: string): string {
  return path.replace(/\.ya?ml$/, '');
}
