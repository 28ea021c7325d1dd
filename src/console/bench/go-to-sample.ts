import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { placeKey } from '../parts/pointing.ts';
import type { Desk } from './desk.ts';
import { ask, type LineRange, offsetOf } from './language.ts';

/**
 * Goes from a rule or a path to its value: in the payload that is shown, else in the payload of a test. Says where it is if
 * that is another file.
 */
export async function goToSample(view: EditorView, offset: number, desk: Desk): Promise<void> {
  const { doc } = view.state;
  const { number } = doc.lineAt(offset);
  const parts = (desk.trial.value?.why ?? []).flatMap(each => each.parts);
  const rule = parts.filter(({ place }) => place.line <= number).at(-1);
  const isOfRule = rule !== undefined && isWithin(doc, rule.place.line, number);
  const [place] = isOfRule ? rule.steps.flatMap(({ places = [] }) => places) : [];
  if (place) {
    desk.sought.value = { place: placeKey(place) };
    return;
  }
  const found = await ask<DefinitionAnswer>(desk, 'definition', doc, offset);
  if (view.state.doc !== doc) return;
  const { definition } = found ?? {};
  if (!definition) desk.told.value = text => text.sampleNowhere;
  else if (definition.file === `mappings/${desk.file}`) {
    const anchor = offsetOf(doc, definition.range.start);
    view.dispatch({ selection: { anchor, head: offsetOf(doc, definition.range.end) }, scrollIntoView: true });
    view.focus();
  } else desk.told.value = text => text.sampleIn(definition.file, definition.range.start.line);
}

/** True if a line belongs to what begins at an earlier one: it and all between are indented more. */
function isWithin(doc: Text, begins: number, line: number): boolean {
  const indentOf = (number: number) => doc.line(number).text.search(/\S/);
  for (let at = begins + 1; at <= line; at += 1)
    if (indentOf(at) !== -1 && indentOf(at) <= indentOf(begins)) return false;
  return begins <= doc.lines;
}

interface DefinitionAnswer {
  readonly definition: { readonly file: string; readonly range: LineRange } | null;
}
