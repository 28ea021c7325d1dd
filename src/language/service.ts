import { defaultsOf } from '../config/defaults.ts';
import { atOnce } from '../diagnostics/at-once.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { parseMappingInSteps } from '../mapping/parse/parse-mapping.ts';
import { type Action, actionsFor, rangeOfDiagnostic } from './actions.ts';
import { type CompletionList, complete, type OpenText } from './complete/complete.ts';
import { type Definition, definition } from './definition.ts';
import { type Diagnosing, diagnoseText } from './diagnose.ts';
import { type Hover, hover } from './hover.ts';
import type { Knowledge } from './knowledge.ts';
import { fileKind, sourceNamed } from './language-file.ts';
import { cursorAt } from './outline/cursor.ts';
import { outlineOf } from './outline/outline.ts';
import type { Outline } from './outline/parts.ts';
import { type Position, type Range, type TextLines, textLines } from './text-lines.ts';

/** A diagnostic, and the part of the text that it is about. */
export interface PlacedDiagnostic extends Diagnostic {
  readonly range: Range;
}

/** The requests of an editor. Each brings the data besides the text, because they change. */
export interface LanguageService {
  diagnostics(open: OpenText, knowledge: Knowledge, how: Diagnosing): Promise<readonly PlacedDiagnostic[]>;
  complete(open: OpenText, position: Position, knowledge: Knowledge): CompletionList;
  hover(open: OpenText, position: Position, knowledge: Knowledge): Promise<Hover | undefined>;
  actions(open: OpenText, within: Range, knowledge: Knowledge, how: Diagnosing): Promise<readonly Action[]>;
  definition(open: OpenText, position: Position, knowledge: Knowledge): Definition | undefined;
  /** Called when the editor has closed the file. */
  forget(file: string): void;
}

/** The cached results for the current text of a file. */
interface OpenDocument {
  readonly text: string;
  readonly lines: TextLines;
  readonly outline: Outline;
  /** The result, and the data from which it was made. */
  mapping?: { readonly knowledge: Knowledge; readonly value: Mapping | undefined };
  diagnostics?: { readonly knowledge: Knowledge; readonly value: Promise<readonly Diagnostic[]> };
}

/** The number of cached files; more are rarely open. */
const mostDocuments = 50;

/** Creates a service that caches the results for the last text of each file. */
export function createLanguageService(): LanguageService {
  const documents = new Map<string, OpenDocument>();

  function documentOf({ file, text }: OpenText): OpenDocument {
    const known = documents.get(file);
    if (known?.text === text) return known;
    const document = { text, lines: textLines(text), outline: outlineOf(text) };
    documents.delete(file);
    documents.set(file, document);
    const [oldest] = documents.keys();
    if (documents.size > mostDocuments && oldest !== undefined) documents.delete(oldest);
    return document;
  }

  function found(open: OpenText, knowledge: Knowledge, how: Diagnosing): Promise<readonly Diagnostic[]> {
    const document = documentOf(open);
    if (document.diagnostics?.knowledge !== knowledge) {
      document.diagnostics = { knowledge, value: diagnoseText(open, document.outline, knowledge, how) };
    }
    return document.diagnostics.value;
  }

  return {
    async diagnostics(open, knowledge, how) {
      const { lines } = documentOf(open);
      const all = await found(open, knowledge, how);
      return all.map(each => ({ ...each, range: rangeOfDiagnostic(each, open.file, lines) }));
    },
    complete: (open, position, knowledge) => complete(open, position, knowledge, documentOf(open).lines),
    hover(open, position, knowledge) {
      const document = documentOf(open);
      if (document.mapping?.knowledge !== knowledge) {
        document.mapping = { knowledge, value: readableMapping(open, document.outline, knowledge) };
      }
      return hover(open, position, knowledge, document.mapping.value);
    },
    async actions(open, within, knowledge, how) {
      const { lines } = documentOf(open);
      const instead = (position: Position) => complete(open, position, knowledge, lines).items;
      return actionsFor({ file: open.file, lines, instead }, await found(open, knowledge, how), within);
    },
    definition,
    forget: file => void documents.delete(file),
  };
}

function readableMapping(
  { file, text }: OpenText,
  outline: Outline,
  { config, readFile }: Knowledge,
): Mapping | undefined {
  if (fileKind(file, outline) === 'config') return undefined;
  const defaults = config && defaultsOf(config);
  const read = atOnce(parseMappingInSteps(file, text, { readFile, defaultsOf: defaults }));
  return read.mapping ?? read.readable;
}

/** Returns the source whose events serve as examples at a place: that of the mapping, or the one in the config there. */
export function sourceAsked({ file, text }: OpenText, position?: Position): string | undefined {
  const outline = outlineOf(text);
  if (fileKind(file, outline) === 'mapping') return sourceNamed(outline);
  const cursor = position && cursorAt(text, textLines(text).offsetAt(position));
  const [first, name] = cursor?.path ?? [];
  return first === 'sources' && typeof name === 'string' ? name : undefined;
}
