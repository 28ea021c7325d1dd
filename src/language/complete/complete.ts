import { type Knowledge, nothingKnown } from '../knowledge.ts';
import { fileKind } from '../language-file.ts';
import { headOf } from '../meaning.ts';
import { cursorAt } from '../outline/cursor.ts';
import { outlineOf } from '../outline/outline.ts';
import type { Position, Range } from '../text-lines.ts';
import { type TextLines, textLines } from '../text-lines.ts';
import type { CompletionCandidate, CompletionKind, CursorContext } from './cursor-context.ts';
import { expressionCandidates, expressionFor } from './expressions.ts';
import { keyCandidates } from './keys.ts';
import { valueCandidates } from './values.ts';

/** A completion at a place of a file. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  /** Markdown. It contains no value of an event. */
  readonly documentation?: string;
  /** An example value from an event. */
  readonly example?: string;
  /** Another name: the display name of a field, other names of a question. */
  readonly alsoCalled?: string;
  /** The text with which an editor compares the typed text, if it is not the label. */
  readonly filter?: string;
  readonly insert: { readonly text: string; readonly range: Range };
}

/** The completions at a place. `incomplete`: there are more, which appear after more typing. */
export interface CompletionList {
  readonly items: readonly CompletionItem[];
  readonly incomplete: boolean;
}

/** The maximum number of items; the best ones come first. */
const mostItems = 400;

/** A text that is open in an editor. */
export interface OpenText {
  /** The path, which determines whether the file is a config or a mapping. */
  readonly file: string;
  readonly text: string;
}

/** Returns the completions at a place, the likeliest first. */
export function complete(
  { file, text }: OpenText,
  position: Position,
  knowledge: Knowledge = nothingKnown,
  lines: TextLines = textLines(text),
): CompletionList {
  const offset = lines.offsetAt(position);
  const cursor = cursorAt(text, offset);
  if (!cursor) return { items: [], incomplete: false };
  const outline = outlineOf(text);
  const head = headOf(outline, knowledge);
  const context: CursorContext = { kind: fileKind(file, outline), lines, offset, cursor, head, knowledge };
  const found = candidatesOf(context);
  const fitting = fitted(found);
  const items = fitting.slice(0, mostItems).map(each => itemOf(each, lines, offset));
  return { items, incomplete: fitting.length > items.length };
}

function candidatesOf(context: CursorContext): readonly CompletionCandidate[] {
  const { role } = context.cursor;
  if (role === 'key') return keyCandidates(context);
  const keys = role === 'either' ? keyCandidates(context) : [];
  const expression = expressionFor(context);
  const inExpression = expression ? expressionCandidates(context, expression) : [];
  return [...keys, ...valueCandidates(context), ...inExpression];
}

/** Returns the candidates that match the typed text, each once, the best first. */
function fitted(found: readonly CompletionCandidate[]): readonly CompletionCandidate[] {
  const ranked: { readonly each: CompletionCandidate; readonly rank: number }[] = [];
  const seen = new Set<string>();
  for (const each of found) {
    const key = `${each.kind} ${each.label} ${each.insert.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const rank = rankOf(each, each.typed.toLowerCase());
    if (rank !== undefined) ranked.push({ each, rank });
  }
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ each }) => each);
}

function rankOf({ label, alsoCalled }: CompletionCandidate, word: string): number | undefined {
  if (word === '') return 0;
  const ranks = [label, alsoCalled].flatMap(each => {
    const text = each?.toLowerCase();
    if (text === undefined) return [];
    const at = text.indexOf(word);
    if (at === 0) return [0];
    if (at > 0) return [/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 2 : 1];
    return isSpread(word, text) ? [3] : [];
  });
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}

/** True if the letters of a word occur in a text in the same order. */
function isSpread(word: string, text: string): boolean {
  if (word.length > 40) return false;
  let at = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, at);
    if (next === -1) return false;
    at = next + 1;
  }
  return true;
}

function itemOf(candidate: CompletionCandidate, lines: TextLines, offset: number): CompletionItem {
  const { label, kind, detail, documentation, example, alsoCalled, insert } = candidate;
  const filter = filterOf(candidate, lines.text.slice(Math.min(insert.start, offset), offset));
  return {
    label,
    kind,
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation }),
    ...(example !== undefined && { example }),
    ...(alsoCalled !== undefined && { alsoCalled }),
    ...(filter !== label && { filter }),
    insert: { text: insert.text, range: lines.rangeOf(insert.start, insert.end) },
  };
}

/** An editor compares this with the whole replaced text, so it begins with the text before the typed word. */
function filterOf({ label, alsoCalled, typed }: CompletionCandidate, replaced: string): string {
  const before = replaced.endsWith(typed) ? replaced.slice(0, replaced.length - typed.length) : '';
  return `${before}${alsoCalled === undefined ? label : `${label} ${alsoCalled}`}`;
}
