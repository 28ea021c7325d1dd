import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type UsedDefault, usedDefaults, usedDefaultWords } from '../../check/used-defaults.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { applyFixes, type TextChange } from '../../diagnostics/apply-fixes.ts';
import { counted } from '../../diagnostics/counted.ts';
import { type Diagnostic, type Edit, hasErrors } from '../../diagnostics/diagnostic.ts';
import { githubAnnotations, githubNotices } from '../../diagnostics/github-annotations.ts';
import { summarizeDiagnostics } from '../../diagnostics/print.ts';
import { readYaml } from '../../diagnostics/yaml/source.ts';
import { reachableDestinations } from '../../mapping/check-references.ts';
import type { Arguments } from '../command.ts';
import { createProgress, type RowProgress } from '../import/progress.ts';
import { knownMapping } from '../known-names.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { localTime } from '../terminal/time-words.ts';
import { wrap } from '../terminal/wrap.ts';
import { linesText } from '../try/lines-text.ts';
import { unexpectedText } from '../try/unexpected-text.ts';
import { unreadValuesText } from '../try/unread-values-text.ts';
import { readText, shortPath, show, withShortPath } from '../workspace.ts';
import { type CheckProgress, type Faults, findFaults } from './find-faults.ts';
import { lockName } from './lock-file.ts';
import { namedOrCounted } from './named-or-counted.ts';

/**
 * `fieldbridge check`: prints every fault of the config and of the mappings, also against the live catalog; with
 * `--fix` it first corrects the certain faults. Exit status 1 if any remaining fault is an error (or a warning, with
 * `--strict`); an account that cannot be read is an error too. Exit status 2 if the config cannot be used.
 */
export async function check(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const form = formOf(args);
  const file = resolve(surroundings.directory, String(args.options.config ?? 'config.yaml'));
  // The name of the config selects the config and all mappings.
  const isWhole = args.words.some(word => resolve(surroundings.directory, word) === file);
  const names = isWhole ? [] : args.words;
  const offline = args.options.offline === true;
  const find = async () => {
    const progress = surroundings.err.isTTY ? showProgress(surroundings.err) : undefined;
    const faults = await findFaults(file, surroundings.env, { offline, progress: progress?.tell });
    progress?.end();
    return only(names, readable(faults, file, surroundings));
  };
  const mended = args.options.fix === true ? await mend(find) : { faults: await find(), changes: [] };
  const { faults, changes } = mended;
  surroundings.out.write(forms[form](faults, changes, surroundings));
  return statusOf(faults, args.options.strict === true);
}

/** Shows the progress of each step of a check. */
function showProgress(err: Surroundings['err']): { readonly tell: CheckProgress; end(): void } {
  let shown: { readonly step: string; readonly line: RowProgress } | undefined;
  return {
    tell(step, done, total) {
      if (shown?.step !== step) {
        shown?.line.end();
        const verb = step === 'mappings' ? 'tried' : 'looked at';
        shown = { step, line: createProgress(verb, total, err, step) };
      }
      shown.line.tell(done);
    },
    end: () => shown?.line.end(),
  };
}

type Form = 'text' | 'json' | 'github';

function formOf({ options: { format, json } }: Arguments): Form {
  if (format !== undefined && format !== 'github' && format !== 'json' && format !== 'text') {
    throw new UsageError(`there is no format "${format}"; there are text, json and github`);
  }
  if (json && format !== undefined && format !== 'json') {
    throw new UsageError(`--json and --format ${format} exclude each other`);
  }
  return json ? 'json' : (format ?? 'text');
}

/** @throws CommandFailed where there is no config, or none that could be read as YAML at all */
function readable(faults: Faults, file: string, surroundings: Surroundings): Faults {
  const { loaded } = faults;
  if (loaded.texts.has(file)) return faults;
  throw new CommandFailed(
    `there is no config to check\n\n${show(loaded.diagnostics, loaded.texts, surroundings, surroundings.err)}`,
    exit.usage,
  );
}

/**
 * Returns the faults of some mappings, and the errors of the config, which may prevent checking them.
 * @throws UsageError if there is no mapping with one of the names
 */
function only(words: readonly string[], faults: Faults): Faults {
  const { mappings, loaded, diagnostics } = faults;
  if (words.length === 0 || !mappings) return faults;
  const names = words.map(word => knownMapping({ mappings }, word));
  const isMeant = ({ name }: { readonly name: string }) => names.includes(name);
  const meant = {
    ...mappings,
    mappings: mappings.mappings.filter(isMeant),
    faulty: mappings.faulty.filter(isMeant),
  };
  const files = [...meant.mappings, ...meant.faulty].map(({ file }) => file);
  const config = loaded.diagnostics.filter(each => hasErrors([each]));
  const told = diagnostics.filter(each => config.includes(each) || files.includes(each.place?.file ?? ''));
  const unexpected = faults.unexpected.filter(({ mapping }) => names.includes(mapping));
  const unreadValues = faults.unreadValues.filter(({ mapping }) => names.includes(mapping));
  const unfinished = faults.unfinished.filter(({ mapping }) => names.includes(mapping));
  return { ...faults, mappings: meant, diagnostics: told, unexpected, unreadValues, unfinished };
}

/**
 * Applies corrections and checks again, because a corrected file may show further faults, until nothing can be
 * corrected.
 */
async function mend(find: () => Promise<Faults>): Promise<{ faults: Faults; changes: FileChange[] }> {
  const changes: FileChange[] = [];
  for (let rounds = 0; ; rounds += 1) {
    const faults = await find();
    const made = rounds < 5 ? fixFiles(faults.diagnostics) : [];
    if (made.length === 0) return { faults, changes };
    changes.push(...made);
  }
}

const forms: Readonly<
  Record<Form, (faults: Faults, changes: readonly FileChange[], surroundings: Surroundings) => string>
> = {
  text(faults, changes, surroundings) {
    const shown = show(faults.diagnostics, faults.texts, surroundings, surroundings.out);
    const summary = `${describeChecked(faults)}: ${summarizeDiagnostics(faults.diagnostics)}`;
    const { columns = Number.POSITIVE_INFINITY } = surroundings.out;
    const defaults = defaultsUsed(faults).map(usedDefaultWords);
    const below = [...defaults, summary, ...unreadWords(faults), ...unfinishedWords(faults)]
      .map(each => wrap(each, columns, 0))
      .join('\n');
    const excused = excusedWords(faults.loaded);
    const looked = {
      catalogOf: (name: string) => catalogOf(name, faults),
      textOf: (name: string) => textOf(name, faults),
    };
    const unexpected = unexpectedText(faults.unexpected, looked.catalogOf, surroundings);
    const lines = linesText(faults.unexpected, looked, surroundings);
    const unread = unreadValuesText(faults.unreadValues, surroundings);
    const parts = [shown, unexpected, lines, unread].filter(each => each !== '').map(each => `${each}\n`);
    return `${changesText(changes, surroundings)}${parts.join('')}${below}\n${excused}`;
  },
  json(faults, changes, surroundings) {
    const { diagnostics } = faults;
    const defaults = defaultsUsed(faults);
    const shown = diagnostics.map(each => withShortPath(each, surroundings));
    const made = changes.map(({ place, before, after }) => ({
      ...place,
      file: shortPath(place.file, surroundings),
      before,
      after,
    }));
    const all = {
      diagnostics: shown,
      ...(made.length > 0 && { fixed: made }),
      ...(defaults.length > 0 && { defaults }),
      ...(faults.unexpected.length > 0 && { unexpected: faults.unexpected }),
      ...(faults.unreadValues.length > 0 && { unreadValues: faults.unreadValues }),
      ...(faults.unfinished.length > 0 && { unfinished: faults.unfinished }),
    };
    return `${JSON.stringify(all, null, 2)}\n`;
  },
  github(faults, _changes, surroundings) {
    const annotations = githubAnnotations(faults.diagnostics.map(each => withShortPath(each, surroundings)));
    return annotations + githubNotices([...unreadWords(faults), ...unfinishedWords(faults)]);
  },
};

/** Returns the defaults that the mappings use, as far as the config and the mappings can be read. */
function defaultsUsed({ config, mappings, sources }: Faults): readonly UsedDefault[] {
  if (!config) return [];
  const catalogs = new Map(sources.map(({ destination, snapshot }) => [destination, snapshot]));
  return (mappings?.mappings ?? []).flatMap(mapping => {
    const names = new Set(reachableDestinations(mapping, config));
    const reached = new Map([...config.destinations].filter(([name]) => names.has(name)));
    return usedDefaults(mapping, reached, catalogs);
  });
}

/** Returns the text of a mapping's file. */
function textOf(name: string, { mappings, texts }: Faults): string | undefined {
  const file = mappings?.mappings.find(each => each.name === name)?.file;
  return file === undefined ? undefined : texts.get(file);
}

/** Returns the catalog of the destination that a mapping names. */
function catalogOf(name: string, { mappings, sources }: Faults): CatalogSnapshot | null {
  const destination = mappings?.mappings.find(each => each.name === name)?.destination;
  if (!destination || !('name' in destination)) return null;
  return sources.find(each => each.destination === destination.name)?.snapshot ?? null;
}

function changesText(changes: readonly FileChange[], surroundings: Surroundings): string {
  const lines = changes.map(({ place, before, after }) => {
    const where = `${shortPath(place.file, surroundings)}:${place.line}:${place.column}`;
    return `${where}: fixed: ${before} -> ${after}\n`;
  });
  return lines.length === 0 ? '' : `${lines.join('')}\n`;
}

function statusOf({ loaded, diagnostics }: Faults, strict: boolean): ExitStatus {
  if (!loaded.config) return exit.usage;
  const isWrong = hasErrors(diagnostics) || (strict && diagnostics.some(isWarning));
  return isWrong ? exit.wrong : exit.fine;
}

function isWarning({ severity }: Diagnostic): boolean {
  return severity === 'warning';
}

/** A change that was made in a file. */
type FileChange = TextChange;

/**
 * Applies the fixes of diagnostics to their files, and returns the changes. A file that would not be valid YAML any
 * more is not changed.
 * @throws CommandFailed if a file cannot be written
 */
function fixFiles(diagnostics: readonly Diagnostic[]): readonly FileChange[] {
  const byFile = Map.groupBy(
    diagnostics.flatMap(({ fix }): (readonly Edit[])[] => (fix ? [fix] : [])),
    ([first]) => first?.place.file ?? '',
  );
  byFile.delete('');
  return [...byFile].flatMap(([file, fixes]) => {
    const { text, changes } = applyFixes(readText(file), fixes);
    if (changes.length === 0 || readYaml(file, text).source === undefined) return [];
    write(file, text);
    return changes;
  });
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandFailed(`${file} cannot be corrected (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Describes what `check` checked: `4 mappings and the config checked, also against salon`. */
function describeChecked({ config, mappings, sources }: Faults): string {
  const count = (mappings?.mappings.length ?? 0) + (mappings?.faulty.length ?? 0);
  const files = `${counted(count, 'mapping')} and the config checked`;
  if (!config) return `${files}, but not against each other nor the account, since the config cannot be used`;
  const names = (some: Faults['sources']) => namedOrCounted(some.map(({ destination }) => destination));
  const asked = sources.filter(({ from, trouble }) => from === 'account' && trouble === undefined);
  const others = sources.filter(each => !asked.includes(each));
  if (asked.length > 0) {
    const left = others.length > 0 ? `, but not against ${names(others)}` : '';
    return `${files}, also against ${names(asked)}${left}`;
  }
  const locked = sources.filter(({ from, trouble }) => from === 'lock' && trouble === undefined);
  if (locked.length === 0 || locked.length < sources.length) return `${files}, but not against the account`;
  const seen = locked.map(
    ({ destination, snapshot }) =>
      `${destination} of ${localTime(new Date(snapshot?.fetchedAt ?? 0).toISOString())}`,
  );
  return `${files}, also against ${lockName} (${namedOrCounted(seen)})`;
}

/** Lists the unset variables that were not needed, as a line of its own; empty without any. */
function excusedWords({ excused = [] }: LoadedConfig): string {
  if (excused.length === 0) return '';
  return `not set, and not needed with --offline: ${excused.join(', ')}\n`;
}

/** Says that mappings were not tried on stored events, as a line of its own. */
function unreadWords({ unread }: Faults): readonly string[] {
  return unread === undefined ? [] : [`stored events were not tried: ${unread}`];
}

/** Says that mappings were not tried on all stored events, each as a line of its own. */
function unfinishedWords({ unfinished }: Faults): readonly string[] {
  return unfinished.map(
    ({ mapping, events }) =>
      `${mapping}: not all stored events of its source (${events}) were tried, because its expressions take too long: warnings may be missing`,
  );
}
