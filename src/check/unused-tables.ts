import type { Config } from '../config/config.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { visibleText } from '../diagnostics/visible-text.ts';
import type { MappingFolder } from '../mapping/folder.ts';

/**
 * Warns about tables of the config that no mapping names. A faulty file counts as using every table whose
 * name occurs in it, so that a syntax error does not make a table look unused.
 */
export function unusedTables(
  { tables = {}, tablePlaces }: Pick<Config, 'tables' | 'tablePlaces'>,
  { mappings, faulty, texts }: Pick<MappingFolder, 'mappings' | 'faulty' | 'texts'>,
): readonly Diagnostic[] {
  const used = new Set(mappings.flatMap(({ configTables = [] }) => configTables));
  const unread = faulty.map(({ file }) => texts.get(file));
  return Object.keys(tables).flatMap(name => {
    if (used.has(name) || unread.some(text => text === undefined || text.includes(name))) return [];
    const place = tablePlaces?.get(name);
    const message = `no mapping uses the table "${visibleText(name)}"`;
    const hint = `write values: ${name} in a rule, or remove the table`;
    return [diagnostic('mapping/unused-table', message, { hint, ...(place && { place }) })];
  });
}
