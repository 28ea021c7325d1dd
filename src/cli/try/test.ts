import { type TestedMapping, testMapping, testReport } from '../../deliver/planning/test-mapping.ts';
import { counted } from '../../diagnostics/counted.ts';
import { hasErrors } from '../../diagnostics/diagnostic.ts';
import { checkReferences } from '../../mapping/check-references.ts';
import type { FaultyMapping } from '../../mapping/folder.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { expectationOf } from '../../mapping/tests/update-expectations.ts';
import { type FoundCatalog, findCatalogs } from '../account/catalogs.ts';
import { namedOrCounted } from '../account/named-or-counted.ts';
import { neededLanguages } from '../account/needed-languages.ts';
import { tellUnchecked } from '../account/tell-unchecked.ts';
import type { Arguments } from '../command.ts';
import { knownMapping } from '../known-names.ts';
import { replaceFile } from '../replace-file.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { confirm } from '../terminal/confirm.ts';
import { localTime } from '../terminal/time-words.ts';
import { diskFor, openWorkspace, show, type Workspace } from '../workspace.ts';
import { planningWith } from './planning-on-disk.ts';
import { testText } from './test-text.ts';
import { type UpdatedFile, updatedTests, updateText } from './test-update.ts';

/**
 * `fieldbridge test`: runs the tests of the mapping files, and checks their calls against the known fields of the
 * account. With `--update`, the present calls become the expected ones, as soon as a person has confirmed the values.
 * Exit status 1 if a test fails or a file is faulty.
 */
export async function test(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const workspace = openWorkspace(args, surroundings, 'needed by single mappings');
  const mappings = chosen(workspace, args.words);
  const offline = args.options.offline === true;
  const catalogs = await catalogsFor(mappings, workspace, { offline });
  tellUnchecked(catalogs, 'test', surroundings);
  const first = await runAll(mappings, workspace, catalogs);
  const texts = new Map(workspace.texts);
  const updates = args.options.update === true ? updatesOf(first, workspace) : [];
  const isAgreed = updates.length === 0 || (await isConfirmed(first, updates, workspace, args, surroundings));
  const updated = isAgreed ? updates : [];
  for (const { file, text } of updated) {
    replaceFile(file, text);
    texts.set(file, text);
  }
  const current = mappings.map(each => updated.find(({ file }) => file === each.file)?.mapping ?? each);
  const ran = updated.length === 0 ? first : await runAll(current, workspace, catalogs);
  const names = args.words.map(word => knownMapping(workspace, word));
  const faulty = workspace.mappings.faulty.filter(each => names.length === 0 || names.includes(each.name));
  // A mapping without a source or a destination never sends a call.
  const unknown = current.flatMap(each => checkReferences(each, workspace.config));
  const failed =
    ran.flatMap(each => each.results).filter(each => !each.passed).length + faulty.length + unknown.length;
  if (args.options.json)
    surroundings.out.write(`${JSON.stringify({ ...asJson(ran, faulty, updated), unknown }, null, 2)}\n`);
  else {
    const changes = updated.map(each => `${updateText(each, surroundings)}\n`).join('');
    const summary = `${count(ran, failed)}${checkedAgainst(catalogs, offline)}`;
    const results = ran.length === 0 ? '' : `${testText(ran, texts, surroundings)}\n`;
    surroundings.out.write(`${changes}${results}${summary}\n${advice(ran, args)}`);
  }
  const faults = [...faulty.flatMap(each => each.diagnostics), ...unknown];
  if (hasErrors(faults))
    surroundings.err.write(`${show(faults, workspace.texts, surroundings, surroundings.err)}\n`);
  return failed === 0 ? exit.fine : exit.wrong;
}

function chosen(workspace: Workspace, words: readonly string[]): readonly Mapping[] {
  const { mappings } = workspace.mappings;
  if (words.length === 0) return mappings;
  const names = words.map(word => knownMapping(workspace, word));
  return mappings.filter(({ name }) => names.includes(name));
}

async function runAll(
  mappings: readonly Mapping[],
  workspace: Workspace,
  catalogs: ReadonlyMap<string, FoundCatalog>,
): Promise<readonly TestedMapping[]> {
  const parts = planningWith({ ...workspace, catalogs }, async () => undefined);
  const ran: TestedMapping[] = [];
  for (const mapping of mappings) ran.push(await testMapping(mapping, parts));
  return ran;
}

function updatesOf(
  all: readonly TestedMapping[],
  { texts, config }: Pick<Workspace, 'texts' | 'config'>,
): readonly UpdatedFile[] {
  return all.flatMap(each => updatedTests(each, texts.get(each.mapping.file) ?? '', diskFor(config)) ?? []);
}

/** Shows each changed value beside what it is read from, and asks a person whether they belong together. */
async function isConfirmed(
  all: readonly TestedMapping[],
  updates: readonly UpdatedFile[],
  { texts }: Pick<Workspace, 'texts'>,
  { options }: Arguments,
  surroundings: Surroundings,
): Promise<boolean> {
  const changing = all.flatMap(({ mapping, results }) => {
    const tests = updates.find(({ file }) => file === mapping.file)?.tests ?? [];
    const changed = results.filter(({ passed, name }) => !passed && tests.includes(name));
    return changed.length === 0 ? [] : [{ mapping, results: changed }];
  });
  const number = counted(changing.flatMap(each => each.results).length, 'test');
  const review = `${number} would expect other values. Compare each one with what it is read from.\n\n${testText(changing, texts, surroundings)}`;
  if (options.yes === true && !options.json) surroundings.out.write(`${review}\n`);
  return confirm(review, options.yes === true, surroundings);
}

function count(all: readonly TestedMapping[], failed: number): string {
  const passed = all.flatMap(each => each.results).filter(result => result.passed).length;
  return `${passed} passed, ${failed} failed`;
}

/** Describes how to accept the new results, if only they differ. */
function advice(all: readonly TestedMapping[], { options }: Arguments): string {
  const isWritable = all
    .flatMap(each => each.results)
    .some(each => !each.passed && expectationOf(each) !== undefined);
  if (!isWritable || options.update === true) return '';
  return '`fieldbridge test --update` writes what they make now as what they expect.\n';
}

function checkedAgainst(catalogs: ReadonlyMap<string, FoundCatalog>, offline: boolean): string {
  const known = [...catalogs].flatMap(([name, { snapshot, trouble }]) => {
    if (!snapshot || trouble !== undefined) return [];
    return offline ? [`${name} as on ${localTime(new Date(snapshot.fetchedAt).toISOString())}`] : [name];
  });
  return known.length === 0 ? '' : `; also checked against ${namedOrCounted(known)}`;
}

function asJson(
  all: readonly TestedMapping[],
  faulty: readonly FaultyMapping[],
  updated: readonly UpdatedFile[],
): object {
  return {
    ...testReport(all, faulty),
    updated: updated.map(({ file, tests }) => ({ file, tests })),
  };
}

/** Returns the catalogs of the destinations that the tests of these mappings use; no others are read. */
function catalogsFor(
  mappings: readonly Mapping[],
  { config }: Pick<Workspace, 'config'>,
  options: { offline: boolean },
): Promise<ReadonlyMap<string, FoundCatalog>> {
  const tested = mappings.filter(each => each.tests.length > 0);
  const concerned = [...config.destinations].filter(([name]) =>
    tested.some(({ destination }) => !('name' in destination) || destination.name === name),
  );
  return findCatalogs(
    { ...config, destinations: new Map(concerned) },
    { ...options, languages: neededLanguages(tested) },
  );
}
