import { resolve } from 'node:path';
import * as z from 'zod';
import { diagnostic } from '../diagnostics/diagnostic.ts';
import { addFault } from '../diagnostics/yaml/shape.ts';
import type { Config } from './config.ts';
import { text } from './plain-values.ts';

/** What can be written there. */
export const storeWords = 'sqlite: and the path of a file, such as sqlite:data/fieldbridge.db';

/** `store`: where events are kept. A relative path starts from `folder`. */
export function storeSchema(folder: string) {
  return text(storeWords)
    .transform((value, context): Config['store'] => {
      if (/^postgres(ql)?:/.test(value)) {
        addFault(
          context,
          diagnostic('config/unsupported', 'this version does not store in PostgreSQL yet', {
            hint: `use ${storeWords}`,
          }),
        );
        return z.NEVER;
      }
      const [, path] = /^sqlite:(?!\/\/|:memory:)(.+)$/.exec(value) ?? [];
      if (path !== undefined) return { kind: 'sqlite', path: resolve(folder, path) };
      context.addIssue({ code: 'custom', message: storeWords });
      return z.NEVER;
    })
    .prefault('sqlite:data/fieldbridge.db')
    .describe(
      'The file that events are kept in: sqlite:PATH. A relative path starts from the folder of the config. Left out, FIELDBRIDGE_STORE of the environment says it, as the image does',
    );
}
