import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One golden pair, kept in one text file: some words about it, the files that are put into a folder, and, as the last
 * of them (`out`), what the program prints about them.
 */
export interface GoldenCase {
  /** `check/unknown-field`, or `check/unknown-field--by-its-english-name`: the code that it shows, and a variant. */
  readonly name: string;
  readonly about: string;
  /** By their paths, in the order of the file, without `out`. */
  readonly files: ReadonlyMap<string, string>;
  /** Nothing where nothing is run: then `about` says when the code appears. */
  readonly out: string | undefined;
}

/** Where the golden pairs are. */
export const goldenFolder = import.meta.dirname;

/** Every golden pair, sorted by name. */
export function goldenCases(): readonly GoldenCase[] {
  return readdirSync(goldenFolder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.txt'))
    .map(path => path.replaceAll('\\', '/').replace(/\.txt$/, ''))
    .sort()
    .map(name => parseCase(name, readFileSync(pathOf(name), 'utf8')));
}

/** The file of a golden pair. */
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

/** The text of a golden pair, as `parseCase` reads it. */
export function renderCase({ about, files, out }: GoldenCase): string {
  const sections = [...files, ...(out === undefined ? [] : [['out', out] as const])];
  return `${about}\n${sections.map(([path, text]) => `-- ${path} --\n${text}`).join('')}`;
}
