import { dirname, join, relative } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import { createFileEditor, type FileEditor } from '../../edit/file-editor.ts';
import type { Store } from '../../inbox/store.ts';
import { readTextInSteps } from '../../mapping/folder.ts';
import type { ParsedMapping } from '../../mapping/parse/parse-mapping.ts';
import { diskFor } from '../workspace.ts';

/** Finds and reads the files of mappings, for a person who edits one. */
export interface MappingTexts {
  /** Returns the file of a mapping by its path in the folder; for a new mapping, its future file. */
  readonly fileName: (mapping: string) => string;
  /** Parses a text as the file of a mapping, whether it is saved there or not. */
  readonly readText: (mapping: string, text: string) => Generator<void, ParsedMapping>;
  readonly editor: FileEditor;
}

/** Reads the files of a bridge's mappings. `file`: the config, if known. */
export function mappingTexts(
  config: Pick<Config, 'mappings' | 'sources' | 'destinations' | 'admin'>,
  bridge: Pick<Bridge, 'planning'>,
  {
    store,
    file,
    now,
  }: { readonly store: Store; readonly file: string | undefined; readonly now: () => number },
): MappingTexts {
  const folder = config.mappings;
  const fileName = (mapping: string) => {
    const { mappings, faulty } = bridge.planning().mappings.folder();
    const known = [...mappings, ...faulty].find(({ name }) => name === mapping)?.file;
    return known === undefined ? `${mapping}.yaml` : relative(folder, known).replaceAll('\\', '/');
  };
  const place = {
    allowed: config.admin?.edit === true,
    config: file ?? join(dirname(folder), 'config.yaml'),
    mappings: folder,
  };
  return {
    fileName,
    readText: (mapping, text) => readTextInSteps(folder, fileName(mapping), text, diskFor(config)),
    editor: createFileEditor({ place, record: store.record, now }),
  };
}
