import { writeFileSync } from 'node:fs';
import { applyFixes, type TextChange } from '../../diagnostics/apply-fixes.ts';
import type { Diagnostic, Edit } from '../../diagnostics/diagnostic.ts';
import { readYaml } from '../../diagnostics/yaml/source.ts';
import { CommandFailed } from '../surroundings.ts';
import { readText } from '../workspace.ts';

/** A change that was made in a file. */
export type FileChange = TextChange;

/**
 * Applies the fixes of diagnostics to their files, and returns the changes. A file that would not be valid YAML any
 * more is not changed.
 * @throws CommandFailed if a file cannot be written
 */
export function fixFiles(diagnostics: readonly Diagnostic[]): readonly FileChange[] {
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
