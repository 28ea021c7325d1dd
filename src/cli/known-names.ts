import { nearest } from '../diagnostics/nearest.ts';
import { escapeText } from '../diagnostics/visible-text.ts';
import { UsageError } from './surroundings.ts';
import type { Workspace } from './workspace.ts';

type Word = string | boolean | readonly string[] | undefined;

/**
 * The mapping that a word of the command line means, by its name or its file; a faulty file is one too.
 * @throws UsageError where there is none of this name
 */
export function knownMapping({ mappings }: Workspace, word: Word): string | undefined {
  if (typeof word !== 'string') return undefined;
  const names = [...mappings.mappings, ...mappings.faulty].map(({ name }) => name).sort();
  return known(nameOf(word), names, 'mapping');
}

/**
 * The source that a word of the command line names.
 * @throws UsageError where there is none of this name
 */
export function knownSource({ config }: Workspace, word: Word): string | undefined {
  return typeof word === 'string' ? known(word, [...config.sources.keys()], 'source') : undefined;
}

/** The mapping that a word of the command line means: its name, or its file. */
export function nameOf(word: string): string {
  return (word.split('/').at(-1) ?? word).replace(/\.ya?ml$/, '');
}

/**
 * The name itself, where it is one of these.
 * @throws UsageError where it is not, with what was probably meant or what there is
 */
export function known(
  name: string,
  names: readonly string[],
  what: 'mapping' | 'source' | 'destination',
): string {
  if (names.includes(name)) return name;
  const [meant] = nearest(name, names);
  const some = names.slice(0, 10).join(', ') + (names.length > 10 ? `, and ${names.length - 10} more` : '');
  const all = names.length === 1 ? `there is only ${some}` : `there are ${some || 'none'}`;
  const hint = meant === undefined ? all : `did you mean "${meant}"?`;
  throw new UsageError(`there is no ${what} "${escapeText(name)}"; ${hint}`);
}
