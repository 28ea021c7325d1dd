import { inOneLine } from '../check/starter/yaml-words.ts';
import type { Cursor } from './outline/cursor.ts';

const plainText = /^[\p{L}_$][\p{L}\p{N}_.$()/-]*$/u;
const meansMore = /^(?:true|false|null|yes|no|on|off|~)$/i;

/** Writes a text as a YAML scalar in one line, with quotes only if it needs them. */
export function yamlText(text: string): string {
  return plainText.test(text) && !meansMore.test(text) ? text : inOneLine(text);
}

/** Escapes a text for use inside quotes. */
function inQuotes(text: string, style: 'double' | 'single'): string {
  return style === 'single' ? text.replaceAll("'", "''") : JSON.stringify(text).slice(1, -1);
}

/** The replacement of a part of the word at the cursor; offsets are those of the file. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Replaces the word at the cursor from a place in it on, up to the cursor. If the result needs quotes and has none, the
 * whole word is replaced.
 */
export function inPlaceOf(cursor: Cursor, from: number, text: string, offset: number): Replacement {
  const { style, before, after, start, end, flow, needsBlank } = cursor;
  const blank = needsBlank ? ' ' : '';
  const kept = before.slice(0, from);
  const rest = after.replace(/^[\p{L}\p{N}_$]*/u, '');
  if (style === 'double' || style === 'single') {
    const typed = inQuotes(before.slice(from), style);
    // The typed text may be escaped differently; then all of it is replaced.
    const close = cursor.unclosed && isBalanced(kept + text) ? (style === 'double' ? '"' : "'") : '';
    const behind = inQuotes(after, style).length - inQuotes(rest, style).length;
    return {
      start: Math.max(start + 1, offset - typed.length),
      end: offset + behind,
      text: inQuotes(text, style) + close,
    };
  }
  const whole = kept + text + rest;
  const isFit = style === 'block' || !needsQuotes(whole, flow);
  if (isFit) {
    return {
      start: offset - (before.length - from),
      end: offset + after.length - rest.length,
      text: blank + text,
    };
  }
  return { start: Math.min(start, offset), end, text: blank + quotedText(whole) };
}

/** True if every bracket is closed. */
function isBalanced(text: string): boolean {
  return text.replace(/[^([{]/g, '').length === text.replace(/[^)\]}]/g, '').length;
}

/** True if a text without quotes would be read as something else. */
function needsQuotes(text: string, flow: boolean): boolean {
  if (flow && /[{}[\],]/.test(text)) return true;
  return /^[\s"'{[\]},&*#?|>!%@`-]|: |:$| #|\s$/.test(text) || /^(?:true|false|null|~|)$/i.test(text);
}

/** Quotes a text with the quotation marks that need the fewest escapes. */
function quotedText(text: string): string {
  const hasDouble = text.includes('"') || text.includes('\\');
  if (hasDouble && !/\p{Cc}/u.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text);
}

/** Replaces the whole word at the cursor. */
export function wholeWord(cursor: Cursor, text: string, offset: number): Replacement {
  const blank = cursor.needsBlank ? ' ' : '';
  return { start: Math.min(cursor.start, offset), end: Math.max(cursor.end, offset), text: blank + text };
}
