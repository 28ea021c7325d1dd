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

/** Something that may be typed at a place, before it is known where it goes. */
export interface CompletionCandidate {
  readonly label: string;
  readonly kind: CompletionKind;
  /** In a few words beside it: the type of a field, the signature of a function. */
  readonly detail?: string | undefined;
  /** Markdown. */
  readonly documentation?: string | undefined;
  /** A value that it has in an event. */
  readonly example?: string | undefined;
  /** Other words by which people know it: the display name of a field. */
  readonly alsoCalled?: string | undefined;
  /** The part that is already typed. */
  readonly typed: string;
  readonly insert: Replacement;
}

/** A place in a file, and all that is known of it. */
export interface AskedPlace {
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
