import { styleText } from 'node:util';
import { isMap, isSeq, parseDocument } from 'yaml';
import type { TestedMapping } from '../../deliver/planning/test-mapping.ts';
import { counted } from '../../diagnostics/counted.ts';
import { type LineChange, lineChanges } from '../../diagnostics/line-changes.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { FolderSurroundings } from '../../mapping/folder.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { parseMapping } from '../../mapping/parse/parse-mapping.ts';
import { expectationOf, updateExpectations } from '../../mapping/tests/update-expectations.ts';
import { CommandFailed, type Surroundings, wantsColor } from '../surroundings.ts';
import { shortPath } from '../workspace.ts';

/** A mapping file with changed expectations of its tests. */
export interface UpdatedFile {
  readonly file: string;
  /** The names of the tests. */
  readonly tests: readonly string[];
  readonly text: string;
  readonly changes: readonly LineChange[];
  /** The mapping after the change. */
  readonly mapping: Mapping;
}

/**
 * Returns the file of a mapping with the expectations of failing tests changed to the calls that it makes now;
 * undefined if nothing changes. A test stays unchanged if its event fails, its call would be refused, or the mapping
 * does not apply. In `includes` only the named values change, in `fails` only the code. The new text is parsed and
 * compared; nothing is written yet.
 * @throws CommandFailed if the file is written in a way that cannot be edited
 */
export function updatedTests(
  { mapping, results }: TestedMapping,
  text: string,
  { readFile, defaultsOf }: Pick<FolderSurroundings, 'readFile' | 'defaultsOf'>,
): UpdatedFile | undefined {
  const updates = results.flatMap((result, index) => {
    const update = expectationOf(result);
    return result.passed || !update ? [] : [{ index, ...update }];
  });
  if (updates.length === 0) return undefined;
  const { file } = mapping;
  const updated = updateExpectations(text, updates);
  const parsed =
    updated === undefined
      ? undefined
      : parseMapping(file, updated, { readFile, name: mapping.name, defaultsOf });
  if (updated === undefined || !parsed?.mapping || withoutExpectations(updated) !== withoutExpectations(text))
    throw new CommandFailed(`${file} is written in a way that --update cannot edit; write its tests by hand`);
  const tests = updates.map(({ index }) => results[index]?.name ?? '');
  return { file, tests, text: updated, changes: lineChanges(text, updated), mapping: parsed.mapping };
}

/** Returns everything that must not change. */
function withoutExpectations(text: string): string {
  const document = parseDocument(text);
  const tests = document.get('tests');
  for (const test of isSeq(tests) ? tests.items : []) {
    for (const key of ['expect', 'includes', 'fails']) if (isMap(test)) test.delete(key);
  }
  return JSON.stringify(document.toJS());
}

/** Shows the changes, line by line. */
export function updateText({ file, tests, changes }: UpdatedFile, surroundings: Surroundings): string {
  const color = wantsColor(surroundings.out, surroundings.env);
  const width = Math.max(...changes.map(each => String(each.line).length));
  const lines = changes.map(({ kind, line, text }) => {
    const shown = `  ${String(line).padStart(width)} ${kind === 'added' ? '+' : '-'} ${escapeText(text)}`;
    if (!color) return shown;
    return styleText(kind === 'added' ? 'green' : 'red', shown, { validateStream: false });
  });
  return `${[`${shortPath(file, surroundings)}: ${counted(tests.length, 'test')} updated`, ...lines].join('\n')}\n`;
}
