import { basename } from 'node:path';
import { escapeText } from '../diagnostics/visible-text.ts';
import { meantName } from '../mapping/folder.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { knownName } from './known-name.ts';
import { CommandFailed, exit, type Surroundings, UsageError } from './surroundings.ts';
import { show, type Workspace } from './workspace.ts';

type Word = string | boolean | readonly string[] | undefined;

/**
 * The mapping that a word of the command line means, by its name or its file; a faulty file is one too.
 * @throws UsageError where there is none of this name
 */
export function knownMapping({ mappings }: Pick<Workspace, 'mappings'>, word: Word): string | undefined {
  if (typeof word !== 'string') return undefined;
  const names = [...mappings.mappings, ...mappings.faulty].map(({ name }) => name).sort();
  const name = nameOf(word);
  if (!names.includes(name)) refuseMisnamed(word, mappings);
  return knownName(name, names, 'mapping');
}

/** @throws UsageError where the folder has what is meant under a name that is not read */
function refuseMisnamed(word: string, { diagnostics }: Workspace['mappings']): void {
  const name = nameOf(meantName(word));
  const fault = diagnostics.find(({ code, place }) => {
    const file = basename(place?.file ?? '');
    return code === 'mapping/file-name' && meantName(file) !== file && nameOf(meantName(file)) === name;
  });
  if (!fault) return;
  throw new UsageError(`there is no mapping "${escapeText(name)}"; ${fault.message}; ${fault.hint}`);
}

/**
 * The mapping that a word of the command line means, by its name or its file.
 * @throws UsageError where there is none of this name; CommandFailed where it is faulty, its faults at their places
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
 * The source that a word of the command line names.
 * @throws UsageError where there is none of this name
 */
export function knownSource({ config }: Workspace, word: Word): string | undefined {
  return typeof word === 'string' ? knownName(word, [...config.sources.keys()], 'source') : undefined;
}

/** The name of the mapping that a word of the command line means: its name, or its file. */
export function nameOf(word: string): string {
  return (word.split('/').at(-1) ?? word).replace(/\.ya?ml$/, '');
}
