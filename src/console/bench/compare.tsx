import { yaml } from '@codemirror/lang-yaml';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words/words.ts';
import { editorLook } from './editor-look.ts';

/** Shows two read-only texts side by side and marks the differences. */
export function CompareDialog({
  title,
  explain,
  above,
  left,
  right,
  close,
  children,
}: {
  readonly title: string;
  readonly explain?: string;
  readonly above?: ComponentChildren;
  readonly left: { readonly title: string; readonly text: string };
  readonly right: { readonly title: string; readonly text: string };
  readonly close: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const merge = new MergeView({
      a: sideOf(left),
      b: sideOf(right),
      parent: root,
      root,
      gutter: true,
      collapseUnchanged: { margin: 3, minSize: 6 },
    });
    return () => merge.destroy();
  }, []);
  return (
    <dialog ref={dialog} class="wide" onClose={close} aria-labelledby="compare-title">
      <h2 id="compare-title">{title}</h2>
      {explain && <p>{explain}</p>}
      {above}
      <div class="compared">
        <b>{left.title}</b>
        <b>{right.title}</b>
      </div>
      <div ref={host} class="compare" />
      <div class="buttons">
        {children}
        <button type="button" onClick={() => dialog.current?.close()}>
          {words.value.common.close}
        </button>
      </div>
    </dialog>
  );
}

function sideOf({ title, text }: { readonly title: string; readonly text: string }) {
  return {
    doc: text,
    extensions: [
      lineNumbers(),
      yaml(),
      editorLook,
      EditorView.lineWrapping,
      EditorState.readOnly.of(true),
      EditorState.phrases.of({ '$ unchanged lines': words.value.bench.unchangedLines }),
      EditorView.contentAttributes.of({ 'aria-label': title }),
    ],
  };
}
