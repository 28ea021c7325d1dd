import { atOnce } from '../../diagnostics/at-once.ts';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { createFindings } from '../../diagnostics/findings.ts';
import { sentQuotes } from '../../diagnostics/yaml/sent-quotes.ts';
import {
  readYamlInSteps,
  type YamlOptions,
  type YamlPath,
  type YamlSource,
} from '../../diagnostics/yaml/source.ts';
import { swallowedTexts } from '../../diagnostics/yaml/swallowed-text.ts';
import type { Mapping } from '../mapping.ts';
import { mappingKeys } from './known-keys.ts';
import { findMeantLines, type LinesRead } from './meant-lines.ts';
import type { PayloadFiles } from './parse-tests.ts';
import { byPlace, isMap, type Parsing } from './parsing.ts';
import { type FileSurroundings, readMapping } from './read-mapping.ts';

/** The result of reading a mapping file. */
export interface ParsedMapping {
  /** Undefined if any diagnostic is an error. */
  readonly mapping?: Mapping;
  /** The name of its source, if readable, even if the rest is faulty. */
  readonly source?: string;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * For a faulty file: the readable part of the mapping, with certain corrections of faulty lines. It is used
   * only to find further faults.
   */
  readonly readable?: Mapping;
}

/**
 * Reads a mapping file: checks everything that can be checked without the config and the catalog, and
 * compiles it. All faults are reported at once, sorted by place, also those inside expressions. `file` is
 * shown to people; payload files of the tests are read from beside it.
 */
export function parseMapping(file: string, text: string, surroundings: FileSurroundings): ParsedMapping {
  return atOnce(parseMappingInSteps(file, text, surroundings));
}

/** Does the same in steps of some milliseconds. */
export function* parseMappingInSteps(
  file: string,
  text: string,
  surroundings: FileSurroundings,
): Generator<void, ParsedMapping> {
  const clean = text.replace(/^\uFEFF/, '');
  const files = { ...surroundings, readFile: remembering(surroundings.readFile) };
  const first = yield* readText(file, text, files);
  const read = (lines: string) => readText(file, lines, files, { repairs: false });
  if (!hasErrors(first.diagnostics)) {
    const swallowed = yield* findSwallowed(clean, first, read);
    const { mapping, source, diagnostics } = first;
    return {
      ...(mapping && { mapping }),
      ...withSource(source),
      diagnostics: [...diagnostics, ...swallowed].sort(byPlace),
    };
  }
  const meant = yield* findMeantLines(file, clean, first, read);
  const readable = meant.read.mapping ?? meant.read.readable;
  return {
    ...guessedSource(text),
    ...withSource(meant.read.source),
    ...(readable && { readable }),
    diagnostics: meant.diagnostics,
  };
}

/** The result of reading a text. */
type TextRead = ParsedMapping & LinesRead & { readonly yaml?: YamlSource };

function* readText(
  file: string,
  text: string,
  surroundings: FileSurroundings,
  options: Pick<YamlOptions, 'repairs'> = {},
): Generator<void, TextRead> {
  const {
    source: yaml,
    diagnostics: found,
    repairs,
  } = yield* readYamlInSteps(file, text, { ...options, keys: mappingKeys });
  yield;
  const read = { repairs, isYaml: yaml !== undefined };
  if (!yaml) return { ...read, diagnostics: found };
  const quotes = sentQuotes(yaml, isExpressionOrTest);
  const tables = surroundings.defaultsOf?.tables;
  const parsing: Parsing = { source: yaml, findings: createFindings([...found, ...quotes]), tables };
  const mapping = yield* readMapping(parsing, { file, text }, surroundings);
  const diagnostics = parsing.findings.all(file).sort(byPlace);
  const { value } = yaml;
  const source = withSource(isMap(value) && typeof value.source === 'string' ? value.source : undefined);
  const known = mapping && { [hasErrors(diagnostics) ? 'readable' : 'mapping']: mapping };
  return { ...read, ...known, ...source, yaml, diagnostics };
}

/** The same lines are read repeatedly, but the payload files only once. */
function remembering(readFile: PayloadFiles['readFile']): PayloadFiles['readFile'] {
  const known = new Map<string, { readonly bytes: Uint8Array } | { readonly error: unknown }>();
  const read = (path: string) => {
    try {
      return { bytes: readFile(path) };
    } catch (error) {
      return { error };
    }
  };
  return path => {
    const found = known.get(path) ?? read(path);
    known.set(path, found);
    if ('error' in found) throw found.error;
    return found.bytes;
  };
}

function withSource(source: string | undefined): { source?: string } {
  return source === undefined || source === '' ? {} : { source };
}

/** Returns the source of an unreadable file, from its first line that names one. */
export function guessedSource(text: string): { source?: string } {
  return withSource(/^source:[ \t]*(["']?)([\w.-]+)\1[ \t]*(?:#.*)?$/m.exec(text)?.[2]);
}

/** The result of reading a text. */
interface Read {
  readonly diagnostics: readonly Diagnostic[];
  readonly yaml?: YamlSource;
}

/** Returns the texts that continue after a #. They are reported if the whole text would be valid as well. */
function* findSwallowed(
  text: string,
  first: Read,
  read: (text: string) => Generator<void, Read>,
): Generator<void, readonly Diagnostic[]> {
  const lines = text.split('\n');
  const found: Diagnostic[] = [];
  for (const { line, after, found: told } of first.yaml ? swallowedTexts(first.yaml) : []) {
    const whole = yield* read(lines.with(line - 1, after).join('\n'));
    if (whole.diagnostics.length <= first.diagnostics.length) found.push(told);
  }
  return found;
}

/** Quotes in an expression are reported when it is compiled; a test contains texts of a sender. */
function isExpressionOrTest([section, ...rest]: YamlPath, value: unknown): boolean {
  if (section === 'tests') return true;
  const key = rest.at(-1) ?? section;
  if (key === 'from' || key === 'when' || key === 'link') return true;
  const isRule = section === 'set' && rest.length === (rest[0] === 'additionalFields' ? 2 : 1);
  return isRule && typeof value === 'string';
}
