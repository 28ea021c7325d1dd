import { statfsSync, statSync } from 'node:fs';
import { counted } from '../../diagnostics/counted.ts';
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import type { Surroundings } from '../surroundings.ts';
import { readText, shortPath } from '../workspace.ts';
import { type Finding, skipped, warning, well, wrong } from './finding.ts';
import type { ReadConfig } from './read-config.ts';

/** The number of faults that are listed; `check` lists all, each with its line. */
const mostTold = 5;

const ofSecrets: readonly string[] = [
  'config/unset-variable',
  'config/unreadable-secret',
  'config/short-secret',
  'config/unbraced-variable',
];

/** Checks that the config can be used, its secrets are available, and nobody else can read them. */
export function configFindings(read: ReadConfig, surroundings: Surroundings): readonly Finding[] {
  const { diagnostics } = read.loaded;
  const isOfSecrets = ({ code }: Diagnostic) => ofSecrets.includes(code);
  const ofFile = diagnostics.filter(each => !isOfSecrets(each));
  return [
    ...fileFindings(read, ofFile, surroundings),
    ...secretFindings(read, diagnostics.filter(isOfSecrets), surroundings),
    ...accessFindings(read, surroundings),
  ];
}

function fileFindings(
  { file, outline }: ReadConfig,
  faults: readonly Diagnostic[],
  surroundings: Surroundings,
): readonly Finding[] {
  if (faults.length > 0) return findingsOf('file', faults, surroundings);
  const name = shortPath(file, surroundings);
  if (!outline) return [well('file', name)];
  const { destinations, sources } = outline;
  return [
    well('file', `${name}: ${counted(sources.size, 'source')}, ${counted(destinations.size, 'destination')}`),
  ];
}

function secretFindings(
  { secretFiles, loaded }: ReadConfig,
  faults: readonly Diagnostic[],
  surroundings: Surroundings,
): readonly Finding[] {
  if (faults.length > 0) return findingsOf('secrets', faults, surroundings);
  if (!loaded.config) return [skipped('secrets', 'not known before the config can be used')];
  const files =
    secretFiles.length === 0 ? '' : `, and ${counted(secretFiles.length, 'secret file')} could be read`;
  return [well('secrets', `every variable that is named is set${files}`)];
}

/** Diagnostics as findings of one check, each with its place. */
export function findingsOf(
  check: string,
  diagnostics: readonly Diagnostic[],
  surroundings: Surroundings,
): readonly Finding[] {
  const told = diagnostics.filter(({ severity }) => severity !== 'info');
  const worstFirst = [
    ...told.filter(({ severity }) => severity === 'error'),
    ...told.filter(({ severity }) => severity !== 'error'),
  ];
  const shown = worstFirst.slice(0, mostTold).map(each => {
    const { severity, message, place, path, hint = '`fieldbridge check` shows it in its line' } = each;
    const where = place ? placeText(place, surroundings) : path;
    const make = severity === 'error' ? wrong : warning;
    return make(check, where === undefined ? message : `${where}: ${message}`, hint);
  });
  const left = worstFirst.length - shown.length;
  const isError = worstFirst.slice(mostTold).some(({ severity }) => severity === 'error');
  const more = (isError ? wrong : warning)(
    check,
    `and ${left} more`,
    '`fieldbridge check` shows all of them',
  );
  return left > 0 ? [...shown, more] : shown;
}

function placeText({ file, line, column }: Place, surroundings: Surroundings): string {
  return `${shortPath(file, surroundings)}:${line}:${column}`;
}

/** Checks who can read and write the files with secrets. */
function accessFindings(read: ReadConfig, surroundings: Surroundings): readonly Finding[] {
  const files = [...(holdsSecrets(read) ? [read.file] : []), ...read.secretFiles];
  const found = [
    ...files.flatMap(file => openTo(file, shortPath(file, surroundings))),
    ...read.certificateFiles.flatMap(file => changeableBy(file, shortPath(file, surroundings))),
  ];
  if (files.length === 0 || found.length > 0) return found;
  return [
    well(
      'permissions',
      `no other user of this machine can read ${files.length === 1 ? 'the file' : 'the files'} with secrets`,
    ),
  ];
}

/** True if the config contains secrets: masking them changes its text. */
function holdsSecrets({ file, loaded }: ReadConfig): boolean {
  try {
    const masked = loaded.texts.get(file);
    return masked !== undefined && masked !== readText(file);
  } catch {
    return false;
  }
}

/** A certificate is public, but changing it changes whom the program trusts, or its own identity. */
function changeableBy(file: string, name: string): readonly Finding[] {
  const { mode = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if ((mode & ofOthers.write) === 0) return [];
  const says = `every user of this machine may change ${name}, which contains certificates`;
  return [wrong('permissions', says, `chmod o-w ${name}`)];
}

const ofOthers = { read: 0o004, write: 0o002 };
/** The types of in-memory file systems: container platforms mount secrets there, readable for all. */
const inMemory: readonly number[] = [0x01021994, 0x858458f6];

function openTo(file: string, name: string): readonly Finding[] {
  try {
    const { mode } = statSync(file);
    const next = `chmod o-rwx ${name}`;
    if ((mode & ofOthers.write) !== 0)
      return [
        wrong('permissions', `every user of this machine may change ${name}, which contains secrets`, next),
      ];
    if ((mode & ofOthers.read) === 0 || inMemory.includes(statfsSync(file).type)) return [];
    return [
      warning('permissions', `every user of this machine may read ${name}, which contains secrets`, next),
    ];
  } catch {
    // Another finding already reports that it cannot be read.
    return [];
  }
}
