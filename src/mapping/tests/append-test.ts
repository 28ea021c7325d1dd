import { isMap, isSeq, type Pair, parseDocument, type Scalar, stringify, type YAMLSeq } from 'yaml';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';

/** A test in the form of a mapping file. */
export interface NewTest {
  readonly name: string;
  /** A file beside the mapping, or the payload itself. */
  readonly payload: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly linked?: string;
  readonly expect: readonly Readonly<Record<string, unknown>>[];
}

/** A test of single rules, in the form of a mapping file. */
export interface NewCases {
  readonly name: string;
  /** The inputs and outputs of rules, by their names. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Adds a test to the text of a mapping file, after the existing ones. Nothing else changes: comments, blank lines and
 * line ends stay. The file must be readable as YAML, with a map as its root.
 */
export function appendTest(text: string, test: NewTest | NewCases): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const root = parseDocument(text, { version: '1.2', logLevel: 'silent' }).contents;
  const pair = isMap<Scalar>(root) ? root.items.find(({ key }) => key.value === 'tests') : undefined;
  const write = (changed: string) => changed.replaceAll(/\r?\n/g, eol);
  if (!pair) return write(`${ended(text)}tests:\n${entry(test, '  ')}`);
  const tests = pair.value;
  if (!isSeq(tests) || tests.items.length === 0) return write(replaceEmpty(text, pair as Pair<Scalar>, test));
  return write(tests.flow ? appendInFlow(text, tests, test) : appendInBlock(text, tests, test));
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function inOrder(test: NewTest | NewCases): object {
  if ('cases' in test) return { name: test.name, cases: test.cases };
  const { name, payload, headers, linked, expect } = test;
  return withoutAbsent({ name, payload, headers, linked, expect });
}

/** Returns an entry of a block list with its dash at this indent. Ends with a newline. */
function entry(test: NewTest | NewCases, indent: string): string {
  return stringify([inOrder(test)], { lineWidth: 0, blockQuote: false, version: '1.2' }).replace(
    /^(?=.)/gm,
    indent,
  );
}

function appendInBlock(text: string, tests: YAMLSeq, test: NewTest | NewCases): string {
  const start = tests.range?.[0] ?? 0;
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const last = tests.items.at(-1) as { range?: readonly number[] | null };
  const end = last.range?.[1] ?? text.length;
  // A comment on the same line belongs to the preceding entry.
  const newline = text[end - 1] === '\n' ? end - 1 : text.indexOf('\n', end);
  const at = newline < 0 ? text.length : newline + 1;
  return `${ended(text.slice(0, at))}${entry(test, indent)}${text.slice(at)}`;
}

function appendInFlow(text: string, tests: YAMLSeq, test: NewTest | NewCases): string {
  const last = tests.items.at(-1) as { range?: readonly number[] | null };
  const [start = 0, end = 0] = last.range ?? [];
  const indent = /^[ \t]*$/.exec(text.slice(text.lastIndexOf('\n', start) + 1, start))?.[0];
  const json = JSON.stringify(inOrder(test));
  const between = indent === undefined ? ' ' : `\n${indent}`;
  // A comma after the last entry stays with it, and so does a comment there.
  const comma = /^[ \t]*,(?:[ \t]+#[^\n]*)?/.exec(text.slice(end))?.[0];
  const at = end + (comma?.length ?? 0);
  return `${text.slice(0, at)}${comma === undefined ? ',' : ''}${between}${json}${text.slice(at)}`;
}

/** Handles `tests:` with no value or an empty list. */
function replaceEmpty(text: string, { key, value }: Pair<Scalar>, test: NewTest | NewCases): string {
  const from = key.range?.[1] ?? 0;
  const range = (value as { range?: readonly number[] | null } | null)?.range;
  const to = isSeq(value) && range ? (range[1] ?? from) : text.indexOf(':', from) + 1;
  const newline = text.indexOf('\n', to);
  const lineEnd = newline < 0 ? text.length : newline;
  const rest = text.slice(to, lineEnd).trimEnd();
  return `${text.slice(0, from)}:${rest}\n${entry(test, '  ')}${text.slice(lineEnd + 1)}`;
}
