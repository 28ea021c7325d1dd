import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One golden pair in a text file: a description, the files of a folder, and, as the last part (`out`), the output of
 * the program for them.
 */
export interface GoldenCase {
  /** `check/unknown-field`, or `check/unknown-field--by-its-english-name`: the shown code, and a variant. */
  readonly name: string;
  readonly about: string;
  /** By path, in the order of the file, without `out`. */
  readonly files: ReadonlyMap<string, string>;
  /** Undefined if nothing is run: then `about` says when the code appears. */
  readonly out: string | undefined;
}

/** The folder of the golden pairs. */
export const goldenFolder = import.meta.dirname;

/** Returns every golden pair, sorted by name. */
export function goldenCases(): readonly GoldenCase[] {
  return readdirSync(goldenFolder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.txt'))
    .map(path => path.replaceAll('\\', '/').replace(/\.txt$/, ''))
    .sort()
    .map(name => parseCase(name, readFileSync(pathOf(name), 'utf8')));
}

/** Returns the file of a golden pair. */
export function pathOf(name: string): string {
  return join(goldenFolder, `${name}.txt`);
}

/** Reads the text of a golden pair: sections that begin with `-- NAME --`. */
export function parseCase(name: string, text: string): GoldenCase {
  const [about = '', ...parts] = text.split(/^-- (.+) --\n/m);
  const files = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) files.set(parts[at] ?? '', parts[at + 1] ?? '');
  const out = files.get('out');
  files.delete('out');
  return { name, about: about.trim(), files, out };
}

/** Returns the text of a golden pair, which `parseCase` can read. */
export function renderCase({ about, files, out }: GoldenCase): string {
  const sections = [...files, ...(out === undefined ? [] : [['out', out] as const])];
  return `${about}\n${sections.map(([path, text]) => `-- ${path} --\n${text}`).join('')}`;
}
