import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of the project. */
export const root = resolve(import.meta.dirname, '../..');

/** A fenced block of a document. */
export interface Fence {
  readonly language: string;
  readonly text: string;
  /** The paragraph before it. */
  readonly before: string;
}

/** A file of the project as text. */
export function readProjectFile(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Returns README.md, CONTRIBUTING.md, CHANGELOG.md, SECURITY.md and all of docs, by path. */
export function documents(): readonly string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  return [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    ...docs.filter(name => name.endsWith('.md')).map(name => `docs/${name}`),
  ];
}

export function fencesOf(markdown: string): readonly Fence[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(match => ({
    language: match[1] ?? '',
    text: match[2] ?? '',
    before: markdown.slice(0, match.index).trimEnd().split('\n\n').at(-1) ?? '',
  }));
}

/** Returns a document without its fenced blocks. */
export function proseOf(markdown: string): string {
  return markdown.replace(/^```.*?^```$/gms, '');
}

/** Returns the texts in backticks in the prose of a document. */
export function codeOf(markdown: string): readonly string[] {
  return [...proseOf(markdown).matchAll(/`([^`\n]+)`/g)].map(match => match[1] ?? '');
}
