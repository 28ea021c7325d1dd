import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, undo } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { indentUnit } from '@codemirror/language';
import { lintKeymap, type Diagnostic as Mark, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { TextTrial } from '../../deliver/planning/try-text.ts';
import type { Diagnostic, Edit, Place } from '../../diagnostics/diagnostic.ts';
import { translatedTitle } from '../parts/code-words.ts';
import { type Pointing, partKey, placeKey } from '../parts/pointing.ts';
import { words } from '../words/words.ts';
import { announce, type Desk } from './desk.ts';
import { editorLook } from './editor-look.ts';
import { inlays, lightLines, showValuesBeside, type ValueInlay } from './inlays.ts';
import { ask, completer, hoverer, type LineRange, offsetOf } from './language.ts';
import { lacksChoice } from './open-choices.tsx';
import { shortValue } from './short-value.ts';
import { isStillMissing } from './unfinished.tsx';

/** The editor of a mapping. It is in a shadow root, where its styles need no exception from the policy of the page. */
export function MappingEditor({
  desk,
  pointing,
  save,
  isFixed,
}: {
  readonly desk: Desk;
  readonly pointing: Pointing;
  readonly save: () => void;
  /** True if the text may only be read. */
  readonly isFixed: boolean;
}) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const view = openView(desk, root, { save, isFixed });
    const endings = [
      effect(() => takeText(view, desk.text.value)),
      effect(() => showTrial(view, desk)),
      effect(() => lightPart(view, desk, pointing)),
    ];
    desk.apply.value = edit => {
      view.dispatch({
        changes: { ...edit, insert: edit.text },
        userEvent: 'input.rule',
        scrollIntoView: true,
      });
    };
    desk.undo.value = () => void undo(view);
    desk.jump.value = line => {
      const at = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line)));
      view.dispatch({ selection: { anchor: at.to }, scrollIntoView: true });
      view.focus();
    };
    return () => {
      for (const end of endings) end();
      desk.apply.value = undefined;
      desk.jump.value = undefined;
      desk.undo.value = undefined;
      view.destroy();
    };
  }, [desk]);
  return <div class="editor" ref={host} data-editor />;
}

function openView(
  desk: Desk,
  root: ShadowRoot,
  { save, isFixed }: { readonly save: () => void; readonly isFixed: boolean },
): EditorView {
  const saveKey = {
    key: 'Mod-s',
    run: () => {
      save();
      return true;
    },
  };
  const sampleKey = {
    key: 'F12',
    run: (view: EditorView) => {
      void goToSample(view, view.state.selection.main.head, desk);
      return true;
    },
  };
  const state = EditorState.create({
    doc: desk.text.value,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      EditorView.lineWrapping,
      indentUnit.of('  '),
      yaml(),
      editorLook,
      inlays,
      EditorState.readOnly.of(isFixed),
      EditorView.contentAttributes.of({
        'aria-label': words.value.bench.text,
        spellcheck: 'false',
        tabindex: '0',
      }),
      autocompletion({ override: [completer(desk)], icons: false, activateOnTypingDelay: 60 }),
      hoverTooltip(hoverer(desk)),
      EditorView.domEventHandlers({
        mousedown(event, view) {
          const at = event.ctrlKey || event.metaKey ? view.posAtCoords(event) : null;
          if (at === null) return false;
          event.preventDefault();
          void goToSample(view, at, desk);
          return true;
        },
      }),
      keymap.of([saveKey, sampleKey, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(update => {
        if (!update.docChanged) return;
        desk.text.value = update.state.doc.toString();
        desk.ask();
      }),
    ],
  });
  return new EditorView({ state, parent: root, root });
}

/** Sets a text that was not typed: a restored one, or the text of the file. */
function takeText(view: EditorView, text: string): void {
  const { doc } = view.state;
  if (doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
}

function showTrial(view: EditorView, desk: Desk): void {
  const trial = desk.trial.value;
  const isShown = desk.isShown.value || desk.on.value.kind === 'payload';
  if (!trial) return;
  const { doc } = view.state;
  view.dispatch(
    setDiagnostics(
      view.state,
      allFindings(trial, desk)
        .filter(each => !isStillMissing(each, doc.toString()))
        .flatMap(each => marksOf(each, doc, desk)),
    ),
  );
  const found = (trial.why ?? []).flatMap(({ parts }) =>
    parts
      .filter(({ part }) => part !== 'when')
      .map(({ part, place, outcome }): ValueInlay => {
        const text = isShown && outcome.text !== undefined ? shortValue(outcome.text) : '';
        const kind = words.value.bench.kinds[outcome.kind];
        if (lacksChoice({ part, outcome }, trial.findings, desk.text.value))
          return { line: place.line, kind: 'waits', text: words.value.bench.choiceMissing };
        const value = outcome.kind === 'used' ? text || words.value.bench.masked : kind;
        return { line: place.line, kind: outcome.kind, text: value };
      }),
  );
  view.dispatch({ effects: showValuesBeside.of(found) });
}

/** Returns the findings about the text, and those of its judgement that only samples and stored events show. */
function allFindings({ findings }: TextTrial, desk: Desk): readonly Diagnostic[] {
  const judgement = desk.judgedText.value === desk.text.value ? desk.judgement.value : undefined;
  const keyOf = ({ code, place, message }: Diagnostic) =>
    `${code} ${place?.line}:${place?.column} ${message}`;
  const known = new Set(findings.map(keyOf));
  return [...findings, ...(judgement?.findings ?? []).filter(each => !known.has(keyOf(each)))];
}

function marksOf(found: Diagnostic, doc: Text, desk: Desk): readonly Mark[] {
  const { place, severity, message, hint, code, fix } = found;
  const at = place && rangeOf(place, doc);
  if (!at) return [];
  const apply = fix && (() => applyFix(fix, doc, desk));
  return [
    {
      ...at,
      severity,
      source: code,
      message: [translatedTitle(code), message, hint].filter(each => each !== undefined).join('\n'),
      ...(apply && { actions: [{ name: words.value.bench.fix, apply }] }),
    },
  ];
}

function applyFix(fix: readonly Edit[], doc: Text, desk: Desk): void {
  const edits = fix.flatMap(({ place, text }) => {
    const at = rangeOf({ length: 0, ...place }, doc);
    return at ? [{ ...at, text }] : [];
  });
  // The last edit comes first, so that the positions of the others stay valid.
  for (const edit of edits.sort((a, b) => b.from - a.from)) desk.apply.value?.(edit);
}

function rangeOf({ line, column, length }: Place, doc: Text): { from: number; to: number } | undefined {
  if (line < 1 || line > doc.lines) return undefined;
  const at = doc.line(line);
  const from = Math.min(at.to, at.from + column - 1);
  return { from, to: length === undefined ? at.to : Math.min(at.to, from + length) };
}

function lightPart(view: EditorView, desk: Desk, pointing: Pointing): void {
  const lines = (desk.trial.value?.why ?? []).flatMap(({ mapping, parts }) =>
    parts.filter(({ part }) => pointing.isLit(partKey(mapping, part))).map(({ place }) => place.line),
  );
  view.dispatch({ effects: lightLines.of([...new Set(lines)].sort((a, b) => a - b)) });
}

/**
 * Goes from a rule or a path to its value: in the shown payload, or else in the payload of a test. If that is in
 * another file, it shows the name of the file.
 */
async function goToSample(view: EditorView, offset: number, desk: Desk): Promise<void> {
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
  if (!definition) announce(desk, text => text.sampleNowhere);
  else if (definition.file === `mappings/${desk.file}`) {
    const anchor = offsetOf(doc, definition.range.start);
    view.dispatch({ selection: { anchor, head: offsetOf(doc, definition.range.end) }, scrollIntoView: true });
    view.focus();
  } else announce(desk, text => text.sampleIn(definition.file, definition.range.start.line));
}

/** True if a line belongs to the block that begins at an earlier line: it and all lines between are indented more. */
function isWithin(doc: Text, begins: number, line: number): boolean {
  const indentOf = (number: number) => doc.line(number).text.search(/\S/);
  for (let at = begins + 1; at <= line; at += 1)
    if (indentOf(at) !== -1 && indentOf(at) <= indentOf(begins)) return false;
  return begins <= doc.lines;
}

interface DefinitionAnswer {
  readonly definition: { readonly file: string; readonly range: LineRange } | null;
}
