import type { Knowledge } from '../knowledge.ts';
import type { FileKind } from '../language-file.ts';
import type { MappingHead } from '../meaning.ts';
import type { Cursor } from '../outline/cursor.ts';
import type { TextLines } from '../text-lines.ts';
import type { Replacement } from '../written.ts';

/** The kinds of completions. */
export type CompletionKind =
  | 'key'
  | 'value'
  | 'field'
  | 'choice'
  | 'status'
  | 'name'
  | 'path'
  | 'answer'
  | 'variable'
  | 'function'
  | 'file'
  | 'code';

/** A completion, before its place in the file is known. */
export interface CompletionCandidate {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words: the type of a field, the signature of a function. */
  readonly detail?: string | undefined;
  /** Markdown. */
  readonly documentation?: string | undefined;
  /** An example value from an event. */
  readonly example?: string | undefined;
  /** Another name for it, such as the display name of a field. */
  readonly alsoCalled?: string | undefined;
  /** The part that is already typed. */
  readonly typed: string;
  readonly insert: Replacement;
}

/** The place of the cursor in a file, with all data about it. */
export interface CursorContext {
  readonly kind: FileKind;
  readonly lines: TextLines;
  readonly offset: number;
  readonly cursor: Cursor;
  readonly head: MappingHead;
  readonly knowledge: Knowledge;
}

/** Returns a value in one line; masked if values are hidden. */
export function exampleText(value: unknown, { masked }: Pick<Knowledge, 'masked'>): string {
  if (masked) return '[masked]';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = (text ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
