import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Text } from '@codemirror/state';
import type { EditorView, Tooltip } from '@codemirror/view';
import { ApiError, post, postMasked } from '../api.ts';
import { isMasked } from '../parts/pieces.tsx';
import type { Desk } from './desk.ts';
import { triedOn } from './desk.ts';
import { shortValue } from './short-value.ts';

/** A place in a text; lines and columns count from 1. */
interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/** A range of a text. */
export interface LineRange {
  readonly start: LinePlace;
  readonly end: LinePlace;
}

interface CompletionItem {
  readonly label: string;
  readonly kind: string;
  readonly detail?: string;
  readonly documentation?: string;
  readonly example?: string;
  readonly alsoCalled?: string;
  readonly filter?: string;
  readonly insert: { readonly text: string; readonly range: LineRange };
}

interface HoverAnswer {
  readonly hover: {
    readonly range: LineRange;
    readonly contents: string;
    readonly values?: readonly { readonly event: string; readonly value: string }[];
  } | null;
}

function placeAt(doc: Text, offset: number): LinePlace {
  const line = doc.lineAt(offset);
  return { line: line.number, column: offset - line.from + 1 };
}

/** Returns the offset of a place. For a place outside of the text, the nearest offset. */
export function offsetOf(doc: Text, { line, column }: LinePlace): number {
  const at = doc.line(Math.max(1, Math.min(doc.lines, line)));
  return Math.min(at.to, at.from + Math.max(0, column - 1));
}

/** Sends a request about a place in the text. Undefined if there is no response: help is optional. */
export async function ask<Answer>(
  desk: Desk,
  what: string,
  doc: Text,
  offset: number,
): Promise<Answer | undefined> {
  const on = desk.on.value.kind === 'event' ? triedOn(desk.on.value) : {};
  const asked = {
    file: `mappings/${desk.file}`,
    text: doc.toString(),
    ...on,
    position: placeAt(doc, offset),
  };
  const path = `language/${what}`;
  try {
    return await (desk.isShown.value
      ? post<Answer>(path, { who: undefined, ...asked })
      : postMasked<Answer>(path, asked));
  } catch (error) {
    // Suggestions are optional: without them a person can continue to type.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Suggests completions at the cursor. */
export function completer(desk: Desk) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { doc } = context.state;
    const before = context.matchBefore(/[\w$.`"-]+|[:{,[] ?$|^\s*$/u);
    if (!context.explicit && !before) return null;
    const found = await ask<{ items: readonly CompletionItem[] }>(desk, 'complete', doc, context.pos);
    const items = found?.items ?? [];
    const [first] = items;
    if (!first || context.aborted) return null;
    return {
      from: Math.min(context.pos, offsetOf(doc, first.insert.range.start)),
      options: items.map((item, index) => {
        const behind = Math.max(0, offsetOf(doc, item.insert.range.end) - context.pos);
        return optionOf(item, items.length - index, behind);
      }),
    };
  };
}

/** `behind`: the number of characters of the word after the cursor that are replaced as well. */
function optionOf(
  { label, filter, insert, ...item }: CompletionItem,
  rank: number,
  behind: number,
): Completion {
  const { documentation } = item;
  const detail = detailOf(item);
  return {
    label: filter ?? label,
    displayLabel: label,
    // Suggestions that match equally well keep the order of the response.
    boost: Math.min(99, rank) / 100,
    ...(detail !== '' && { detail }),
    ...(documentation !== undefined && { info: () => textElement(documentation) }),
    apply(view: EditorView, _completion, from, to) {
      const { doc } = view.state;
      const start = Math.min(from, offsetOf(doc, insert.range.start));
      view.dispatch({
        changes: { from: start, to: Math.min(doc.length, to + behind), insert: insert.text },
        selection: { anchor: start + insert.text.length },
        userEvent: 'input.complete',
      });
    },
  };
}

/** Returns the display name of a field, its type, and, if values are shown, an example of a path's value. */
function detailOf({
  alsoCalled,
  detail,
  example,
}: Omit<CompletionItem, 'label' | 'filter' | 'insert'>): string {
  const value = example === undefined || isMasked(example) ? undefined : shortValue(example);
  return [alsoCalled, detail, value].filter(each => each !== undefined && each !== '').join(' · ');
}

/** Returns a text with `code` in it as an element with text nodes only. */
function textElement(text: string): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'hover';
  for (const [at, part] of text.replaceAll('**', '').split('`').entries()) {
    if (at % 2 === 0) dom.append(part);
    else dom.append(Object.assign(document.createElement('code'), { textContent: part }));
  }
  return dom;
}

/** Explains the place under the pointer, with its values in the last events. */
export function hoverer(desk: Desk) {
  return async (view: EditorView, pos: number): Promise<Tooltip | null> => {
    const { doc } = view.state;
    const found = await ask<HoverAnswer>(desk, 'hover', doc, pos);
    const hover = found?.hover;
    if (!hover || view.state.doc !== doc) return null;
    return {
      pos: offsetOf(doc, hover.range.start),
      end: offsetOf(doc, hover.range.end),
      create() {
        const dom = textElement(hover.contents);
        for (const { event, value } of (hover.values ?? []).filter(each => !isMasked(each.value))) {
          const line = document.createElement('div');
          line.textContent = `${shortValue(value)}  `;
          line.append(Object.assign(document.createElement('small'), { textContent: event }));
          dom.append(line);
        }
        return { dom };
      },
    };
  };
}
