import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mutant } from './mutants.ts';

const root = resolve(import.meta.dirname, '../../src');

let used: string | undefined;
let isFirst = true;

/**
 * Uses the production code with one guard removed, or as it is. The program of `bundle.ts` can do this again and
 * again; otherwise the first call decides, before the code is loaded.
 * @throws Error if another mutant is in use
 */
export function useMutant(mutant: Mutant | undefined): void {
  if (!isFirst && used !== mutant?.name) throw new Error('each mutant needs a process of its own');
  if (isFirst && mutant) loadMutant(mutant);
  isFirst = false;
  used = mutant?.name;
}

/** Loads the production code of this process with one guard removed; the files stay unchanged. */
export function loadMutant(mutant: Mutant): void {
  const mutated = mutatedText(mutant);
  const address = pathToFileURL(join(root, mutant.file)).href;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      return url === address ? { ...loaded, source: mutated } : loaded;
    },
  });
}

/**
 * The text of the mutant's file without the guard.
 * @throws Error if the guard does not occur exactly once, so that the mutant must be rewritten
 */
export function mutatedText({ name, file, text, becomes }: Mutant): string {
  const source = readFileSync(join(root, file), 'utf8');
  const times = source.split(text).length - 1;
  if (times !== 1) throw new Error(`mutant "${name}": its text stands ${times} times in src/${file}`);
  return source.replace(text, () => becomes);
}
